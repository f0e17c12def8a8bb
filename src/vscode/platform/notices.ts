/**
 * Messages to the user. A failure says what happened and what to do, with buttons for it; the details are logged. No
 * failure is shown without a next step.
 */
import * as vscode from 'vscode';
import { bigMindErrorFrom, type BigMindError, type ErrorCode } from '../../memory/shared/errors.ts';
import type { RemedyCode } from '../../memory/shared/vocabulary.ts';
import type { Route } from '../../protocol/route.ts';
import { headlineOf } from './headlines.ts';
import type { Log } from './log.ts';
import { logFailure } from './describeThrown.ts';

/** The result of a failed command; the user was already notified. */
export interface FailedOutcome {
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
  readonly #log: Log;
  readonly #warnings = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Does not wait for the user; a button acts whenever it is pressed. */
  failed(thrown: unknown): FailedOutcome {
    const error = bigMindErrorFrom(thrown);
    logFailure(this.#log, error);
    const notice = noticeOf(error);
    void this.#show(vscode.window.showErrorMessage, notice, waysOn(error));
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

  async #done(message: string, steps: readonly NextStep[]): Promise<void> {
    const label = await vscode.window.showInformationMessage(message, ...steps.map((step) => step.label));
    try {
      await steps.find((step) => step.label === label)?.run();
    } catch (thrown) {
      this.failed(thrown);
    }
  }
}

/** What the user can do, in their language unless the domain's plain text is as good. */
export function remedyOf({ code, remedy }: BigMindError): string | undefined {
  if (typeof remedy === 'object') return remedyInWindow(remedy.code);
  switch (code) {
    case 'conflict':
      return remedy ?? readAgain();
    case 'not_found':
      return remedy ?? searchAgain();
    case 'store_unavailable':
      return vscode.l10n
        .t('{0} In VS Code, the setting "bigmind.storage.path" sets the location.', remedy ?? '')
        .trim();
    case 'store_corrupt':
      return vscode.l10n.t(
        'BigMind did not change the file. A repair backs it up, starts from the newest backup, and adds what is still readable. You can also restore a backup.',
      );
    case 'store_full':
    case 'store_locked':
    case 'store_foreign':
    case 'store_newer':
    case 'store_replaced':
    case 'engine_unavailable':
    case 'invalid_input':
    case 'not_allowed':
    case 'bad_import':
    case 'provider_down':
    case 'provider_refused':
    case 'internal':
      return remedy;
  }
}

const searchAgain = (): string =>
  vscode.l10n.t('It may belong to another user, or someone may have removed it. Search again.');
const readAgain = (): string => vscode.l10n.t('Nothing was changed. Try again.');

/** The text of each code in the language of the window; it names a command, a view or a setting. */
const words: Readonly<Record<RemedyCode, () => string>> = {
  find_fact: searchAgain,
  find_hypothesis: searchAgain,
  find_knowledge: searchAgain,
  find_session: searchAgain,
  find_message: searchAgain,
  find_context_heap: searchAgain,
  find_era: searchAgain,
  read_fact_again: readAgain,
  read_hypothesis_again: readAgain,
  read_knowledge_again: readAgain,
  run_doctor: () => vscode.l10n.t('Saved memories are not lost. For details, run the doctor or open the log.'),
  appoint_admin: () => vscode.l10n.t('Make another user an admin first: run "BigMind: Set User Role...".'),
  appoint_first_admin: () =>
    vscode.l10n.t(
      'Set "bigmind.mode" to "team". A single user then becomes the admin; with several users, the one who opened the memory first runs "BigMind: Set User Role...".',
    ),
  back_up: () => vscode.l10n.t('Run "BigMind: Back Up Now".'),
  back_up_if_changed: () => vscode.l10n.t('If anything was remembered since then, run "BigMind: Back Up Now".'),
  retry_backup: () => vscode.l10n.t('Fix the cause, then run "BigMind: Back Up Now". The memory itself still works.'),
  clean_secrets: () =>
    vscode.l10n.t(
      'In a terminal, run `bigmind doctor --secrets --clean`. It asks first, then removes the secrets for good. Also replace the keys.',
    ),
  embed: () =>
    vscode.l10n.t('Check the model server. Embedding then continues, and keyword search still finds everything.'),
  correct_patterns: () => vscode.l10n.t('Correct it in the setting "bigmind.redaction.patterns" or in redaction.json.'),
  move_store: () =>
    vscode.l10n.t(
      'Close all programs that use the memory, move the file to a local disk, then set "bigmind.storage.path" to it. Or use the same path for it on every computer.',
    ),
  repair_store: () => vscode.l10n.t('Run "BigMind: Repair Memory...".'),
  rebuild_index: () =>
    vscode.l10n.t('Run "BigMind: Open in Editor", check the health in your profile, and rebuild the search index.'),
  confirm_facts: () => vscode.l10n.t('Store each fact again to confirm it, or deprecate it.'),
  end_sessions: () =>
    vscode.l10n.t('End the sessions that are over. BigMind closes a session that is open for 24 hours.'),
  resolve_hypotheses: () => vscode.l10n.t('In the journal, resolve the hypotheses whose result is known.'),
  review_proposals: () => vscode.l10n.t('Run "BigMind: Review Team Knowledge...".'),
  review_stale_facts: () =>
    vscode.l10n.t('Check whether the facts still apply. Store those again that do, and deprecate the others.'),
  settle_contradictions: () => vscode.l10n.t('Decide which of the two facts applies, and deprecate the other.'),
  summarize_sessions: () => vscode.l10n.t('Run "BigMind: Summarize Recorded Sessions Now", or ask an assistant.'),
};

export function remedyInWindow(code: RemedyCode): string {
  return words[code]();
}

export function noticeOf(error: BigMindError): string {
  return [headlineOf(error.code), error.message, remedyOf(error)].filter((part) => part !== undefined).join(' ');
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
