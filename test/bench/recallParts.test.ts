import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { floor } from '../../bench/recall/baselines.ts';
import { differencesOf } from '../../bench/recall/difference.ts';
import { endsInJson, endsInText, firstCharacters, standsWithin } from '../../bench/recall/firstTokens.ts';
import { figuresOf } from '../../bench/recall/metrics.ts';
import { sessionOfTurn, setKindOf } from '../../bench/recall/sets.ts';

describe('the kind of a set', () => {
  it('follows from the prefix of its folder name', () => {
    assert.deepEqual(setKindOf('coding-other'), { level: 'session', reader: 'jsonl' });
    assert.deepEqual(setKindOf('coding-transcripts-other'), {
      level: 'session',
      reader: 'claude-code',
      askedAs: 'coding-other',
    });
    for (const name of ['locomo-dev', 'codings', 'mine']) assert.equal(setKindOf(name).level, 'turn');
  });

  it('derives the session from the id of a turn', () => {
    assert.equal(sessionOfTurn('talk/3:7'), 'talk/3');
    assert.equal(sessionOfTurn('talk/3'), 'talk/3');
    assert.equal(sessionOfTurn('a:b/c'), 'a:b/c');
  });
});

describe('the floor', () => {
  const turn = (id: string, text: string, date?: string) => {
    return { id, conversation: 'c', speaker: 'Ada', text, line: '', ...(date && { date }) };
  };

  it('finds any significant word in any of its forms, best match first', () => {
    const find = floor.fill([turn('1', 'Grüße'), turn('2', 'baking bread'), turn('3', 'She bakes bread, and bread')]);
    const hits = find({ question: 'What did she bake? Bread!' });
    assert.deepEqual(hits.map(({ id }) => id).sort(), ['2', '3']);
    assert.ok((hits[0]?.score ?? 0) >= (hits[1]?.score ?? 0) && (hits[1]?.score ?? 0) > 0);
    assert.deepEqual(find({ question: 'what about it?' }), []);
  });

  it('leaves out what was said after the cut-off date', () => {
    const find = floor.fill([turn('1', 'bread', '2026-03-01'), turn('2', 'bread', '2026-03-09')]);
    assert.deepEqual(
      find({ question: 'bread', until: '2026-03-05' }).map(({ id }) => id),
      ['1'],
    );
  });
});

describe('the difference between two systems', () => {
  const found = (rank: number) => figuresOf({ evidence: ['a'], ranked: [...Array<string>(rank - 1).fill('x'), 'a'] });

  it('is zero between equals, and has no spread when every question improves by the same amount', () => {
    assert.deepEqual(differencesOf([found(1), found(2)], [found(1), found(2)]).mrr, { mean: 0, low: 0, high: 0 });
    assert.deepEqual(differencesOf([found(1), found(1)], [found(2), found(2)]).mrr, { mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('has a reproducible interval around its mean', () => {
    const ours = Array.from({ length: 40 }, (_, index) => found(index % 4 === 0 ? 1 : 2));
    const others = Array.from({ length: 40 }, (_, index) => found(index % 5 === 0 ? 1 : 2));
    const { mean, low, high } = differencesOf(ours, others).mrr;
    assert.ok(Math.abs(mean - 0.025) < 1e-9);
    assert.ok(low < 0 && high > 0.05 && high < 0.15);
    assert.deepEqual(differencesOf(ours, others).mrr, { mean, low, high });
  });
});

describe('the first tokens of an answer', () => {
  const words = (count: number): string => Array.from({ length: count }, () => ' bread').join('');
  const results = [{ text: words(700) }, { text: words(700) }, { text: '面包' }];
  const text = ['Notice.', ...results.map((result, index) => `${String(index + 1)}. ${result.text}`)].join('\n');
  const structured = { results, searched: 3 };

  it('are counted at 1,000 and at 2,000 tokens', () => {
    assert.deepEqual(firstCharacters(words(3000)), [6000, 12_000]);
    assert.deepEqual(firstCharacters('面包 <|im_start|>'), [15, 15]);
  });

  it('do not depend on random ids', () => {
    const ends = Array.from({ length: 20 }, () => firstCharacters(`${randomUUID()} `.repeat(100)));
    assert.deepEqual(new Set(ends.map(String)).size, 1);
  });

  it('include a result that ends within them, in text and in JSON', () => {
    const ends = endsInText({ text, structured });
    assert.deepEqual([ends.at(-1), ends[0]], [text.length, text.indexOf('\n2. ')]);
    for (const [places, expected] of [
      [[0], [true, true]],
      [[1], [false, true]],
      [[2], [false, true]],
      [
        [1, 0],
        [true, true],
      ],
      [[], [false, false]],
    ] as const) {
      assert.deepEqual(standsWithin(places, ends, text), expected);
      assert.deepEqual(standsWithin(places, endsInJson({ text, structured }), JSON.stringify(structured)), expected);
    }
  });

  it('find the line of a result by its rank, wherever the line is', () => {
    const folded = 'Notice.\n1. one\n3. three\n2. two';
    const ends = endsInText({ text: folded, structured: { results: [{}, {}, {}] } });
    assert.deepEqual(
      ends.map((end) => folded.slice(0, end).split('\n').at(-1)),
      ['1. one', '2. two', '3. three'],
    );
  });
});
