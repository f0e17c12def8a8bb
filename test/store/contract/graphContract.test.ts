/** The graph on every engine: what a scan finds, what queries return, and names that mean the same. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { GraphQuery } from '../../../src/memory/graph/graphStore.ts';
import type { NewFact } from '../../../src/memory/facts/factStore.ts';
import type { Fact } from '../../../src/memory/facts/facts.ts';
import { actorOf } from '../../../src/memory/shared/audit.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { refKey } from '../../../src/memory/shared/memoryRef.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { SnapshotRow } from '../../../src/memory/upkeep/snapshot.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { queryRows } from '../rawRows.ts';
import {
  aFact,
  aKnowledge,
  engineNames,
  isFileEngine,
  moment,
  noJudgement,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';
import { day, inTeam, reviewAs } from './oneOfEach.ts';

after(removeFolders);

function manyNames(part: string): string[] {
  return Array.from({ length: 1_000 }, (_, n) => `${part}${String(n)}.ts`);
}

/** Ids of documents, from 1,001. */
function numbers(count: number): string {
  return `(WITH RECURSIVE n(value) AS (SELECT 1001 UNION ALL SELECT value + 1 FROM n WHERE value < ${String(1_000 + count)})
    SELECT value FROM n) AS numbers`;
}

const expectedHubs = [
  ['everywhere', 4],
  ['a', 2],
];

for (const engine of engineNames) {
  describe(`graph (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const add = async (text: string, tags: string[], more: Partial<NewFact> = {}): Promise<Fact> =>
      (await store.facts.add(aFact(ada, text, { tags, ...more }), noJudgement)).fact;
    const scan = async (caller = ada): Promise<number> => {
      let sum = 0;
      for (let waiting = true; waiting;) {
        const round = await store.graph.scan(caller.user.id);
        sum += round.scanned;
        waiting = round.waiting;
      }
      return sum;
    };
    const queryOf = (caller = ada, scope: GraphQuery['filter']['scope'] = 'all'): GraphQuery => {
      return { filter: { userId: caller.user.id, scope }, now: moment };
    };
    const hubs = async (caller = ada): Promise<Record<string, number>> => {
      const { entities } = await store.graph.find(queryOf(caller), { limit: 20 });
      return Object.fromEntries(entities.map(({ name, memories }) => [name, memories]));
    };
    const neighbours = async (key: string): Promise<Record<string, number>> => {
      const found = await store.graph.neighbours(queryOf(), key, 20);
      return Object.fromEntries(found.neighbours.map(({ name, together }) => [name, together]));
    };
    const merge = (alias: string, entity: string, more: { changeId?: string } = {}): Promise<'merged' | 'same'> =>
      store.graph.merge({
        userId: ada.user.id,
        alias,
        entity,
        uid: randomUUID(),
        now: moment,
        by: { ...actorOf(ada), ...more },
      });
    const aliases = async (key: string): Promise<string[]> =>
      ((await store.graph.aliases(queryOf(), [key])).get(key) ?? []).map((alias) => alias.key);

    it('scans each document once, and a changed one again', async () => {
      const fact = await add('The gateway retries', ['Gateway', 'retries']);
      assert.equal(await scan(), 1);
      assert.equal(await scan(), 0);
      assert.deepEqual(await hubs(), { Gateway: 1, retries: 1 });
      const { contentHash, words, category, projectId, statedInProject, now } = aFact(ada, 'The gateway waits');
      const edit = { contentHash, words, category, projectId, statedInProject, now, by: actorOf(ada) };
      const { id, version, confidence } = fact;
      await store.facts.edit(
        { ...edit, id, version, confidence, fact: 'The gateway waits', tags: ['Gateway'] },
        noJudgement,
      );
      assert.equal(await scan(), 1);
      assert.deepEqual(await hubs(), { Gateway: 1 });
    });

    it('counts spellings of one name as one entity, and keeps what was found in a text', async () => {
      await add('First', ['hive_mind_proxy']);
      await add('Second', ['Hive-Mind Proxy']);
      await add('Third is about `hiveMindProxy`', []);
      await scan();
      assert.deepEqual(await hubs(), { 'Hive-Mind Proxy': 3 });
      const [entity] = await store.graph.entities(queryOf(), ['hivemindproxy']);
      assert.deepEqual([entity?.memories, entity?.firstAt], [3, moment]);
      const mentions = await store.graph.mentions(queryOf(), 'hivemindproxy', 9);
      assert.deepEqual(
        mentions.map(({ role }) => role),
        ['text', 'stated', 'stated'],
      );
    });

    it('names an alias as the newest memory spells it, and by its key if none does', async () => {
      await add('One', ['retry policy']);
      await add('Two', ['Retry-Policy', 'proxy']);
      await scan();
      await merge('retrypolicy', 'proxy');
      await merge('gone', 'proxy');
      assert.deepEqual((await store.graph.aliases(queryOf(), ['proxy'])).get('proxy'), [
        { key: 'gone', name: 'gone' },
        { key: 'retrypolicy', name: 'Retry-Policy' },
      ]);
      const bob = await visit(store, { username: 'bob' });
      assert.deepEqual(await store.graph.aliases(queryOf(bob), ['proxy']), new Map());
    });

    it('counts entities in several steps, and leaves the process its turn between them', async () => {
      for (const part of ['a', 'b', 'c', 'd']) await add(`About ${part}`, ['everywhere', part, ...manyNames(part)]);
      await add('Small', ['a']);
      await scan();
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 0);
      const { entities, isCut } = await store.graph.find(queryOf(), { limit: 2 });
      clearInterval(timer);
      assert.deepEqual([entities.map(({ name, memories }) => [name, memories]), isCut], [expectedHubs, false]);
      assert.ok(turns > 0);
      const named = await store.graph.entities(queryOf(), ['everywhere', 'b9.ts']);
      assert.deepEqual(Object.fromEntries(named.map(({ key, memories }) => [key, memories])), {
        everywhere: 4,
        'b9.ts': 1,
      });
    });

    it('finds neighbors by common memories, and names the newest', async () => {
      await add('One', ['proxy', 'cache']);
      const newest = await add('Two', ['proxy', 'cache', 'port']);
      await add('Three', ['cache']);
      await scan();
      assert.deepEqual(await neighbours('proxy'), { cache: 2, port: 1 });
      const { neighbours: first, isCut } = await store.graph.neighbours(queryOf(), 'proxy', 1);
      assert.deepEqual([first[0]?.newest, isCut], [{ kind: 'fact', id: String(newest.id) }, false]);
    });

    it('names the ends of a relation as the newest memory spells them, and by its key if none does', async () => {
      await add('`loadCart` calls `cartTotal`.', []);
      await add('`load_cart` is new', []);
      await scan();
      await merge('carttotal', 'gone');
      const { relations, isCut } = await store.graph.relations(queryOf(), { key: 'gone', limit: 9 });
      const from = { key: 'loadcart', name: 'load_cart', kind: 'symbol' };
      const to = { key: 'gone', name: 'gone', kind: 'concept' };
      assert.deepEqual(
        [relations.map((one) => [one.from, one.relation, one.to]), isCut],
        [[[from, 'calls', to]], false],
      );
    });

    it('says that it did not read statements and mentions older than those of others', async () => {
      await add('`loadCart` calls `cartTotal`.', []);
      const bob = await visit(store, { username: 'bob' });
      await scan();
      await store.close();
      await queryRows(
        engine,
        file,
        `INSERT INTO memory_documents (id, kind, memory_id, user_id, words, is_scanned)
         SELECT value, 'chunk', CAST(value AS TEXT), ?, 1, 1 FROM ${numbers(20_001)}`,
        bob.user.id,
      );
      const relation = `SELECT value, 'a', 'calls', 'b' FROM ${numbers(20_001)}`;
      await queryRows(engine, file, `INSERT INTO relations ${relation}`);
      const mention = `SELECT value, 'loadcart', 'symbol', 'loadCart', 'text' FROM ${numbers(10_001)}`;
      await queryRows(engine, file, `INSERT INTO mentions ${mention}`);
      store = openStore(engine, file);
      const { graph } = store;
      assert.deepEqual(await graph.relations(queryOf(), { limit: 9 }), { relations: [], isCut: true });
      const ofOne = await graph.relations(queryOf(), { key: 'loadcart', limit: 9 });
      assert.deepEqual([ofOne.relations.length, ofOne.isCut], [1, false]);
      const reached = await graph.relations(queryOf(bob), { limit: 9 });
      assert.deepEqual([reached.relations.length, reached.isCut], [9, false]);
      assert.deepEqual(await graph.neighbours(queryOf(), 'loadcart', 9), { neighbours: [], isCut: true });
      assert.equal((await graph.neighbours(queryOf(), 'carttotal', 9)).isCut, false);
    });

    it('says what a memory is about: what was stated first, then the entities with fewest memories', async () => {
      const { id } = await add('`loadCart` waits', ['proxy', 'cache']);
      await add('The proxy is small', ['proxy']);
      await scan();
      const about = await store.graph.ofMemories(queryOf(), [{ kind: 'fact', id: String(id) }], 9);
      const entities = about.get(refKey({ kind: 'fact', id: String(id) })) ?? [];
      const named = entities.map(({ name, role }) => `${name} ${role}`);
      assert.deepEqual([about.size, named], [1, ['cache stated', 'proxy stated', 'loadCart text']]);
    });

    it('notes who decided and which agent helped', async () => {
      const decision = {
        decidedBy: 'Grace',
        assistedBy: ['claude-code'],
        rationale: 'It is faster.',
        alternatives: [],
      };
      await add('Use the cache', ['cache'], { decision, type: 'decision' });
      await scan();
      const { entities } = await store.graph.find(queryOf(), { kinds: ['person'], limit: 9 });
      assert.deepEqual(
        entities.map(({ name, kind }) => [name, kind]),
        [['Grace', 'person']],
      );
      const roles = await Promise.all(
        ['grace', 'claudecode'].map(async (key) => (await store.graph.mentions(queryOf(), key, 1))[0]?.role),
      );
      assert.deepEqual(roles, ['decided_by', 'assisted_by']);
    });

    it('loses the mentions of a memory that is deprecated or erased', async () => {
      const fact = await add('One', ['proxy']);
      await scan();
      await store.facts.deprecate(fact.id, fact.version, 'wrong', moment, actorOf(ada));
      assert.deepEqual(await hubs(), {});
    });

    it('keeps the memories of other users apart, except those that they share', async () => {
      await add('Mine', ['proxy']);
      const bob = await visit(store, { username: 'bob' });
      await store.facts.add(aFact(bob, 'His', { tags: ['secret'] }), noJudgement);
      await store.facts.add(aFact(bob, 'Ours', { tags: ['shared'], visibility: 'workspace' }), noJudgement);
      await scan();
      assert.deepEqual(await hubs(), { proxy: 1, shared: 1 });
      assert.deepEqual(await hubs(bob), { secret: 1, shared: 1 });
    });

    it('keeps projects apart', async () => {
      await add('Here', ['proxy']);
      const there = await visit(store, { project: 'github.com/acme/other' });
      await store.facts.add(aFact(there, 'There', { tags: ['proxy', 'elsewhere'] }), noJudgement);
      await scan();
      const projectId = ada.project?.id ?? null;
      const [here] = await store.graph.entities(queryOf(ada, { projectId }), ['proxy']);
      const [all] = await store.graph.entities(queryOf(), ['proxy']);
      assert.deepEqual([here?.memories, all?.memories], [1, 2]);
    });

    it('follows merged names, also of what was merged before', async () => {
      await add('One', ['gateway', 'port']);
      await add('Two', ['proxy', 'cache']);
      await add('Three', ['edge']);
      await scan();
      assert.equal(await merge('gateway', 'proxy'), 'merged');
      assert.deepEqual(await hubs(), { proxy: 2, cache: 1, edge: 1, port: 1 });
      assert.deepEqual(await neighbours('gateway'), { cache: 1, port: 1 });
      assert.equal(await merge('proxy', 'edge'), 'merged');
      assert.deepEqual(await aliases('edge'), ['gateway', 'proxy']);
      assert.equal((await store.graph.entities(queryOf(), ['gateway']))[0]?.name, 'edge');
    });

    it('moves a name that was merged before alone', async () => {
      await merge('a1', 'b1');
      assert.equal(await merge('a1', 'c1'), 'merged');
      assert.deepEqual([await aliases('b1'), await aliases('c1')], [[], ['a1']]);
      assert.equal(await merge('a1', 'c1'), 'same');
    });

    it('refuses a cycle of merges', async () => {
      await merge('a1', 'b1');
      assert.equal(await merge('b1', 'a1'), 'same');
      await merge('b1', 'c1');
      assert.equal(await merge('c1', 'a1'), 'same');
      assert.deepEqual(await aliases('c1'), ['a1', 'b1']);
    });

    it('splits a name off', async () => {
      await merge('gateway', 'proxy');
      const write = { userId: ada.user.id, alias: 'gateway', now: moment, by: actorOf(ada) };
      assert.equal(await store.graph.split(write), 'split');
      assert.equal(await store.graph.split(write), 'not_found');
      assert.deepEqual(await aliases('proxy'), []);
    });

    it('undoes a merge with everything that it moved, and a split', async () => {
      await merge('gateway', 'proxy');
      await merge('proxy', 'edge', { changeId: 'c-1' });
      const undo = (changeId: string): Promise<unknown> =>
        store.changes.undo({
          changeIds: [changeId],
          userId: ada.user.id,
          mode: 'personal',
          now: moment,
          by: actorOf(ada),
        });
      assert.equal(await undo('c-1'), 'undone');
      assert.deepEqual([await aliases('edge'), await aliases('proxy')], [[], ['gateway']]);
    });

    it('undoes no split that would make a cycle', async () => {
      await merge('aaa', 'bbb');
      const by = { ...actorOf(ada), changeId: 'c-2' };
      await store.graph.split({ userId: ada.user.id, alias: 'aaa', now: moment, by });
      await merge('bbb', 'aaa');
      const undone = await store.changes.undo({
        changeIds: ['c-2'],
        userId: ada.user.id,
        mode: 'personal',
        now: moment,
        by: actorOf(ada),
      });
      assert.deepEqual([undone, await aliases('aaa'), await aliases('bbb')], ['conflict', ['bbb'], []]);
    });

    it('imports thousands of names of one entity, and follows each', async () => {
      // A server imports each row with a statement.
      const names = isFileEngine(engine) ? 10_000 : 1_000;
      await add('One', ['proxy', 'port']);
      await scan();
      const snapshot = await store.portability.read(moment, 'ada');
      snapshot.tables.entity_aliases = Array.from({ length: names }, (_, n) => {
        const alias = `alias${String(n)}`;
        return { id: n + 1, uid: randomUUID(), user_id: ada.user.id, alias, entity: 'proxy', created_at: moment };
      });
      await store.portability.merge(snapshot, 'ada');
      assert.deepEqual(await neighbours(`alias${String(names - 1)}`), { port: 1 });
      assert.equal((await aliases('proxy')).length, names);
    });

    it('finds entities of approved knowledge for everybody', async () => {
      const admin = await inTeam(store, 'root');
      const { entry } = await store.knowledge.propose(aKnowledge(admin, 'Use `PortTable`', { now: day(2) }));
      await reviewAs(store, admin, entry.id, 'approve');
      await scan(admin);
      assert.deepEqual(await hubs(await inTeam(store, 'eve')), { PortTable: 1 });
    });

    it('imports names so that they fit those that are here', async () => {
      const aliasRow = (id: number, alias: string, entity: string): SnapshotRow => {
        return { id, uid: randomUUID(), user_id: ada.user.id, alias, entity, created_at: moment };
      };
      await merge('proxy', 'edge');
      const snapshot = await store.portability.read(moment, 'ada');
      snapshot.tables.entity_aliases = [
        aliasRow(1, 'edge', 'proxy'),
        aliasRow(2, 'gateway', 'proxy'),
        aliasRow(3, 'edge', 'far'),
      ];
      const report = await store.portability.merge(snapshot, 'ada');
      assert.deepEqual([report.entity_aliases.added, report.entity_aliases.conflicts], [2, 1]);
      assert.deepEqual(await aliases('far'), ['edge', 'gateway', 'proxy']);
    });
  });
}
