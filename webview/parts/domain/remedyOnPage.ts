/** Remedies for users of the page: in one of its views, in VS Code or in a terminal. */
import type { RemedyCode } from '../../../src/memory/shared/vocabulary.ts';
import { isRemedyCode, type RemedyCard } from '../../../src/protocol/shared/remedy.ts';
import { t } from '../../l10n/t.ts';

const searchAgain = (): string => t('It may have been removed or belong to another user. Search for it again.');
const readAgain = (): string => t('Nothing was changed. Look at it again, then try again.');
const backUp = (): string => t('Back up the memory, in VS Code or with `bigmind backup`.');

const words: Readonly<Record<RemedyCode, () => string>> = {
  find_fact: searchAgain,
  find_hypothesis: searchAgain,
  find_knowledge: searchAgain,
  find_session: searchAgain,
  find_message: searchAgain,
  find_context_heap: searchAgain,
  find_era: searchAgain,
  find_proposed_decision: () => t('Those that wait are in Knowledge, under Proposed.'),
  read_fact_again: readAgain,
  read_hypothesis_again: readAgain,
  read_knowledge_again: readAgain,
  give_decision_details: () => t('Give who decided, the project and the rationale. Nothing was stored.'),
  supersede_decision: () => t('Open that decision and replace it, or choose a title that says what changed.'),
  complete_fact: () => t('Open it in Knowledge and make it a decision first, then record its outcome.'),
  name_one_project: () => t('Name one project. Nothing was stored.'),
  run_doctor: () => t('Saved memories are not lost. Check the health in Storage.'),
  appoint_admin: () => t('Make another user an admin first, in VS Code or with `bigmind role NAME admin`.'),
  appoint_first_admin: () =>
    t(
      'Set the mode to "team". A single user becomes the admin; with several users, the one who opened the memory first can take the role.',
    ),
  restore_memory_files: () =>
    t(
      'Restore the folder .mind, or start file memory there again. To take the project off your list, remove it from ~/.mind/projects.json.',
    ),
  resolve_merge_conflict: () => t('Both sides are shown. Resolve it in an editor before you change anything here.'),
  set_up_sync: () => t('Set it up first, in VS Code or with `bigmind sync setup`.'),
  deprecate_duplicate: () => t('Change or deprecate that one first, or keep the current version. Nothing was changed.'),
  back_up: backUp,
  back_up_if_changed: backUp,
  retry_backup: backUp,
  clean_secrets: () =>
    t('Run `bigmind doctor --secrets --clean`, which removes the secrets for good. Also replace the keys.'),
  embed: () => t('Check the model server. Embedding then continues, and keyword search still finds everything.'),
  correct_patterns: () => t('Correct the pattern in your settings or in redaction.json.'),
  move_to_server: () =>
    t('Set up a PostgreSQL server, and run "bigmind migrate" in a terminal to copy the memory to it. The file stays.'),
  move_store: () =>
    t(
      'Close all programs that use the memory and move it to a local disk, or use the same path for it on every computer.',
    ),
  repair_store: () =>
    t(
      'Repair the memory in VS Code or with `bigmind repair`. The damaged file is kept, and what is readable is restored.',
    ),
  rebuild_index: () => t('Rebuild the search index. No memory is lost.'),
  confirm_facts: () => t('Store each fact again to confirm it, or deprecate it.'),
  end_sessions: () => t('End the sessions that are over. BigMind closes a session that is open for 24 hours.'),
  resolve_hypotheses: () => t('Under Knowledge, resolve the hypotheses whose result is known.'),
  review_proposals: () => t('Approve or reject the proposals in Review.'),
  review_stale_facts: () =>
    t('Check whether the facts still apply. Store those again that do, and deprecate the others.'),
  review_faded_facts: () =>
    t('In Knowledge, choose the status “Faded”. Refresh what you still need, and retire the rest.'),
  settle_contradictions: () => t('Decide which of the two facts applies, and deprecate the other.'),
  summarize_sessions: () => t('Ask an assistant to summarize them.'),
};

/** Null if there is none, and for a code that this page is too old to know. */
export function remedyOnPage(remedy: RemedyCard | null): string | null {
  if (remedy === null || typeof remedy === 'string') return remedy;
  return isRemedyCode(remedy.code) ? words[remedy.code]() : null;
}
