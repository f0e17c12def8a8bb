/**
 * The moment before an assistant edits a file or runs a command: what is known about exactly that, once in a chat. The
 * list of names that the small hook program reads is kept up to date with each prompt.
 */
import { callText } from '../../chat/callText.ts';
import type { ModelText } from '../../chat/turnContext.ts';
import type { EnvironmentSettings } from '../../environment.ts';
import { asOwnText } from '../../memory/archive/ownText.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { CallHints } from '../../search/hints/callHints.ts';
import { namesInCall } from '../../search/hints/touchedNames.ts';
import type { HookInput } from './hookInput.ts';
import type { TurnEvent } from './hookTurn.ts';
import { dropNames, knownAmong, noteKnownNames, removeKnownNames } from './knownNames.ts';

interface CallParts {
  memory: Memory;
  home: string;
  hasTime: () => boolean;
  send: (sent: ModelText) => Promise<void>;
}

/** Sends nothing if the chat's list has none of the names in the call. Rejects with the error of the store. */
export async function sendCallHints(
  { mainConversation: chat, toolInput }: Pick<HookInput, 'mainConversation' | 'toolInput'>,
  caller: Caller,
  { memory, home, hasTime, send }: CallParts,
): Promise<void> {
  const touched = knownAmong(namesInCall(toolInput), home, chat);
  if (touched.size === 0 || !hasTime()) return;
  const session = await memory.sessions.current(caller);
  const text = await callText(touched, session, { memory, callHints: new CallHints(memory), caller });
  if (text !== undefined) await send({ ...text, text: asOwnText(text.text) });
  await dropNames(touched, home, chat);
}

/** Notes the names with each prompt, and removes them at the end of the chat. Rejects with the error of store or file. */
export async function keepNames(
  event: TurnEvent,
  chat: string,
  caller: Caller,
  {
    memory,
    settings: { home, serverUrl },
    now,
  }: { memory: Memory; settings: Pick<EnvironmentSettings, 'home' | 'serverUrl'>; now: Date },
): Promise<void> {
  if (event === 'SessionEnd') await removeKnownNames(home, chat, now);
  if (event !== 'UserPromptSubmit' || serverUrl !== undefined || !memory.offersEnabled) return;
  await noteKnownNames(await new CallHints(memory).names(caller), home, chat);
}
