/** Remedies for a model: the tool to call, or what to ask the user to do. */
import type { RemedyCode } from '../../memory/shared/vocabulary.ts';

const words: Readonly<Record<RemedyCode, string>> = {
  find_fact: 'Find the number with memory_search, kinds ["fact"].',
  find_hypothesis: 'Find the number with memory_list_hypotheses.',
  find_knowledge: 'Find the number with memory_list_global. Proposals that wait for review have the status "pending".',
  find_session: 'Call memory_list_sessions for the ids, or omit session_id to use the current conversation.',
  find_message:
    'Give a message id from get_recent_work or search_messages (a UUID, or the number after #), or omit it.',
  find_context_heap:
    'Take context_heap_id from an answer of get_latest_continuation, get_recent_work or search_messages.',
  find_era: 'Call get_era_summary without era_id and era_name for the list.',
  find_proposed_decision: 'Ask the user to open Decisions on the memory page: Proposed lists those that wait.',
  read_fact_again: 'Read it again with memory_search, then decide again.',
  read_hypothesis_again: 'Read it again with memory_list_hypotheses, then decide again.',
  read_knowledge_again: 'Read it again with memory_list_global, then decide again.',
  give_decision_details: 'Ask the user who decided it, for which project, and why. Nothing was stored.',
  supersede_decision: 'Give that number as supersedes, and a title that says what changed. Nothing was stored.',
  name_one_project: 'Name one project, or use null for all projects. Nothing was stored.',
  complete_fact: 'Call save_decision with its text as the title first, then record its outcome.',
  run_doctor: 'Ask the user to run `bigmind doctor`. Saved memories are not lost.',
  appoint_admin: 'Ask the user to make another user an admin first: `bigmind role NAME admin`.',
  appoint_first_admin:
    'Ask the user to set BIGMIND_MODE=team. A single user then becomes the admin; with several users, the one who opened the memory first runs `bigmind role NAME admin`.',
  restore_memory_files:
    'Ask the user to restore the folder .mind, to start file memory again with `bigmind mind init`, or to take the project off the list with `bigmind mind remove`. Nothing was written.',
  resolve_merge_conflict: 'Ask the user to resolve it. Nothing was written.',
  set_up_sync: 'Ask the user to set it up first: `bigmind sync setup --folder DIR`, or with `--git URL`.',
  deprecate_duplicate:
    'Ask the user to change or deprecate that one on the page of the memory first. Nothing was changed.',
  back_up: 'Ask the user to run `bigmind backup`.',
  back_up_if_changed: 'If anything was remembered since then, ask the user to run `bigmind backup`.',
  retry_backup: 'Ask the user to fix the cause and then run `bigmind backup`. The memory itself still works.',
  clean_secrets:
    'Ask the user to run `bigmind doctor --secrets --clean`, which removes the secrets for good, and to replace the keys.',
  embed: 'Ask the user to check the model server and run `bigmind embed`. Keyword search still finds everything.',
  correct_patterns:
    'Ask the user to correct it in the setting "bigmind.redaction.patterns", in redaction.json or in BIGMIND_REDACTION_PATTERNS.',
  move_store:
    'Ask the user to close all programs that use the memory, move the file to a local disk, and set BIGMIND_DB_PATH to it; or to use the same path for it on every computer.',
  move_to_server:
    'Tell the user that a PostgreSQL server suits so many people better; `bigmind migrate` copies the memory to it, and the file stays.',
  repair_store:
    'Ask the user to run `bigmind repair`, which moves the damaged file aside and restores what is readable.',
  rebuild_index: 'Ask the user to run `bigmind rebuild`. No memory is lost.',
  confirm_facts: 'Confirm each fact by storing it again (memory_store_fact), or deprecate it (memory_deprecate_fact).',
  end_sessions:
    'End the sessions that are over (memory_end_session). BigMind closes a session that is open for 24 hours.',
  resolve_hypotheses: 'Resolve each hypothesis that has an answer by now (memory_resolve_hypothesis).',
  review_proposals: 'Review the proposals (memory_list_global with status "pending", memory_approve_global).',
  review_stale_facts:
    'Check whether the facts still apply. Store those again that do, and deprecate the others (memory_deprecate_fact).',
  review_faded_facts: 'Nothing to do: searches still find them. The user can review them on the page of the memory.',
  settle_contradictions: 'Decide which of the two facts applies, and deprecate the other (memory_deprecate_fact).',
  summarize_sessions: 'Summarize each one (memory_end_session with its session_id and a summary).',
};

export function remedyForModel(code: RemedyCode): string {
  return words[code];
}
