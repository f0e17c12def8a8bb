/**
 * Where chats are recorded, as the user chose. The choice for everything is the setting `bigmind.capture.enabled`,
 * which VS Code reads only from user settings. The choice for one workspace is in `capture.json`, out of reach of a
 * repository, whose workspace settings must not turn recording on.
 */
import * as vscode from 'vscode';
import {
  choiceFor,
  isCaptureOff,
  isCaptureOffEverywhere,
  limitVscodeToFolders,
  noteCaptureEverywhere,
  noteCaptureIn,
  readCaptureRecord,
  unlimitVscode,
  type FolderChoice,
} from '../../../clients/hooks/captureRecord.ts';

interface CaptureSetting {
  /** Whether hooks of VS Code record in this window. */
  enabled: boolean;
  /** The choice for everything; undefined if there is none. */
  everywhere: boolean | undefined;
  /** The choice for this workspace only; undefined if there is none. */
  workspace: boolean | undefined;
}

/** Also describes the hooks that other assistants run. */
export interface CaptureState extends CaptureSetting {
  others: {
    /** Whether any assistant has BigMind hooks. */
    areSet: boolean;
    /** Their state in folders without their own choice. */
    isOffEverywhere: boolean;
    isOffHere: boolean;
  };
}

/** Recording as commands see and change it. */
export interface CaptureSwitch {
  state(): CaptureState;
  turn(where: 'everywhere' | 'workspace', choice: 'on' | 'off'): Promise<void>;
}

/** `home` is BigMind's folder. */
export function captureSetting(home: string): CaptureSetting {
  const everywhere = captureEverywhere();
  const [folder] = localFolders();
  const choice = folder === undefined ? undefined : choiceFor(home, folder);
  const workspace = choice === undefined ? undefined : choice === 'on';
  return { enabled: workspace ?? everywhere === true, everywhere, workspace };
}

export function captureEverywhere(): boolean | undefined {
  const chosen: unknown = vscode.workspace.getConfiguration('bigmind').inspect('capture.enabled')?.globalValue;
  return typeof chosen === 'boolean' ? chosen : undefined;
}

/** Also updates the record for hooks at once: the setting may already have this value while the record differs. */
export async function chooseCaptureEverywhere(home: string, on: boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  await settings.update('capture.enabled', on, vscode.ConfigurationTarget.Global);
  await noteCaptureEverywhere(home, on ? 'on' : 'off');
}

/**
 * A workspace whose choice equals the global one stores none, but "off" is always stored. Before the first workspace is
 * turned on, `CaptureHooks` must write the hooks of VS Code, which limits them to the user's choice.
 */
export async function chooseCaptureInWorkspace(home: string, on: boolean): Promise<void> {
  await noteFolders(home, on ? 'as everywhere' : 'off');
  if (!on) return;
  // If recording was turned off everywhere a moment ago, the record does not contain that yet.
  const isOff = captureEverywhere() === false || localFolders().some((folder) => isCaptureOff(home, folder, 'vscode'));
  if (isOff) await noteFolders(home, 'on');
}

/**
 * Must run before the hook file of VS Code is first written. That file makes VS Code and the Copilot CLI record on the
 * whole machine, but without a yes for everything they must record in chosen folders only. Hooks of other assistants
 * keep their own choice. Returns a function that reverts the limit.
 */
export async function limitHooksToChoice(home: string): Promise<() => Promise<void>> {
  const everywhere = captureEverywhere();
  if (everywhere === false) await noteCaptureEverywhere(home, 'off');
  if (everywhere !== undefined || isCaptureOffEverywhere(readCaptureRecord(home), 'vscode')) {
    return () => Promise.resolve();
  }
  await limitVscodeToFolders(home);
  return () => unlimitVscode(home);
}

/** Whether chats of VS Code are to be recorded anywhere on this machine, so that its hooks are needed. */
export function isCaptureWanted(home: string): boolean {
  return captureEverywhere() === true || readCaptureRecord(home).on.length > 0;
}

async function noteFolders(home: string, choice: FolderChoice): Promise<void> {
  for (const folder of localFolders()) await noteCaptureIn(home, folder, choice);
}

function localFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
