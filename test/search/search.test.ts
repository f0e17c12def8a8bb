/** Search as its callers use it: replaced facts, relative times, projects, and input that is not a query. */
import assert from 'node:assert/strict';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { SearchInput } from '../../src/search/search.ts';
import type { SearchResult } from '../../src/search/explanation/searchResult.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { cpuMs } from '../support/cpuTime.ts';

describe('search', () => {
  let test: TestMemory;
  let ada: Caller;
  const shop = { key: 'github.com/acme/shop', name: 'shop' };
  const farm = { key: 'github.com/acme/farm', name: 'farm' };
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ project: shop });
  });
  afterEach(() => test.close());

  const store = (fact: string, more: { category?: string; confidence?: number } = {}, caller = ada): Promise<unknown> =>
    test.memory.facts.store(caller, { category: 'codebase', fact, ...more });
  const find = async (query: string, more: Partial<SearchInput> = {}): Promise<SearchResult[]> =>
    (await test.search.find(ada, { query, ...more })).results;
  const texts = async (query: string, more: Partial<SearchInput> = {}): Promise<string[]> =>
    (await find(query, more)).map(({ text }) => text);

  describe('for a contradicted fact', () => {
    const [old, newer, newest] = [
      'The gateway port is 8080.',
      'The gateway port is 9090.',
      'The gateway port is 7070.',
    ];
    beforeEach(async () => {
      await store(old);
      test.pass(24);
      await store(newer);
      await store('Pier 8080 has a lighthouse.');
    });

    it('never puts it before the newer one, even if only the older one contains the words', async () => {
      for (const query of ['gateway port', '8080', 'port 8080', 'gateway 8080', 'is the gateway port 8080?']) {
        const found = await texts(query);
        assert.ok(found.includes(newer) && found.includes(old), query);
        assert.ok(found.indexOf(newer) < found.indexOf(old), query);
      }
      const [replaced] = (await find('gateway port 8080')).filter(({ text }) => text === old);
      assert.deepEqual(replaced?.contradictedBy, ['2']);
    });

    it('shows only the newer one if there is room for one', async () => {
      assert.deepEqual(await texts('is the gateway port 8080?', { limit: 1 }), [newer]);
    });

    it('adds the newest of several', async () => {
      test.pass(24);
      await store(newest);
      const found = await texts('8080 gateway');
      const places = [newest, newer, old].map((text) => found.indexOf(text));
      assert.ok(!places.includes(-1));
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
    });

    it('adds nothing that the filter excludes', async () => {
      assert.deepEqual(await texts('8080 gateway', { until: '2026-03-30' }), [old]);
      const [first] = (await find('8080 gateway')).filter(({ text }) => text === old);
      await store(newest, {}, await test.caller({ project: shop, conversationId: 'chat-2' }));
      const within = await texts('8080 gateway', { sessionId: first?.sessionId ?? '' });
      assert.ok(within.includes(old) && !within.includes(newest));
      assert.ok(!(await texts('8080 gateway', { minConfidence: 0.9 })).includes(old), 'its confidence is halved');
    });

    it('restores its place if the newer one is deprecated', async () => {
      await test.memory.facts.deprecate(ada, { factId: 2, reason: 'wrong' });
      const found = await texts('gateway port');
      assert.equal(found[0], old);
      assert.ok(!found.includes(newer));
    });
  });

  describe('for a named time', () => {
    const flag = (content: string, createdAt: string, conversationId: string): Promise<unknown> =>
      test
        .caller({ project: shop, conversationId })
        .then((caller) => test.memory.chunks.append(caller, { content, role: 'user', createdAt }));
    beforeEach(async () => {
      await flag('Painted the fence green.', '2026-03-29T18:00:00Z', 'a');
      await flag('Cleaned the gutters.', '2026-03-24T18:00:00Z', 'b');
      await flag('Sold the lawnmower.', '2026-02-10T18:00:00Z', 'c');
      await flag('Bought a house.', '2023-05-08T18:00:00Z', 'd');
    });

    const queries: [question: string, answer: string][] = [
      ['what did we do yesterday', 'Painted the fence green.'],
      ['What happened last Tuesday?', 'Cleaned the gutters.'],
      ['what was done last month', 'Sold the lawnmower.'],
      ['what happened in May 2023', 'Bought a house.'],
      ['what happened on May 8, 2023?', 'Bought a house.'],
      ['2023', 'Bought a house.'],
    ];
    for (const [question, answer] of queries) {
      it(`finds a memory by its time alone for "${question}"`, async () => {
        assert.deepEqual((await texts(question))[0], answer);
      });
    }

    it('finds nothing for a day without memories', async () => {
      assert.deepEqual(await texts('yesterday', { until: '2026-03-28' }), []);
      assert.deepEqual(await texts('three days ago'), []);
    });
  });

  it('finds short parts of names, names with an apostrophe, and other forms of ambiguous words', async () => {
    const facts = [
      'Set BIGMIND_DB_URL first.',
      'We build for x86_64.',
      "O'Brien owns the build.",
      'My brother lives in Graz.',
    ];
    for (const fact of facts) await store(fact);
    const found: string[] = [];
    for (const query of ['db', '64', "o'brien", 'where does my brother live'])
      found.push((await texts(query, { limit: 1 }))[0] ?? 'nothing');
    assert.deepEqual(found, facts);
  });

  it('finds a word at the end of a long text', async () => {
    const content = `${'Nothing of note here. '.repeat(1_500)} The xylophone is upstairs.`;
    const message = { session: 'talk', content, createdAt: '2026-03-01', lineNumber: 1 };
    await test.memory.archive.importMessages(ada, [message], { projectId: null });
    assert.equal((await find('xylophone')).length, 1);
  });

  it('finds the only memory of a project by a word that is common elsewhere', async () => {
    const talk = Array.from({ length: 2_100 }, (_, i) => ({
      session: 'talk',
      content: `We deploy, lion and zebra, time ${String(i)}`,
      lineNumber: i + 1,
    }));
    await test.memory.archive.importMessages(ada, talk, { projectId: ada.project?.id ?? null });
    const other = await test.caller({ project: farm });
    await store('We deploy the barn on Mondays.', {}, other);
    const { results } = await test.search.find(other, { query: 'deploy lion zebra' });
    assert.deepEqual(
      results.map(({ text }) => text),
      ['We deploy the barn on Mondays.'],
    );
  });

  it('prefers a memory from yesterday to one that says "yesterday"', async () => {
    await store('Yesterday I went to the lake.');
    test.pass(24 * 40);
    await store('The gate was painted green.');
    test.pass(24);
    assert.equal((await texts('what did I do yesterday'))[0], 'The gate was painted green.');
  });

  it('finds misspelled words in the query and in memories', async () => {
    await store('We use Postgres for billing.');
    await store('The frontend runs on kubernets.');
    assert.deepEqual(await texts('postgras'), ['We use Postgres for billing.']);
    assert.deepEqual(await texts('kubernetes'), ['The frontend runs on kubernets.']);
    assert.deepEqual(await texts('xylophone'), []);
  });

  it('puts the own project first, and finds another one only on request', async () => {
    const elsewhere = await test.caller({ project: farm });
    await store('The release day is Monday here.', {}, elsewhere);
    await store('The release day is Tuesday here.');
    assert.deepEqual(await texts('release day'), ['The release day is Tuesday here.']);
    assert.deepEqual(await texts('release day', { project: 'all' }), [
      'The release day is Tuesday here.',
      'The release day is Monday here.',
    ]);
    assert.deepEqual(await texts('release day', { project: 'farm' }), ['The release day is Monday here.']);
  });

  it('folds identical texts, with a count, and leaves room for other results', async () => {
    const lines = Array.from({ length: 35 }, (_, n) => {
      const content = n < 25 ? 'The nightly import is green.' : `The nightly import number ${String(n)} is red.`;
      return { lineNumber: n + 1, session: `day ${String(n)}`, content, createdAt: '2026-03-01T00:00:00Z' };
    });
    await test.memory.archive.importMessages(ada, lines, { projectId: null });
    const found = await find('nightly import green', { limit: 11 });
    assert.equal(found.length, 11);
    const green = found.filter(({ text }) => text.endsWith('green.'));
    assert.equal(green.length, 1);
    assert.equal(green[0]?.repeats, 24);
  });

  it('returns scores between 0 and 1, best first, and the number of searched memories', async () => {
    for (let n = 0; n < 30; n += 1) await store(`The cache holds ${'item '.repeat(n)}number ${String(n)}.`);
    const { results, searched } = await test.search.find(ada, { query: 'cache number 7', limit: 100 });
    assert.equal(searched, 30);
    assert.equal(results.length, 30);
    const scores = results.map(({ score }) => score);
    assert.ok(scores.every((score) => score > 0 && score < 1));
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
  });

  it('takes less than a second for long queries', async () => {
    for (let n = 0; n < 50; n += 1) await store(`The cache holds number ${String(n)}.`);
    const words = (make: (n: number) => string): string =>
      Array.from({ length: 3000 }, (_, n) => make(n))
        .join(' ')
        .slice(0, 9_999);
    const questions = [
      words((n) => `w${String(n)}`),
      words((n) => `may ${String((n % 28) + 1)}, ${String(1900 + n)}`),
      words(() => 'yesterday'),
      words((n) => String(1900 + (n % 200))),
      'a'.repeat(10_000),
      '数'.repeat(10_000),
      '🧠'.repeat(5_000),
      'getUserById'.repeat(900),
      `${'_'.repeat(9_000)}x`,
      `${'? '.repeat(4_000)}x`,
    ];
    for (const question of questions) {
      const start = cpuMs();
      await find(question, { limit: 100, explain: true });
      assert.ok(cpuMs() - start < 1000, `${question.slice(0, 30)}: ${String(cpuMs() - start)} ms`);
    }
  });

  it('rejects an invalid query and says what to do', async () => {
    for (const query of ['', '  ', '?!', '\u0000', '\ud800', 'x'.repeat(50_001)])
      await assert.rejects(
        find(query),
        (error) => error instanceof BigMindError && error.remedy !== undefined,
        query.slice(0, 20),
      );
  });
});
