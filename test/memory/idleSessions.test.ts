import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { autoClosedHeadline } from '../../src/memory/sessions/headlines.ts';
import type { Session } from '../../src/memory/sessions/sessions.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { itemsOf, messagesOf } from './transcript.ts';

/** A session that no one ends: the first call after a silence ends it. */
describe('a session without an explicit end', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const passMinutes = (minutes: number): void => test.pass(minutes / 60);
  const get = async (session: Session): Promise<Session> => (await test.memory.sessions.get(ada, session.id)).session;

  it('continues for 30 minutes of silence; a later call ends it at the time of its last activity', async () => {
    const { sessions } = test.memory;
    const first = await sessions.current(ada);
    passMinutes(29);
    assert.equal((await sessions.current(ada)).id, first.id);
    const { lastActiveAt } = await get(first);
    passMinutes(31);
    const next = await sessions.current(ada);
    assert.notEqual(next.id, first.id);
    const ended = await get(first);
    assert.deepEqual([ended.endedAt, ended.oneLiner], [lastActiveAt, '[ended after 30 min of silence]']);
    assert.equal(ended.endedAt, '2026-03-30T09:44:00.000Z');
  });

  it('gets its headline from its first stored exchange', async () => {
    await test.memory.chunks.append(ada, { content: 'The cookie was dropped.\nBy the redirect.' });
    const first = await test.memory.sessions.current(ada);
    passMinutes(31);
    await test.memory.sessions.current(ada);
    assert.equal((await get(first)).oneLiner, 'The cookie was dropped. By the redirect.');
  });

  it('gets the auto-closed headline after being open for more than a day', async () => {
    const first = await test.memory.sessions.current(ada);
    for (let minutes = 0; minutes < 24 * 60; minutes += 20) {
      passMinutes(20);
      await test.memory.sessions.heard(ada);
    }
    assert.equal((await get(first)).endedAt, null);
    passMinutes(20);
    const next = await test.memory.sessions.current(ada);
    assert.notEqual(next.id, first.id);
    const ended = await get(first);
    assert.deepEqual([ended.oneLiner, ended.endedAt], [autoClosedHeadline, '2026-03-31T09:15:00.000Z']);
  });

  it('keeps a headline that a rule or a person wrote', async () => {
    const { sessions, recording } = test.memory;
    const first = await sessions.current(ada);
    await sessions.rename(ada, { sessionId: first.id, headline: 'Mine' });
    passMinutes(31);
    const second = await sessions.current(ada);
    const talk = messagesOf(['The login page is blank after the redirect, find out why.', 'The cookie was dropped.']);
    const messages = talk.map((one) => ({ ...one, createdAt: second.startedAt }));
    await recording.record(itemsOf(messages, undefined, { conversation: 'chat-1' }), {
      format: 'claude-code',
      origin: 'live',
      path: null,
      callerOf: () => Promise.resolve(ada),
    });
    const headline = (await get(second)).oneLiner;
    assert.match(headline, /login/iu);
    passMinutes(31);
    await sessions.heard(ada);
    assert.deepEqual([(await get(first)).oneLiner, (await get(second)).oneLiner], ['Mine', headline]);
    assert.notEqual((await get(second)).endedAt, null);
  });

  it('stays open through read calls, but these open no session', async () => {
    const { sessions } = test.memory;
    await sessions.heard(ada);
    assert.equal((await sessions.list(ada, { scope: 'all', limit: 9 })).total, 0);
    const first = await sessions.current(ada);
    for (let call = 0; call < 6; call += 1) {
      passMinutes(20);
      await sessions.heard(ada);
    }
    assert.equal((await sessions.current(ada)).id, first.id);
    passMinutes(31);
    await sessions.heard(ada);
    assert.notEqual((await get(first)).endedAt, null);
    assert.equal((await sessions.list(ada, { scope: 'all', limit: 9 })).total, 1);
  });

  it('is written at most once a minute, however frequent its calls', async () => {
    const { sessions, maintenance } = test.memory;
    await sessions.current(ada);
    const token = await maintenance.changeToken();
    for (let call = 0; call < 5; call += 1) {
      passMinutes(0.15);
      await sessions.heard(ada);
      await sessions.current(ada);
    }
    assert.equal(await maintenance.changeToken(), token);
    passMinutes(1);
    await sessions.heard(ada);
    assert.notEqual(await maintenance.changeToken(), token);
  });

  it('is still the session that memory_end_session summarizes', async () => {
    const { sessions } = test.memory;
    const first = await sessions.current(ada);
    passMinutes(45);
    await sessions.heard(ada);
    const ended = await sessions.end(ada, { oneLiner: 'What we did' });
    assert.deepEqual([ended.id, ended.oneLiner, ended.endedAt], [first.id, 'What we did', first.startedAt]);
    const next = await sessions.current(ada);
    passMinutes(45);
    assert.equal((await sessions.end(ada, { oneLiner: 'Then this' })).id, next.id);
    assert.equal((await get(first)).oneLiner, 'What we did');
  });

  it('does not end sessions of other users', async () => {
    const bob = await test.caller({ username: 'bob', conversationId: 'chat-1' });
    const his = await test.memory.sessions.current(bob);
    passMinutes(300);
    await test.memory.sessions.start(ada);
    await test.memory.sessions.close(ada);
    assert.equal((await test.memory.sessions.get(bob, his.id)).session.endedAt, null);
  });

  it('ends without ending an active session of the same user', async () => {
    const { sessions } = test.memory;
    const other = await test.caller({ conversationId: 'chat-2' });
    const first = await sessions.current(ada);
    const second = await sessions.current(other);
    assert.notEqual(first.id, second.id);
    for (let call = 0; call < 3; call += 1) {
      passMinutes(20);
      assert.equal((await sessions.current(other)).id, second.id);
    }
    assert.equal((await get(first)).endedAt, null, 'no other session has been opened yet');
    const started = await sessions.start(await test.caller({ conversationId: 'chat-3' }));
    assert.deepEqual(started.autoClosed, [first.id]);
    assert.equal((await get(second)).endedAt, null);
    assert.notEqual((await sessions.current(ada)).id, first.id);
  });

  it('ends at once when its client reports the end, and no other session does', async () => {
    const { sessions } = test.memory;
    const other = await sessions.current(await test.caller({ conversationId: 'chat-2' }));
    const first = await sessions.current(ada);
    await sessions.close(ada);
    const ended = await get(first);
    assert.deepEqual([ended.endedAt, ended.oneLiner], [first.startedAt, '[ended with its chat]']);
    assert.equal((await get(other)).endedAt, null);
    await sessions.close(ada);
    await sessions.close(await test.caller({ conversationId: null }));
    assert.equal((await sessions.list(ada, { scope: 'all', limit: 9 })).total, 2);
  });

  it('uses the silence period from the settings', async () => {
    const configured = openTestMemory('personal', 'native', { silenceMinutes: 90 });
    const caller = await configured.caller();
    const first = await configured.memory.sessions.current(caller);
    configured.pass(1.4);
    assert.equal((await configured.memory.sessions.current(caller)).id, first.id);
    configured.pass(1.6);
    await configured.memory.sessions.heard(caller);
    const { session } = await configured.memory.sessions.get(caller, first.id);
    assert.equal(session.oneLiner, '[ended after 90 min of silence]');
    await configured.close();
  });

  it('does not end because a clock was set back', async () => {
    const { sessions } = test.memory;
    const first = await sessions.current(ada);
    passMinutes(-600);
    await sessions.heard(ada);
    assert.equal((await sessions.current(ada)).id, first.id);
    assert.ok((await get(first)).lastActiveAt >= first.startedAt);
  });
});
