import assert from 'node:assert/strict';
import type { BigMindError } from '../../src/memory/shared/errors.ts';
import { autoClosedHeadline } from '../../src/memory/sessions/headlines.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('a session', () => {
  let test: TestMemory;
  beforeEach(() => {
    test = openTestMemory();
  });
  afterEach(() => test.close());

  it('opens automatically and stays the same for the whole conversation', async () => {
    const caller = await test.caller();
    const first = await test.memory.sessions.current(caller);
    assert.equal((await test.memory.sessions.current(caller)).id, first.id);
    const other = await test.memory.sessions.current(await test.caller({ conversationId: 'chat-2' }));
    assert.notEqual(other.id, first.id);
  });

  it('is found by the first characters of its id, and an error lists those that begin alike', async () => {
    const { sessions } = test.memory;
    const alike = ['0199e7b0-1111-7000-8000-000000000001', '0199e7b0-1111-7000-8000-000000000002'];
    const opened: string[] = [];
    for (const conversationId of alike) opened.push((await sessions.current(await test.caller({ conversationId }))).id);
    assert.deepEqual(opened, alike);
    const caller = await test.caller();
    const [id = ''] = alike;
    for (const typed of [id, id.toUpperCase(), `${id}…`]) assert.equal(await sessions.idOf(caller, typed), id);
    await assert.rejects(sessions.idOf(caller, '0199e7b0…'), ({ code, message }: BigMindError) => {
      assert.equal(code, 'invalid_input');
      return alike.every((one) => message.includes(`${one} (2026-03-30 `));
    });
    await assert.rejects(sessions.idOf(caller, 'nothing'), { code: 'not_found' });
    const { id: alone } = await sessions.current(caller);
    assert.equal(await sessions.idOf(caller, `${alone.slice(0, 8)}…`), alone);
  });

  it('is listed by the fewest characters that distinguish those that begin alike', async () => {
    const { sessions } = test.memory;
    const alike = ['0199e7b0-11aa-7000-8000-000000000001', '0199e7b0-11bb-7000-8000-000000000002'];
    for (const conversationId of alike) await sessions.current(await test.caller({ conversationId }));
    const caller = await test.caller();
    await assert.rejects(sessions.idOf(caller, '0199e7'), ({ message }: BigMindError) => {
      assert.match(message, /"0199e7": 0199e7b0-11b \(.*\), 0199e7b0-11a \(.*\)\.$/u);
      return true;
    });
    assert.equal(await sessions.idOf(caller, '0199e7b0-11b'), alike[1]);
  });

  it('is closed with the auto-closed headline when the next one starts after 24 hours', async () => {
    const old = await test.memory.sessions.current(await test.caller());
    const caller = await test.caller();
    test.pass(25);
    const started = await test.memory.sessions.start(await test.caller({ conversationId: 'chat-3' }));
    assert.deepEqual(started.autoClosed, [old.id]);
    const { session } = await test.memory.sessions.get(caller, old.id);
    assert.equal(session.oneLiner, autoClosedHeadline);
    assert.equal(autoClosedHeadline, '[auto-closed — session exceeded 24h]');
    assert.ok(session.endedAt);
  });

  it('resumes if its client closes the chat after each turn, until a silence or an explicit end', async () => {
    const caller = await test.caller();
    const { sessions } = test.memory;
    const first = await sessions.current(caller);
    await sessions.close(caller);
    test.pass(0.2);
    const { status, session } = await sessions.start(caller);
    assert.deepEqual([status, session.id, session.endedAt, session.oneLiner], ['resumed', first.id, null, '']);
    await sessions.close(caller);
    test.pass(0.6);
    const later = await sessions.current(caller);
    assert.notEqual(later.id, first.id, 'a new session after a silence');
    await sessions.end(caller, { oneLiner: 'Chose the vector store' });
    assert.notEqual((await sessions.current(caller)).id, later.id, 'a new session after the agent ended it');
  });

  it('is replaced by a new one after being open for more than a day', async () => {
    const caller = await test.caller();
    const old = await test.memory.sessions.current(caller);
    for (let hour = 0; hour < 26; hour += 0.4) {
      test.pass(0.4);
      await test.memory.sessions.heard(caller);
    }
    assert.notEqual((await test.memory.sessions.current(caller)).id, old.id);
  });

  it('is not reused by the same chat on the next day', async () => {
    const caller = await test.caller();
    const old = await test.memory.sessions.current(caller);
    test.pass(25);
    const today = await test.memory.sessions.current(caller);
    assert.notEqual(today.id, old.id);
    assert.ok((await test.memory.sessions.get(caller, old.id)).session.endedAt);
  });

  it('is not closed by another user who starts one', async () => {
    await test.memory.sessions.current(await test.caller({ username: 'bob' }));
    test.pass(30);
    const started = await test.memory.sessions.start(await test.caller());
    assert.deepEqual(started.autoClosed, []);
  });

  it('accepts a headline when it is ended explicitly after more than 24 hours', async () => {
    const caller = await test.caller();
    const long = await test.memory.sessions.current(caller);
    test.pass(25);
    const ended = await test.memory.sessions.end(caller, { oneLiner: 'A long day' });
    assert.deepEqual([ended.id, ended.oneLiner], [long.id, 'A long day']);
    assert.equal((await test.memory.sessions.list(caller, { scope: 'all', limit: 10 })).total, 1);
  });

  it('can be summarized again after it ended, and the next call opens a new one', async () => {
    const caller = await test.caller();
    const ended = await test.memory.sessions.end(caller, { oneLiner: 'First telling' });
    const again = await test.memory.sessions.end(caller, { oneLiner: 'Second telling', sessionId: ended.id });
    assert.deepEqual([again.id, again.oneLiner], [ended.id, 'Second telling']);
    assert.notEqual((await test.memory.sessions.current(caller)).id, ended.id);
  });

  it('cannot be read, ended or written to by another user', async () => {
    const { id } = await test.memory.sessions.current(await test.caller());
    const bob = await test.caller({ username: 'bob', conversationId: 'chat-b' });
    await assert.rejects(test.memory.sessionDetails.get(bob, id), { code: 'not_found' });
    await assert.rejects(test.memory.sessions.end(bob, { oneLiner: 'mine', sessionId: id }), { code: 'not_found' });
    await assert.rejects(test.memory.chunks.append(bob, { content: 'x', sessionId: id }), { code: 'not_found' });
  });

  it('can be renamed without being ended or summarized again', async () => {
    const caller = await test.caller();
    const { sessions } = test.memory;
    const open = await sessions.current(caller);
    const { session, redacted } = await sessions.rename(caller, {
      sessionId: open.id.slice(0, 8),
      headline: `A  new\nheadline with AKIAIOSFODNN7EXAMPLE`,
      version: open.version,
    });
    assert.match(session.oneLiner, /^A new headline with \[removed: /u);
    assert.deepEqual([session.endedAt, redacted], [null, 1]);
    assert.equal((await sessions.current(caller)).id, open.id);
    await sessions.end(caller, { oneLiner: 'Told', outcome: 'Shipped', summary: 'Long', topics: ['api'] });
    const again = await sessions.rename(caller, { sessionId: open.id, headline: 'word '.repeat(60) });
    assert.ok(again.session.oneLiner.length <= 120);
    assert.deepEqual([again.session.outcome, again.session.topics], ['Shipped', ['api']]);
    assert.equal((await sessions.get(caller, open.id)).summary?.summary, 'Long');
  });

  it('keeps its headline if the new one is empty, for an older version, or from another user', async () => {
    const caller = await test.caller();
    const { sessions } = test.memory;
    const { id, version } = await sessions.end(caller, { oneLiner: 'Mine' });
    const bob = await test.caller({ username: 'bob', conversationId: 'chat-b' });
    await assert.rejects(sessions.rename(caller, { sessionId: id, headline: ' \n ' }), { code: 'invalid_input' });
    const stale = sessions.rename(caller, { sessionId: id, headline: 'Other', version: version - 1 });
    await assert.rejects(stale, { code: 'conflict' });
    await assert.rejects(sessions.rename(bob, { sessionId: id, headline: 'His' }), { code: 'not_found' });
    assert.equal((await sessions.get(caller, id)).session.oneLiner, 'Mine');
  });

  it('shows the facts that came from it only to its owner', async () => {
    const caller = await test.caller();
    const { facts, sessions, sessionDetails } = test.memory;
    await facts.store(caller, { category: 'codebase', fact: 'Carts live in Redis.' });
    const { id } = await sessions.current(caller);
    const detail = await sessionDetails.get(caller, id);
    assert.deepEqual([detail.facts[0]?.fact, detail.factTotal], ['Carts live in Redis.', 1]);
    const bob = await test.caller({ username: 'bob', conversationId: 'chat-b' });
    await assert.rejects(sessions.factsOf(bob, id, 5), { code: 'not_found' });
  });

  it('is not opened for a command that a person types', async () => {
    const caller = await test.caller({ conversationId: null });
    const { fact } = await test.memory.facts.store(caller, { category: 'codebase', fact: 'Typed by hand.' });
    assert.equal(fact.sourceSession, null);
    assert.equal((await test.memory.sessions.list(caller, { scope: 'all', limit: 10 })).total, 0);
  });
});

describe('a fact', () => {
  let test: TestMemory;
  beforeEach(() => {
    test = openTestMemory();
  });
  afterEach(() => test.close());

  it('cannot be deprecated by another user', async () => {
    const { fact } = await test.memory.facts.store(await test.caller(), { category: 'codebase', fact: 'Mine.' });
    const bob = await test.caller({ username: 'bob' });
    const attempt = test.memory.facts.deprecate(bob, { factId: fact.id, reason: 'no' });
    await assert.rejects(attempt, { code: 'not_allowed' });
    assert.equal((await test.memory.facts.list(await test.caller(), 'all', 10)).total, 1);
  });

  it('can be stored again after it was deprecated', async () => {
    const caller = await test.caller();
    const first = await test.memory.facts.store(caller, { category: 'codebase', fact: 'We use pnpm.' });
    await test.memory.facts.deprecate(caller, { factId: first.fact.id, reason: 'moved to npm' });
    const again = await test.memory.facts.store(caller, { category: 'codebase', fact: 'we use pnpm.' });
    assert.equal(again.status, 'stored');
    assert.notEqual(again.fact.id, first.fact.id);
  });

  it('belongs to its project unless it is a preference', async () => {
    const caller = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
    const code = await test.memory.facts.store(caller, { category: 'codebase', fact: 'Carts live in Redis.' });
    const preference = await test.memory.facts.store(caller, { category: 'preference', fact: 'Prefers tabs.' });
    assert.deepEqual([code.fact.projectName, preference.fact.projectName], ['shop', null]);
  });
});
