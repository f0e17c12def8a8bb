/** What the first place of the page asks: open steps, sentences of sessions that no model read, and past conversations. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';
import { hostFor, runQuery } from './support.ts';

const harbour = { key: 'harbour', name: 'harbour' };

describe('the first place of the page', () => {
  let open: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller({ project: harbour, conversationId: 'one' });
  });
  afterEach(() => open.close());

  it('is empty for an empty memory', async () => {
    assert.deepEqual(await runQuery(hostFor(ada, open), 'home', {}), { handOff: null, highlights: [], past: null });
  });

  it('shows the steps that the last session of the project left, and those of no other project', async () => {
    const { session } = await open.memory.sessions.start(ada);
    await open.memory.handOffs.leave(ada, {
      sessionId: session.id,
      nextSteps: ['Paint the crane'],
      blockers: ['No paint'],
    });
    const { handOff } = await runQuery(hostFor(ada, open), 'home', {});
    assert.deepEqual(
      [handOff?.nextSteps, handOff?.blockers, handOff?.sessionId],
      [['Paint the crane'], ['No paint'], session.id],
    );
    const elsewhere = await open.caller({ project: { key: 'ferry', name: 'ferry' } });
    assert.equal((await runQuery(hostFor(elsewhere, open), 'home', {})).handOff, null);
  });

  it('quotes sessions while nothing was learned, each with its place', async () => {
    const texts = [
      'Why did the deployment fail?',
      'The root cause is that the cache keeps the old certificate, because nobody restarts it.',
      'Then from now on we always restart the cache after a renewal.',
      'Done.',
    ];
    await recordChat(open, ada, 'one', texts);
    open.pass(24);
    const { highlights } = await runQuery(hostFor(ada, open), 'home', {});
    assert.ok(highlights.length > 0 && highlights.length <= 3);
    for (const { text } of highlights)
      assert.ok(
        texts.some((said) => said.includes(text)),
        text,
      );
  });

  it('counts past conversations until some were imported', async () => {
    let looked = 0;
    const host = {
      ...hostFor(ada, open),
      findPast: () => {
        looked += 1;
        return Promise.resolve({ conversations: 128, programs: ['Claude Code'] });
      },
    };
    const found = { conversations: 128, programs: ['Claude Code'] };
    assert.deepEqual((await runQuery(host, 'home', {})).past, found);
    await recordChat(open, ada, 'two', ['Which colour are the lights?', 'Green.'], 'import');
    assert.equal((await runQuery(host, 'home', {})).past, null);
    assert.equal(looked, 1);
  });
});
