/**
 * What BigMind does in a turn of a recorded chat. A session starts with its context, which begins with what the last
 * one left to do; a prompt that clearly matches a memory, a gotcha or the topic of a reminder gets a few lines;
 * everything else is recorded. No model is involved.
 */
import { createHash } from 'node:crypto';
import type { OfferGotchas } from '../../capture/mind/gotchas/gotchaOffers.ts';
import { recordTranscript, recordUnfinished } from '../../capture/recordTranscript.ts';
import type { CallerIn, RecordedFile } from '../../capture/recordTranscript.ts';
import type { HookEvent } from '../../clients/shared/hookEntries.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { Memory } from '../../memory/memory.ts';
import { contextKind, lostContextId } from '../../memory/recall/offers.ts';
import { asOwnText } from '../../memory/archive/ownText.ts';
import { contextTools } from '../../mcp/shared/instructions.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import { dataNotice } from '../../memory/trust/quoting.ts';
import type { Session } from '../../memory/sessions/sessions.ts';
import type { Offering } from '../../search/offering.ts';
import type { RedoWarning } from '../../search/redo/redo.ts';
import type { RedoCheck } from '../../search/redo/redoCheck.ts';
import { gotchasText } from './gotchasText.ts';
import type { HookInput } from './hookInput.ts';
import type { FileSession } from './hookFileSession.ts';
import type { FindReminders } from './hookReminders.ts';
import { remindersText } from './hookReminders.ts';

export interface HookParts {
  memory: Memory;
  offering: Offering;
  redoCheck: RedoCheck;
  offerGotchas: OfferGotchas;
  /** Finds reminders of what a prompt is about. */
  findReminders: FindReminders;
  fileSession: FileSession;
  caller: Caller;
  /** A resumed chat still contains the text that hooks sent at its start. */
  keepsContextOnResume: boolean;
  /** The context is sent with the first prompt, not at the start. */
  takesContextWithPrompt: boolean;
  /** The absolute path of the chat's transcript, which may not exist yet; undefined if unknown. */
  transcript: string | undefined;
  /** The transcript with its format; absent if there is none to read. */
  file: RecordedFile | undefined;
  /** Resolves the caller of other conversations that may be recorded. */
  callerIn: CallerIn;
  /** False once the turn has taken long enough; the rest is done at the next event. */
  hasTime: () => boolean;
  /** Sends text to the model, with the memories that it contains; called at most once. */
  send: (text: string, refs: readonly MemoryRef[]) => void;
  /** Called with the number of messages newly archived for this chat; may be called several times. */
  recorded: (messages: number) => void;
}

export async function hookTurn(event: HookEvent, input: HookInput, parts: HookParts): Promise<void> {
  const { memory, caller, transcript } = parts;
  // A client that is killed in this turn sends no more events; the next event of any chat then records the transcript.
  if (transcript !== undefined) await memory.recording.expect(caller, transcript);
  switch (event) {
    case 'SessionStart': {
      const { session } = await memory.sessions.start(caller);
      const isCompacted = input.source === 'compact';
      if (isCompacted) await loseContext(session, parts);
      else if (parts.hasTime()) await memory.handOffs.derive(caller, session.id);
      if (parts.hasTime()) await parts.fileSession.begin(caller);
      if (!(parts.takesContextWithPrompt || (await hasContextStill(input, parts)))) {
        const context = await contextText(input.source ?? 'new', session, parts);
        sendAsOwn([context], parts);
        if (isNewChat(input) && context !== undefined) await parts.fileSession.completeReminders(caller, context.text);
      }
      if (isCompacted) await memory.offers.take(session.id, lostContext);
      await record(parts);
      await catchUp(parts);
      return;
    }
    case 'UserPromptSubmit': {
      const session = await memory.sessions.current(caller);
      if (await recordCompactions(parts)) await loseContext(session, parts);
      if (parts.hasTime()) await parts.fileSession.begin(caller);
      const context = await contextForPrompt(session, parts);
      const prompt = input.prompt ?? '';
      const warnings = await warningsText(prompt, session, parts);
      const known = await gotchasText(prompt, session, parts);
      const reminders = await remindersText(prompt, session.id, parts);
      const named = [known, reminders].flatMap((text) => (text === undefined ? [] : [{ text, refs: [] }]));
      sendAsOwn([warnings, ...named, context, await offersText(prompt, session, parts)], parts);
      // In a client that takes the context with the first prompt, the chat begins here.
      if (parts.takesContextWithPrompt && context !== undefined) {
        await parts.fileSession.completeReminders(caller, context.text);
      }
      return;
    }
    case 'PreCompact':
      await record(parts);
      await memory.recording.compacts(caller);
      return;
    case 'Stop':
      await record(parts);
      await parts.fileSession.continue(caller);
      await catchUp(parts);
      return;
    case 'SessionEnd':
      await recordMessages(parts);
      await memory.sessions.close(caller);
      await memory.recording.ends(caller);
      await catchUp(parts);
  }
}

/** Records unfinished other chats, while there is time. */
async function catchUp({ memory, caller, transcript, hasTime, callerIn }: HookParts): Promise<void> {
  await recordUnfinished(memory.recording, caller, transcript, { hasTime, callerIn });
}

function isNewChat({ source }: HookInput): boolean {
  return source !== 'compact' && source !== 'resume';
}

/** Whether a resumed chat still contains its initial context: it was not compacted away, and the client keeps it. */
async function hasContextStill(
  { source }: HookInput,
  { memory, caller, keepsContextOnResume }: HookParts,
): Promise<boolean> {
  return source === 'resume' && keepsContextOnResume && (await memory.offers.holdsContext(caller));
}

/** The model already has the summary of the compacted messages, but not their exact words. */
const compactedHint =
  'This conversation was compacted. Its messages are archived word for word: memory_search finds them.';

/** In minutes. Two hooks may be set up for one chat; the same context is sent once. */
const sameStart = 0.1;

/** Text for the model, and the memories in it. */
interface ModelText {
  text: string;
  refs: readonly MemoryRef[];
}

/** Undefined if the same context was sent a moment ago. */
async function contextText(
  source: string,
  session: Session,
  { memory, caller }: HookParts,
): Promise<ModelText | undefined> {
  const now = memory.clock.now().toISOString();
  const refs = [{ kind: contextKind, id: source }];
  if ((await memory.offers.claim({ sessionId: session.id, refs, now, again: sameStart })).length === 0)
    return undefined;
  const { markdown, shown } = await memory.context.build(caller, { currentSession: session.id, tools: contextTools });
  return { text: source === 'compact' ? `${markdown}\n\n${compactedHint}` : markdown, refs: shown };
}

/**
 * The context for a prompt: again after a compaction, and once in a chat whose client takes it with the first prompt.
 */
async function contextForPrompt(session: Session, parts: HookParts): Promise<ModelText | undefined> {
  const { memory, caller, takesContextWithPrompt } = parts;
  if (await memory.offers.take(session.id, lostContext)) return contextText('compact', session, parts);
  if (!takesContextWithPrompt || (await memory.offers.holdsContext(caller))) return undefined;
  return contextText('prompt', session, parts);
}

/** Called at most once per event, because the output of a hook is one JSON value. */
function sendAsOwn(parts: readonly (ModelText | undefined)[], { send }: HookParts): void {
  const texts = parts.filter((part) => part !== undefined);
  const text = texts.map((part) => part.text).join('\n\n');
  if (text !== '')
    send(
      asOwnText(text),
      texts.flatMap((part) => part.refs),
    );
}

/** Marks a session whose context was compacted away; its next prompt gets the context again. */
const lostContext = { kind: contextKind, id: lostContextId };

async function loseContext({ id: sessionId }: Session, { memory }: HookParts): Promise<void> {
  await memory.offers.forget(sessionId);
  const now = memory.clock.now().toISOString();
  await memory.offers.claim({ sessionId, refs: [lostContext], now });
}

/** The kind under which warnings are recorded, so that a chat gets each of them once. */
const warningKind = 'warning';

async function warningsText(prompt: string, session: Session, parts: HookParts): Promise<ModelText | undefined> {
  const { memory, caller, redoCheck, hasTime } = parts;
  if (!memory.offersEnabled || !hasTime()) return undefined;
  const warnings = await redoCheck.for(caller, prompt);
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

/** One decision can reject several approaches. A hash, because the list of what was sent is no place for text. */
function nameOf({ past }: RedoWarning): string {
  return `${refKey(past.ref)} ${createHash('sha256').update(past.approach).digest('hex').slice(0, 8)}`;
}

const beforeRedo = 'BigMind remembers that something like this was rejected, reversed or rated badly before.';
const informUser = 'Tell the user what it was, why, and what was chosen instead, before you go on.';

async function offersText(prompt: string, session: Session, parts: HookParts): Promise<ModelText | undefined> {
  const { memory, caller, offering } = parts;
  if (!memory.offersEnabled) return undefined;
  const offers = await offering.for(caller, prompt, session.id);
  const refs = offers.map(({ kind, id }) => ({ kind, id }));
  const now = memory.clock.now().toISOString();
  const fresh = refs.length === 0 ? [] : await memory.offers.claim({ sessionId: session.id, refs, now });
  const isFresh = (kind: string, id: string): boolean => fresh.some((ref) => ref.kind === kind && ref.id === id);
  const freshOffers = offers.filter(({ kind, id }) => isFresh(kind, id));
  if (freshOffers.length === 0) return undefined;
  const lines = freshOffers.map(({ line }) => line);
  return {
    text: [`BigMind found memories that may matter here. ${dataNotice}`, ...lines].join('\n'),
    refs: freshOffers,
  };
}

/**
 * Messages are recorded before the session is requested, because they show that an agent was active. Otherwise the
 * session could end because of apparent silence.
 */
async function record(parts: HookParts): Promise<void> {
  const isCompacted = await recordMessages(parts);
  const session = await parts.memory.sessions.current(parts.caller);
  if (isCompacted) await loseContext(session, parts);
}

/** Returns whether a new compaction was recorded. */
async function recordMessages(parts: HookParts): Promise<boolean> {
  const isCompacted = await recordCompactions(parts);
  if (parts.file !== undefined && parts.hasTime()) {
    const { stored } = await recordTranscript(parts.memory.recording, parts.caller, parts.file, parts.hasTime);
    parts.recorded(stored);
  }
  return isCompacted;
}

/** Returns whether one is new. */
async function recordCompactions({ memory, caller, file, hasTime }: HookParts): Promise<boolean> {
  if (file?.compactions === undefined || !hasTime()) return false;
  const { stored } = await recordTranscript(memory.recording, caller, file.compactions, hasTime);
  return stored > 0;
}
