/** Both engines find the same memories in the same order with the same scores, in every script. */
import assert from 'node:assert/strict';
import type { SearchInput } from '../../src/search/search.ts';
import type { SearchAnswer } from '../../src/search/explanation/searchResult.ts';
import type { EngineName } from '../store/support.ts';
import { engineNames, removeFolders } from '../store/support.ts';
import type { MixedStore } from './mixedStore.ts';
import { openMixedStore, plantedTexts } from './mixedStore.ts';

describe('search over both engines', () => {
  const stores = new Map<EngineName, MixedStore>();
  before(async () => {
    for (const engine of engineNames) stores.set(engine, await openMixedStore(engine));
  });
  after(async () => {
    for (const { bigmind } of stores.values()) await bigmind.close();
    removeFolders();
  });

  /** The results of the first engine, after asserting that the other one returns exactly the same. */
  async function find(query: string, more: Partial<SearchInput> = {}): Promise<SearchAnswer> {
    const answers: SearchAnswer[] = [];
    for (const { bigmind, caller } of stores.values())
      answers.push(await bigmind.search.find(caller, { query, explain: true, limit: 30, ...more }));
    const [native, wasm] = answers;
    assert.ok(native !== undefined);
    assert.deepEqual(wasm, native);
    return native;
  }

  it('covers the same 300 memories', async () => {
    const { searched, results } = await find('cache');
    assert.ok(searched >= 300 && results.length === 30, `${String(searched)} ${String(results.length)}`);
    const scores = results.map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
    assert.ok(scores.every((score) => score > 0 && score < 1));
  });

  for (const [text, ...questions] of plantedTexts) {
    for (const question of questions) {
      it(`finds "${text}" first for "${question}"`, async () => {
        assert.equal((await find(question)).results[0]?.text, text);
      });
    }
  }

  const queries = [
    'what fails?',
    'who said that the budget holds',
    'What did Caroline say about the cache?',
    'Melanie',
    'when did the deploy break',
    'how many times does the index load the schema',
    'deploy of the parser',
    'what happened last week',
    'what did we do yesterday',
    'in March 2025',
    'the the the',
    'what is it',
    'shcema quue',
    '12 times',
    'NEAR(cache build) AND "token" OR -server*',
    'a"b c:d (e',
    '数据 cache 🚀',
  ];
  for (const query of queries) {
    it(`returns the same results for "${query}"`, async () => {
      await find(query);
      await find(query, { limit: 3 });
    });
  }

  const filters: Partial<SearchInput>[] = [
    { kinds: ['message'] },
    { kinds: ['fact', 'session'] },
    { since: '2026-02-01' },
    { until: '2025-03-31', kinds: ['message', 'chunk'] },
    { minConfidence: 0.6 },
    { project: 'all' },
    { limit: 100 },
  ];
  for (const filter of filters) {
    it(`returns the same results with ${JSON.stringify(filter)}`, async () => {
      const { results, searched } = await find('the cache fails to load the index', filter);
      assert.ok(results.length > 0 && results.length <= searched);
      for (const { kind, createdAt } of results) {
        assert.ok(filter.kinds === undefined || filter.kinds.includes(kind));
        assert.ok(filter.since === undefined || createdAt >= filter.since);
        assert.ok(filter.until === undefined || createdAt < '2025-04-01');
      }
    });
  }

  it('finds a memory by its time alone, without a matching word', async () => {
    const { results } = await find('what happened on 10 January 2026', { kinds: ['fact', 'knowledge', 'chunk'] });
    assert.ok(results.some(({ createdAt }) => createdAt.startsWith('2026-01-10')));
  });

  it('folds repeated messages into one, with a count', async () => {
    const { results } = await find('as I said the budget holds');
    const repeated = results.filter(({ text }) => text === 'As I said, the budget holds.');
    assert.deepEqual(
      repeated.map(({ repeats }) => repeats),
      [3],
    );
  });
});
