/**
 * The moment before an assistant edits a file or runs a command: what is known about exactly that, once in a chat. The
 * list of names that the small hook program reads is kept up to date with each prompt, and after a compaction.
 */
import { callText } from '../../chat/callText.ts';
import type { ModelText } from '../../chat/turnContext.ts';
import type { EnvironmentSettings } from '../../environment.ts';
import { asOwnText } from '../../memory/archive/ownText.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { CallHints } from '../../search/hints/callHints.ts';
import { codeInCall } from '../../search/hints/touchedNames.ts';
import type { HookInput } from './hookInput.ts';
import type { TurnEvent } from './hookTurn.ts';
import { dropNames, noteKnownNames, removeKnownNames, removeOldNames, type Call } from './knownNames.ts';

interface CallParts {
  memory: Memory;
  home: string;
  send: (sent: ModelText) => Promise<void>;
}

/** `known` are the names in the call about which something is known. Rejects with the error of the store. */
export async function sendCallHints(
  call: Call,
  known: ReadonlySet<string>,
  caller: Caller,
  { memory, home, send }: CallParts,
): Promise<void> {
  const session = await memory.sessions.current(caller);
  const parts = { memory, callHints: new CallHints(memory), caller, subAgent: call.subAgent };
  const hint = await callText(known, codeInCall(call.toolInput), session, parts);
  if (hint === undefined) return;
  await send({ ...hint.sent, text: asOwnText(hint.sent.text) });
  await dropNames(hint.exhausted, home, call);
}

/** Notes the names, and removes them at the end of the chat. Rejects with the error of store or file. */
export async function keepNames(
  event: TurnEvent,
  { mainConversation: chat, source }: Pick<HookInput, 'mainConversation' | 'source'>,
  caller: Caller,
  {
    memory,
    settings: { home, serverUrl },
    now,
  }: { memory: Memory; settings: Pick<EnvironmentSettings, 'home' | 'serverUrl'>; now: Date },
): Promise<void> {
  if (event === 'SessionEnd') await removeKnownNames(home, chat);
  if (event === 'SessionStart') await removeOldNames(home, now);
  // After a compaction in the middle of a turn, there is no prompt, and what was said is gone.
  const isNoted = event === 'UserPromptSubmit' || (event === 'SessionStart' && source === 'compact');
  if (!isNoted || serverUrl !== undefined || !memory.offersEnabled) return;
  const session = await memory.sessions.current(caller);
  await noteKnownNames(await new CallHints(memory).names(caller, session.id), home, chat);
}
