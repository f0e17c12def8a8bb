/**
 * The prompt `bigmind_recover` (recovery specification, bootstrap sequence): the newest continuation, the messages before it
 * and the era that it lies in, within 6,000 tokens, whether or not the tools of recovery are switched on.
 */
import type { Caller } from '../memory/shared/identity.ts';
import type { Memory } from '../memory/memory.ts';
import { asOwnText } from '../memory/archive/ownText.ts';
import { charactersWithin } from './tools/archive/recoveredMessages.ts';
import type { Budget } from './tools/archive/recoveredMessages.ts';
import { continuationAnswer } from './tools/archive/recoveryAnswers.ts';
import { eraSummary, getLatestContinuation, messagesBefore } from './tools/archive/recoveryTools.ts';

/** Tokens of each part; what stands around them takes less than the rest of 6,000. */
const room = { continuation: 2_200, messages: 2_000, era: 1_100 } as const;

export interface PromptSurroundings {
  memory: Memory;
  /** Names of the tools that are switched on. */
  available: readonly string[];
}

export async function recoverPrompt({ memory, available }: PromptSurroundings, caller: Caller): Promise<string> {
  const budget = budgetOf(room.continuation);
  const scope = await memory.identities.scope(caller, undefined);
  const characters = charactersWithin({ ...budget, full: true });
  const found = await memory.recovery.latestContinuation(caller, { scope, characters });
  const parts = [`# Where the work stands\n${continuationAnswer({ memory, caller, budget }, found, {}).text}`];
  if (found !== undefined) {
    const reference = found.isContinuation && found.message !== null ? { reference_id: found.message.uid } : {};
    const before = { ...reference, types: ['text' as const] };
    const title = found.isContinuation ? '# What was said before that' : '# What was said last';
    parts.push(`${title}\n${(await messagesBefore(before, { memory, caller }, budgetOf(room.messages))).text}`);
  }
  const eraId = found?.heap?.eraId;
  if (eraId !== undefined) {
    const era = await eraSummary({ era_id: eraId, types: ['text'] }, { memory, caller }, budgetOf(room.era));
    parts.push(`# The era it lies in\n${era.text}`);
  }
  return [opening, asOwnText(parts.join('\n\n')), closingFor(available)].join('\n\n');
}

function budgetOf(tokens: number): Budget {
  return { tokens, full: false, measured: 'text' };
}

const opening =
  'You begin without context, or lost it. Below is what BigMind recorded of the work: how far it came, what was said, and the stretch of work that it belongs to.';

const whatNext = `What to do now:
1. Tell the user in one or two sentences where the work stands and what you would do next. What the user says now comes first.
2. Read on where something is missing, with the calls named above: get_messages_before goes further back, get_recent_work shows what is newest in all windows, search_messages finds a topic, get_context_heap shows what stood around a message, get_era_summary tells a stretch of work from its beginning.
3. Call memory_get_context for facts, preferences and agreed knowledge, which outlast conversations.`;

const switchedOff = `The tools of recovery (get_latest_continuation and others) are not switched on here. A person switches them on with the setting bigmind.toolsets, or with BIGMIND_TOOLSETS=core,recovery. Until then memory_search, memory_list_sessions and memory_get_session_detail go further.`;

function closingFor(available: readonly string[]): string {
  return available.includes(getLatestContinuation.name) ? whatNext : `${whatNext}\n\n${switchedOff}`;
}
