/** A search reads the store once, and everything that it reads is from one moment. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { RecallStore } from '../../src/memory/recall/recall.ts';
import { Meaning } from '../../src/search/ranking/meaning.ts';
import { Search } from '../../src/search/search.ts';
import { anEmptyStore } from '../store/emptyStore.ts';
import { aFact, noJudgement, openStore, recallOf, removeFolders, visit } from '../store/support.ts';

after(removeFolders);

describe('a search', () => {
  it('reads the store once, including replacements and the number of searched memories', async () => {
    const store = openStore('native', anEmptyStore('native'));
    const ada = await visit(store, { username: 'ada' });
    await store.facts.add(aFact(ada, 'the quay is closed'), noJudgement);
    let reads = 0;
    const recall: RecallStore = {
      read: (work) => {
        reads += 1;
        return store.recall.read(work);
      },
    };
    const clock = { now: () => new Date('2026-04-01T00:00:00.000Z'), timeZone: 'UTC' };
    const identities = { scope: () => Promise.resolve('all') } as never;
    const sessions = { idOf: () => assert.fail() } as never;
    const search = new Search({
      recall,
      identities,
      sessions,
      clock,
      meaning: new Meaning(store.embeddings, {}, clock),
    });
    const { results, searched } = await search.find(ada, { query: 'when is the quay closed', project: 'all' });
    assert.deepEqual([results.length, searched, reads], [1, 1, 1]);
    await store.close();
  });

  it('does not see what another process writes while it reads', async () => {
    const file = anEmptyStore('native');
    const store = openStore('native', file);
    const ada = await visit(store, { username: 'ada' });
    await store.facts.add(aFact(ada, 'the quay is closed'), noJudgement);
    const filter = { userId: ada.user.id, scope: 'all' } as const;
    const other = new DatabaseSync(file);
    const counts = await store.recall.read(async (reader) => {
      const before = await reader.statistics(['quay']);
      other.exec(`UPDATE facts SET deprecated = 1; DELETE FROM memory_documents; DELETE FROM memory_counts`);
      const refs = await reader.find({ ...filter, terms: ['quay'], limit: 5 });
      return [before.documents, refs.length, (await reader.passages(refs, 0)).length, await reader.count(filter)];
    });
    other.close();
    assert.deepEqual(counts, [1, 1, 1, 1]);
    assert.equal(await recallOf(store).count(filter), 0, 'the next read sees the change');
    await store.close();
  });
});
