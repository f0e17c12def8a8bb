/** Remedies in the words of the terminal: the commands and variables of BigMind. */
import type { RemedyCode } from '../../memory/shared/vocabulary.ts';

const searchAgain = 'It may have been removed or belong to another user. Run `bigmind search` to find it again.';
const readAgain = 'Nothing was changed. Read it again, then try again.';

const words: Readonly<Record<RemedyCode, string>> = {
  find_fact: searchAgain,
  find_hypothesis: searchAgain,
  find_knowledge: searchAgain,
  find_session: searchAgain,
  find_message: searchAgain,
  find_context_heap: searchAgain,
  find_era: searchAgain,
  find_proposed_decision: 'Run `bigmind serve --open`. Those that wait are in Knowledge, under Proposed.',
  read_fact_again: readAgain,
  read_hypothesis_again: readAgain,
  read_knowledge_again: readAgain,
  give_decision_details: 'A decision needs who decided it, for which project, and why. Nothing was stored.',
  supersede_decision: 'Add --supersedes with that number, and give a title that says what changed. Nothing was stored.',
  name_one_project:
    'Name one project. A fact with --category preference or identity applies to every project. Nothing was stored.',
  complete_fact: 'Run `bigmind save_decision` with its text as the title first, then record its outcome.',
  run_doctor: 'Saved memories are not lost. Run `bigmind doctor` for a diagnosis.',
  appoint_admin: 'Make another user an admin first: `bigmind role NAME admin`.',
  appoint_first_admin:
    'Set BIGMIND_MODE=team. A single user then becomes the admin; with several users, the one who opened the memory first runs `bigmind role NAME admin`.',
  restore_memory_files:
    'Restore the folder .mind, start file memory again with `bigmind mind init`, or take the project off your list with `bigmind mind remove`. Nothing was written.',
  resolve_merge_conflict: 'Resolve it in an editor, and try again. Nothing was written.',
  set_up_sync: 'Set it up first: `bigmind sync setup --folder DIR`, or with `--git URL`.',
  deprecate_duplicate:
    'Keep the current version; or run `bigmind serve --open`, change or deprecate that one in the page, and try again. Nothing was changed.',
  back_up: 'Run `bigmind backup`.',
  back_up_if_changed: 'If anything was remembered since then, run `bigmind backup`.',
  retry_backup: 'Fix the cause, then run `bigmind backup`. The memory itself still works.',
  clean_secrets:
    'Run `bigmind doctor --secrets --clean`. It asks first, then removes the secrets for good. Also replace the keys.',
  embed: 'Check the model server, then run `bigmind embed`. Keyword search still finds everything.',
  correct_patterns:
    'Correct it in the setting "bigmind.redaction.patterns", in redaction.json or in BIGMIND_REDACTION_PATTERNS.',
  move_store:
    'Close all programs that use the memory, move the file to a local disk, then set BIGMIND_DB_PATH to it. Or use the same path for it on every computer.',
  move_to_server: 'Set up a PostgreSQL server, and run `bigmind migrate` to copy the memory to it. The file stays.',
  repair_store: 'Run `bigmind repair`. It moves the damaged file aside and restores what is readable.',
  rebuild_index: 'Run `bigmind rebuild`. No memory is lost.',
  confirm_facts: 'Store each fact again to confirm it, or deprecate it in Knowledge: `bigmind serve --open`.',
  end_sessions: 'End the sessions that are over. BigMind closes a session that is open for 24 hours.',
  resolve_hypotheses: 'Resolve each hypothesis that has an answer by now.',
  review_proposals: 'Run `bigmind serve --open` and review the proposals under Review.',
  review_stale_facts:
    'Check whether the facts still apply. Store those again that do, and deprecate the others in Knowledge: `bigmind serve --open`.',
  review_faded_facts:
    'Run `bigmind list --faded`, and deprecate what no longer applies in Knowledge: `bigmind serve --open`. Nothing is deleted.',
  settle_contradictions:
    'Decide which of the two facts applies. Run `bigmind serve --open`, and deprecate the other in Knowledge.',
  summarize_sessions: 'Ask an assistant to summarize them.',
};

export function remedyInTerminal(code: RemedyCode): string {
  return words[code];
}
