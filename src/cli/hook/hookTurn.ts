/**
 * What BigMind does in a turn of a recorded chat. A session starts with its context; a prompt that clearly matches a
 * memory gets a few lines; everything else is recorded. No model is involved.
 */
import { recordTranscript, recordUnfinished } from '../../capture/recordTranscript.ts';
import type { CallerIn, RecordedFile } from '../../capture/recordTranscript.ts';
import type { HookEvent } from '../../clients/shared/hookEntries.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { Memory } from '../../memory/memory.ts';
import { contextKind, lostContextId } from '../../memory/recall/offers.ts';
import { asOwnText } from '../../memory/archive/ownText.ts';
import { contextTools } from '../../mcp/shared/instructions.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import { dataNotice } from '../../memory/trust/quoting.ts';
import type { Session } from '../../memory/sessions/sessions.ts';
import type { Offering } from '../../search/offering.ts';
import type { HookInput } from './hookInput.ts';

export interface HookParts {
  memory: Memory;
  offering: Offering;
  caller: Caller;
  /** A chat that is taken up again still holds what hooks said at its start. */
  keepsContextOnResume: boolean;
  /** The context comes with the first prompt, not at the start. */
  takesContextWithPrompt: boolean;
  /** Where the chat's transcript lies or will lie, as far as that is known; absolute. */
  transcript: string | undefined;
  /** The transcript with its format; absent where there is none to be read. */
  file: RecordedFile | undefined;
  /** Who speaks in other conversations, where they may be recorded. */
  callerIn: CallerIn;
  /** False once the turn has waited long enough; what is left is done at the next event. */
  hasTime: () => boolean;
  /** Puts text before the model, in which these memories stand; called at most once. */
  say: (text: string, refs: readonly MemoryRef[]) => void;
  /** Told how many messages came new into the archive of this chat; may be called several times. */
  recorded: (messages: number) => void;
}

export async function hookTurn(event: HookEvent, input: HookInput, parts: HookParts): Promise<void> {
  const { memory, caller, transcript } = parts;
  // A client that is killed in this turn tells nothing more of it: then the next event of any chat brings it.
  if (transcript !== undefined) await memory.recording.expect(caller, transcript);
  switch (event) {
    case 'SessionStart': {
      const { session } = await memory.sessions.start(caller);
      const isCompacted = input.source === 'compact';
      if (isCompacted) await loseContext(session, parts);
      if (!(parts.takesContextWithPrompt || (await hasContextStill(input, parts)))) {
        sayAsOwn([await contextText(input.source ?? 'new', session, parts)], parts);
      }
      if (isCompacted) await memory.offers.take(session.id, lostContext);
      await record(parts);
      await catchUp(parts);
      return;
    }
    case 'UserPromptSubmit': {
      const session = await memory.sessions.current(caller);
      if (await recordCompactions(parts)) await loseContext(session, parts);
      const context = await contextForPrompt(session, parts);
      sayAsOwn([context, await offersText(input.prompt ?? '', session, parts)], parts);
      return;
    }
    case 'PreCompact':
      await record(parts);
      await memory.recording.compacts(caller);
      return;
    case 'Stop':
      await record(parts);
      await catchUp(parts);
      return;
    case 'SessionEnd':
      await recordSaid(parts);
      await memory.sessions.close(caller);
      await catchUp(parts);
  }
}

/** Brings in what other chats left behind, as long as there is time. */
async function catchUp({ memory, caller, transcript, hasTime, callerIn }: HookParts): Promise<void> {
  await recordUnfinished(memory.recording, caller, transcript, { hasTime, callerIn });
}

/** What a chat began with is not said again when it is taken up, unless it was compacted away or the client drops it. */
async function hasContextStill(
  { source }: HookInput,
  { memory, caller, keepsContextOnResume }: HookParts,
): Promise<boolean> {
  return source === 'resume' && keepsContextOnResume && (await memory.offers.holdsContext(caller));
}

/** The summary of what was compacted stands before the model already; what was said word for word does not. */
const compactedHint =
  'This conversation was compacted. Its messages are archived word for word: memory_search finds them.';

/** Two hooks may be set up for one chat; the same context is said once. Minutes. */
const sameStart = 0.1;

/** What is put before the model, and the memories that stand in it. */
interface Said {
  text: string;
  refs: readonly MemoryRef[];
}

/** Undefined where it was said a moment ago. */
async function contextText(source: string, session: Session, { memory, caller }: HookParts): Promise<Said | undefined> {
  const now = memory.clock.now().toISOString();
  const refs = [{ kind: contextKind, id: source }];
  if ((await memory.offers.claim({ sessionId: session.id, refs, now, again: sameStart })).length === 0)
    return undefined;
  const { markdown, shown } = await memory.context.build(caller, { currentSession: session.id, tools: contextTools });
  return { text: source === 'compact' ? `${markdown}\n\n${compactedHint}` : markdown, refs: shown };
}

/** The context for a prompt: again where it was compacted away, and once in a chat whose start does not bring it. */
async function contextForPrompt(session: Session, parts: HookParts): Promise<Said | undefined> {
  const { memory, caller, takesContextWithPrompt } = parts;
  if (await memory.offers.take(session.id, lostContext)) return contextText('compact', session, parts);
  if (!takesContextWithPrompt || (await memory.offers.holdsContext(caller))) return undefined;
  return contextText('prompt', session, parts);
}

/** Called once in an event at most: what hooks say is one JSON value. */
function sayAsOwn(parts: readonly (Said | undefined)[], { say }: HookParts): void {
  const said = parts.filter((part) => part !== undefined);
  const text = said.map((part) => part.text).join('\n\n');
  if (text !== '')
    say(
      asOwnText(text),
      said.flatMap((part) => part.refs),
    );
}

/** Stands with a session whose context was compacted away; its next prompt brings it again. */
const lostContext = { kind: contextKind, id: lostContextId };

async function loseContext({ id: sessionId }: Session, { memory }: HookParts): Promise<void> {
  await memory.offers.forget(sessionId);
  const now = memory.clock.now().toISOString();
  await memory.offers.claim({ sessionId, refs: [lostContext], now });
}

async function offersText(prompt: string, session: Session, parts: HookParts): Promise<Said | undefined> {
  const { memory, caller, offering } = parts;
  if (!memory.offersEnabled) return undefined;
  const offers = await offering.for(caller, prompt, session.id);
  const refs = offers.map(({ kind, id }) => ({ kind, id }));
  const now = memory.clock.now().toISOString();
  const fresh = refs.length === 0 ? [] : await memory.offers.claim({ sessionId: session.id, refs, now });
  const isFresh = (kind: string, id: string): boolean => fresh.some((ref) => ref.kind === kind && ref.id === id);
  const said = offers.filter(({ kind, id }) => isFresh(kind, id));
  if (said.length === 0) return undefined;
  const lines = said.map(({ line }) => line);
  return { text: [`BigMind found memories that may matter here. ${dataNotice}`, ...lines].join('\n'), refs: said };
}

/**
 * What was said is recorded before the session is asked for: it shows that an agent was at work for as long as nothing
 * was heard of the session, which would end as a silent one otherwise.
 */
async function record(parts: HookParts): Promise<void> {
  const isCompacted = await recordSaid(parts);
  const session = await parts.memory.sessions.current(parts.caller);
  if (isCompacted) await loseContext(session, parts);
}

/** Answers with whether a compaction is news. */
async function recordSaid(parts: HookParts): Promise<boolean> {
  const isCompacted = await recordCompactions(parts);
  if (parts.file !== undefined && parts.hasTime()) {
    const { stored } = await recordTranscript(parts.memory.recording, parts.caller, parts.file, parts.hasTime);
    parts.recorded(stored);
  }
  return isCompacted;
}

/** Answers with whether one is news. */
async function recordCompactions({ memory, caller, file, hasTime }: HookParts): Promise<boolean> {
  if (file?.compactions === undefined || !hasTime()) return false;
  const { stored } = await recordTranscript(memory.recording, caller, file.compactions, hasTime);
  return stored > 0;
}
