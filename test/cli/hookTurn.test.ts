/** The turns of a chat as hooks report them, with a clock that the test moves. */
import assert from 'node:assert/strict';
import type { RecordedFile } from '../../src/capture/recordTranscript.ts';
import { hookTurn } from '../../src/cli/hook/hookTurn.ts';
import type { HookEvent } from '../../src/clients/shared/hookEntries.ts';
import { RedoCheck } from '../../src/search/redo/redoCheck.ts';
import { Offering } from '../../src/search/offering.ts';
import type { TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import { at, chat, itemsOf, messagesOf } from '../memory/transcript.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('a turn of a chat', () => {
  let test: TestMemory;
  let messages: TranscriptMessage[];
  beforeEach(() => {
    test = openTestMemory();
    messages = [];
  });
  afterEach(() => test.close());

  const hook = async (event: HookEvent, conversationId = chat): Promise<void> => {
    const { memory, search } = test;
    const file: RecordedFile = {
      path: '/chats/one.jsonl',
      format: 'claude-code',
      // eslint-disable-next-line @typescript-eslint/require-await -- A reader answers later.
      read: async function* (_, from) {
        yield* itemsOf(messages, from);
      },
    };
    const caller = await test.caller({ conversationId });
    const known = conversationId === chat ? file : undefined;
    await hookTurn(
      event,
      {
        conversation: conversationId,
        isOfSubAgent: false,
        transcript: undefined,
        folder: undefined,
        prompt: 'x',
        source: undefined,
        lastAnswer: undefined,
        at: undefined,
      },
      {
        memory,
        offering: new Offering(search, memory),
        redoCheck: new RedoCheck(memory),
        caller,
        keepsContextOnResume: false,
        takesContextWithPrompt: false,
        transcript: undefined,
        file: known,
        callerIn: () => Promise.resolve(undefined),
        hasTime: () => true,
        send: () => undefined,
        recorded: () => undefined,
      },
    );
  };
  const sessions = async (): Promise<(string | null)[][]> => {
    const ada = await test.caller({ conversationId: null });
    const listed = await test.memory.sessions.list(ada, { scope: 'all', limit: 9 });
    return listed.sessions
      .filter(({ externalId }) => externalId === chat)
      .map(({ origin, oneLiner, endedAt }) => [origin, oneLiner, endedAt]);
  };
  const request = 'Find out why the login page stays blank after the redirect';
  const work = messagesOf([
    { content: request, createdAt: at(15) },
    ...[25, 62, 64].map((minute) => ({ content: `Step of minute ${String(minute)}.`, createdAt: at(minute) })),
  ]).map((message, place) => (place === 0 ? message : { ...message, role: 'assistant' as const }));

  it('produces one session with its request as headline when it lasts longer than a silence', async () => {
    await hook('SessionStart');
    await hook('UserPromptSubmit');
    test.pass(50 / 60);
    messages = work;
    await hook('Stop');
    assert.deepEqual(await sessions(), [['live', request, null]]);
  });

  it('continues its session even if another chat ended that session as silent', async () => {
    await hook('SessionStart');
    await hook('UserPromptSubmit');
    test.pass(45 / 60);
    await hook('SessionStart', 'another');
    assert.equal((await sessions())[0]?.[2], at(15));
    test.pass(5 / 60);
    messages = work;
    await hook('Stop');
    assert.deepEqual(await sessions(), [['live', request, null]]);
  });

  it('leaves no empty session when its chat is closed late', async () => {
    await hook('UserPromptSubmit');
    messages = work.slice(0, 1);
    await hook('Stop');
    test.pass(5);
    await hook('SessionEnd');
    assert.deepEqual(await sessions(), [['live', request, at(15)]]);
  });
});
