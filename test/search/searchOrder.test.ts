/** The order of results with a real store: later changes, sessions, limits, times and odd queries. */
import assert from 'node:assert/strict';
import type { ArchiveLine } from '../../src/memory/archive/archive.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { SearchInput } from '../../src/search/search.ts';
import type { SearchResult } from '../../src/search/explanation/searchResult.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

describe('the order of results', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const importAll = (messages: ArchiveLine[]): Promise<unknown> =>
    test.memory.archive.importMessages(ada, messages, { projectId: null });
  const find = async (query: string, more: Partial<SearchInput> = {}): Promise<SearchResult[]> =>
    (await test.search.find(ada, { query, ...more })).results;
  const keyOf = ({ kind, id }: SearchResult): string => `${kind} ${id}`;
  /** Sixty sessions about something else, so that words are rare or common. */
  const fill = (): Promise<unknown> =>
    importAll(
      Array.from({ length: 60 }, (_, n) => ({
        session: `other ${String(n)}`,
        content: `Module ${String(n)} is blue. Heute regnet es in der Halle. 今天下雨${String(n)}号。`,
        createdAt: '2026-01-05T00:00:00Z',
        lineNumber: 1,
      })),
    );

  const changed: [language: string, old: string, fresh: string, now: string, before: string][] = [
    [
      'English',
      'Deploys go out on Tuesdays.',
      'From now on deploys go out on Thursdays.',
      'which day do deploys go out',
      'which day did deploys go out before',
    ],
    [
      'German',
      'Die Deploys gehen am Dienstag raus.',
      'Ab jetzt gehen die Deploys am Donnerstag raus.',
      'wann gehen die Deploys raus',
      'wie war es früher mit den Deploys',
    ],
    [
      'Chinese',
      '我们每周二部署到生产环境。',
      '从现在起我们每周四部署到生产环境。',
      '我们哪天部署到生产环境',
      '以前哪天部署到生产环境',
    ],
  ];
  const storesByPlace: Record<string, (text: string, n: number) => Promise<unknown>> = {
    'in facts': (fact) => test.memory.facts.store(ada, { category: 'decision', fact }),
    'in messages': (content, n) =>
      importAll([
        { session: `day ${String(n)}`, content, createdAt: `2026-0${String(n + 2)}-01T00:00:00Z`, lineNumber: 1 },
      ]),
    'in sessions with an assistant': async (content, n) => {
      const caller = await test.caller({ conversationId: `chat of day ${String(n)}` });
      await test.memory.chunks.append(caller, { role: 'user', content });
      return test.memory.chunks.append(caller, { role: 'assistant', content: 'I have written it down in the notes.' });
    },
  };
  for (const [place, store] of Object.entries(storesByPlace))
    for (const [language, old, fresh, now, before] of changed)
      it(`puts the requested version of a changed rule first, ${place}, in ${language}`, async () => {
        await fill();
        await store(old, 0);
        test.pass(24 * 20);
        await store(fresh, 1);
        const order = async (query: string): Promise<string[]> => {
          const found = await find(query);
          const scores = found.map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((one, other) => other - one),
          );
          return found.map(({ text }) => text).filter((text) => text === old || text === fresh);
        };
        assert.deepEqual(await order(now), [fresh, old], now);
        assert.deepEqual(await order(before), [old, fresh], before);
      });

  it('puts the older fact first if the query asks for history, even if the newer one contradicts it', async () => {
    const [old, fresh] = ['The gateway port is 8080.', 'The gateway port is 9090.'];
    await test.memory.facts.store(ada, { category: 'codebase', fact: old });
    test.pass(24);
    await test.memory.facts.store(ada, { category: 'codebase', fact: fresh });
    const texts = async (query: string): Promise<string[]> => (await find(query)).map(({ text }) => text);
    assert.deepEqual(await texts('what is the gateway port'), [fresh, old]);
    assert.deepEqual(await texts('gateway port'), [fresh, old]);
    assert.deepEqual(await texts('what was the gateway port originally'), [old, fresh]);
    assert.deepEqual((await find('what was the gateway port originally'))[0]?.contradictedBy, ['2']);
  });

  it('starts the same for every limit', async () => {
    const talk = Array.from({ length: 240 }, (_, n) => ({
      session: `talk ${String(n % 12)}`,
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `The cache of shelf ${String(n)} ${n % 3 === 0 ? 'is cold' : 'holds parcels'} ${'and more '.repeat(n % 7)}.`,
      createdAt: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}T00:00:00Z`,
      lineNumber: Math.floor(n / 12) + 1,
    }));
    await importAll(talk);
    await test.memory.facts.store(ada, { category: 'codebase', fact: 'The cache is cold on shelf 3.' });
    for (const query of [
      'cold cache',
      'which shelf holds parcels',
      'what is on shelf 30',
      'cahce',
      'when was it cold',
    ]) {
      const five = (await find(query, { limit: 100 })).slice(0, 5).map(keyOf);
      assert.equal(five.length, 5, query);
      for (const limit of [5, 10, 20])
        assert.deepEqual((await find(query, { limit })).slice(0, 5).map(keyOf), five, query);
    }
  });

  it('ranks sessions by what was asked and answered in them', async () => {
    const about = [
      'Let us paint the fence green.',
      'Tune the billing cache of the warehouse.',
      'Write the holiday letter.',
    ];
    await importAll(
      about.flatMap((request, n) =>
        [request, `Done. The cache is mentioned in ${String(n)}.`].map((content, place) => ({
          ...{ session: `chat ${String(n)}`, role: place === 0 ? 'user' : 'assistant', content },
          lineNumber: 2 * n + place + 1,
        })),
      ),
    );
    const found = await find('billing cache warehouse', { kinds: ['session'], explain: true });
    assert.ok(found.length > 0);
    assert.ok(found.every(({ kind }) => kind === 'session'));
    assert.match(JSON.stringify(found[0]), /billing cache/u);
    const [why] = found.map((one) => one.why);
    assert.ok(why !== undefined && why.document > 0 && why.words.length === 0);
  });

  it('counts recency from the end of the requested period', async () => {
    const days = ['2025-01-02', '2025-01-30', '2026-03-29'];
    await importAll(
      days.map((day) => ({
        ...{ session: day, content: `The lighthouse blinks, says the log of ${day}.` },
        ...{ createdAt: `${day}T00:00:00Z`, lineNumber: 1 },
      })),
    );
    const recencies = async (more: Partial<SearchInput>): Promise<Map<string, number>> =>
      new Map(
        (await find('lighthouse blinks', { explain: true, ...more })).map(({ createdAt, why }) => [
          createdAt.slice(0, 10),
          why?.factors.recency ?? 1,
        ]),
      );
    const now = await recencies({});
    assert.ok((now.get('2026-03-29') ?? 0) > 1.1 && now.get('2025-01-30') === 1);
    const then = await recencies({ until: '2025-01-31T00:00:00Z' });
    assert.deepEqual([...then.keys()].sort(), days.slice(0, 2));
    assert.ok((then.get('2025-01-30') ?? 0) > 1.1);
    assert.ok((then.get('2025-01-30') ?? 0) > (then.get('2025-01-02') ?? 9));
    const later = await recencies({ until: '2099-01-01T00:00:00Z' });
    assert.deepEqual(later, now, 'a future time is ignored');
  });

  it('exists for any query, however odd, unless the query is rejected with a remedy', async () => {
    await fill();
    const pieces = [
      ...['when', 'before', 'was', 'früher', '以前', '什么', 'yesterday', 'May 2023', 'blue', 'blau', 'module'],
      ...[
        '\u0000',
        '\ud800',
        '\u202e',
        '\u200b',
        '\ufeff',
        '(',
        '[',
        '*',
        '\\',
        '"',
        "'",
        '`',
        '$^',
        '?',
        '？',
        '%',
        '_',
        '-',
      ],
      ...[
        '🧠',
        '👩‍👩‍👧',
        'é',
        'ß',
        'ﬁ',
        'ا',
        'ไทย',
        '\n',
        '\t',
        ' ',
        '0',
        '1e999',
        'NaN',
        '__proto__',
        'constructor',
        'a'.repeat(300),
      ],
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let n = 0; n < 300; n += 1) {
      const query = Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)] ?? '').join(
        next(2) ? ' ' : '',
      );
      try {
        for (const { score } of await find(query, { limit: 3, explain: true }))
          assert.ok(score >= 0 && score <= 1, JSON.stringify(query));
      } catch (error) {
        assert.ok(
          error instanceof BigMindError && error.remedy !== undefined,
          `${JSON.stringify(query)}: ${String(error)}`,
        );
      }
    }
  });
});
