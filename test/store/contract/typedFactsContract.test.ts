/** Types, expiry, tags, permanent names and chains of facts on both engines. */
import assert from 'node:assert/strict';
import type { NewFact } from '../../../src/memory/facts/factStore.ts';
import type { Fact } from '../../../src/memory/facts/facts.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { FactType, MemoryState } from '../../../src/memory/shared/vocabulary.ts';
import { factTypes } from '../../../src/memory/shared/vocabulary.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aFact,
  engineNames,
  findMemories,
  moment,
  noJudgement,
  openStore,
  recallOf,
  removeFolders,
  visit,
} from '../support.ts';

after(removeFolders);

const hour = 3_600_000;
const inHours = (hours: number): string => new Date(Date.parse(moment) + hours * hour).toISOString();

for (const engine of engineNames) {
  describe(`typed facts (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    let now: string;
    beforeEach(async () => {
      now = moment;
      store = openStore(engine, anEmptyStore(engine), { now: () => new Date(now) });
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const add = async (text: string, more: Partial<NewFact> = {}): Promise<Fact> =>
      (await store.facts.add(aFact(ada, text, { now, ...more }), noJudgement)).fact;
    const supersede = async (old: Fact, text: string): ReturnType<Store['facts']['supersede']> => {
      const { id, version } = (await store.facts.get(old.id)) ?? old;
      return store.facts.supersede({ id, version, linkUid: `link ${text}` }, aFact(ada, text, { now }), noJudgement);
    };
    const successor = async (old: Fact, text: string): Promise<Fact> => {
      const outcome = await supersede(old, text);
      assert.ok(typeof outcome === 'object', JSON.stringify(outcome));
      return outcome.fact;
    };
    const texts = async (types?: readonly FactType[], tags?: readonly string[]): Promise<string[]> => {
      const filter = { ...(types && { types }), ...(tags && { tags }) };
      const { facts } = await store.facts.list({
        ...filter,
        userId: ada.user.id,
        scope: 'all',
        order: 'newest',
        limit: 20,
      });
      return facts.map(({ fact }) => fact);
    };
    const counted = (more: object = {}): Promise<number> =>
      recallOf(store).count({ userId: ada.user.id, scope: 'all', ...more });
    /** The numbers of the superseded facts that contain one of the words. */
    const superseded = async (terms: string[], more: object = {}): Promise<number[]> => {
      const query = { userId: ada.user.id, scope: 'all', terms, limit: 9, ...more } as const;
      return (await recallOf(store).findSuperseded(query)).map(({ id }) => Number(id));
    };
    const listed = async (state: MemoryState): Promise<string[]> => {
      const query = { userId: ada.user.id, scope: 'all', order: 'newest', offset: 0, limit: 20 } as const;
      return (await store.catalogue.list({ ...query, state })).memories.map(({ text }) => text);
    };

    it('stores every type, and maps the category of a fact without one', async () => {
      for (const type of factTypes) assert.equal((await add(`a ${type}`, { type })).type, type);
      const types: [string, FactType][] = [
        ['decision', 'decision'],
        ['constraint', 'convention'],
        ['preference', 'convention'],
        ['codebase', 'observation'],
        ['identity', 'observation'],
        ['weird', 'observation'],
      ];
      for (const [category, type] of types) assert.equal((await add(`in ${category}`, { category })).type, type);
      assert.deepEqual(await texts(['convention']), ['in preference', 'in constraint', 'a convention']);
      assert.deepEqual(await texts(['bug', 'plan']), ['a bug', 'a plan']);
    });

    it('filters a search by type and tags, which other kinds do not have', async () => {
      await add('the zebra build', { type: 'bug', tags: ['CI', 'build'] });
      await add('the zebra plan', { type: 'plan', tags: ['ci'] });
      const found = async (more: object): Promise<string[]> =>
        (await findMemories(store, ada, ['zebra'], more)).map(({ text }) => text);
      assert.equal((await found({})).length, 2);
      assert.deepEqual(await found({ types: ['bug'] }), ['the zebra build']);
      assert.deepEqual(await found({ tags: ['ci', 'build'] }), ['the zebra build']);
      assert.deepEqual(await found({ tags: ['none'] }), []);
      assert.equal(await counted({ types: ['plan'] }), 1);
      assert.deepEqual(await texts(undefined, ['ci']), ['the zebra plan', 'the zebra build']);
    });

    for (const [stored, asked] of [
      ['Ärger', 'äRGER'],
      ['ärger', 'ÄRGER'],
      ['Größe', 'GRÖẞE'],
      ['ЖУРНАЛ', 'журнал'],
      ['ΣΟΦΟΣ', 'σοφός'.replace('ό', 'ο')],
      ['日本語', '日本語'],
    ] as const) {
      it(`filters by a tag in whichever case: ${stored} for ${asked}`, async () => {
        const old = await add('the old zebra', { tags: [stored] });
        await add('the zebra', { tags: [stored, 'other'] });
        await add('the untagged zebra', { tags: [`${stored}x`] });
        const found = async (): Promise<string[]> =>
          (await findMemories(store, ada, ['zebra'], { tags: [asked] })).map(({ text }) => text).sort();
        assert.deepEqual(await found(), ['the old zebra', 'the zebra']);
        assert.deepEqual(await texts(undefined, [asked, 'OTHER']), ['the zebra']);
        const query = {
          userId: ada.user.id,
          scope: 'all',
          state: 'live',
          order: 'newest',
          offset: 0,
          limit: 9,
        } as const;
        assert.equal((await store.catalogue.list({ ...query, tags: [asked] })).total, 2);
        assert.equal(await counted({ tags: [asked] }), 2);
        await successor(old, 'the new zebra');
        assert.deepEqual(await superseded(['zebra'], { tags: [asked] }), [old.id]);
      });
    }

    it('finds superseded facts by the words of the index, in all of their parts', async () => {
      const decision = { decidedBy: 'Ada', assistedBy: [], rationale: 'Wombats dig.', alternatives: ['Numbats'] };
      const old = await add('The policies were started in getUserName, 数据库', { tags: ['Harbour'], decision });
      await successor(old, 'Something else');
      const later = await add('Nothing about it');
      await successor(later, 'Another one');
      for (const word of ['policies', 'started', '数据库', 'wombats', 'numbats', 'harbour'])
        assert.deepEqual(await superseded([word]), [old.id], word);
      for (const word of ['polic', 'art', 'policies were', '']) assert.deepEqual(await superseded([word]), [], word);
      assert.deepEqual(await superseded(['policies', 'nothing']), [later.id, old.id]);
      assert.deepEqual(await superseded(['policies', 'nothing'], { limit: 1 }), [later.id]);
    });

    it('finds no superseded fact that has expired', async () => {
      const old = await add('the zebra', { expiresAt: inHours(1) });
      await successor(old, 'the new one');
      assert.deepEqual(await superseded(['zebra']), [old.id]);
      now = inHours(1);
      assert.deepEqual(await superseded(['zebra']), []);
    });

    it('leaves an expired fact out of searches, lists, contexts and totals, and keeps it in the export', async () => {
      const { id } = await add('zebra until noon', { expiresAt: inHours(1) });
      await add('zebra forever');
      const seen = async (): Promise<unknown[]> => [
        (await findMemories(store, ada, ['zebra'])).length,
        await counted(),
        (await texts()).length,
        (await store.facts.listForContext({ userId: ada.user.id, projectId: ada.project?.id ?? null, limit: 9 })).total,
        (await store.maintenance.totals(ada.user.id)).facts,
        (await listed('live')).length,
        (await store.catalogue.choices(ada.user.id)).agents[0]?.memories,
      ];
      assert.deepEqual(await seen(), [2, 2, 2, 2, 2, 2, 2]);
      now = inHours(1);
      assert.deepEqual(await seen(), [1, 1, 1, 1, 1, 1, 1]);
      assert.deepEqual([await listed('expired'), await listed('deprecated')], [['zebra until noon'], []]);
      assert.equal((await listed('all')).length, 2);
      assert.equal((await store.catalogue.get(ada.user.id, { kind: 'fact', id: String(id) }))?.status, 'expired');
      const { tables } = await store.portability.read(now, 'ada');
      assert.deepEqual(
        tables.facts.map(({ expires_at: at }) => at),
        [inHours(1), null],
      );
      now = moment;
      assert.deepEqual(await seen(), [2, 2, 2, 2, 2, 2, 2], 'after the clock went back');
    });

    it('compares a new fact with live facts only', async () => {
      await add('the zebra port is 80', { expiresAt: inHours(1) });
      now = inHours(2);
      let compared: string[] = [];
      await store.facts.add(aFact(ada, 'the zebra port is 81', { now }), (alike) => {
        compared = alike.map(({ fact }) => fact);
        return [];
      });
      assert.deepEqual(compared, []);
    });

    it('renews an expired fact that is stated again, and takes its expiry away if none is given', async () => {
      const { id } = await add('zebra until noon', { expiresAt: inHours(1) });
      now = inHours(2);
      const again = await add('zebra until noon', { expiresAt: inHours(3) });
      assert.deepEqual([again.id, again.expiresAt, await texts()], [id, inHours(3), ['zebra until noon']]);
      assert.equal((await add('zebra until noon')).expiresAt, null);
    });

    it('finds a fact by its permanent name', async () => {
      const { uid, id } = await add('named');
      assert.deepEqual([(await store.facts.get(uid))?.id, await store.facts.get('nobody')], [id, undefined]);
    });

    it('counts the facts that a chain replaced, and lists them in the detail', async () => {
      const first = await add('zebra one');
      const third = await successor(await successor(first, 'zebra two'), 'zebra three');
      assert.equal((await store.facts.get(third.id))?.supersedesCount, 2);
      const [candidate] = await findMemories(store, ada, ['zebra']);
      assert.deepEqual([candidate?.text, candidate?.supersedesCount], ['zebra three', 2]);
      const detail = await store.catalogue.get(ada.user.id, { kind: 'fact', id: String(third.id) });
      assert.deepEqual(
        detail?.supersedes.map(({ text }) => text),
        ['zebra two', 'zebra one'],
      );
      assert.equal(detail.uid, third.uid);
    });

    it('shows two successors of one fact as a contradiction', async () => {
      const first = await add('zebra one');
      const left = await successor(first, 'zebra left');
      const right = await successor(first, 'zebra right');
      const detail = async (fact: Fact): Promise<unknown> => {
        const shown = await store.catalogue.get(ada.user.id, { kind: 'fact', id: String(fact.id) });
        return [shown?.contradicts.map(({ id }) => id), shown?.contradictedBy.map(({ id }) => id)];
      };
      assert.deepEqual(await detail(left), [[], [right.id]]);
      assert.deepEqual(await detail(right), [[left.id], []]);
      const found = await findMemories(store, ada, ['left']);
      assert.deepEqual(found[0]?.contradictedBy, [String(right.id)]);
      const query = { userId: ada.user.id, conversationId: null, staleBefore: '', lowConfidence: 0, first: 5 };
      const { contradictions } = await store.health.health(query);
      assert.deepEqual(
        contradictions.first.map(({ name, contradictedBy }) => [name, contradictedBy]),
        [[`#${String(left.id)}`, `#${String(right.id)}`]],
      );
      const settled = await successor(left, 'zebra both');
      assert.deepEqual(await detail(settled), [[right.id], []]);
    });

    it('does not supersede a fact that was deprecated for another reason', async () => {
      const old = await add('zebra one');
      await store.facts.deprecate(old.id, old.version, 'wrong', now);
      assert.equal(await supersede(old, 'zebra two'), 'conflict');
    });

    it('refuses a cycle in an import', async () => {
      const one = await add('zebra one');
      const two = await successor(one, 'zebra two');
      const document = await store.portability.read(now, 'ada');
      document.tables.links.push({
        id: 99,
        uid: 'back',
        from_kind: 'fact',
        from_uid: one.uid,
        to_kind: 'fact',
        to_uid: two.uid,
        relation: 'supersedes',
        amount: null,
        created_at: now,
      });
      assert.equal((await store.portability.merge(document, 'ada')).links.conflicts, 1);
    });

    it('does not embed an expired fact', async () => {
      await store.embeddings.useModel('tiny');
      await add('zebra until noon', { expiresAt: inHours(1) });
      await add('zebra forever');
      now = inHours(1);
      const tasks = await store.embeddings.claim('tiny', 9, 60);
      assert.deepEqual(
        tasks.map(({ text }) => text),
        ['zebra forever'],
      );
      assert.equal((await store.embeddings.progress('tiny')).total, 1);
    });
  });
}
