/** Entries of memory files in the store, over both engines: what is found, what keeps its id, and what is forgotten. */
import { strict as assert } from 'node:assert';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { MemoryFilter } from '../../../src/memory/shared/memoryRef.ts';
import type { Store } from '../../../src/memory/store.ts';
import { rowsIn } from '../../support/rows.ts';
import { secretMaker } from '../../support/secretShapes.ts';
import { queryRows } from '../rawRows.ts';
import {
  aFact,
  aFile,
  codeOf,
  engineNames,
  findMemories,
  noJudgement,
  openStore,
  recallOf,
  isFileEngine,
} from '../support.ts';
import { moment, removeFolders, visit } from '../support.ts';
import { aFileOf, anEntry } from './anEntry.ts';
import { day } from './oneOfEach.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`entries of memory files (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = aFile();
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const found = async (term: string, more: Partial<MemoryFilter> = {}, who = ada): Promise<string[]> =>
      (await findMemories(store, who, [term], more)).map(({ kind, text }) => `${kind} ${text}`);
    const idsOf = async (term: string): Promise<string[]> =>
      (await findMemories(store, ada, [term])).map(({ id }) => id);
    const inspected = async (): Promise<[number, number]> => {
      const { indexMissing, indexOrphans } = await store.maintenance.inspect();
      return [indexMissing, indexOrphans];
    };
    const eraseScope = async (kind: 'project' | 'user', id: string): Promise<void> => {
      const query = { userId: ada.user.id, agentId: ada.agent.id, ref: { kind, id }, mode: 'personal' as const };
      const preview = await store.scopeErasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.scopeErasure.begin({ ...query, expected: preview.expected, now: day(20) });
      while ((await store.scopeErasure.deleteNextBatch()).deleted > 0);
    };

    it('make their project known to their user only', async () => {
      const { user } = await visit(store, { username: 'bob' });
      await store.entries.replace(aFileOf(ada, ['Use Postgres']));
      const listed = [await store.identity.listProjects(ada.user.id), await store.identity.listProjects(user.id)];
      assert.deepEqual(
        listed.map((projects) => projects.map(({ key }) => key)),
        [['github.com/acme/rocket'], []],
      );
    });

    it('are found by their words, with file, line and kind', async () => {
      const resolved = anEntry('problem', 'login loops', {
        line: 7,
        status: 'resolved',
        resolution: 'fixed the cookie',
      });
      const decision = anEntry('decision', 'Vite over Webpack - fast builds', {
        line: 5,
        reason: 'fast builds',
        alternatives: ['Webpack'],
      });
      await store.entries.replace(aFileOf(ada, [], { entries: [decision, resolved] }));
      const [memory] = await findMemories(store, ada, ['webpack']);
      assert.deepEqual(
        [memory?.kind, memory?.title, memory?.text, memory?.sourceRef, memory?.origin, memory?.alternatives],
        ['entry', 'decision', 'Vite over Webpack - fast builds', '.mind/MEMORY.md#L5', 'agent', ['Webpack']],
      );
      assert.equal(memory?.projectName, 'rocket');
      const [problem] = await findMemories(store, ada, ['cookie']);
      assert.deepEqual([problem?.text, problem?.status], ['login loops\nResolved: fixed the cookie', 'resolved']);
    });

    it('are dated by their heading, or else by when they were first read', async () => {
      const dated = anEntry('decision', 'dated', { date: '2026-03-20', writtenAt: '2026-03-20T00:00:00.000Z' });
      const undated = anEntry('decision', 'undated', { line: 2 });
      await store.entries.replace(aFileOf(ada, [], { entries: [dated, undated] }));
      await store.entries.replace(
        aFileOf(ada, [], { entries: [dated, undated, anEntry('decision', 'later')], now: day(9) }),
      );
      const times = async (term: string): Promise<string[]> =>
        (await findMemories(store, ada, [term])).map(({ createdAt }) => createdAt);
      assert.deepEqual(
        [await times('dated'), await times('undated'), await times('later')],
        [['2026-03-20T00:00:00.000Z'], [moment], [day(9)]],
      );
      assert.deepEqual(await found('undated', { until: moment }), []);
    });

    it('keep their ids while kind and text stay, and only their line moves', async () => {
      await store.entries.replace(aFileOf(ada, ['alpha one', 'beta two', 'alpha one']));
      const [alpha, beta] = [await idsOf('alpha'), await idsOf('beta')];
      const documents = await queryRows(engine, file, 'SELECT id FROM memory_documents ORDER BY id');
      await store.entries.replace(aFileOf(ada, ['new three', 'alpha one', 'alpha one', 'beta two']));
      assert.deepEqual([await idsOf('alpha'), await idsOf('beta')], [alpha, beta]);
      assert.deepEqual(
        (await queryRows(engine, file, 'SELECT id FROM memory_documents ORDER BY id')).slice(0, 3),
        documents,
      );
      assert.deepEqual(
        (await store.entries.list(ada.user.id, '/projects/rocket')).map(({ text, line }) => `${String(line)} ${text}`),
        ['1 new three', '2 alpha one', '3 alpha one', '4 beta two'],
      );
      const [moved] = await findMemories(store, ada, ['beta']);
      assert.equal(moved?.sourceRef, '.mind/MEMORY.md#L4');
    });

    it('are no longer found when the file does not have them', async () => {
      await store.entries.replace(aFileOf(ada, ['alpha one', 'beta two']));
      await store.entries.replace(aFileOf(ada, ['beta two']));
      assert.deepEqual([await found('alpha'), await found('beta')], [[], ['entry beta two']]);
      await store.entries.remove(ada.user.id, [{ folder: '/projects/rocket', path: '.mind/MEMORY.md' }]);
      assert.deepEqual([await found('beta'), await store.entries.files(ada.user.id)], [[], []]);
      assert.deepEqual(await inspected(), [0, 0]);
    });

    it('are found again with what a later line says about them', async () => {
      await store.entries.replace(
        aFileOf(ada, [], { entries: [anEntry('problem', 'login loops', { status: 'open' })] }),
      );
      const before = await idsOf('login');
      const solved = anEntry('problem', 'login loops', { status: 'resolved', resolution: 'new cookie' });
      await store.entries.replace(aFileOf(ada, [], { entries: [solved] }));
      assert.deepEqual([await idsOf('cookie'), await inspected()], [before, [0, 0]]);
    });

    it('of another worktree of the project are left out, those of other projects are not', async () => {
      const bee = await visit(store, { project: 'github.com/acme/bee' });
      await store.entries.replace(aFileOf(ada, ['port here']));
      await store.entries.replace(aFileOf(ada, ['port elsewhere'], { folder: '/projects/rocket-2' }));
      await store.entries.replace(aFileOf(bee, ['port of the bee'], { folder: '/work/bee' }));
      const projectId = ada.project?.id ?? '';
      const worktree = { projectId, folder: '/projects/rocket' };
      const own = { worktree, scope: { projectId } };
      assert.deepEqual(await found('port', own), ['entry port here']);
      assert.deepEqual((await found('port', { worktree })).toSorted(), ['entry port here', 'entry port of the bee']);
      const count = (more: Partial<MemoryFilter>): Promise<number> =>
        recallOf(store).count({ userId: ada.user.id, scope: 'all', ...more });
      assert.deepEqual([await count({}), await count({ worktree }), await count(own)], [3, 2, 1]);
      assert.equal(await count({ ...own, since: '2020' }), 1);
    });

    it('belong to their user', async () => {
      const bob = await visit(store, { username: 'bob' });
      await store.entries.replace(aFileOf(ada, ['alpha one']));
      await store.entries.replace(aFileOf(bob, ['alpha of bob']));
      assert.deepEqual(
        [await found('alpha'), await found('alpha', {}, bob)],
        [['entry alpha one'], ['entry alpha of bob']],
      );
      const [memory] = await findMemories(store, bob, ['alpha']);
      assert.equal(await store.catalogue.get(ada.user.id, { kind: 'entry', id: memory?.id ?? '' }), undefined);
    });

    it('are listed with their kind, and cannot be changed', async () => {
      await store.entries.replace(
        aFileOf(ada, ['alpha one'], { entries: [anEntry('gotcha', 'alpha one', { line: 12 })] }),
      );
      const query = { userId: ada.user.id, scope: 'all', state: 'live', order: 'newest', offset: 0, limit: 9 } as const;
      const { memories, total } = await store.catalogue.list({ ...query, kinds: ['entry'] });
      const [listed] = memories;
      assert.deepEqual(
        [total, listed?.kind, listed?.category, listed?.text, listed?.sourceRef, listed?.projectName],
        [1, 'entry', 'gotcha', 'alpha one', '.mind/MEMORY.md#L12', 'rocket'],
      );
      const detail = await store.catalogue.get(ada.user.id, { kind: 'entry', id: listed?.id ?? '' });
      assert.deepEqual([detail?.mayChange, detail?.origin], [false, 'agent']);
      assert.equal((await store.catalogue.list({ ...query, agent: 'test agent' })).total, 0);
    });

    it('are rebuilt with the index, and missing ones are counted', async () => {
      await store.entries.replace(aFileOf(ada, ['alpha one', 'beta two']));
      await store.close();
      await queryRows(engine, file, `DELETE FROM memory_documents WHERE kind = 'entry' AND memory_id = '1'`);
      store = openStore(engine, file);
      assert.equal((await inspected())[0], 1);
      await store.maintenance.rebuildIndex();
      assert.deepEqual([await inspected(), await found('alpha')], [[0, 0], ['entry alpha one']]);
    });

    it('follow their project if it is named differently', async () => {
      const renamed = await visit(store, { project: 'github.com/acme/comet' });
      await store.entries.replace(aFileOf(ada, ['alpha one']));
      await store.entries.replace(aFileOf(renamed, ['alpha one']));
      const projectId = renamed.project?.id ?? '';
      assert.deepEqual(await found('alpha', { scope: { projectId } }), ['entry alpha one']);
    });

    it('are forgotten with their project, which a process that still knows it does not bring back', async () => {
      const bee = await visit(store, { project: 'github.com/acme/bee' });
      await store.facts.add(aFact(ada, 'the port is 81'), noJudgement);
      await store.entries.replace(aFileOf(ada, ['alpha one']));
      await store.entries.replace(aFileOf(bee, ['alpha of the bee'], { folder: '/work/bee' }));
      await eraseScope('project', 'github.com/acme/rocket');
      assert.deepEqual([await found('alpha'), await inspected()], [['entry alpha of the bee'], [0, 0]]);
      await store.entries.replace(aFileOf(ada, ['alpha one']));
      assert.deepEqual(await found('alpha'), ['entry alpha of the bee']);
    });

    it('are forgotten with their user, who cannot write any longer', async () => {
      await store.facts.add(aFact(ada, 'the port is 81'), noJudgement);
      await store.entries.replace(aFileOf(ada, ['alpha one']));
      const query = { userId: ada.user.id, agentId: ada.agent.id, ref: { kind: 'user', id: 'ada' } as const };
      const preview = await store.scopeErasure.preview({ ...query, mode: 'personal' });
      assert.ok(typeof preview === 'object');
      await store.scopeErasure.begin({ ...query, mode: 'personal', expected: preview.expected, now: day(20) });
      assert.deepEqual(await store.entries.files(ada.user.id), []);
      assert.equal(await codeOf(store.entries.replace(aFileOf(ada, ['alpha one']))), 'store_replaced');
      while ((await store.scopeErasure.deleteNextBatch()).deleted > 0);
      assert.deepEqual(
        [await queryRows(engine, file, 'SELECT text FROM mind_entries'), await inspected()],
        [[], [0, 0]],
      );
    });

    // Copies beside a store exist only where it is a file.
    const itWithCopies = isFileEngine(engine) ? it : it.skip;
    itWithCopies(
      'of an erased project leave every copy of the store, also one that has nothing else of it',
      async () => {
        await visit(store, { project: 'github.com/acme/bee' });
        await store.entries.replace(aFileOf(ada, ['the quetzal one']));
        const copy = join(dirname(file), 'backups', 'memory-2026-03-29T12-00-00Z.db');
        mkdirSync(dirname(copy));
        await store.close();
        const database = new DatabaseSync(file);
        database.prepare('VACUUM INTO ?').run(copy);
        database.close();
        store = openStore(engine, file);
        await store.facts.add(aFact(ada, 'the port is 81'), noJudgement);
        await eraseScope('project', 'github.com/acme/rocket');
        await store.erasureCleanup.scrubCopies();
        assert.deepEqual(rowsIn(copy, 'SELECT text FROM mind_entries'), []);
        assert.deepEqual(rowsIn(copy, 'SELECT path FROM mind_files'), []);
        assert.deepEqual(rowsIn(copy, `SELECT 1 FROM memory_documents WHERE kind = 'entry'`), []);
      },
    );

    it('lose secrets that older rules did not find, and their words', async () => {
      const secret = secretMaker(5)['GitHub token'] ?? '';
      await store.entries.replace(aFileOf(ada, [`alpha token ${secret}`]));
      const counts = { held: 0 };
      for (let from = { table: 0, after: 0 }; ;) {
        const { found: held, next } = await store.secrets.look(from, redact, 'clean');
        counts.held += held.length;
        if (next === null) break;
        from = next;
      }
      assert.equal(counts.held, 1);
      assert.match((await found('alpha')).join(), /^entry alpha token \[removed/u);
    });

    it('are not exported', async () => {
      await store.entries.replace(aFileOf(ada, ['the quetzal one']));
      assert.doesNotMatch(JSON.stringify(await store.portability.read(moment, 'ada')), /quetzal/u);
    });
  });
}
