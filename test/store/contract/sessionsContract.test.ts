/** Lists of sessions on both engines: pages, time ranges, counts of chunks and facts, and renaming. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { SessionFilter } from '../../../src/memory/sessions/sessionStore.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  engineNames,
  findMemories,
  moment,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`session lists (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const at = (day: number): string => `2026-03-0${String(day)}T10:00:00.000Z`;
    const open = async (name: string, day: number, caller = ada): Promise<string> =>
      (await openSession(store, caller, name, at(day))).session.id;
    const list = async (more: Partial<SessionFilter> = {}): Promise<[string, number]> => {
      const { sessions, total } = await store.sessions.list({ userId: ada.user.id, scope: 'all', limit: 9, ...more });
      return [sessions.map(({ externalId }) => externalId).join(' '), total];
    };

    it('returns pages, newest first, with the total of all sessions', async () => {
      for (const day of [1, 3, 2, 5, 4]) await open(`day${String(day)}`, day);
      await open('his', 6, await visit(store, { username: 'bob' }));
      assert.deepEqual(await list({ limit: 2 }), ['day5 day4', 5]);
      assert.deepEqual(await list({ limit: 2, offset: 2 }), ['day3 day2', 5]);
      assert.deepEqual(await list({ limit: 2, offset: 4 }), ['day1', 5]);
      assert.deepEqual(await list({ offset: 9 }), ['', 5]);
    });

    it('puts open sessions first on request, also across pages', async () => {
      const noDetails = { topics: null, outcome: null, importance: null, summary: null, now: moment };
      for (const day of [1, 2, 3, 4]) {
        const id = await open(`day${String(day)}`, day);
        if (day > 2) await store.sessions.end({ id, version: 1, oneLiner: 'Done', ...noDetails });
      }
      const order = 'openFirst';
      assert.deepEqual(await list({ order }), ['day2 day1 day4 day3', 4]);
      assert.deepEqual(await list({ order, offset: 1, limit: 2 }), ['day1 day4', 4]);
      assert.deepEqual(await list({ limit: 2 }), ['day4 day3', 4]);
    });

    it('includes the start of a time range and excludes its end', async () => {
      for (const day of [1, 2, 3, 4]) await open(`day${String(day)}`, day);
      assert.deepEqual(await list({ since: at(2), until: at(4) }), ['day3 day2', 2]);
      assert.deepEqual(await list({ since: at(3) }), ['day4 day3', 2]);
      assert.deepEqual(await list({ until: at(2) }), ['day1', 1]);
    });

    it('returns pages for a topic, within time range and scope', async () => {
      const elsewhere = await visit(store, { project: 'github.com/acme/other' });
      const noDetails = { outcome: null, importance: null, summary: null, now: moment };
      for (const [day, caller] of [ada, ada, elsewhere, ada].entries()) {
        const id = await open(`day${String(day + 1)}`, day + 1, caller);
        await store.sessions.end({ id, version: 1, oneLiner: 'Done', topics: ['GRÖSSE'], ...noDetails });
      }
      await open('day5', 5);
      assert.deepEqual(await list({ topic: 'größe' }), ['', 0], 'ß is not ss');
      assert.deepEqual(await list({ topic: 'gröss', limit: 2 }), ['day4 day3', 4]);
      assert.deepEqual(await list({ topic: 'gröss', limit: 2, offset: 2 }), ['day2 day1', 4]);
      assert.deepEqual(await list({ topic: 'gröss', since: at(2), until: at(4) }), ['day3 day2', 2]);
      const scope = { projectId: ada.project?.id ?? null };
      assert.deepEqual(await list({ topic: 'gröss', scope }), ['day4 day2 day1', 3]);
      assert.deepEqual(await list({ scope }), ['day5 day4 day2 day1', 4]);
    });

    it('finds the sessions that touched a file, with slashes of both kinds', async () => {
      const noDetails = { topics: null, outcome: null, importance: null, now: moment };
      const files = ['src/Lamps/fuse.ts', String.raw`C:\harbour\src\lamps\fuse.ts`, 'src/fuse.ts'];
      for (const [day, file] of files.entries()) {
        const id = await open(`day${String(day + 1)}`, day + 1);
        const summary = { summary: 'Done', keyFacts: [], codeRefs: ['README.md', file] };
        await store.sessions.end({ id, version: 1, oneLiner: 'Done', ...noDetails, summary });
      }
      assert.deepEqual(await list({ topic: 'src/lamps/fuse.ts' }), ['day2 day1', 2]);
      assert.deepEqual(await list({ topic: String.raw`lamps\FUSE` }), ['day2 day1', 2]);
      assert.deepEqual(await list({ topic: 'fuse.ts' }), ['day3 day2 day1', 3]);
    });

    it('finds sessions with all words of a topic, wherever they are', async () => {
      const noDetails = { outcome: null, importance: null, summary: null, now: moment };
      const headlines = ['Mend the lamp', 'A lamp again', 'Größe der Lampe'];
      for (const [day, oneLiner] of headlines.entries()) {
        const id = await open(`day${String(day + 1)}`, day + 1);
        await store.sessions.end({ id, version: 1, oneLiner, topics: ['dark Harbour'], ...noDetails });
      }
      assert.deepEqual(await list({ topic: 'harbour  LAMP' }), ['day3 day2 day1', 3]);
      assert.deepEqual(await list({ topic: 'the harbour lamp' }), ['day1', 1]);
      assert.deepEqual(await list({ topic: 'größe harbour' }), ['day3', 1]);
      assert.deepEqual(await list({ topic: 'lamp moon' }), ['', 0]);
      assert.deepEqual(await list({ topic: 'lamp '.repeat(2_000) }), ['day3 day2 day1', 3]);
      const many = Array.from({ length: 2_000 }, (_, at) => `lamp${String(at)}`);
      assert.deepEqual(await list({ topic: many.join(' ') }), ['', 0]);
    });

    it('returns named sessions', async () => {
      const ids = [await open('one', 1), await open('two', 2), await open('three', 3)];
      const his = await open('his', 4, await visit(store, { username: 'bob' }));
      assert.deepEqual(await list({ ids: [ids[1] ?? '', his, ids[0] ?? '', 'unknown'] }), ['two one', 2]);
      assert.deepEqual(await list({ ids, since: at(2), limit: 1 }), ['three', 2]);
      assert.deepEqual(await list({ ids: [] }), ['', 0]);
    });

    it('reports the chunks and live facts of each session, and which were imported', async () => {
      const one = await open('one', 1);
      const two = await open('two', 2);
      await open('none', 3);
      for (const text of ['a', 'b']) await store.chunks.append(aChunk(ada, one, text));
      await store.chunks.append(aChunk(ada, two, 'c'));
      await store.facts.add(aFact(ada, 'kept', { sourceSession: one }), noJudgement);
      const { fact } = await store.facts.add(aFact(ada, 'gone', { sourceSession: one }), noJudgement);
      await store.facts.deprecate(fact.id, 1, 'x', moment);
      await store.facts.add(aFact(ada, 'from nowhere'), noJudgement);
      await store.archive.append(archiveOf(ada, 'talk', ['hello']));
      const { sessions } = await store.sessions.list({ userId: ada.user.id, scope: 'all', limit: 9 });
      assert.deepEqual(
        sessions.map(({ externalId, chunks, facts, origin }) => [externalId, chunks, facts, origin]),
        [
          ['talk', 0, 0, 'import'],
          ['none', 0, 0, 'live'],
          ['two', 1, 0, 'live'],
          ['one', 2, 1, 'live'],
        ],
      );
    });

    it('lists the facts of a session, live ones first', async () => {
      const id = await open('one', 1);
      for (const text of ['first', 'second', 'third']) {
        await store.facts.add(aFact(ada, text, { sourceSession: id, confidence: 0.5 }), noJudgement);
      }
      await store.facts.deprecate(1, 1, 'x', moment);
      assert.deepEqual(await store.sessions.factsOf(id, 2), {
        facts: [
          {
            id: 2,
            category: 'codebase',
            type: 'observation',
            fact: 'second',
            confidence: 0.5,
            deprecated: false,
            rationale: null,
          },
          {
            id: 3,
            category: 'codebase',
            type: 'observation',
            fact: 'third',
            confidence: 0.5,
            deprecated: false,
            rationale: null,
          },
        ],
        total: 3,
      });
      assert.deepEqual(
        (await store.sessions.factsOf(id, 9)).facts.map(({ id: fact, deprecated }) => [fact, deprecated]),
        [
          [2, false],
          [3, false],
          [1, true],
        ],
      );
    });

    it('renames an open session, which is then found by its new headline', async () => {
      const id = await open('one', 1);
      assert.equal(await store.sessions.rename({ id, version: 1, oneLiner: 'Zebra crossing' }), 'renamed');
      assert.equal(await store.sessions.rename({ id, version: 1, oneLiner: 'Another' }), 'conflict');
      const renamed = await store.sessions.get(id);
      assert.deepEqual([renamed?.oneLiner, renamed?.endedAt, renamed?.version], ['Zebra crossing', null, 2]);
      assert.equal((await findMemories(store, ada, ['zebra'])).length, 1);
      assert.equal(await store.sessions.rename({ id, version: 2, oneLiner: 'Lion' }), 'renamed');
      assert.equal((await findMemories(store, ada, ['zebra'])).length, 0);
      const { indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
    });
  });
}
