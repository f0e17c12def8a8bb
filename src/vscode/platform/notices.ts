/**
 * Messages to the user. A failure says what happened and what to do, with buttons for it; the details are logged. No
 * failure is shown without a next step.
 */
import * as vscode from 'vscode';
import { bigMindErrorFrom, type BigMindError, type ErrorCode } from '../../memory/shared/errors.ts';
import type { Route } from '../../protocol/route.ts';
import { logFailure } from './describeThrown.ts';
import { noticeOf, remedyOf } from './errorText.ts';
import type { Log } from './log.ts';
import { NoticeQueue } from './noticeQueue.ts';

/** The result of a failed command; the user was already notified. */
interface FailedOutcome {
  status: 'failed';
  code: ErrorCode;
  notice: string;
}

export interface NoticeButton {
  label: string;
  command: string;
  /** The argument of the command. */
  argument?: unknown;
}

/** An action that the user may want after a success. */
export interface NextStep {
  label: string;
  run: () => Promise<unknown>;
}

/** Shows in the panel what was just stored, ended or imported. */
export function showStep(route: Route): NextStep {
  const show = async (): Promise<unknown> => vscode.commands.executeCommand('bigmind.openPanel', route);
  return { label: vscode.l10n.t('Show'), run: show };
}

export class Notices {
  /** For notifications that no command asked for. */
  readonly queue: NoticeQueue;
  readonly #log: Log;
  readonly #warnings = new Set<string>();

  constructor(log: Log, queue = new NoticeQueue()) {
    this.#log = log;
    this.queue = queue;
  }

  /** Does not wait for the user; a button acts whenever it is pressed. */
  failed(thrown: unknown): FailedOutcome {
    const error = bigMindErrorFrom(thrown);
    logFailure(this.#log, error);
    const notice = noticeOf(error);
    const { showErrorMessage, showWarningMessage } = vscode.window;
    void this.#show(isPassing(error.code) ? showWarningMessage : showErrorMessage, notice, waysOn(error));
    return { status: 'failed', code: error.code, notice };
  }

  /** Reports degraded operation. Each message is shown once per window. */
  warned(message: string): void {
    this.#log.warn(message);
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    void this.#show(vscode.window.showWarningMessage, message, buttonsFor('engine_unavailable'));
  }

  async #show(
    show: (message: string, ...labels: string[]) => Thenable<string | undefined>,
    message: string,
    buttons: NoticeButton[],
  ): Promise<void> {
    const label = await show(message, ...buttons.map((button) => button.label));
    const pressed = buttons.find((button) => button.label === label);
    if (pressed !== undefined) await vscode.commands.executeCommand(pressed.command, pressed.argument);
  }

  /** Reports a success with optional next steps; a step runs when its button is pressed. */
  done(message: string, ...steps: readonly NextStep[]): void {
    void this.#done(message, steps);
  }

  /** Like `done`, for what no command asked for. Calls `shown` when it is its turn. */
  unasked(message: string, steps: readonly NextStep[], shown: () => void = () => undefined): void {
    void this.queue.add(() => {
      shown();
      return this.#done(message, steps);
    });
  }

  async #done(message: string, steps: readonly NextStep[]): Promise<void> {
    const label = await vscode.window.showInformationMessage(message, ...steps.map((step) => step.label));
    try {
      await steps.find((step) => step.label === label)?.run();
    } catch (thrown) {
      this.failed(thrown);
    }
  }
}

/**
 * Whether it is the state of a server, which may be over soon, and which the status bar shows. An error with buttons
 * would stay on the screen until it is closed, because extensions cannot close it; a warning hides by itself.
 */
function isPassing(code: ErrorCode): boolean {
  return code === 'server_refused' || code === 'server_down';
}

/** What the user can do about a failure, most likely first. */
export function waysOn(error: BigMindError): NoticeButton[] {
  const setting = settingButton(error);
  const others = buttonsFor(error.code);
  return setting.length > 0 ? [...setting, ...others.filter(({ command }) => command !== showLog)] : others;
}

/**
 * For a failure whose details or remedy name the setting that would fix it. Our settings apply to the machine with the
 * store.
 */
function settingButton(error: BigMindError): NoticeButton[] {
  const { setting } = error.details;
  const query = typeof setting === 'string' ? setting : settingIn(remedyOf(error));
  if (query === undefined) return [];
  const isRemote = vscode.env.remoteName !== undefined;
  const command = isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings';
  return [{ label: vscode.l10n.t('Open Setting'), command, argument: { query } }];
}

function settingIn(remedy: string | undefined): string | undefined {
  return remedy === undefined ? undefined : /"(bigmind\.[\w.]+)"/u.exec(remedy)?.[1];
}

const showLog = 'bigmind.showLog';

function buttonsFor(code: ErrorCode): NoticeButton[] {
  const log = { label: vscode.l10n.t('Show Log'), command: showLog };
  const doctor = { label: vscode.l10n.t('Run Doctor'), command: 'bigmind.runDoctor' };
  const folder = { label: vscode.l10n.t('Open Folder'), command: 'bigmind.openDatabaseFolder' };
  switch (code) {
    case 'store_missing':
    case 'store_corrupt':
      return [
        { label: vscode.l10n.t('Repair...'), command: 'bigmind.repairStore' },
        { label: vscode.l10n.t('Restore Backup...'), command: 'bigmind.restoreBackup' },
        doctor,
        log,
      ];
    case 'store_unavailable':
    case 'store_foreign':
    case 'store_newer':
    case 'store_full':
      return [doctor, folder, log];
    case 'store_locked':
    case 'store_replaced':
    case 'engine_unavailable':
    case 'internal':
      return [doctor, log];
    case 'server_refused':
      return [{ label: vscode.l10n.t('Connect...'), command: 'bigmind.connectServer' }, log];
    case 'server_down':
    case 'invalid_input':
    case 'not_found':
    case 'not_allowed':
    case 'conflict':
    case 'bad_import':
    case 'provider_down':
    case 'provider_refused':
      return [log];
  }
}

/** Shows progress in the status bar, for work that may wait for another program's lock. */
export function working<T>(title: string, work: () => Promise<T>): Promise<T> {
  return Promise.resolve(vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work));
}
