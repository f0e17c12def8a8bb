/**
 * What an error says to the user: a headline, the domain's message and a remedy. Headlines and remedies are in the user's
 * language. The domain's own messages stay English, because programs and models read them too and people search for them.
 */
import * as vscode from 'vscode';
import type { BigMindError, ErrorCode } from '../../memory/shared/errors.ts';
import type { RemedyCode } from '../../memory/shared/vocabulary.ts';

/** All of it, as one text. */
export function noticeOf(error: BigMindError): string {
  return [headlineOf(error.code), error.message, remedyOf(error)].filter((part) => part !== undefined).join(' ');
}

/** Undefined if the UI is English, because the domain's message is enough then. */
function headlineOf(code: ErrorCode): string | undefined {
  return vscode.l10n.bundle === undefined ? undefined : headlineFor(code);
}

/** The headline, also in English; for places that truncate a full sentence. */
export function headlineFor(code: ErrorCode): string {
  switch (code) {
    case 'invalid_input':
      return vscode.l10n.t('The input is not valid.');
    case 'not_found':
      return vscode.l10n.t('It was not found.');
    case 'not_allowed':
      return vscode.l10n.t('This is not allowed.');
    case 'conflict':
      return vscode.l10n.t('It was changed elsewhere in the meantime.');
    case 'store_unavailable':
      return vscode.l10n.t('The memory cannot be reached.');
    case 'store_full':
      return vscode.l10n.t('The disk is full.');
    case 'store_locked':
      return vscode.l10n.t('The memory is in use by another program.');
    case 'store_corrupt':
      return vscode.l10n.t('The database file is damaged.');
    case 'store_missing':
      return vscode.l10n.t('The database file is missing.');
    case 'store_foreign':
      return vscode.l10n.t('The file is not a BigMind database.');
    case 'store_newer':
      return vscode.l10n.t('A newer version of BigMind wrote the database.');
    case 'store_replaced':
      return vscode.l10n.t('The database was replaced by another one.');
    case 'engine_unavailable':
      return vscode.l10n.t('The SQLite engine cannot be used.');
    case 'bad_import':
      return vscode.l10n.t('The file cannot be imported.');
    case 'provider_down':
      return vscode.l10n.t('The model server does not respond.');
    case 'provider_refused':
      return vscode.l10n.t('The model server refused the request.');
    case 'server_down':
      return vscode.l10n.t('The BigMind server does not respond.');
    case 'server_refused':
      return vscode.l10n.t('The BigMind server refused the request.');
    case 'internal':
      return vscode.l10n.t('An error occurred in BigMind.');
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
    case 'store_missing':
      return vscode.l10n.t(
        'BigMind did not create a new one. If you moved the file, put it back. Otherwise, restore the newest backup.',
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
    case 'server_down':
    case 'server_refused':
    case 'internal':
      return remedy;
  }
}

export function remedyInWindow(code: RemedyCode): string {
  return remedies[code]();
}

const searchAgain = (): string =>
  vscode.l10n.t('It may belong to another user, or someone may have removed it. Search again.');
const readAgain = (): string => vscode.l10n.t('Nothing was changed. Try again.');

/** The text of each code in the language of the window; it names a command, a view or a setting. */
const remedies: Readonly<Record<RemedyCode, () => string>> = {
  find_fact: searchAgain,
  find_hypothesis: searchAgain,
  find_knowledge: searchAgain,
  find_session: searchAgain,
  find_message: searchAgain,
  find_context_heap: searchAgain,
  find_era: searchAgain,
  find_proposed_decision: () => vscode.l10n.t('Run "BigMind: Manage Memory... > Review Proposed Decisions".'),
  read_fact_again: readAgain,
  read_hypothesis_again: readAgain,
  read_knowledge_again: readAgain,
  give_decision_details: () => vscode.l10n.t('Give who decided, the project and the rationale. Nothing was stored.'),
  supersede_decision: () =>
    vscode.l10n.t('Replace that decision, or choose a title that says what changed. Nothing was stored.'),
  name_one_project: () => vscode.l10n.t('Name one project. Nothing was stored.'),
  complete_fact: () =>
    vscode.l10n.t('Run "BigMind: Manage Memory... > Make a Fact a Decision..." first, then record its outcome.'),
  run_doctor: () => vscode.l10n.t('Saved memories are not lost. For details, run the doctor or open the log.'),
  appoint_admin: () =>
    vscode.l10n.t('Make another user an admin first: run "BigMind: Team Server... > Set User Role...".'),
  appoint_first_admin: () =>
    vscode.l10n.t(
      'Set "bigmind.mode" to "team". A single user then becomes the admin; with several users, the one who opened the memory first runs "BigMind: Team Server... > Set User Role...".',
    ),
  restore_memory_files: () =>
    vscode.l10n.t(
      'Restore the folder .mind, or run "BigMind: Manage Memory... > Start File Memory in This Project". To take the project off your list, remove it from ~/.mind/projects.json.',
    ),
  resolve_merge_conflict: () => vscode.l10n.t('Resolve it in an editor, and try again. Nothing was written.'),
  set_up_sync: () => vscode.l10n.t('Run "BigMind: Manage Memory... > Sync..." and set it up first.'),
  deprecate_duplicate: () =>
    vscode.l10n.t('Change or deprecate that one first, or keep the current version. Nothing was changed.'),
  back_up: () => vscode.l10n.t('Run "BigMind: Manage Memory... > Back Up Now".'),
  back_up_if_changed: () =>
    vscode.l10n.t('If anything was remembered since then, run "BigMind: Manage Memory... > Back Up Now".'),
  retry_backup: () =>
    vscode.l10n.t('Fix the cause, then run "BigMind: Manage Memory... > Back Up Now". The memory itself still works.'),
  clean_secrets: () =>
    vscode.l10n.t(
      'In a terminal, run `bigmind doctor --secrets --clean`. It asks first, then removes the secrets for good. Also replace the keys.',
    ),
  embed: () =>
    vscode.l10n.t('Check the model server. Embedding then continues, and keyword search still finds everything.'),
  correct_patterns: () => vscode.l10n.t('Correct it in the setting "bigmind.redaction.patterns" or in redaction.json.'),
  move_to_server: () =>
    vscode.l10n.t(
      'Set up a PostgreSQL server, and run "bigmind migrate" in a terminal to copy the memory to it. The file stays.',
    ),
  move_store: () =>
    vscode.l10n.t(
      'Close all programs that use the memory, move the file to a local disk, then set "bigmind.storage.path" to it. Or use the same path for it on every computer.',
    ),
  repair_store: () => vscode.l10n.t('Run "BigMind: Manage Memory... > Repair Memory...".'),
  rebuild_index: () =>
    vscode.l10n.t('Run "BigMind: Open in Editor", check the health in Storage, and rebuild the search index.'),
  confirm_facts: () => vscode.l10n.t('Store each fact again to confirm it, or deprecate it.'),
  end_sessions: () =>
    vscode.l10n.t('End the sessions that are over. BigMind closes a session that is open for 24 hours.'),
  resolve_hypotheses: () => vscode.l10n.t('Under Knowledge, resolve the hypotheses whose result is known.'),
  review_proposals: () => vscode.l10n.t('Run "BigMind: Team Server... > Review Team Knowledge...".'),
  review_stale_facts: () =>
    vscode.l10n.t('Check whether the facts still apply. Store those again that do, and deprecate the others.'),
  review_faded_facts: () =>
    vscode.l10n.t('In Knowledge, choose the status "Faded". Refresh what you still need, and retire the rest.'),
  settle_contradictions: () => vscode.l10n.t('Decide which of the two facts applies, and deprecate the other.'),
  summarize_sessions: () => vscode.l10n.t('Run "BigMind: Learn from Recorded Sessions...", or ask an assistant.'),
};
