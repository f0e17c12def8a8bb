/** A memory without a word of the query that is only near a match: its score shows this, whatever is searched. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { explanationText } from '../../src/search/explanation/explanation.ts';
import type { SearchResult } from '../../src/search/explanation/searchResult.ts';
import type { SearchInput } from '../../src/search/search.ts';
import { weights } from '../../src/search/shared/weights.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('the score of a memory that is only near a match', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const { clear, nearbyOnly } = weights.answered;
  const keep = async (conversationId: string, ...texts: string[]): Promise<void> => {
    const caller = await test.caller({ conversationId });
    for (const content of texts) await test.memory.chunks.append(caller, { content, role: 'user' });
  };
  const find = async (query: string, more: Partial<SearchInput> = {}): Promise<SearchResult[]> =>
    (await test.search.find(ada, { query, ...more })).results;
  const assertSorted = (found: readonly SearchResult[]): void => {
    const scores = found.map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
  };

  for (const [language, query, answer, beside] of [
    ['English', 'login loop', 'The login loop came from a stale cookie.', 'Ship it on Thursday.'],
    ['German', 'Anmeldeschleife', 'Die Anmeldeschleife kam von einem alten Cookie.', 'Wir liefern am Donnerstag aus.'],
    ['Chinese', '登录循环', '登录循环是由过期的缓存引起的。', '我们星期四发布。'],
  ] as const) {
    it(`is not a clear one, in ${language}`, async () => {
      await keep('talk', answer, beside);
      for (const more of [{}, { kinds: ['chunk'], ownWordsFirst: true }]) {
        const [first, second, ...others] = await find(query, more);
        assert.deepEqual([first?.text, second?.text, others], [answer, beside, []]);
        assert.ok((first?.score ?? 0) >= clear, String(first?.score));
        assert.ok((second?.score ?? 1) <= nearbyOnly * (first?.score ?? 0), String(second?.score));
        assert.ok((second?.score ?? 1) < clear);
      }
    });
  }

  it('leaves the order unchanged by default, and is no lower than the scores after it', async () => {
    await keep('one', 'Is it the login loop?', 'Yes, a stale cookie.', 'Then delete it.');
    await keep('two', `The loop of the pump is closed. ${'Water flows through it and comes back warm. '.repeat(6)}`);
    const found = await find('login loop', { explain: true });
    assertSorted(found);
    const places = found.map(({ text }) => text.slice(0, 8));
    assert.ok(places.indexOf('Yes, a s') < places.indexOf('The loop'), places.join());
    const { why } = found.find(({ text }) => text.startsWith('Yes')) ?? {};
    assert.ok(why !== undefined);
    assert.match(explanationText(why), /contains no word of the question$/u);
  });

  it('is below that of every memory with a word of the query if only exchanges are searched', async () => {
    await keep('one', 'Is it the login loop?', 'Yes, a stale cookie.', 'Then delete it.');
    await keep('two', `The loop of the pump is closed. ${'Water flows through it and comes back warm. '.repeat(6)}`);
    const found = await find('login loop', { kinds: ['chunk'], ownWordsFirst: true });
    assertSorted(found);
    assert.deepEqual(
      found.map(({ text }) => text.includes('loop')),
      [true, true, false, false],
    );
    for (const { text, score } of found.slice(2)) assert.ok(score < clear, `${text} ${String(score)}`);
  });

  it('is not lowered for the speaker whom the query names', async () => {
    const caller = await test.caller({ conversationId: 'talk' });
    await test.memory.chunks.append(caller, { content: 'Who mended the login loop?', role: 'user', speaker: 'Ben' });
    await test.memory.chunks.append(caller, { content: 'I did that at noon.', role: 'user', speaker: 'Carla' });
    const found = await find('What did Carla say of the login loop?', { explain: true });
    const hers = found.find(({ text }) => text.startsWith('I did'));
    assert.equal(hers?.why?.isNearbyOnly, undefined);
    assert.ok((hers?.score ?? 0) >= clear, String(hers?.score));
  });
});
