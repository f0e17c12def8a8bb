import assert from 'node:assert/strict';
import { judge, verdictLines } from '../../bench/recall/gate.ts';
import type { AcceptedResults, Result } from '../../bench/recall/results.ts';

function aResult(overall: Partial<Result['overall']> = {}, other: Partial<Result> = {}): Result {
  return {
    set: 'talks',
    layout: 'per conversation',
    turns: 100,
    questions: 10,
    overall: { 'recall@1': 30, 'recall@5': 50, 'recall@10': 60, 'recall@20': 70, mrr: 45, 'ndcg@10': 48, ...overall },
    byCategory: {},
    ...other,
  };
}

function accepted(...results: Result[]): AcceptedResults {
  return { notes: '', results, history: [] };
}

const everything = (): boolean => true;

describe('the recall gate', () => {
  it('passes when the figures equal the accepted ones', () => {
    const verdict = judge([aResult()], accepted(aResult()), everything);
    assert.ok(verdict.passed);
    assert.deepEqual(verdictLines(verdict), ['Recall is as accepted.']);
  });

  for (const measure of ['recall@1', 'recall@5', 'recall@10', 'mrr'] as const) {
    it(`fails only when ${measure} falls by more than 0.2 points`, () => {
      const before = aResult().overall[measure];
      const passesAt = (value: number): boolean =>
        judge([aResult({ [measure]: value })], accepted(aResult()), everything).passed;
      assert.equal(passesAt(before - 0.2), true);
      assert.equal(passesAt(before - 0.21), false);
    });
  }

  it('says which figure fell and how to accept it', () => {
    const lines = verdictLines(judge([aResult({ mrr: 43.5 })], accepted(aResult()), everything));
    assert.equal(lines[0], 'Worse: talks, per conversation: mrr 45.00 → 43.50 (-1.50 points)');
    assert.match(lines.at(-1) ?? '', /npm run eval -- --accept "why"/u);
  });

  it('fails when one figure rises and another falls', () => {
    const verdict = judge([aResult({ 'recall@1': 35, mrr: 40 })], accepted(aResult()), everything);
    assert.deepEqual([verdict.passed, verdict.rose.length, verdict.fell.length], [false, 1, 1]);
  });

  it('suggests accepting improved figures', () => {
    const verdict = judge([aResult({ 'recall@10': 61 })], accepted(aResult()), everything);
    assert.ok(verdict.passed);
    assert.match(verdictLines(verdict).join('\n'), /^Better: .*\(\+1\.00 points\)\n.*--accept/u);
  });

  it('fails without a results file, and for results that were never accepted', () => {
    for (const known of [undefined, accepted(aResult({}, { layout: 'one store' }))]) {
      const verdict = judge([aResult()], known, ({ layout }) => layout === 'per conversation');
      assert.equal(verdict.passed, false);
      assert.match(verdictLines(verdict).join('\n'), /no figures were accepted yet[\s\S]*--accept "why"/u);
    }
  });

  it('compares further figures, of which "stale first" is better when lower', () => {
    const withFigures = (figures: Record<string, number>): Result => aResult({}, { further: figures });
    const known = accepted(withFigures({ 'stale first': 60, 'limit 10: mrr': 40 }));
    const passes = (figures: Record<string, number>): boolean =>
      judge([withFigures(figures)], known, everything).passed;
    assert.equal(passes({ 'stale first': 30, 'limit 10: mrr': 41 }), true);
    assert.equal(passes({ 'stale first': 61, 'limit 10: mrr': 40 }), false);
    assert.equal(passes({ 'stale first': 60, 'limit 10: mrr': 39 }), false);
    assert.equal(passes({ 'stale first': 60, 'a new figure': 1 }), true);
  });

  it('fails when the lower bound of a difference to the floor is below 0, unless that was accepted', () => {
    const withDifference = (low: number): Result => aResult({}, { overFloor: { mrr: { mean: 2, low, high: 5 } } });
    assert.equal(judge([withDifference(0)], accepted(withDifference(0)), everything).passed, true);
    const verdict = judge([withDifference(-0.5)], accepted(withDifference(-0.5)), everything);
    assert.equal(verdict.passed, false);
    const line = 'Below the floor: talks, per conversation: mrr +2.00 points, 95 % interval -0.50 to +5.00';
    assert.equal(verdictLines(verdict)[0], line);
    const known = accepted(withDifference(-0.5));
    for (const [set, isOpen] of [
      ['talks', true],
      ['chats', false],
    ] as const) {
      known.belowFloor = [{ set, figure: 'mrr', date: '2026-01-02', why: 'few questions' }];
      assert.equal(judge([withDifference(-0.5)], known, everything).passed, isOpen);
    }
  });

  it('fails without a comparison when the figures come from other data', () => {
    const verdict = judge([aResult({ mrr: 90 }, { turns: 200 })], accepted(aResult()), everything);
    assert.deepEqual([verdict.passed, verdict.rose], [false, []]);
    assert.match(verdict.incomparable.join(), /200 turns and 10 questions.*accepted on 100 turns and 10 questions/u);
  });

  it('fails when an accepted set was not measured, unless it was not requested', () => {
    const known = accepted(aResult(), aResult({}, { set: 'chats' }));
    assert.equal(judge([aResult()], known, everything).passed, false);
    assert.equal(judge([aResult()], known, ({ set }) => set === 'talks').passed, true);
  });
});
