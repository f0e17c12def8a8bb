/** The use of facts on all engines: noted once a day, private to their owner, undone, and counted again after an import. */
import { strict as assert } from 'node:assert';
import type { FactUse } from '../../../src/memory/fading/faded.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aFact, engineNames, moment, noJudgement, openSession, openStore, removeFolders, visit } from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`use of facts (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const at = (days: number, hours = 0): string =>
      new Date(Date.parse(moment) + days * 86_400_000 + hours * 3_600_000).toISOString();
    const add = async (fact: string, more: Parameters<typeof aFact>[2] = {}, who = ada): Promise<number> =>
      (await store.facts.add(aFact(who, fact, more), noJudgement)).fact.id;
    const unused = (more: { ids?: number[]; before?: string; who?: Caller } = {}) =>
      store.fading.unused({
        userId: (more.who ?? ada).user.id,
        before: more.before ?? at(100),
        chatDays: 2,
        ...(more.ids !== undefined && { ids: more.ids }),
      });
    const only = async (id: number): Promise<FactUse | undefined> => (await unused({ ids: [id] })).facts[0];
    const useOf = async (id: number): Promise<(string | number | null)[]> => {
      const use = await only(id);
      return use === undefined ? [] : [use.unusedSince, use.usedDays];
    };

    it('lists own live facts that have no expiry, with what decides about their fading', async () => {
      const bob = await visit(store, { username: 'bob' });
      const plain = await add('The port is 8081', { confidence: 0.7, origin: 'agent' });
      const decision = await add('We chose pnpm', { category: 'decision' });
      await add('The freeze lasts', { expiresAt: at(400) });
      await add('The port is 9090', {}, bob);
      const retired = await add('The port is 7070');
      await store.facts.deprecate(retired, 1, 'gone', moment);
      const { facts, recordedSince } = await unused();
      assert.deepEqual(facts[0], {
        ...{ id: plain, type: 'observation', confidence: 0.7, origin: 'agent', expiresAt: null, isPinned: false },
        ...{ changedAt: moment, unusedSince: null, usedDays: 0 },
      });
      assert.deepEqual(
        facts.slice(1).map(({ id, type }) => [id, type]),
        [[decision, 'decision']],
      );
      assert.ok(!Number.isNaN(Date.parse(recordedSince)), recordedSince);
      assert.deepEqual((await unused({ before: moment })).facts, []);
      assert.deepEqual((await unused({ ids: [] })).facts, []);
    });

    it('notes a use once a day, without another version of the fact', async () => {
      const id = await add('The port is 8081');
      const note = (now: string): Promise<void> => store.fading.note({ userId: ada.user.id, ids: [id], now });
      await note(at(1));
      await note(at(1, 3));
      assert.deepEqual(await useOf(id), [at(1), 1]);
      await note(at(2));
      assert.deepEqual(await useOf(id), [at(2), 2]);
      const fact = await store.facts.get(id);
      assert.deepEqual([fact?.version, fact?.updatedAt], [1, moment]);
    });

    it('notes no use of facts of others', async () => {
      const bob = await visit(store, { username: 'bob' });
      const id = await add('The port is 8081', { visibility: 'workspace' });
      await store.fading.note({ userId: bob.user.id, ids: [id], now: at(1) });
      assert.deepEqual(await useOf(id), [null, 0]);
    });

    it('refreshes a live own fact, notes that in the audit, and undoes it', async () => {
      const bob = await visit(store, { username: 'bob' });
      const id = await add('The port is 8081');
      const by = { userId: ada.user.id, agentId: ada.agent.id, sessionId: null, projectId: null, changeId: 'change' };
      const refresh = (who: Caller, fact: number): Promise<boolean> =>
        store.fading.refresh({ userId: who.user.id, id: fact, now: at(1), by: { ...by, userId: who.user.id } });
      assert.deepEqual([await refresh(bob, id), await refresh(ada, 99)], [false, false]);
      assert.equal(await refresh(ada, id), true);
      assert.deepEqual(await useOf(id), [at(1), 1]);
      const { rows } = await store.audit.list({ limit: 1, offset: 0 }, ada.user.id);
      assert.deepEqual([rows[0]?.action, rows[0]?.id], ['confirm', String(id)]);
      const request = { userId: ada.user.id, changeIds: ['change'], mode: 'personal' as const, now: at(1), by };
      assert.equal(await store.changes.undo(request), 'undone');
      assert.deepEqual(await useOf(id), [null, 0]);
    });

    it('knows since when there were chats on as many days', async () => {
      const begin = (name: string, days: number): Promise<unknown> => openSession(store, ada, name, at(days));
      assert.equal((await unused()).chatsSince, null);
      await begin('one', 0);
      await begin('two', 0);
      assert.equal((await unused()).chatsSince, null);
      await begin('three', 3);
      await begin('four', 5);
      assert.equal((await unused()).chatsSince, at(3).slice(0, 10));
    });

    it('counts an import as a use, and exports no use', async () => {
      const id = await add('The port is 8081', { now: at(-900) });
      await store.fading.note({ userId: ada.user.id, ids: [id], now: at(-800) });
      const snapshot = await store.portability.read(moment, 'ada');
      assert.ok(!JSON.stringify(snapshot).includes(at(-800)));
      const other = openStore(engine, anEmptyStore(engine));
      await other.portability.merge(snapshot, 'ada');
      const reader = await visit(other);
      const { facts } = await other.fading.unused({ userId: reader.user.id, before: at(100), chatDays: 2 });
      assert.deepEqual(
        facts.map(({ unusedSince, usedDays }) => [unusedSince, usedDays]),
        [[moment, 0]],
      );
      await other.close();
    });
  });
}
