/**
 * Where chats are recorded, as a person chose it. For everything it is the setting `bigmind.capture.enabled`, which VS Code
 * takes from the person's own settings alone. For one workspace it is noted in `capture.json`, out of reach of a
 * repository, which brings settings of its own and must not be the one to say yes.
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

export interface CaptureSetting {
  /** Whether hooks of VS Code record in this window. */
  enabled: boolean;
  /** What was chosen for everything; undefined when nobody did. */
  everywhere: boolean | undefined;
  /** What was chosen for this workspace only. */
  workspace: boolean | undefined;
}

/** The same with what holds for hooks that other assistants run. */
export interface CaptureState extends CaptureSetting {
  others: {
    /** Some have hooks of ours. */
    areSet: boolean;
    /** What they keep to where no folder says otherwise. */
    isOffEverywhere: boolean;
    isOffHere: boolean;
  };
}

/** Recording as commands see and switch it. */
export interface CaptureSwitch {
  state(): CaptureState;
  turn(where: 'everywhere' | 'workspace', on: boolean): Promise<void>;
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

/** Noted for hooks as well at once: the setting may stand already, while the record says something else. */
export async function chooseCaptureEverywhere(home: string, on: boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  await settings.update('capture.enabled', on, vscode.ConfigurationTarget.Global);
  await noteCaptureEverywhere(home, on ? 'on' : 'off');
}

/**
 * A workspace that is on as everything else is keeps no choice of its own; one that is off always does. Before the first
 * one is turned on, the hooks of VS Code have to be written by `CaptureHooks`, which limits them to what was chosen.
 */
export async function chooseCaptureInWorkspace(home: string, on: boolean): Promise<void> {
  await noteFolders(home, on ? 'as everywhere' : 'off');
  if (!on) return;
  // Where everything was switched off a moment ago, the record does not say so yet.
  const isOff = captureEverywhere() === false || localFolders().some((folder) => isCaptureOff(home, folder, 'vscode'));
  if (isOff) await noteFolders(home, 'on');
}

/**
 * Has to run before the hook file of VS Code is written where it is not there yet: that file makes VS Code and the Copilot
 * CLI record on the whole machine, and without a yes for everything they must record in chosen folders only. Hooks of
 * other assistants keep to what was chosen for them. Answers with what takes the note back.
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

/** Whether chats of VS Code are to be recorded anywhere on this machine, so that its hooks have to be set. */
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
