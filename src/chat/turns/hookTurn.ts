/**
 * What BigMind does in a turn of a recorded chat. A session starts with its context, which begins with what the last
 * one left to do; a prompt that clearly matches a memory, a gotcha or the topic of a reminder gets a few lines;
 * everything else is recorded. No model is involved.
 */
import type { OfferGotchas } from '../../markdown/gotchas/gotchaOffers.ts';
import { recordTranscript, recordUnfinished } from '../../capture/recordTranscript.ts';
import type { CallerIn, RecordedFile } from '../../capture/recordTranscript.ts';
import type { HookEvent } from '../../clients/shared/hookEntries.ts';
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import { asOwnText } from '../../memory/archive/ownText.ts';
import {
  loseContext,
  lostContext,
  promptTexts,
  startText,
  type AskedTexts,
  type ContextFlags,
  type ModelText,
  type TurnContextParts,
  type TurnTexts,
} from '../turnContext.ts';
import type { Session } from '../../memory/sessions/sessions.ts';
import { askToSave } from './askToSave.ts';
import { gotchasText } from './gotchasText.ts';
import type { HookInput } from './hookInput.ts';
import type { FileSession } from './fileSession.ts';
import type { FindReminders } from './remindersText.ts';
import { remindersText } from './remindersText.ts';

export interface HookParts extends TurnContextParts {
  /** Asks the server of a team for what the chat gets from its memory; absent if the memory is on this computer. */
  askServer?: ((asked: AskedTexts) => Promise<TurnTexts>) | undefined;
  offerGotchas: OfferGotchas;
  /** Finds reminders of what a prompt is about. */
  findReminders: FindReminders;
  fileSession: FileSession;
  /** The absolute path of the chat's transcript, which may not exist yet; undefined if unknown. */
  transcript: string | undefined;
  /** The transcript with its format; absent if there is none to read. */
  file: RecordedFile | undefined;
  /** Resolves the caller of other conversations that may be recorded. */
  callerIn: CallerIn;
  /** Opens the database of a program that keeps its chats in one. */
  openForeign: OpenForeignConversations;
  /** Sends text to the model, with the memories that it contains; called at most once. */
  send: (sent: ModelText) => void;
  /** Whether the assistant of a substantial chat is asked to save what it taught. */
  asksToSave: boolean;
  /** Makes the assistant continue with this request instead of stopping; called at most once. */
  ask: (request: string) => void;
  /** Called with the number of messages newly archived for this chat; may be called several times. */
  recorded: (messages: number) => void;
}

/** Events at which nothing is recorded: before a tool call (`sendCallHints.ts`) and when a sub-agent starts. */
export type SideEvent = 'PreToolUse' | 'SubagentStart';
export type TurnEvent = Exclude<HookEvent, SideEvent>;

export async function hookTurn(event: TurnEvent, input: HookInput, parts: HookParts): Promise<void> {
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
      const context = await textAtStart(input, session, parts);
      sendAsOwn([context], parts);
      if (isNewChat(input) && context !== undefined) await parts.fileSession.completeReminders(caller, context.text);
      if (isCompacted) await memory.offers.take(session.id, lostContext);
      await record(parts);
      await catchUp(parts);
      return;
    }
    case 'UserPromptSubmit': {
      const session = await memory.sessions.current(caller);
      if (await recordCompactions(parts)) await loseContext(session, parts);
      if (parts.hasTime()) await parts.fileSession.begin(caller);
      const prompt = input.prompt ?? '';
      const { warnings, context, offers } = await textsForPrompt(prompt, session, parts);
      const known = await gotchasText(prompt, session, parts);
      const reminders = await remindersText(prompt, session.id, parts);
      const named = [known, reminders].flatMap((text) => (text === undefined ? [] : [{ text, refs: [] }]));
      sendAsOwn([warnings, ...named, context, offers], parts);
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
    case 'Stop': {
      await record(parts);
      await parts.fileSession.continue(caller);
      const question = await askToSave(await memory.sessions.current(caller), parts);
      if (question !== undefined) parts.ask(asOwnText(question));
      await catchUp(parts);
      return;
    }
    case 'SessionEnd':
      await recordMessages(parts);
      await memory.sessions.close(caller);
      await memory.recording.ends(caller);
      await catchUp(parts);
  }
}

/** Records unfinished other chats, while there is time. */
async function catchUp({ memory, caller, transcript, hasTime, callerIn, openForeign }: HookParts): Promise<void> {
  await recordUnfinished(memory.recording, caller, transcript, { hasTime, callerIn, openForeign });
}

function isNewChat({ source }: HookInput): boolean {
  return source !== 'compact' && source !== 'resume';
}

async function textAtStart({ source }: HookInput, session: Session, parts: HookParts): Promise<ModelText | undefined> {
  if (parts.askServer === undefined) return startText(source, session, parts);
  return (await parts.askServer({ event: 'start', source: source ?? null, ...flagsOf(parts) })).context;
}

async function textsForPrompt(prompt: string, session: Session, parts: HookParts): Promise<TurnTexts> {
  if (parts.askServer === undefined) return promptTexts(prompt, session, parts);
  const isCompacted = await parts.memory.offers.take(session.id, lostContext);
  return parts.askServer({ event: 'prompt', prompt, isCompacted, ...flagsOf(parts) });
}

function flagsOf({ takesContextWithPrompt, keepsContextOnResume }: HookParts): ContextFlags {
  return { takesContextWithPrompt, keepsContextOnResume };
}

/** Called at most once per event, because the output of a hook is one JSON value. */
function sendAsOwn(parts: readonly (ModelText | undefined)[], { send }: HookParts): void {
  const found = parts.filter((part) => part !== undefined);
  const texts = found.map(({ text }) => text).filter((text) => text !== '');
  const lines = found.flatMap((part) => part.lines ?? []);
  if (texts.length + lines.length === 0) return;
  const text = texts.length === 0 ? '' : asOwnText(texts.join('\n\n'));
  send({ text, refs: found.flatMap(({ refs }) => refs), lines });
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
