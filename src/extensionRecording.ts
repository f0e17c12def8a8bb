/**
 * Chat recording as the desktop extension assembles it: the question, the switch, the hook file that both harnesses of
 * VS Code and the Copilot CLI read, and what hooks missed.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { haveHooks } from './clients/hooks/captureFindings.ts';
import { isCaptureOff, isCaptureOffEverywhere, readCaptureRecord } from './clients/hooks/captureRecord.ts';
import type { HookTarget } from './clients/shared/hookEntries.ts';
import { installedHooks } from './clients/hooks/hookFindings.ts';
import { haveVscodeHooks } from './clients/hooks/vscodeHooks.ts';
import type { EnvironmentSettings } from './environment.ts';
import { nodeClientHost } from './nodeHostFacts.ts';
import { systemClock } from './systemTime.ts';
import { askForCapture } from './vscode/services/capture/captureConsent.ts';
import { showWhatIsRecorded } from './vscode/services/capture/captureExplained.ts';
import { CaptureHooks } from './vscode/services/capture/captureHooks.ts';
import {
  captureSetting,
  chooseCaptureEverywhere,
  chooseCaptureInWorkspace,
  limitHooksToChoice,
  isCaptureWanted,
  type CaptureState,
  type CaptureSwitch,
} from './vscode/services/capture/captureSetting.ts';
import type { Services } from './vscode/services/host.ts';
import { joinProjects } from './vscode/services/projectJoins.ts';
import { describeThrown } from './vscode/platform/describeThrown.ts';
import type { MemoryAccess } from './vscode/platform/memoryAccess.ts';

/** Milliseconds; the rest is recorded at the next start, or by the next hook. */
const unfinishedLimitMs = 60_000;

export class ExtensionRecording implements CaptureSwitch {
  readonly hooks = new CaptureHooks({
    host: nodeClientHost,
    isWanted: isCaptureWanted,
    limit: limitHooksToChoice,
    clock: systemClock,
  });
  readonly #settings: () => Pick<EnvironmentSettings, 'home' | 'databaseFile' | 'username'>;

  /** `settings` may throw while a setting is invalid. */
  constructor(settings: () => Pick<EnvironmentSettings, 'home' | 'databaseFile' | 'username'>) {
    this.#settings = settings;
  }

  state(): CaptureState {
    const { home } = this.#settings();
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
    const [host, chosen, record] = [nodeClientHost(), captureSetting(home), readCaptureRecord(home)];
    const isOffFor = (client: HookTarget): boolean =>
      folder === undefined ? isCaptureOffEverywhere(record, client) : isCaptureOff(home, folder, client);
    const targets = installedHooks(home, host).map(({ target }) => target);
    const others = {
      areSet: targets.length > 0,
      isOffEverywhere:
        record.everywhere === 'off' ||
        (targets.length > 0 && targets.every((target) => isCaptureOffEverywhere(record, target))),
      isOffHere: targets.length === 0 ? isOffFor('claude-code') : targets.every(isOffFor),
    };
    // Also on if only the Copilot CLI set the hooks, because VS Code runs them too.
    return { ...chosen, enabled: chosen.enabled || (haveVscodeHooks(home, host) && !isOffFor('copilot')), others };
  }

  async turn(where: 'everywhere' | 'workspace', choice: 'on' | 'off'): Promise<void> {
    const { home } = this.#settings();
    const on = choice === 'on';
    const choose = where === 'everywhere' ? chooseCaptureEverywhere : chooseCaptureInWorkspace;
    const wasWanted = isCaptureWanted(home);
    // Set the hooks first, so that a failed "on" changes nothing. An "off" takes effect at once, whatever happens to
    // the file.
    if (on) await this.hooks.set(home);
    await choose(home, on);
    // Hooks that only `bigmind install` set remain for the other folders when one workspace is turned off.
    if (where === 'everywhere' || wasWanted || isCaptureWanted(home)) await this.hooks.keep(home);
  }

  async askOnce({ globalState }: vscode.ExtensionContext, { pages, notices }: Services): Promise<void> {
    try {
      const ask = (question: string, ...buttons: string[]): Thenable<string | undefined> =>
        vscode.window.showInformationMessage(question, ...buttons);
      const choose = (on: boolean): Promise<void> => this.turn('everywhere', on ? 'on' : 'off');
      await askForCapture({ kept: globalState, choose, pages, notices, ask });
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /** For users who turned recording on before it needed a file, and for users who removed that file. */
  reportHooks(files: readonly string[], { notices, pages }: Services): void {
    const text = vscode.l10n.t(
      'Recording is on, so BigMind wrote {0}. BigMind uses this file to record chats in VS Code (Local and Copilot) and in the Copilot CLI.',
      files.join(', '),
    );
    notices.unasked(text, [
      { label: vscode.l10n.t('Show What Is Recorded'), run: () => showWhatIsRecorded(pages) },
      { label: vscode.l10n.t('Turn Off'), run: () => this.turn('everywhere', 'off') },
    ]);
  }

  /** Whether chats are recorded on this machine, and there is a store for them. */
  isOn(): boolean {
    const { home, databaseFile } = this.#settings();
    return existsSync(databaseFile) && (captureSetting(home).enabled || haveHooks(home, nodeClientHost()));
  }

  /** Joins what is certainly one project. A failure is no reason not to record. */
  async joinProjects(services: Services): Promise<void> {
    const { projectOfKey } = await import('./capture/projects/projectIdentity.ts');
    await joinProjects(services, (key) => projectOfKey(key, homedir())).catch((thrown: unknown) =>
      services.log.warn(`The folders of a project could not be joined: ${describeThrown(thrown)}`),
    );
  }

  /** Records what hooks could not. Resolves with the number of stored messages. */
  async recordUnfinished(access: MemoryAccess): Promise<number> {
    const [{ recordUnfinished }, { chatCallers }, { projectOf }] = await Promise.all([
      import('./capture/recordTranscript.ts'),
      import('./clients/hooks/chatCallers.ts'),
      import('./capture/projects/projectIdentity.ts'),
    ]);
    const { home, username } = this.#settings();
    const began = systemClock.now().getTime();
    return access.use(({ memory, caller }) =>
      recordUnfinished(memory.recording, caller, undefined, {
        hasTime: () => systemClock.now().getTime() - began < unfinishedLimitMs,
        callerIn: chatCallers({
          identities: memory.identities,
          username,
          home,
          projectOf: (folder) => projectOf(folder, homedir()),
        }),
      }),
    );
  }
}
