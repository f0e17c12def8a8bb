/** The page that explains a result: its figures add up to the score, and it contains no markup but our own. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Explanation } from '../../src/search/explanation/explanation.ts';
import { explanationMarkdown } from '../../src/search/explanation/explanationMarkdown.ts';
import type { SearchResult } from '../../src/search/explanation/searchResult.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

function aResult(fields: Partial<SearchResult> = {}): SearchResult {
  return {
    ...{ kind: 'fact', id: '12', title: null, text: 'We deploy on Thursdays', score: 0.5, sessionId: null, seq: null },
    ...{ project: null, createdAt: '2026-03-30T09:15:00.000Z', sourceRef: null, speaker: null, status: null },
    ...{
      origin: 'agent',
      marks: [],
      repeats: 0,
      contradictedBy: [],
      type: 'observation',
      agent: null,
      author: null,
      approver: null,
    },
    ...{ projectId: null, citedLines: null, supersedesCount: 0, decidedBy: null, alternatives: [] },
    ...fields,
  };
}

function anExplanation(fields: Partial<Explanation> = {}): Explanation {
  const words: Explanation['words'] = [{ word: 'deploy', match: 'word', here: 0.5, nearby: 0 }];
  const parts = { words, document: 0, meaning: 0, resemblance: 0, evidence: 0.5, factors: { kind: 2 } };
  return { ...parts, strength: 1, answered: 0.5, best: 1, ...fields };
}

function page(result: Partial<SearchResult> = {}, why: Partial<Explanation> = {}): string {
  return explanationMarkdown('when do we deploy', aResult(result), anExplanation(why));
}

/** Cells of the rows of the table that starts with `head`, without its header and rule. */
function rowsOf(markdown: string, head: string): string[][] {
  const table = markdown.split('\n\n').find((part) => part.startsWith(`| ${head}`)) ?? '';
  return table.split('\n').slice(2).map(cellsOf);
}

function cellsOf(row: string): string[] {
  const cells = row.split(/(?<!\\)\|/u).slice(1, -1);
  return cells.map((cell) => cell.trim());
}

function number(cell: string | undefined): number {
  return Number((cell ?? '').replace(/[*×\s]/gu, ''));
}

function assertNear(actual: number, expected: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= 0.001 + 0.003 * expected, `${what}: ${String(actual)}, ${String(expected)}`);
}

/** Adds and multiplies the figures on the page as a reader would. */
function assertAddsUp(markdown: string, { score }: SearchResult): void {
  const parts = rowsOf(markdown, 'Part');
  const sum = parts.pop();
  assert.equal(sum?.[0], '**Evidence**', markdown);
  const evidence = number(sum[4]);
  for (const [, , here = '', nearby = '', together] of parts)
    if (here !== '') assertNear(number(here) + number(nearby), number(together), markdown);
  const added = parts.reduce((so, cells) => so + number(cells[4]), 0);
  assertNear(added, evidence, `the evidence of\n${markdown}`);
  const factors = rowsOf(markdown, 'Factor').map((cells) => number(cells[2]));
  const weighed = factors.reduce((so, factor) => so * factor, evidence);
  const lifted = /its strength is `([\d.]+)`/u.exec(markdown)?.[1];
  const strength = lifted === undefined ? weighed : Number(lifted);
  const [, answered, best] = /`([\d.]+) × √\([\d.]+ \/ ([\d.]+)\)/u.exec(markdown) ?? [];
  const counts = /its score is `([\d.]+)`/u.exec(markdown)?.[1];
  const product = Number(answered) * Math.sqrt(strength / Number(best));
  if (counts === undefined) assertNear(product, score, `the score of\n${markdown}`);
  else assert.ok(Number(counts) === score && score < product, `the score of\n${markdown}`);
}

describe('the page that explains a result', () => {
  let opened: TestMemory;
  let ada: Caller;

  before(async () => {
    opened = openTestMemory();
    const { memory } = opened;
    ada = await opened.caller();
    for (const [category, fact] of [
      ['decision', 'We deploy on Thursdays, when the operations team is there'],
      ['decision', 'We do not deploy on Thursdays, when the operations team is there'],
      ['codebase', 'The deployment of the billing service takes twenty minutes'],
      ['preference', 'Ada prefers short commit messages'],
    ] as const)
      await memory.facts.store(ada, { category, fact });
    for (const [role, content] of [
      ['user', 'When was the billing service deployed?'],
      ['assistant', 'Yesterday at noon, and it took twenty minutes.'],
      ['user', 'I released the invoices myself, with the deploying script'],
    ] as const)
      await memory.chunks.append(ada, { role, content });
  });
  after(async () => opened.close());

  for (const question of [
    'When do we deploy on Thursdays?',
    'how long did the billing service take yesterday',
    'What did I release in March 2026?',
    'comit mesages that Ada prefers',
  ]) {
    it(`adds up for every result of "${question}"`, async () => {
      const { results } = await opened.search.find(ada, { query: question, explain: true });
      assert.notEqual(results.length, 0);
      for (const result of results) {
        assert.ok(result.why);
        assertAddsUp(explanationMarkdown(question, result, result.why), result);
      }
    });
  }

  it('says since when a faded fact has not been used, and that its score is the same', () => {
    const faded = page({}, { unusedSince: '2026-01-02T09:15:00.000Z' });
    assert.match(faded, /not been used since 2026-01-02\. That does not change its score/u);
    assert.equal(faded.split('It has faded')[0]?.trim(), page().trim());
  });

  it('shows how each word matched, and what each factor means', () => {
    const words: Explanation['words'] = [
      { word: 'deploy', match: 'word', here: 0.4, nearby: 0.1 },
      { word: 'Thursday', match: 'alike', here: 0.3, nearby: 0 },
      { word: 'May', match: 'date', here: 0.2, nearby: 0 },
      { word: 'team', match: 'word', here: 0, nearby: 0.1 },
    ];
    const markdown = page({}, { words, evidence: 1.1, factors: { kind: 2, firstPerson: 1.3 }, strength: 2.86 });
    assert.deepEqual(
      rowsOf(markdown, 'Part').map(([part, how]) => [part, how]),
      [
        ['`deploy`', 'same word'],
        ['`Thursday`', 'similar word'],
        ['`May`', 'date'],
        ['`team`', 'only nearby'],
        ['**Evidence**', 'sum'],
      ],
    );
    assert.deepEqual(rowsOf(markdown, 'Factor'), [
      ['kind', 'kind of memory', '× 2'],
      ['first person', 'the speaker talks about themselves', '× 1.3'],
    ]);
  });

  it('starts with the result, its score and the percentage that a list shows', () => {
    assert.match(page(), /^Fact #12 scores \*\*0\.5\*\*, shown as \*weak\*:$/mu);
  });

  it('shows the parts from the meaning and from the whole text', () => {
    const markdown = page({}, { words: [], meaning: 0.3, resemblance: 0.2 });
    assert.deepEqual(
      rowsOf(markdown, 'Part').map((cells) => [cells[0], cells[4]]),
      [
        ['Similar meaning', '0.3'],
        ['Similar spelling', '0.2'],
        ['**Evidence**', '**0.5**'],
      ],
    );
  });

  it('shows an unknown part by its field name', () => {
    const why = { ...anExplanation({ evidence: 0.75 }), readAloud: 0.25 };
    const markdown = explanationMarkdown('when do we deploy', aResult({ score: 0.6 }), why);
    assert.deepEqual(rowsOf(markdown, 'Part')[1], ['read aloud', '', '', '', '0.25']);
  });

  it('says that the strength is that of the contradicted fact', () => {
    const markdown = page({ score: 0.75 }, { strength: 3, answered: 0.75, best: 3, contradicts: '7' });
    assert.ok(markdown.includes('as strong as the fact that it contradicts, its strength is `3`'), markdown);
    assert.ok(markdown.includes('It contradicts the older fact #7 and is shown above it.'), markdown);
    assertAddsUp(markdown, aResult({ score: 0.75 }));
  });

  it('says which newer facts contradict it', () => {
    assert.ok(page({ contradictedBy: ['8', '9'] }).includes('A newer fact contradicts it: #8, #9.'));
  });

  it('shortens a long memory and a long query, and keeps their lines short', () => {
    const markdown = explanationMarkdown('why '.repeat(2000), aResult({ text: 'word '.repeat(2000) }), anExplanation());
    assert.ok(markdown.length < 3000, String(markdown.length));
    assert.ok(markdown.includes('word…'));
    for (const line of markdown.split('\n').filter((shown) => shown.startsWith('word')))
      assert.ok(line.length <= 90, line);
  });

  it('renders no part of a memory, a query or a word as markup', () => {
    const markup = '![x](http://evil.example/x.png) <img src="http://evil.example"> ``` | ```` end';
    const words: Explanation['words'] = [{ word: '`a|b`', match: 'word', here: 0.5, nearby: 0 }];
    const markdown = explanationMarkdown(
      markup,
      aResult({ title: markup, text: `${markup}\n\n# Heading` }),
      anExplanation({ words }),
    );
    const ours = markdown.replace(/^(`{3,})text\n[^]*?\n\1$/gmu, '');
    assert.ok(!/evil|Heading|<img/u.test(ours), ours);
    assert.equal(rowsOf(markdown, 'Part')[0]?.[0], '`` `a\\|b` ``');
  });
});
