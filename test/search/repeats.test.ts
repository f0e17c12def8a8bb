import assert from 'node:assert/strict';
import type { Ranked } from '../../src/search/ranking/ranking.ts';
import { refKey } from '../../src/memory/shared/memoryRef.ts';
import { foldRepeats, withReplacersFirst } from '../../src/search/ranking/repeats.ts';
import { aMemory } from './rankedMemories.ts';

function ranked(
  text: string,
  strength: number,
  more: { id?: string; contradictedBy?: string[]; title?: string } = {},
): Ranked {
  return {
    memory: aMemory('fact', text, more),
    strength,
    evidence: 0,
    document: 0,
    meaning: 0,
    resemblance: 0,
    words: [],
    factors: {},
  };
}

describe('repeats', () => {
  const shown = (all: Ranked[], limit: number): [string, number][] =>
    foldRepeats(all, limit).map(({ ranked: one, repeats }) => [one.memory.text, repeats]);

  it('are folded into the best one regardless of case and spacing, and counted', () => {
    const all = ['We deploy.', 'Other.', ' we  DEPLOY.\n', 'We deploy.', 'We deploy'].map((text, n) =>
      ranked(text, 9 - n),
    );
    assert.deepEqual(shown(all, 10), [
      ['We deploy.', 2],
      ['Other.', 0],
      ['We deploy', 0],
    ]);
  });

  it('stay separate if case has a meaning', () => {
    assert.equal(shown([ranked('Run tar -C.', 2), ranked('Run tar -c.', 1)], 10).length, 2);
  });

  it('with different titles stay separate', () => {
    assert.equal(shown([ranked('Yes.', 2, { title: 'WAL' }), ranked('Yes.', 1, { title: 'Tabs' })], 10).length, 2);
  });

  it('are counted beyond the last result shown', () => {
    const all = ['a', 'b', 'c', 'a', 'b'].map((text, n) => ranked(text, 9 - n));
    assert.deepEqual(shown(all, 2), [
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('never crowd out other results', () => {
    const all = [...Array<string>(200).fill('again'), 'b', 'c', 'd'].map((text, n) => ranked(text, 900 - n));
    assert.deepEqual(
      shown(all, 3).map(([text]) => text),
      ['again', 'b', 'c'],
    );
  });
});

describe('a contradicted fact', () => {
  const placed = (all: Ranked[], brought: Ranked[] = []): Ranked[] =>
    withReplacersFirst(all, new Map([...all, ...brought].map((one) => [refKey(one.memory), one])));
  const idsOf = (all: Ranked[]): string[] => all.map(({ memory }) => memory.id);
  const old = (contradictedBy: string[], id = '1'): Ranked => ranked(`old ${id}`, 5, { id, contradictedBy });

  it('is placed after the newer one, which takes over its strength', () => {
    const all = placed([old(['7']), ranked('else', 4, { id: '2' }), ranked('new', 1, { id: '7' })]);
    assert.deepEqual(idsOf(all), ['7', '1', '2']);
    assert.deepEqual([all[0]?.strength, all[0]?.contradicts], [5, '1']);
  });

  it('does not move a newer one that is stronger', () => {
    const all = placed([ranked('new', 9, { id: '7' }), ranked('else', 6, { id: '2' }), old(['7'])]);
    assert.deepEqual(idsOf(all), ['7', '2', '1']);
    assert.deepEqual([all[0]?.strength, all[0]?.contradicts], [9, undefined]);
  });

  it('adds a newer one whose words did not match', () => {
    assert.deepEqual(idsOf(placed([old(['7'])], [ranked('new', 0, { id: '7' })])), ['7', '1']);
  });

  it('is placed after all its successors, the newest first', () => {
    const chain = [old(['2', '3']), old(['3'], '2'), ranked('newest', 0, { id: '3' })];
    assert.deepEqual(idsOf(placed(chain)), ['3', '2', '1']);
    assert.deepEqual(idsOf(placed(chain.slice(0, 1), chain.slice(1))), ['3', '2', '1']);
    assert.deepEqual(idsOf(placed([old(['2']), old(['1'], '2')])), ['2', '1'], 'a ring of them ends');
  });

  it('keeps its place if the newer one is unknown', () => {
    assert.deepEqual(idsOf(placed([old(['99'])])), ['1']);
  });

  it('is never stronger than the results before it', () => {
    const all = placed(
      [old(['7']), ranked('else', 4, { id: '2', contradictedBy: ['8'] })],
      [ranked('a', 0, { id: '7', contradictedBy: ['8'] }), ranked('b', 0, { id: '8' })],
    );
    const strengths = all.map(({ strength }) => strength);
    assert.deepEqual(idsOf(all), ['8', '7', '1', '2']);
    assert.deepEqual(
      strengths,
      strengths.toSorted((one, other) => other - one),
    );
  });
});
