/** Shared by the page tests: a host over a test store, and helpers that read replies as the page does. */
import assert from 'node:assert/strict';
import type { EditableFiles } from '../../src/memory/entries/editableFiles.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import { readAnswer, readCommandResult } from '../../src/protocol/messages.ts';
import type { AnswerTo, QueryOf, QueryType } from '../../src/protocol/queries.ts';
import type { TestMemory } from '../support/memory.ts';

export function hostFor(
  caller: Caller,
  { memory, search }: Pick<TestMemory, 'memory' | 'search'>,
  note: (text: string) => void = () => undefined,
  files?: EditableFiles,
): PageHost {
  return {
    use: (work) => work({ memory, search, caller }),
    location: '/home/ada/memory.db',
    actions: ['rememberNote'],
    files,
    adviceOn: ({ remedy }) => ({ remedy: remedy ?? null, actions: [] }),
    note,
  };
}

/** The answer as the page reads it; fails if it does not fit the protocol. */
export async function runQuery<Type extends QueryType>(
  host: PageHost,
  type: Type,
  question: Omit<QueryOf<Type>, 'type'>,
): Promise<AnswerTo<Type>> {
  const query = { ...question, type } as unknown as QueryOf<Type>;
  const reply = await replyTo({ type: 'ask', id: 3, question: query }, host);
  assert.ok(reply.type === 'answer' && reply.id === 3, JSON.stringify(reply));
  const answer = readAnswer(type, structuredClone(reply.answer));
  assert.ok(answer !== undefined, `The answer to ${type} does not fit the protocol: ${JSON.stringify(reply.answer)}`);
  return answer;
}

export async function runCommand(host: PageHost, command: PageCommand): Promise<CommandResult> {
  const reply = await replyTo({ type: 'act', id: 4, act: command }, host);
  assert.ok(reply.type === 'answer', JSON.stringify(reply));
  const card = readCommandResult(structuredClone(reply.answer));
  assert.ok(card !== undefined, JSON.stringify(reply.answer));
  return card;
}

export async function undo(host: PageHost, card: CommandResult): Promise<void> {
  assert.ok(card.undo !== null, 'There is nothing to undo.');
  await runCommand(host, { type: 'undo', changes: [card.undo] });
}

export async function refusal(host: PageHost, command: PageCommand): Promise<FailureCard> {
  const reply = await replyTo({ type: 'act', id: 4, act: command }, host);
  assert.ok(reply.type === 'failure', JSON.stringify(reply));
  return reply.failure;
}
