/**
 * What a chat gets before its assistant makes a tool call: what is known about the file, symbol or command. Each fact is
 * sent once in a chat, also if it came with the context or a prompt.
 */
import type { Memory } from '../memory/memory.ts';
import type { Session } from '../memory/sessions/sessions.ts';
import type { Caller } from '../memory/shared/identity.ts';
import { dataNotice } from '../memory/trust/quoting.ts';
import type { CallHints } from '../search/hints/callHints.ts';
import { estimateTokens } from '../util/tokens.ts';
import type { ModelText } from './turnContext.ts';

interface CallTextParts {
  memory: Pick<Memory, 'offers' | 'fading' | 'clock' | 'offersEnabled'>;
  callHints: CallHints;
  caller: Caller;
}

/** At most 120 tokens; undefined if nothing is known that the chat has not got. */
export async function callText(
  touched: ReadonlySet<string>,
  { id: sessionId }: Session,
  { memory, callHints, caller }: CallTextParts,
): Promise<ModelText | undefined> {
  if (!memory.offersEnabled) return undefined;
  const hints = await callHints.for(caller, touched, sessionId);
  if (hints.length === 0) return undefined;
  const claims = hints.map(({ fact }) => ({ kind: 'fact' as const, id: String(fact) }));
  const fresh = await memory.offers.claim({ sessionId, refs: claims, now: memory.clock.now().toISOString() });
  const refs = claims.filter(({ id }) => fresh.some((ref) => ref.id === id));
  if (refs.length === 0) return undefined;
  memory.fading.noteUse(caller, refs);
  const sent = hints.filter(({ fact }) => refs.some(({ id }) => id === String(fact)));
  const lines = sent.map(({ fact, line, matched }) => {
    const ref = { kind: 'fact' as const, id: String(fact) };
    return { ref, matched, tokens: estimateTokens(line) };
  });
  return {
    text: [`Before this call, from BigMind. ${dataNotice}`, ...sent.map(({ line }) => line)].join('\n'),
    refs,
    lines,
  };
}
