/** The days of filters and of queries are those of the reader, as in every display. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { SearchInput } from '../../src/search/search.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

describe('the days of a search', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const say = (texts: Record<string, string>): Promise<unknown> => {
    const lines = Object.entries(texts).map(([createdAt, content], place) => ({
      ...{ lineNumber: place + 1, session: `talk ${String(place)}`, content, createdAt },
    }));
    return test.memory.archive.importMessages(ada, lines, { projectId: null });
  };
  const found = async (query: string, days: Partial<SearchInput> = {}): Promise<string[]> => {
    const { results } = await test.search.find(ada, { query, kinds: ['message'], ...days });
    return results.map(({ text }) => text).toSorted();
  };

  for (const [timeZone, day, last, first, end, next] of [
    [
      'America/Los_Angeles',
      '2026-03-08',
      '2026-03-08T07:59:59Z',
      '2026-03-08T08:00:00Z',
      '2026-03-09T06:59:59Z',
      '2026-03-09T07:00:00Z',
    ],
    [
      'Europe/Berlin',
      '2025-10-26',
      '2025-10-25T21:59:59Z',
      '2025-10-25T22:00:00Z',
      '2025-10-26T22:59:59Z',
      '2025-10-26T23:00:00Z',
    ],
    [
      'Asia/Kolkata',
      '2026-01-15',
      '2026-01-14T18:29:59Z',
      '2026-01-14T18:30:00Z',
      '2026-01-15T18:29:59Z',
      '2026-01-15T18:30:00Z',
    ],
    [
      'Pacific/Kiritimati',
      '2026-01-15',
      '2026-01-14T09:59:59Z',
      '2026-01-14T10:00:00Z',
      '2026-01-15T09:59:59Z',
      '2026-01-15T10:00:00Z',
    ],
    [
      'UTC',
      '2026-01-15',
      '2026-01-14T23:59:59Z',
      '2026-01-15T00:00:00Z',
      '2026-01-15T23:59:59Z',
      '2026-01-16T00:00:00Z',
    ],
  ] as const) {
    it(`begin and end at midnight in ${timeZone}`, async () => {
      test.moveTo(timeZone);
      await say({ [last]: 'bison before', [first]: 'bison first', [end]: 'bison last', [next]: 'bison after' });
      assert.deepEqual(await found('bison', { since: day, until: day }), ['bison first', 'bison last']);
      assert.deepEqual(await found('bison', { since: day }), ['bison after', 'bison first', 'bison last']);
      assert.deepEqual(await found('bison', { until: day }), ['bison before', 'bison first', 'bison last']);
      // A time is a time in every zone.
      assert.deepEqual(await found('bison', { since: first, until: end }), ['bison first']);
      assert.deepEqual(await found(`on ${day}`), ['bison first', 'bison last']);
    });
  }

  it('are those of the season that a query names, not of today', async () => {
    test.moveTo('Europe/Berlin');
    test.pass(24 * 60);
    await say({ '2026-01-14T22:30:00Z': 'the harbor froze', '2026-01-14T23:30:00Z': 'the harbor thawed' });
    assert.deepEqual(await found('what happened on 2026-01-15'), ['the harbor thawed']);
    assert.deepEqual(await found('what happened on 2026-01-14'), ['the harbor froze']);
  });
});
