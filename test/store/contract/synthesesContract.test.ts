/** Syntheses and the runs that write them, on every engine. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewFact } from '../../../src/memory/facts/factStore.ts';
import type { Fact } from '../../../src/memory/facts/facts.ts';
import { keptVersions } from '../../../src/memory/graph/synthesis/synthesis.ts';
import type { SourceText } from '../../../src/memory/graph/synthesis/synthesis.ts';
import { actorOf } from '../../../src/memory/shared/audit.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aFact, engineNames, moment, noJudgement, openStore, removeFolders, visit } from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`syntheses (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const add = async (text: string, more: Partial<NewFact> = {}): Promise<Fact> =>
      (await store.facts.add(aFact(ada, text, { tags: ['relay'], ...more }), noJudgement)).fact;
    const scan = async (): Promise<void> => {
      for (let waiting = true; waiting;) ({ waiting } = await store.graph.scan(ada.user.id));
    };
    const due = async (density = 2): Promise<unknown[]> =>
      (await store.syntheses.due({ userId: ada.user.id, density, limit: 9, now: moment }))
        .filter(({ key }) => key === 'relay')
        .map(({ key, memories, fresh }) => [key, memories, fresh]);
    const projectId = (): string | null => ada.project?.id ?? null;
    const place = () => ({ userId: ada.user.id, entity: 'relay', projectId: projectId() });
    const sources = (): Promise<SourceText[]> => store.syntheses.sources(place(), 50, moment);
    const write = async (read: readonly SourceText[], text = 'It relays.', memories = read.length) => {
      const known = await store.syntheses.due({ userId: ada.user.id, density: 0, limit: 99, now: moment });
      const throughDocument = known.find(({ key }) => key === 'relay')?.newest ?? 0;
      return store.syntheses.store({
        ...place(),
        sentences: [{ text, sources: read.map(({ ref }) => ref) }],
        conflicts: [],
        writtenBy: 'rule',
        origin: 'agent',
        memories,
        throughDocument,
        tokens: 0,
        sources: read,
        now: moment,
      });
    };
    const current = async (): Promise<string[]> =>
      (await store.syntheses.current(ada.user.id, 'all', ['relay'])).flatMap(({ sentences }) =>
        sentences.map(({ text }) => text),
      );

    it('are due for entities with enough memories, and again with enough new ones', async () => {
      await add('One');
      await scan();
      assert.deepEqual(await due(), []);
      await add('Two');
      await scan();
      assert.deepEqual(await due(), [['relay', 2, 2]]);
      await write(await sources());
      assert.deepEqual(await due(), []);
      await add('Three');
      await scan();
      assert.deepEqual([await due(), await due(1)], [[], [['relay', 3, 1]]]);
    });

    it('are due again for what was stored before they were written and scanned after', async () => {
      for (const text of ['One', 'Two']) await add(text);
      await scan();
      await add('Three');
      await write(await sources());
      await scan();
      assert.deepEqual(await due(1), [['relay', 3, 1]]);
    });

    it('let a process notice that a memory was stored, changed or retired', async () => {
      const seen = new Set([await store.syntheses.newest()]);
      const isNoticed = async (): Promise<boolean> => {
        const before = seen.size;
        return seen.add(await store.syntheses.newest()).size > before;
      };
      const [first, second] = [await add('One'), await add('Two')];
      assert.equal(await isNoticed(), true);
      const { version } = first;
      const change = {
        fact: 'One and a half',
        contentHash: 'half',
        category: 'codebase',
        tags: [],
        projectId: projectId(),
      };
      const said = { confidence: undefined, words: [], statedInProject: projectId(), now: moment, by: actorOf(ada) };
      await store.facts.edit({ id: first.id, version, ...change, ...said }, noJudgement);
      assert.equal(await isNoticed(), true);
      await scan();
      assert.equal(await isNoticed(), false);
      await store.facts.deprecate(second.id, second.version, 'wrong', moment, actorOf(ada));
      await add('Three', { visibility: 'workspace' });
      assert.equal(await isNoticed(), true);
    });

    it('are due again where a rule wrote what is no longer fit', async () => {
      for (const text of ['One', 'Two']) await add(text);
      await scan();
      await write(await sources(), 'Let me look.');
      const fits: string[] = [];
      await store.syntheses.removeUnfit(ada.user.id, ({ sentences }) => fits.push(sentences[0]?.text ?? '') > 0);
      assert.deepEqual([fits, await current(), await due()], [['Let me look.'], ['Let me look.'], []]);
      await store.syntheses.removeUnfit(ada.user.id, () => false);
      assert.deepEqual([await current(), await due()], [[], [['relay', 2, 2]]]);
    });

    it('are written for each project apart', async () => {
      const there = await visit(store, { project: 'github.com/acme/other' });
      for (const text of ['A', 'B']) await add(text);
      for (const text of ['C', 'D']) await store.facts.add(aFact(there, text, { tags: ['relay'] }), noJudgement);
      await scan();
      const found = await store.syntheses.due({ userId: ada.user.id, density: 2, limit: 9, now: moment });
      assert.deepEqual(
        found.map((one) => one.projectId).toSorted(),
        [projectId(), there.project?.id ?? null].toSorted(),
      );
      assert.deepEqual((await sources()).map(({ text }) => text.split('\n')[0]).toSorted(), ['A', 'B']);
    });

    it('keep the newest versions, the current one first', async () => {
      await add('One');
      await scan();
      const read = await sources();
      for (let n = 0; n < keptVersions + 5; n += 1) assert.equal(await write(read, `Version ${String(n)}.`), 'stored');
      const versions = await store.syntheses.versions(place());
      assert.equal(versions.length, keptVersions + 1);
      assert.deepEqual(await current(), [versions[0]?.sentences[0]?.text]);
      assert.deepEqual(await current(), [`Version ${String(keptVersions + 4)}.`]);
    });

    it('go with a source that is changed, deprecated or erased, all versions of them', async () => {
      const [first, second] = [await add('One'), await add('Two')];
      await scan();
      const read = await sources();
      await write(
        read.filter(({ ref }) => ref.id === String(second.id)),
        'Only the second.',
      );
      await write(read, 'Both.');
      await store.facts.deprecate(first.id, first.version, 'wrong', moment, actorOf(ada));
      const left = (await store.syntheses.versions(place())).flatMap(({ sentences }) =>
        sentences.map(({ text }) => text),
      );
      assert.deepEqual([await current(), left, await due(1)], [[], ['Only the second.'], [['relay', 1, 1]]]);
      const query = { ref: { kind: 'fact', id: String(second.id) }, userId: ada.user.id, mode: 'personal' } as const;
      const preview = await store.erasure.preview(query);
      assert.ok(typeof preview === 'object' && 'expected' in preview);
      await store.erasure.erase({ ...query, expected: preview.expected, now: moment });
      assert.deepEqual(await store.syntheses.versions(place()), []);
    });

    it('are not stored if a source changed while they were written', async () => {
      const fact = await add('One');
      await scan();
      const read = await sources();
      await store.facts.deprecate(fact.id, fact.version, 'wrong', moment, actorOf(ada));
      assert.equal(await write(read), 'changed');
      assert.deepEqual(await current(), []);
    });

    it('rest on no rejected alternative, no tag and no fact that expires', async () => {
      const decision = {
        decidedBy: 'Ada',
        assistedBy: [],
        rationale: 'It is safe.',
        alternatives: ['Keep it in Redis'],
      };
      await add('Use one table', { decision, type: 'decision' });
      await add('Frozen until Tuesday', { expiresAt: '2099-01-01T00:00:00.000Z' });
      await scan();
      assert.deepEqual(
        (await sources()).map(({ text }) => text),
        ['Use one table\nIt is safe.'],
      );
      assert.deepEqual(await due(1), [['relay', 1, 1]]);
    });

    it('count new memories, also if as many were retired', async () => {
      const more = await add('Retired later');
      for (const text of ['A', 'B']) await add(text);
      await scan();
      await write((await sources()).filter(({ ref }) => ref.id !== String(more.id)));
      await store.facts.deprecate(more.id, more.version, 'wrong', moment, actorOf(ada));
      await add('C');
      await scan();
      assert.deepEqual(await due(1), [['relay', 3, 1]]);
    });

    it('are private to their user', async () => {
      await add('Shared', { visibility: 'workspace' });
      await scan();
      await write(await sources());
      const bob = await visit(store, { username: 'bob' });
      assert.deepEqual(await store.syntheses.current(bob.user.id, 'all', ['relay']), []);
    });

    it('are written by one process at a time, and by another one when it dies', async () => {
      const at = (minute: number): string => new Date(Date.parse(moment) + minute * 60_000).toISOString();
      const begin = (holder: string, minute: number) =>
        store.syntheses.runs.begin({ userId: ada.user.id, holder, now: at(minute), until: at(minute + 3) });
      const first = await begin('a', 0);
      assert.ok('runId' in first);
      assert.ok('running' in (await begin('b', 1)));
      const progress = { due: 4, done: 2, tokens: 30 };
      const held = (runId: number, holder: string) => ({ userId: ada.user.id, runId, holder, progress });
      assert.equal(await store.syntheses.runs.renew({ ...held(first.runId, 'a'), until: at(5) }), true);
      assert.ok('running' in (await begin('b', 4)));
      const second = await begin('b', 6);
      assert.ok('runId' in second);
      assert.equal(await store.syntheses.runs.renew({ ...held(first.runId, 'a'), until: at(9) }), false);
      await store.syntheses.runs.end({ ...held(second.runId, 'b'), now: at(7), outcome: 'done' });
      const runs = await store.syntheses.runs.list(ada.user.id, 9);
      assert.deepEqual(
        runs.map(({ outcome, done, tokens }) => [outcome, done, tokens]),
        [
          ['done', 2, 30],
          ['failed', 2, 30],
        ],
      );
      assert.equal(await store.syntheses.runs.tokensSince(ada.user.id, at(0)), 60);
      assert.ok('runId' in (await begin(randomUUID(), 8)));
    });
  });
}
