/** A wrong clock, set back or far ahead for a while: nothing ends before it starts, and nothing waits for decades. */
import assert from 'node:assert/strict';
import { mkdirSync, utimesSync } from 'node:fs';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { aFile, codeOf, openStore, removeFolders, visit } from '../store/support.ts';

const decade = 10 * 365 * 24;

describe('a clock correction', () => {
  let test: TestMemory;
  beforeEach(() => {
    test = openTestMemory();
  });
  afterEach(() => test.close());
  after(removeFolders);

  const timesOf = async (id: string): Promise<{ startedAt: string; endedAt: string }> => {
    const { session } = await test.memory.sessions.get(await test.caller(), id);
    return { startedAt: session.startedAt, endedAt: session.endedAt ?? 'open' };
  };

  it('does not end a session before its start', async () => {
    const caller = await test.caller();
    const { id } = await test.memory.sessions.current(caller);
    test.pass(-2);
    await test.memory.sessions.heard(caller);
    await test.memory.sessions.end(caller, { oneLiner: 'Ended by a clock that was set back' });
    const { startedAt, endedAt } = await timesOf(id);
    assert.ok(endedAt >= startedAt, `${startedAt} to ${endedAt}`);
  });

  it('continues a session after the clock was set back by an hour', async () => {
    const caller = await test.caller();
    const { id } = await test.memory.sessions.current(caller);
    test.pass(-1);
    assert.equal((await test.memory.sessions.current(caller)).id, id);
    test.pass(0.4);
    assert.equal((await test.memory.sessions.current(caller)).id, id);
  });

  it('lets the next session close one that was last active decades ahead', async () => {
    test.pass(decade);
    const ahead = await test.memory.sessions.current(await test.caller());
    test.pass(-decade);
    const { session, autoClosed } = await test.memory.sessions.start(await test.caller({ conversationId: 'chat-2' }));
    assert.deepEqual(autoClosed, [ahead.id]);
    assert.notEqual(session.id, ahead.id);
    const { startedAt, endedAt } = await timesOf(ahead.id);
    assert.ok(endedAt >= startedAt);
    assert.notEqual(endedAt, 'open');
  });

  it('does not extend the timeout of a stale lock from decades ahead', async () => {
    const file = aFile();
    const store = openStore('wasm', file, { staleLockMs: 2_000, timeoutMs: 20_000 });
    mkdirSync(`${file}.lock`);
    utimesSync(`${file}.lock`, new Date('2066-01-01'), new Date('2066-01-01'));
    assert.equal(await codeOf(visit(store)), 'no error');
    await store.close();
  });
});
