/**
 * What a chat gets from the memory without asking: the context at its start, and with a prompt the memories that clearly
 * match it and what earlier sessions concluded. Each of them is sent once in a chat. No model is involved.
 */
import type { Memory } from '../memory/memory.ts';
import { contextKind, lostContextId, statementSent } from '../memory/recall/offers.ts';
import type { Session } from '../memory/sessions/sessions.ts';
import type { Caller } from '../memory/shared/identity.ts';
import { refKey, type MemoryRef } from '../memory/shared/memoryRef.ts';
import type { TurnLine } from '../memory/shared/turns.ts';
import { dataNotice } from '../memory/trust/quoting.ts';
import type { RedoWarning } from '../search/redo/redo.ts';
import { RedoCheck } from '../search/redo/redoCheck.ts';
import type { Search } from '../search/search.ts';
import { fingerprint } from '../util/fingerprint.ts';
import { contextTools } from '../mcp/shared/instructions.ts';
import { namingOf, offersText } from './offersText.ts';

/** What the client of a chat does with its context. */
export interface ContextFlags {
  /** The context is sent with the first prompt, not at the start. */
  takesContextWithPrompt: boolean;
  /** A resumed chat still contains the text that hooks sent at its start. */
  keepsContextOnResume: boolean;
}

export interface TurnContextParts extends ContextFlags {
  memory: Memory;
  search: Search;
  /** Names of the files that are open in an editor; see `namesOfFiles`. */
  openFiles?: () => ReadonlySet<string>;
  caller: Caller;
  /** False once the turn has taken long enough. */
  hasTime: () => boolean;
}

/** Text for the model, and the memories in it. */
export interface ModelText {
  /** Empty if memories matched and none is sent. */
  text: string;
  refs: readonly MemoryRef[];
  /** Why they came, and what was left out; absent for the context block and for warnings. */
  lines?: readonly TurnLine[];
}

/** What a chat gets in one turn. */
export interface TurnTexts {
  warnings?: ModelText | undefined;
  context?: ModelText | undefined;
  offers?: ModelText | undefined;
}

/** What a hook asks a server for. */
export type AskedTexts = ContextFlags &
  ({ event: 'start'; source: string | null } | { event: 'prompt'; prompt: string; isCompacted: boolean });

/** The context at the start of a chat; undefined if the chat has it, or gets it with its first prompt. */
export async function startText(
  source: string | undefined,
  session: Session,
  parts: TurnContextParts,
): Promise<ModelText | undefined> {
  if (parts.takesContextWithPrompt || (await hasContextStill(source, parts))) return undefined;
  return contextText(source ?? 'new', session, parts);
}

export async function promptTexts(prompt: string, session: Session, parts: TurnContextParts): Promise<TurnTexts> {
  const context = await contextForPrompt(session, parts);
  const warnings = await warningsText(prompt, session, parts);
  return { warnings, context, offers: await offersText(prompt, session, parts) };
}

/** Whether a resumed chat still contains its initial context: it was not compacted away, and the client keeps it. */
async function hasContextStill(
  source: string | undefined,
  { memory, caller, keepsContextOnResume }: TurnContextParts,
): Promise<boolean> {
  return source === 'resume' && keepsContextOnResume && (await memory.offers.holdsContext(caller));
}

/** The model already has the summary of the compacted messages, but not their exact words. */
const compactedHint =
  'This conversation was compacted. Its messages are archived word for word: memory_search finds them.';

/** In minutes. Two hooks may be set up for one chat; the same context is sent once. */
const sameStart = 0.1;

/** Undefined if the same context was sent a moment ago. */
async function contextText(
  source: string,
  session: Session,
  { memory, caller }: TurnContextParts,
): Promise<ModelText | undefined> {
  const now = memory.clock.now().toISOString();
  const refs = [{ kind: contextKind, id: source }];
  if ((await memory.offers.claim({ sessionId: session.id, refs, now, again: sameStart })).length === 0)
    return undefined;
  const { markdown, shown, said } = await memory.context.build(caller, {
    currentSession: session.id,
    tools: contextTools,
  });
  memory.fading.noteUse(caller, shown);
  // What the chat has now is not offered to it again.
  const sent = [...shown.map((ref) => (ref.kind === 'session' ? namingOf(ref) : ref)), ...said.map(statementSent)];
  if (sent.length > 0) await memory.offers.claim({ sessionId: session.id, refs: sent, now });
  return { text: source === 'compact' ? `${markdown}\n\n${compactedHint}` : markdown, refs: shown };
}

/**
 * The context for a prompt: again after a compaction, and once in a chat whose client takes it with the first prompt.
 */
async function contextForPrompt(session: Session, parts: TurnContextParts): Promise<ModelText | undefined> {
  const { memory, caller, takesContextWithPrompt } = parts;
  if (await memory.offers.take(session.id, lostContext)) return contextText('compact', session, parts);
  if (!takesContextWithPrompt || (await memory.offers.holdsContext(caller))) return undefined;
  return contextText('prompt', session, parts);
}

/** Marks a session whose context was compacted away; its next prompt gets the context again. */
export const lostContext = { kind: contextKind, id: lostContextId };

export async function loseContext({ id: sessionId }: Session, { memory }: TurnContextParts): Promise<void> {
  await memory.offers.forget(sessionId);
  const now = memory.clock.now().toISOString();
  await memory.offers.claim({ sessionId, refs: [lostContext], now });
}

/** The kind under which warnings are recorded, so that a chat gets each of them once. */
const warningKind = 'warning';

async function warningsText(prompt: string, session: Session, parts: TurnContextParts): Promise<ModelText | undefined> {
  const { memory, caller, hasTime } = parts;
  if (!memory.offersEnabled || !hasTime()) return undefined;
  const warnings = await new RedoCheck(memory).for(caller, prompt);
  const refs = warnings.map((warning) => ({ kind: warningKind, id: nameOf(warning) }));
  const now = memory.clock.now().toISOString();
  const fresh = refs.length === 0 ? [] : await memory.offers.claim({ sessionId: session.id, refs, now });
  const freshWarnings = warnings.filter((warning) => fresh.some(({ id }) => id === nameOf(warning)));
  if (freshWarnings.length === 0) return undefined;
  // The warning says more than an offer of the same memory would.
  await memory.offers.claim({ sessionId: session.id, refs: freshWarnings.map(({ past }) => past.ref), now });
  return {
    text: [`${beforeRedo} ${dataNotice}`, ...freshWarnings.map(({ line }) => line), informUser].join('\n'),
    refs: freshWarnings.map(({ past }) => past.ref),
  };
}

/** One decision can reject several approaches. A fingerprint, because the list of what was sent is no place for text. */
function nameOf({ past }: RedoWarning): string {
  return `${refKey(past.ref)} ${fingerprint(past.approach)}`;
}

const beforeRedo = 'BigMind remembers that something like this was rejected, reversed or rated badly before.';
const informUser = 'Tell the user what it was, why, and what was chosen instead, before you go on.';
