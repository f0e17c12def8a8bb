/** The audit log: one row per change, with agent and session, in the same transaction; never the text of a memory. */
import { strict as assert } from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { AuditLog } from '../../src/memory/governance/auditLog.ts';
import type { AuditRow, AuditStore } from '../../src/memory/shared/audit.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { anEmptyStore } from '../store/emptyStore.ts';
import { engineNames, openStore, aFact, noJudgement, removeFolders, visit } from '../store/support.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('the audit log', () => {
  let opened: TestMemory | undefined;
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  after(removeFolders);

  const start = (mode: 'personal' | 'team' = 'personal'): TestMemory => (opened = openTestMemory(mode));
  const rowsOf = async ({ memory }: TestMemory, caller: Caller): Promise<AuditRow[]> =>
    (await memory.audit.list(caller, { limit: 1000 })).rows;
  /** Oldest first, as `action kind`, without reads of the log itself. */
  const labelsOf = (rows: readonly AuditRow[]): string[] =>
    rows
      .filter(({ action }) => action !== 'read_audit')
      .map(({ level, action, kind }) => `${level === 'change' ? '' : `${level}: `}${action} ${kind ?? ''}`.trim())
      .reverse();

  it('has one row for each change, with its user, agent, session and memory', async () => {
    const test = start();
    const { memory } = test;
    const ada = await test.caller();
    const { fact } = await memory.facts.store(ada, { category: 'decision', fact: 'We deploy on Thursdays.' });
    await memory.facts.store(ada, { category: 'decision', fact: 'We deploy on thursdays.' });
    const editing = memory.changes.begin(ada);
    await memory.facts.edit(editing, { factId: fact.id, fact: 'We deploy on Fridays.' });
    await memory.changes.undo(ada, [editing.changeId]);
    await memory.facts.deprecate(ada, { factId: fact.id, reason: 'not any more' });
    await memory.facts.restore(ada, fact.id);
    await memory.facts.supersede(ada, { factId: fact.id, fact: 'We deploy daily.' });
    await memory.chunks.append(ada, { role: 'user', content: 'Keep this.' });
    await memory.profiles.update(ada, { role: 'engineer' });
    const { hypothesis } = await memory.hypotheses.add(ada, { hypothesis: 'The cache is stale.' });
    await memory.hypotheses.resolve(ada, { hypothesisId: hypothesis.id, status: 'refuted' });
    await memory.hypotheses.reopen(ada, { hypothesisId: hypothesis.id, version: 2 });
    const { entry } = await memory.knowledge.promote(ada, {
      category: 'standard',
      title: 'Names',
      content: 'camelCase',
    });
    const reviewing = memory.changes.begin(ada);
    await memory.knowledge.review(reviewing, { entryId: entry.id, action: 'deprecate' });
    await memory.changes.undo(ada, [reviewing.changeId]);
    const session = await memory.sessions.end(ada, { oneLiner: 'Deployed.' });
    await memory.sessions.rename(ada, { sessionId: session.id, headline: 'Deployed twice.' });

    const rows = await rowsOf(test, ada);
    assert.deepEqual(labelsOf(rows), [
      'begin session',
      'store fact',
      'confirm fact',
      'edit fact',
      'take_back fact',
      'deprecate fact',
      'restore fact',
      'store fact',
      'supersede fact',
      'store chunk',
      'edit profile',
      'store hypothesis',
      'resolve hypothesis',
      'reopen hypothesis',
      'propose knowledge',
      'deprecate knowledge',
      'undo_review knowledge',
      'end session',
      'edit session',
    ]);
    const changes = rows.filter(({ level }) => level === 'change');
    assert.ok(changes.every(({ user, agent, uid }) => user === 'ada' && agent === 'tests' && uid !== null));
    assert.deepEqual(
      [...new Set(changes.map(({ sessionId }) => sessionId))],
      [session.id],
      'all rows have the same session',
    );
    const history = await memory.audit.list(ada, { memory: `#${String(fact.id)}` });
    assert.deepEqual(labelsOf(history.rows), [
      'store fact',
      'confirm fact',
      'edit fact',
      'take_back fact',
      'deprecate fact',
      'restore fact',
      'supersede fact',
    ]);
  });

  it('has a row for a session that resumes after its client closed the chat', async () => {
    const test = start();
    const ada = await test.caller();
    const { id } = await test.memory.sessions.current(ada);
    await test.memory.sessions.close(ada);
    test.pass(0.2);
    assert.equal((await test.memory.sessions.current(ada)).id, id);
    await test.memory.sessions.current(ada);
    const rows = await rowsOf(test, ada);
    assert.deepEqual(labelsOf(rows), ['begin session', 'end session', 'reopen session']);
    assert.deepEqual([rows[0]?.uid, rows[0]?.sessionId, rows[0]?.user], [id, id, 'ada']);
  });

  it('records nothing for a change that failed', async () => {
    const test = start();
    const ada = await test.caller({ conversationId: null });
    const { fact } = await test.memory.facts.store(ada, { category: 'decision', fact: 'We deploy on Thursdays.' });
    const before = await rowsOf(test, ada);
    await assert.rejects(test.memory.facts.edit(ada, { factId: fact.id, version: 7, fact: 'Other.' }));
    await assert.rejects(test.memory.facts.deprecate(ada, { factId: 99, reason: 'none' }));
    assert.deepEqual(labelsOf(await rowsOf(test, ada)), labelsOf(before));
  });

  it('records refusals, also of changes that left no other trace', async () => {
    const test = start('team');
    const ada = await test.caller({ conversationId: null });
    const bob = await test.caller({ username: 'bob', conversationId: null });
    const { fact } = await test.memory.facts.store(ada, { category: 'decision', fact: 'We deploy on Thursdays.' });
    const { entry } = await test.memory.knowledge.promote(ada, { category: 'standard', title: 'A', content: 'B' });
    await assert.rejects(test.memory.facts.deprecate(bob, { factId: fact.id, reason: 'mine now' }));
    await assert.rejects(test.memory.knowledge.review(bob, { entryId: entry.id, action: 'approve' }));
    await assert.rejects(test.memory.identities.setRole(bob, { username: 'bob', role: 'admin' }));
    await assert.rejects(test.memory.erasure.preview(bob, { kind: 'fact', id: String(fact.id) }));
    const empty = { format: 'bigmind', schema_version: 9, exported_at: 'x', tables: {} };
    await assert.rejects(test.memory.portability.import(JSON.stringify(empty), 'bob'));
    assert.deepEqual(labelsOf(await rowsOf(test, bob)), [
      'refusal: deprecate fact',
      'refusal: approve knowledge',
      'refusal: set_role user',
      'refusal: import store',
    ]);
  });

  it('identifies an erased memory only by kind and uid, and contains no text of any memory', async () => {
    const test = start();
    const ada = await test.caller();
    const text = 'The zanzibar cluster is ours.';
    const { fact } = await test.memory.facts.store(ada, { category: 'decision', fact: text, tags: ['zanzibar'] });
    const ref = { kind: 'fact', id: String(fact.id) } as const;
    const { expected } = await test.memory.erasure.preview(ada, ref);
    const uid = (await rowsOf(test, ada)).find(({ action }) => action === 'store')?.uid;
    await test.memory.erasure.erase(ada, ref, expected);
    const rows = await rowsOf(test, ada);
    assert.doesNotMatch(JSON.stringify(rows), /zanzibar/u);
    const [erased] = rows.filter(({ action }) => action === 'erase');
    assert.deepEqual([erased?.kind, erased?.uid, erased?.id, erased?.detail], ['fact', uid, null, null]);
  });

  it('records each search of a team store once, with its query but without secrets', async () => {
    const test = start('team');
    const ada = await test.caller();
    const key = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const query = `where is ${key} used ${'and used '.repeat(40)}`;
    await test.search.find(ada, { query });
    await test.search.find(ada, { query });
    await test.memory.context.build(ada);
    const rows = await rowsOf(test, ada);
    assert.deepEqual(labelsOf(rows), ['read: search', 'read: context']);
    const detail = rows.find(({ action }) => action === 'search')?.detail ?? '';
    assert.match(detail, /^where is /u);
    assert.doesNotMatch(detail, /ghp_/u);
    assert.equal(detail.length, 200);
  });

  it('records no reads in a personal store, and never delays or fails a search', async () => {
    const test = start();
    const ada = await test.caller({ conversationId: null });
    await test.search.find(ada, { query: 'deploy' });
    assert.deepEqual(labelsOf(await rowsOf(test, ada)), []);
    await test.close();
    opened = undefined;
    await test.memory.audit.noteRead(ada, { action: 'search', kind: null, words: 'after the end' });
    await test.memory.audit.flush();
  });

  it('waits for a running write in every flush, so that a list misses no read', async () => {
    const test = start();
    const ada = await test.caller();
    const written: string[][] = [];
    const store = {
      note: async (entries: readonly { action: string }[]) => {
        await setImmediate();
        written.push(entries.map(({ action }) => action));
      },
    };
    const ports = { clock: { now: () => new Date(), timeZone: 'UTC' }, redact };
    const log = new AuditLog(store as unknown as AuditStore, ports);
    void log.noteRead(ada, { action: 'search', kind: null, words: 'one' });
    void log.flush();
    await Promise.resolve();
    void log.noteRead(ada, { action: 'context', kind: null });
    void log.flush();
    await log.flush();
    assert.deepEqual(written, [['search'], ['context']]);
  });

  it('shows members their own rows, and an admin all rows', async () => {
    const test = start('team');
    const ada = await test.caller({ conversationId: null });
    const bob = await test.caller({ username: 'bob', conversationId: null });
    for (const one of [ada, bob]) await test.memory.facts.store(one, { category: 'decision', fact: 'We deploy.' });
    const usersOf = async (caller: Caller): Promise<(string | null)[]> =>
      (await rowsOf(test, caller)).map(({ user }) => user).filter((user, place, all) => all.indexOf(user) === place);
    assert.deepEqual((await usersOf(ada)).sort(), ['ada', 'bob']);
    assert.deepEqual(await usersOf(bob), ['bob']);
    assert.deepEqual((await test.memory.audit.list(bob, { user: 'ada' })).rows, []);
    assert.equal((await test.memory.audit.list(bob, {})).isOwn, true);
  });

  it('filters by time, user, agent, action, kind and level, and rejects invalid filters', async () => {
    const test = start();
    const ada = await test.caller();
    await test.memory.facts.store(ada, { category: 'decision', fact: 'We deploy.' });
    test.pass(24);
    await test.memory.profiles.update(ada, { role: 'engineer' });
    const found = async (input: Parameters<typeof test.memory.audit.list>[1]): Promise<string[]> =>
      labelsOf((await test.memory.audit.list(ada, input)).rows);
    assert.deepEqual(await found({ since: '2026-03-31' }), ['edit profile']);
    assert.deepEqual(await found({ until: '2026-03-30' }), ['begin session', 'store fact']);
    assert.deepEqual(await found({ since: '2026-03-31', until: '2026-03-31' }), ['edit profile']);
    assert.deepEqual(await found({ until: '2026-03-31T00:00:00Z' }), ['begin session', 'store fact']);
    // 09:15 in UTC is the evening of the day before.
    test.moveTo('Pacific/Pago_Pago');
    assert.deepEqual(await found({ since: '2026-03-30' }), ['edit profile']);
    assert.deepEqual(await found({ until: '2026-03-29' }), ['begin session', 'store fact']);
    test.moveTo('UTC');
    assert.deepEqual(await found({ action: 'store', agent: 'tests', user: 'ada', level: 'change' }), ['store fact']);
    assert.deepEqual(await found({ kind: 'profile' }), ['edit profile']);
    assert.deepEqual(await found({ limit: 1, offset: 1, level: 'change' }), ['store fact']);
    for (const wrong of [{ since: 'soon' }, { action: 'hack' }, { level: 'all' }, { limit: 0 }]) {
      await assert.rejects(test.memory.audit.list(ada, wrong), { code: 'invalid_input' });
    }
    await assert.rejects(test.memory.audit.list(ada, { memory: '#99' }), { code: 'not_found' });
  });

  it('records that names of entities were merged and split, without the names', async () => {
    const test = start();
    const ada = await test.caller();
    await test.memory.facts.store(ada, {
      fact: 'The relay is a proxy.',
      category: 'codebase',
      tags: ['relay', 'proxy'],
    });
    await test.memory.graph.update(ada);
    await test.memory.graph.merge(ada, { alias: 'relay', entity: 'proxy' });
    await test.memory.graph.split(ada, 'relay');
    const { rows } = await test.memory.audit.list(ada, { kind: 'entity' });
    assert.deepEqual(labelsOf(rows), ['merge entity', 'split entity']);
    assert.doesNotMatch(JSON.stringify(rows), /relay|proxy/u);
  });

  for (const engine of engineNames) {
    it(`records only the levels that the setting includes (${engine})`, async () => {
      for (const [audit, expected] of [
        ['off', []],
        ['refusals', ['refusal']],
        ['changes', ['change', 'refusal']],
        ['reads', ['change', 'refusal', 'read']],
      ] as const) {
        const store = openStore(engine, anEmptyStore(engine), { audit });
        const ada = await visit(store);
        await store.facts.add(aFact(ada, 'We deploy.'), noJudgement);
        const by = { userId: ada.user.id, agentId: ada.agent.id, sessionId: null, projectId: null };
        const entry = { at: '2026-03-30T12:00:00.000Z', by, kind: null, uid: null, count: null, detail: null } as const;
        await store.audit.note([
          { ...entry, level: 'refusal', action: 'import' },
          { ...entry, level: 'read', action: 'search' },
        ]);
        const { rows } = await store.audit.list({ limit: 10, offset: 0 }, ada.user.id);
        assert.deepEqual(rows.map(({ level }) => level).reverse(), expected);
        await store.close();
      }
    });
  }
});
