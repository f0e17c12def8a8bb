/**
 * The prompt `bigmind_recover` (recovery specification, bootstrap sequence): the latest continuation, the messages
 * before it and its era, within 6,000 tokens, whether or not the recovery tools are enabled.
 */
import type { Caller } from '../memory/shared/identity.ts';
import type { Memory } from '../memory/memory.ts';
import { asOwnText } from '../memory/archive/ownText.ts';
import type { Budget } from './tools/archive/recoveredMessages.ts';
import { continuationAnswer } from './tools/archive/recoveryAnswers.ts';
import { eraSummary, getLatestContinuation, messagesBefore, readContinuation } from './tools/archive/recoveryTools.ts';

/** Tokens of each part; the text around them takes less than the rest of 6,000. */
const room = { continuation: 2_200, messages: 2_000, era: 1_100 } as const;

export interface PromptSurroundings {
  memory: Memory;
  /** Names of the enabled tools. */
  available: readonly string[];
}

export async function recoverPrompt({ memory, available }: PromptSurroundings, caller: Caller): Promise<string> {
  const budget = budgetOf(room.continuation);
  const { found } = await readContinuation({ memory, caller }, undefined, budget);
  const parts = [`# State of the work\n${continuationAnswer({ memory, caller, budget }, found, {}).text}`];
  if (found !== undefined) {
    const reference = found.isContinuation && found.message !== null ? { reference_id: found.message.uid } : {};
    const before = { ...reference, types: ['text' as const] };
    const title = found.isContinuation ? '# Messages before that' : '# Last messages';
    parts.push(`${title}\n${(await messagesBefore(before, { memory, caller }, budgetOf(room.messages))).text}`);
  }
  const eraId = found?.heap?.eraId;
  if (eraId !== undefined) {
    const era = await eraSummary({ era_id: eraId, types: ['text'] }, { memory, caller }, budgetOf(room.era));
    parts.push(`# The era of this work\n${era.text}`);
  }
  return [opening, asOwnText(parts.join('\n\n')), closingFor(available)].join('\n\n');
}

function budgetOf(tokens: number): Budget {
  return { tokens, full: false, measured: 'text' };
}

const opening =
  'You start without context, or lost it. Below is what BigMind recorded: the state of the work, the messages, and the era that they belong to.';

const whatNext = `What to do now:
1. Tell the user in one or two sentences what the state of the work is and what you would do next. What the user says now comes first.
2. If something is missing, read more with the calls named above: get_messages_before goes further back, get_recent_work shows the newest messages of all windows, search_messages finds a topic, get_context_heap shows the messages around one message, get_era_summary shows an era from its start.
3. Call memory_get_context for facts, preferences and agreed knowledge, which outlast conversations.`;

const switchedOff = `The recovery tools (get_latest_continuation and others) are turned off. The user can turn them on with the setting bigmind.toolsets or with BIGMIND_TOOLSETS=core,recovery. Until then, use memory_search, memory_list_sessions and memory_get_session_detail.`;

function closingFor(available: readonly string[]): string {
  return available.includes(getLatestContinuation.name) ? whatNext : `${whatNext}\n\n${switchedOff}`;
}
