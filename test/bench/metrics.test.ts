import assert from 'node:assert/strict';
import { figuresOf, measures, scoreOf } from '../../bench/recall/metrics.ts';
import type { Answered } from '../../bench/recall/metrics.ts';

function rounded(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]));
}

describe('the recall measures', () => {
  it('are all 1 when the only evidence ranks first', () => {
    const figures = figuresOf({ evidence: ['a'], ranked: ['a', 'b'] });
    for (const measure of measures) assert.equal(figures[measure], 1);
  });

  it('are all 0 when nothing is found', () => {
    for (const ranked of [[], ['x', 'y']]) {
      const figures = figuresOf({ evidence: ['a', 'b'], ranked });
      for (const measure of measures) assert.equal(figures[measure], 0);
    }
  });

  it('count the share of the evidence within each depth', () => {
    // The evidence is on ranks 2, 4 and 11 of 11; a fourth piece is never found.
    const ranked = ['x1', 'a', 'x3', 'b', 'x5', 'x6', 'x7', 'x8', 'x9', 'x10', 'c'];
    assert.deepEqual(rounded(figuresOf({ evidence: ['a', 'b', 'c', 'd'], ranked })), {
      'recall@1': 0,
      'recall@5': 0.5,
      'recall@10': 0.5,
      'recall@20': 0.75,
      mrr: 0.5,
      // (1/log2(3) + 1/log2(5)) / (1 + 1/log2(3) + 1/2 + 1/log2(5)) = 1.0616 / 2.5616
      'ndcg@10': 0.4144,
    });
  });

  it('give a repeated turn one rank, the first', () => {
    const once = figuresOf({ evidence: ['a'], ranked: ['x', 'a'] });
    assert.deepEqual(figuresOf({ evidence: ['a', 'a'], ranked: ['x', 'x', 'x', 'a', 'a'] }), once);
    assert.equal(once.mrr, 0.5);
  });
});

describe('a score', () => {
  const answered = [
    { category: 'when', evidence: ['a'], ranked: ['a'], topScore: 0.9 },
    { category: 'who', evidence: ['b', 'c'], ranked: ['b', 'x', 'c'], topScore: 0.5 },
    { category: 'when', evidence: ['d'], ranked: [], topScore: 0 },
  ];

  it('weights every question equally, however much evidence it has', () => {
    const { questions, overall } = scoreOf(answered);
    assert.equal(questions, 3);
    assert.deepEqual(
      [overall['recall@1'], overall['recall@10'], overall.mrr].map((value) => value.toFixed(4)),
      ['0.5000', '0.6667', '0.6667'],
    );
  });

  it('lists the categories in alphabetical order', () => {
    const categories = scoreOf(answered).byCategory.map(({ category, questions, figures }) => {
      return [category, questions, figures['recall@1']];
    });
    assert.deepEqual(categories, [
      ['when', 2, 0.5],
      ['who', 1, 0.5],
    ]);
  });

  it('leaves questions without an answer out of every measure except abstention', () => {
    const score = scoreOf([...answered, { category: 'none', evidence: [], ranked: ['x'], topScore: 0.5 }]);
    assert.deepEqual([score.questions, score.byCategory.length], [3, 2]);
    // Of the three top scores with an answer, one is higher, one equal and one lower.
    assert.equal(score.abstention, 0.5);
    assert.equal(scoreOf(answered).abstention, undefined);
  });

  it('reports how often a replaced answer ranks above the current one', () => {
    const replaced = (ranked: string[]): Answered => {
      return { category: 'rule', evidence: ['new', 'newer'], stale: ['old'], ranked, topScore: 1 };
    };
    const orders = [['old', 'new'], ['newer', 'old', 'new'], ['old'], ['x'], ['new']].map(replaced);
    assert.equal(scoreOf(orders).staleFirst, 2 / 5);
    assert.equal(scoreOf(answered).staleFirst, undefined);
  });
});
