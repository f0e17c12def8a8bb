/** Fact changes on both engines: row, index, words and links change in one transaction. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { statementHash } from '../../../src/memory/shared/contentHash.ts';
import type { JudgeFacts } from '../../../src/memory/facts/factJudge.ts';
import type { Fact } from '../../../src/memory/facts/facts.ts';
import type { FactChange, FactEdit } from '../../../src/memory/facts/factStore.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aFact, engineNames, findMemories, hash, noJudgement, openStore, removeFolders, visit } from '../support.ts';

after(removeFolders);

const later = '2026-04-01T00:00:00.000Z';

for (const engine of engineNames) {
  describe(`fact changes (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const add = async (text: string, judge = noJudgement): Promise<Fact> =>
      (await store.facts.add(aFact(ada, text), judge)).fact;
    const textFields = (text: string): Pick<FactEdit, 'words' | 'statedInProject' | 'now'> => ({
      words: text.toLowerCase().split(' '),
      statedInProject: ada.project?.id ?? null,
      now: later,
    });
    const edited = (fact: Fact, text: string, more: Partial<FactEdit> = {}): FactEdit => ({
      id: fact.id,
      version: fact.version,
      projectId: fact.projectId,
      category: fact.category,
      fact: text,
      confidence: undefined,
      tags: [],
      contentHash: statementHash(hash, text),
      ...textFields(text),
      ...more,
    });
    const factOf = (change: FactChange): Fact => {
      assert.ok(typeof change === 'object' && 'fact' in change, JSON.stringify(change));
      return change.fact;
    };
    const contradicting: JudgeFacts = (alike) =>
      alike.map((fact) => ({
        fact,
        relation: 'contradicts',
        similarity: 0.5,
        confidenceLeft: fact.confidence / 2,
        linkUid: randomUUID(),
      }));
    const links = async (): Promise<unknown[][]> =>
      (await store.portability.read(later, 'ada')).tables.links.map(({ relation, amount }) => [relation, amount]);
    const ids = async (word: string): Promise<string[]> => (await findMemories(store, ada, [word])).map(({ id }) => id);

    it('edits row, hash, index and words together, and queues the fact for embedding', async () => {
      const fact = await add('zebra stripes');
      await store.embeddings.useModel('a model');
      for (const task of await store.embeddings.claim('a model', 10, 1)) {
        await store.embeddings.complete('a model', [{ task, vector: Float32Array.of(1, 0) }]);
      }
      const now = factOf(
        await store.facts.edit(edited(fact, 'lion mane', { category: 'decision', tags: ['x'] }), noJudgement),
      );
      assert.deepEqual(
        [now.fact, now.category, now.tags, now.version, now.updatedAt],
        ['lion mane', 'decision', ['x'], 2, later],
      );
      assert.deepEqual([await ids('lion'), await ids('zebra')], [[String(fact.id)], []]);
      let seen: string[] = [];
      await add('lion tail', (alike) => {
        seen = alike.map(({ fact: text }) => text);
        return [];
      });
      assert.deepEqual(seen, ['lion mane']);
      assert.deepEqual(
        (await store.embeddings.claim('a model', 10, 1)).map(({ text }) => text),
        ['lion mane\n["x"]', 'lion tail'],
      );
      assert.equal((await store.facts.add(aFact(ada, 'LION mane'), noJudgement)).status, 'duplicate');
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
    });

    it('keeps statements apart whose case has a meaning', async () => {
      const small = await add('Use curl -o for the file');
      const large = await add('Use curl -O for the file');
      assert.notEqual(large.id, small.id);
      assert.equal((await store.facts.add(aFact(ada, 'use CURL -o for the file'), noJudgement)).fact.id, small.id);
      const other = await add('Use tar for the archive');
      const edit = edited(other, 'use CURL -O for the file');
      assert.deepEqual(await store.facts.edit(edit, noJudgement), { duplicateOf: large.id });
    });

    it('rejects an edit with a stale version, of a deprecated fact, or into a duplicate', async () => {
      const one = await add('one');
      const two = await add('two');
      assert.equal(await store.facts.edit(edited(one, 'x', { version: 7 }), noJudgement), 'conflict');
      assert.deepEqual(await store.facts.edit(edited(one, 'Two'), noJudgement), { duplicateOf: two.id });
      await store.facts.deprecate(one.id, 1, 'x', later);
      assert.equal(await store.facts.edit(edited(one, 'x', { version: 2 }), noJudgement), 'conflict');
      assert.equal(await store.facts.edit(edited({ ...one, id: 99 }, 'x'), noJudgement), 'conflict');
    });

    it('rolls back an edit whose judge fails', async () => {
      const fact = await add('zebra');
      const failing = store.facts.edit(edited(fact, 'lion'), () => {
        throw new Error('no verdict');
      });
      await assert.rejects(failing);
      assert.deepEqual([(await store.facts.get(fact.id))?.fact, await ids('zebra')], ['zebra', [String(fact.id)]]);
    });

    it('lowers confidence again when either contradicting fact is restored, with one link', async () => {
      const old = await add('indent tabs');
      const newer = await add('indent spaces', contradicting);
      assert.equal((await store.facts.get(old.id))?.confidence, 0.5);
      await store.facts.deprecate(newer.id, newer.version, 'x', later);
      assert.equal((await store.facts.get(old.id))?.confidence, 1);
      const stale = { id: newer.id, version: 1, ...textFields('indent spaces') };
      assert.equal(await store.facts.restore(stale, contradicting), 'conflict');
      const restored = factOf(await store.facts.restore({ ...stale, version: 2 }, contradicting));
      assert.deepEqual([restored.deprecated, restored.confidence, restored.version], [false, 1, 3]);
      assert.deepEqual([(await store.facts.get(old.id))?.confidence, await links()], [0.5, [['contradicts', 0.5]]]);
      const version = (await store.facts.get(old.id))?.version ?? 0;
      await store.facts.deprecate(old.id, version, 'x', later);
      const again = { id: old.id, version: version + 1, ...textFields('indent tabs') };
      assert.equal(factOf(await store.facts.restore(again, contradicting)).confidence, 0.5);
      assert.deepEqual(await links(), [['contradicts', 0.5]]);
      assert.deepEqual((await ids('indent')).toSorted(), [String(old.id), String(newer.id)]);
    });

    it('supersedes in one transaction, with a link that restoring removes', async () => {
      const old = await add('port eighty');
      const step = { id: old.id, version: 1, linkUid: randomUUID() };
      assert.equal(await store.facts.supersede(step, aFact(ada, 'Port EIGHTY'), noJudgement), 'same');
      assert.equal(await store.facts.supersede({ ...step, version: 4 }, aFact(ada, 'x'), noJudgement), 'conflict');
      const failing = store.facts.supersede(step, aFact(ada, 'port ninety'), () => {
        throw new Error('no verdict');
      });
      await assert.rejects(failing);
      assert.equal((await store.facts.get(old.id))?.deprecated, false);
      let seen = 0;
      const outcome = await store.facts.supersede(step, aFact(ada, 'port ninety'), (alike) => {
        seen = alike.length;
        return [];
      });
      assert.ok(typeof outcome === 'object');
      assert.deepEqual(
        [outcome.status, outcome.fact.fact, outcome.replaced.id, outcome.replaced.deprecationReason, seen],
        ['stored', 'port ninety', old.id, `superseded by #${String(outcome.fact.id)}`, 0],
      );
      assert.deepEqual([await ids('port'), await links()], [[String(outcome.fact.id)], [['supersedes', null]]]);
      await store.facts.restore({ id: old.id, version: 2, ...textFields('port eighty') }, noJudgement);
      assert.deepEqual(await links(), []);
      const { indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
    });

    it('says which facts of a user have a statement, and whether each is live', async () => {
      const bob = await visit(store, { username: 'bob' });
      const old = await add('Port eighty');
      await store.facts.add({ ...aFact(ada, 'port EIGHTY'), projectId: null, origin: 'web' }, noJudgement);
      await store.facts.add(aFact(bob, 'port eighty'), noJudgement);
      await store.facts.deprecate(old.id, old.version, 'closed', later);
      const asked = [statementHash(hash, 'port eighty'), statementHash(hash, 'unknown')];
      const states = (await store.facts.statesOf(ada.user.id, asked)).map(({ isLive, origin, projectName }) => {
        return [isLive, origin, projectName];
      });
      assert.deepEqual(states.toSorted().toReversed(), [
        [true, 'web', null],
        [false, null, ada.project?.name ?? null],
      ]);
    });
  });
}
