/**
 * What a sub-agent gets when it starts, because it sees nothing of its chat's context: what applies to all work in the
 * project. Each sub-agent gets it once.
 */
import type { Memory } from '../memory/memory.ts';
import { contextKind, kindFor } from '../memory/recall/offers.ts';
import type { Caller } from '../memory/shared/identity.ts';
import { dataNotice } from '../memory/trust/quoting.ts';
import { estimateTokens } from '../util/tokens.ts';
import type { ModelText } from './turnContext.ts';

/** Tokens of the whole. */
const maxTokens = 200;
const heading = `Known for all work in this project. ${dataNotice}`;

/** Undefined if nothing is known, or the sub-agent has it. Opens no session for nothing. */
export async function rulesText(caller: Caller, subAgent: string, memory: Memory): Promise<ModelText | undefined> {
  if (!memory.offersEnabled) return undefined;
  const { lines, shown } = await memory.context.rules(caller, maxTokens - estimateTokens(heading) - 1);
  if (lines.length === 0) return undefined;
  const { id: sessionId } = await memory.sessions.current(caller);
  const block = { kind: kindFor(contextKind, subAgent), id: 'rules' };
  // What it has now does not come again before its tool calls.
  const refs = [block, ...shown.map(({ kind, id }) => ({ kind: kindFor(kind, subAgent), id }))];
  const fresh = await memory.offers.claim({ sessionId, refs, now: memory.clock.now().toISOString() });
  if (!fresh.some(({ kind }) => kind === block.kind)) return undefined;
  memory.fading.noteUse(caller, shown);
  return { text: [heading, ...lines].join('\n'), refs: shown };
}
