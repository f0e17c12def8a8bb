/** Invalid and odd queries through a real client: each gets a clear answer or a clear error in time. */
import assert from 'node:assert/strict';
import { openChat } from '../support/program.ts';
import type { Answer, Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

/** In milliseconds; generous, because the machine that runs the tests may be busy. */
const maxMs = 10_000;

describe('a bad query', () => {
  let home: TemporaryHome;
  let chat: Chat;
  before(async () => {
    home = temporaryHome();
    chat = await openChat(home);
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'The one good fact says what is what.' });
    for (let n = 0; n < 40; n += 1)
      await chat.call('memory_store_fact', {
        category: 'codebase',
        fact: `Ordinary words number ${String(n)} fill it.`,
      });
    await search({ query: 'good' });
  });
  after(async () => {
    await chat.close();
    home.remove();
  });

  async function search(args: Record<string, unknown>): Promise<Answer> {
    const begun = performance.now();
    const answer = await chat.call('memory_search', args);
    const took = performance.now() - begun;
    assert.ok(took < maxMs, `${String(Math.round(took))} ms`);
    return answer;
  }

  const distinct = (count: number): string => Array.from({ length: count }, (_, n) => `w${String(n)}`).join(' ');
  const prose = (length: number): string =>
    'Please look at the importer, which stops whenever a supplier sends an empty price list, and tell me why. '
      .repeat(length / 100)
      .slice(0, length);
  const dates = Array.from({ length: 700 }, (_, n) => `May ${String((n % 28) + 1)}, ${String(1900 + n)}`)
    .join(' ')
    .slice(0, 9_990);

  const refused: [name: string, args: Record<string, unknown>, expected: RegExp][] = [
    ['no query', {}, /query.*It takes: query, limit/su],
    ['an empty query', { query: '' }, /query is empty/u],
    ['a blank query', { query: ' \n\t ' }, /query is empty/u],
    ['a query that is not text', { query: 7 }, /query/u],
    [
      '50,001 characters',
      { query: 'word '.repeat(10_000).concat('!') },
      /50,001 characters; the maximum is 50,000\. Ask in a few plain words/u,
    ],
    ['10,000 distinct words', { query: distinct(10_000) }, /the maximum is 50,000/u],
    ['one word of 200,000 letters', { query: 'a'.repeat(200_000) }, /the maximum is 50,000/u],
    ['only punctuation', { query: '?!… — ()[]{}"\'*^:-' }, /no word or number.*at least one word/su],
    ['only NUL', { query: '\0\0' }, /no word or number|is empty/u],
    ['only a lone surrogate', { query: '\ud800' }, /no word or number/u],
    ['an unknown kind', { query: 'fact', kinds: ['rumour'] }, /kinds.*"?fact"?.*chunk.*session.*knowledge.*message/su],
    ['an empty list of kinds', { query: 'fact', kinds: [] }, /kinds is empty.*fact, chunk/su],
    ['kinds that are not a list', { query: 'fact', kinds: 'fact' }, /kinds/u],
    [
      'a day that does not exist',
      { query: 'fact', since: '2026-02-30' },
      /since "2026-02-30" is not a date.*ISO 8601/su,
    ],
    ['a month that does not exist', { query: 'fact', until: '2026-13-01' }, /until "2026-13-01" is not a date/u],
    ['an hour that does not exist', { query: 'fact', until: '2026-01-01T25:00:00Z' }, /until.*is not a date/u],
    ['a year out of range', { query: 'fact', since: '99999-01-01' }, /since.*is not a date/u],
    ['words instead of a date', { query: 'fact', since: 'last blursday' }, /since.*is not a date/u],
    ['an endless date', { query: 'fact', since: '9'.repeat(100_000) }, /since.*is not a date/u],
    ['a limit of 0', { query: 'fact', limit: 0 }, /limit.*1/su],
    ['a limit of -1', { query: 'fact', limit: -1 }, /limit.*1/su],
    ['a limit of 10^9', { query: 'fact', limit: 1e9 }, /limit.*100/su],
    ['a fractional limit', { query: 'fact', limit: 1.5 }, /limit/u],
    ['a confidence above one', { query: 'fact', min_confidence: 2 }, /min_confidence/u],
    ['a session that does not exist', { query: 'fact', session_id: 'nope' }, /no session "nope"/u],
    ['an argument that does not exist', { query: 'fact', colour: 'red' }, /colour/u],
  ];
  for (const [name, args, expected] of refused) {
    it(`with ${name} is rejected, and the error says what to do`, async () => {
      const answer = await search(args);
      assert.ok(answer.isError, answer.text.slice(0, 300));
      assert.match(answer.text, expected);
      assert.ok(answer.text.length < 1500, String(answer.text.length));
    });
  }

  it('for an unknown project finds nothing and says so', async () => {
    const answer = await search({ query: 'fact', project: 'atlantis' });
    assert.equal(answer.isError, false, answer.text);
    assert.match(answer.text, /^Nothing found in 0 memories\.\nNote: No project is called "atlantis"\..*"all"/u);
    assert.deepEqual([answer.structured['results'], answer.structured['searched']], [[], 0]);
    assert.match(String(answer.structured['note']), /No project is called "atlantis"/u);
  });

  const finding: [name: string, query: string][] = [
    ['only stop words', 'what is what'],
    ['operators of full-text search', 'good AND OR NOT NEAR('],
    ['unbalanced quotes', '"good'],
    ['quotes in quotes', '"good" ""fact" \' "'],
    ['the syntax of columns and weights', 'title:good* ^fact -says + (good'],
    ['NUL inside', 'go\0od \0fact\0'],
    ['lone surrogates', '\udfff good \ud800 fact'],
    ['SQL', "good'; DROP TABLE facts; --"],
    ['a template and a path', '${good} ../../fact %00 \\x00'],
    ['right-to-left and invisible characters', '\u202egood\u202c \u200bfact\ufeff'],
    ['many combining marks on one letter', `good e${'\u0301'.repeat(5_000)} fact`],
    ['1,500 distinct words', `good fact ${distinct(1_500)}`],
    [
      'code',
      `// a good fact\n${'await pool.connect({ host: env["QUEUE_HOST"] ?? "localhost", retries: 3 });\n'.repeat(100)}`,
    ],
    [
      'a stack trace',
      `GoodFactError: no good fact${Array.from({ length: 80 }, (_, n) => `\n    at async Queue.#drain${String(n)} (file:///srv/shop/src/orders/queue.ts:${String(n)}:12)`).join('')}`,
    ],
    [
      'a diff',
      `diff --git a/good b/fact\n@@ -1,3 +1,3 @@\n${'-const a = 1;\n+const a = 2;\n good fact\n'.repeat(200)}`,
    ],
    ['a prompt of 10,000 tokens with the question at its end', `${prose(44_900)} good fact`],
    ['a prompt of 10,000 tokens with the question at its beginning', `good fact ${prose(44_900)}`],
    ['a log of 45,000 characters of distinct words, followed by a question', `${distinct(7_000)} good fact`],
    ['a long diff', `${'-const a = 1;\n+const a = 2;\n'.repeat(1_600)} good fact`],
    [
      'a long stack trace',
      `GoodFactError: no good fact${Array.from({ length: 500 }, (_, n) => `\n    at async Queue.#drain${String(n)} (file:///srv/shop/src/orders/queue.ts:${String(n)}:12)`).join('')}`,
    ],
    ['one word repeated 990 times', `good ${'yesterday '.repeat(990)}`],
  ];
  for (const [name, query] of finding) {
    it(`with ${name} is treated as plain words`, async () => {
      const answer = await search({ query, explain: true });
      assert.equal(answer.isError, false, answer.text);
      assert.match(
        answer.text,
        /^This was remembered earlier.*\n1\. \[fact #1 .*The one good fact says what is what\./u,
      );
    });
  }

  const harmless: [name: string, query: string][] = [
    ['operators alone', 'AND OR NOT NEAR('],
    ['one word of 10,000 letters', 'a'.repeat(10_000)],
    ['10,000 characters of a script without spaces', '数据库放在哪里'.repeat(1_428)],
    ['5,000 emoji', '🧠'.repeat(5_000)],
    ['thousands of question marks', `${'? '.repeat(4_990)}x`],
    ['one word of 50,000 letters', 'a'.repeat(50_000)],
    ['50,000 characters of a script without spaces', '数据库放在哪里'.repeat(7_142)],
    ['25,000 emoji', '🧠'.repeat(25_000)],
    ['a name of underscores', `${'_'.repeat(9_990)}x`],
    ['a number of 10,000 digits', '9'.repeat(10_000)],
    ['700 dates', dates],
    ['an impossible date', 'on 30 February, 99999999999 years ago'],
  ];
  for (const [name, query] of harmless) {
    it(`with ${name} gets an answer, even if nothing is found`, async () => {
      const answer = await search({ query, limit: 100, explain: true });
      assert.equal(answer.isError, false, answer.text.slice(0, 300));
      assert.match(answer.text, /^(?:This was remembered earlier|Nothing found in 41 memories)/u);
    });
  }

  it('loses no data and does not slow later searches', async () => {
    const found = await search({ query: 'good fact' });
    assert.match(found.text, /The one good fact says what is what\./u);
    assert.equal(found.structured['searched'], 41);
  });
});
