/** The audit on the page: who sees which entries, how they are filtered, and what they link to. */
import assert from 'node:assert/strict';
import type { AuditCard, AuditFilterCard } from '../../src/protocol/governance/audit.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { anEmptyStore } from '../store/emptyStore.ts';
import { openStore, removeFolders } from '../store/support.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { hostFor, runQuery } from './support.ts';

const everything: AuditFilterCard = {
  user: null,
  agent: null,
  group: null,
  kind: null,
  level: null,
  since: null,
  until: null,
};

describe('the audit on the page', () => {
  let open: TestMemory | undefined;
  afterEach(async () => {
    await open?.close();
    open = undefined;
  });

  after(removeFolders);

  const start = (...how: Parameters<typeof openTestMemory>): TestMemory => (open = openTestMemory(...how));
  const read = (
    caller: Caller,
    filter: Partial<AuditFilterCard> = {},
    { rows = 50, archives = false } = {},
  ): Promise<AuditCard> => {
    assert.ok(open);
    return runQuery(hostFor(caller, open), 'audit', { filter: { ...everything, ...filter }, rows, archives });
  };
  const changes = async (caller: Caller, filter: Partial<AuditFilterCard> = {}): Promise<string[]> => {
    const { rows } = await read(caller, { level: 'change', ...filter });
    return rows.map(({ user, action, kind }) => `${String(user)} ${action} ${String(kind)}`);
  };

  it('links to existing memories and sessions, and marks erased ones', async () => {
    const { memory, caller } = start();
    const ada = await caller();
    const { session } = await memory.sessions.start(ada);
    const { fact } = await memory.facts.store(ada, { category: 'decision', fact: 'We deploy on Thursdays.' });
    const id = String(fact.id);
    const before = (await read(ada, { kind: 'fact' })).rows[0];
    assert.deepEqual([before?.id, before?.erased, before?.opens], [id, false, true]);
    assert.deepEqual(before?.session, { id: session.id, erased: false, opens: true });
    const { expected } = await memory.erasure.preview(ada, { kind: 'fact', id });
    await memory.erasure.erase(ada, { kind: 'fact', id }, expected);
    const stored = (await read(ada, { group: 'written', kind: 'fact' })).rows[0];
    assert.deepEqual([stored?.action, stored?.id, stored?.erased, stored?.opens], ['store', null, true, false]);
    const ofSession = { kind: 'session', id: session.id } as const;
    await memory.erasure.erase(ada, ofSession, (await memory.erasure.preview(ada, ofSession)).expected);
    const begin = (await read(ada, { kind: 'session', group: 'sessions' })).rows[0];
    assert.deepEqual([begin?.action, begin?.erased, begin?.session?.erased], ['begin', true, true]);
  });

  it('shows members their own entries and an admin all, with links only to what they may open', async () => {
    const { memory, caller } = start('team');
    const ada = await caller({ conversationId: null });
    const bob = await caller({ username: 'bob', conversationId: null });
    await memory.identities.setRole(ada, { username: 'ada', role: 'admin' });
    await memory.facts.store(bob, { category: 'decision', fact: 'We deploy on Thursdays.' });
    await memory.knowledge.promote(bob, { category: 'standard', title: 'Names', content: 'camelCase' });
    const own = await read(bob);
    assert.deepEqual([own.own, own.users, own.agents, own.noted], [true, [], ['tests'], 'reads']);
    assert.deepEqual(await changes(bob), ['bob propose knowledge', 'bob store fact']);
    const all = await read(ada);
    assert.deepEqual([all.own, all.users], [false, ['ada', 'bob']]);
    assert.deepEqual(await changes(ada, { user: 'bob' }), ['bob propose knowledge', 'bob store fact']);
    const [proposal, fact] = (await read(ada, { user: 'bob', level: 'change' })).rows;
    assert.deepEqual([proposal?.opens, fact?.opens, fact?.erased], [true, false, false]);
  });

  it('filters by user, assistant, group, kind, level and time, and rejects invalid input', async () => {
    const { memory, caller, pass } = start();
    const ada = await caller({ conversationId: null });
    const { fact } = await memory.facts.store(ada, { category: 'decision', fact: 'We deploy on Thursdays.' });
    pass(48);
    await memory.facts.deprecate(ada, { factId: fact.id, reason: 'over' });
    await memory.knowledge.promote(ada, { category: 'standard', title: 'Names', content: 'camelCase' });
    assert.deepEqual(await changes(ada, { group: 'shared' }), ['ada propose knowledge']);
    assert.deepEqual(await changes(ada, { group: 'written' }), ['ada deprecate fact', 'ada store fact']);
    assert.deepEqual(await changes(ada, { group: 'store' }), []);
    assert.deepEqual(await changes(ada, { agent: 'tests', until: '2026-03-31T00:00:00.000Z' }), ['ada store fact']);
    assert.deepEqual(await changes(ada, { user: 'bob' }), []);
    await assert.rejects(read(ada, {}, { rows: 1_001 }), /limit/u);
    await assert.rejects(read(ada, { since: 'once' }), /not a date/u);
  });

  it('reads archives only on request, and reports whether there are more', async () => {
    const files = {
      days: () => ['2026-01-02', '2026-01-01'],
      read: (day: string) => (assert.ok(mayRead), [archivedOn(day)]),
      append: () => assert.fail('Nothing is old enough to archive.'),
      remove: () => assert.fail('Nobody set an age.'),
    };
    let mayRead = false;
    const { caller } = start('personal', 'native', { audit: { files } });
    const ada = await caller({ conversationId: null });
    const archivedOn = (day: string) => ({
      ...{ id: 1, at: `${day}T10:00:00.000Z`, level: 'change', user: ada.user.id, agent: null, session: null },
      ...{ project: null, action: 'backup', kind: 'store', uid: null, count: null, detail: null },
    });
    const closed = await read(ada);
    assert.deepEqual([closed.rows.length, closed.archived], [0, true]);
    mayRead = true;
    const one = await read(ada, {}, { rows: 1, archives: true });
    assert.deepEqual([one.rows.map(({ at }) => at.slice(0, 10)), one.archived], [['2026-01-02'], true]);
    const both = await read(ada, { group: 'store' }, { archives: true });
    assert.deepEqual([both.rows.length, both.archived], [2, false]);
    assert.equal((await read(ada, { group: 'written' }, { archives: true })).rows.length, 0);
  });

  it('reports what the audit records', async () => {
    for (const audit of ['off', 'refusals', 'changes', 'reads'] as const) {
      const store = openStore('native', anEmptyStore('native'), { audit });
      assert.equal((await store.audit.scope('u-1')).noted, audit);
      await store.close();
    }
  });
});
