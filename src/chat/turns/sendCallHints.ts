/**
 * The moment before an assistant edits a file or runs a command: what is known about exactly that, once in a chat. The
 * list of names that the small hook program reads is kept up to date with each prompt, and after a compaction.
 */
import type { OfferGotchas, ReadGotchaCode } from '../../markdown/gotchas/gotchaOffers.ts';
import { callText } from '../callText.ts';
import type { ModelText } from '../turnContext.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { CallHints } from '../../search/hints/callHints.ts';
import { CommitCalls } from '../../search/hints/commitCalls.ts';
import { codeInCall, namesInCall } from '../../search/hints/touchedNames.ts';
import { gotchaOfCall } from './gotchasText.ts';
import type { HookInput } from './hookInput.ts';
import type { TurnEvent } from './hookTurn.ts';
import { dropNames, noteKnownNames, removeKnownNames, removeOldNames, type Call } from './knownNames.ts';

interface CallParts {
  memory: Memory;
  offerGotchas: OfferGotchas;
  home: string;
  send: (sent: ModelText) => Promise<void>;
}

/** `known` are the names in the call about which something is known. Rejects with the error of the store. */
export async function sendCallHints(
  call: Call,
  known: ReadonlySet<string>,
  caller: Caller,
  { memory, offerGotchas, home, send }: CallParts,
): Promise<void> {
  const session = await memory.sessions.current(caller);
  const parts = {
    memory,
    callHints: new CallHints(memory),
    commitCalls: new CommitCalls(memory),
    caller,
    subAgent: call.subAgent,
  };
  const code = codeInCall(call.toolInput);
  const { sent, exhausted } = await callText(known, code, session, parts);
  const gotcha = sent === undefined ? await gotchaOfCall(code, session, { ...parts, offerGotchas }) : undefined;
  const hint = sent ?? (gotcha === undefined ? undefined : { text: gotcha, refs: [] });
  if (hint !== undefined) await send(hint);
  await dropNames(exhausted, home, call);
}

/** Notes the names, and removes them at the end of the chat. Rejects with the error of store or file. */
export async function keepNames(
  event: TurnEvent,
  { mainConversation: chat, source }: Pick<HookInput, 'mainConversation' | 'source'>,
  caller: Caller,
  {
    memory,
    settings: { home, serverUrl },
    gotchaCode,
    now,
  }: {
    memory: Memory;
    /** BigMind's folder, and the server of the team if the memory is there. */
    settings: { home: string; serverUrl: string | undefined };
    gotchaCode: ReadGotchaCode;
    now: Date;
  },
): Promise<void> {
  if (event === 'SessionEnd') await removeKnownNames(home, chat);
  if (event === 'SessionStart') await removeOldNames(home, now);
  // After a compaction in the middle of a turn, there is no prompt, and what was said is gone.
  const isNoted = event === 'UserPromptSubmit' || (event === 'SessionStart' && source === 'compact');
  if (!isNoted || serverUrl !== undefined || !memory.offersEnabled) return;
  const session = await memory.sessions.current(caller);
  const { left, got } = await new CallHints(memory).names(caller, session.id);
  const ofGotchas = namesInCall({ code: (await gotchaCode(caller)).join('\n') });
  const ofCommits = await new CommitCalls(memory).names(caller);
  await noteKnownNames({ left: new Set([...left, ...ofGotchas, ...ofCommits]), got }, home, chat);
}
