import assert from 'node:assert/strict';
import { likenessOf } from '../../src/util/likeness.ts';
import { resemblances } from '../../src/search/ranking/resemblance.ts';
import { weights } from '../../src/search/shared/weights.ts';

const words = ['postgres', 'postgras', 'flexible', 'flexibility', 'a', '', 'ab', '数据库', 'deploy', 'same', 'sam'];

describe('the likeness of two words', () => {
  it('is between 0 and 1, symmetric, and 1 for the same word', () => {
    for (const one of words) {
      for (const other of words) {
        const likeness = likenessOf(one, other);
        assert.ok(likeness >= 0 && likeness <= 1, `${one} ${other} ${String(likeness)}`);
        assert.equal(likeness, likenessOf(other, one));
      }
    }
    for (const word of words.filter((one) => one !== '')) assert.equal(likenessOf(word, word), 1);
  });

  it('is high for typing errors and other forms, and low for other words', () => {
    const { minLikeness } = weights.term;
    for (const [one, other] of [
      ['postgres', 'postgras'],
      ['kubernetes', 'kubernets'],
      ['flexible', 'flexibly'],
    ] as const)
      assert.ok(likenessOf(one, other) >= minLikeness, `${one} ${other}`);
    for (const [one, other] of [
      ['postgres', 'mysql'],
      ['deploy', 'employ'],
      ['friday', 'monday'],
    ] as const)
      assert.ok(likenessOf(one, other) < minLikeness, `${one} ${other}`);
  });
});

describe('the resemblance of texts to a query', () => {
  const question = ['deploy', 'friday'];

  it('is 1 for the same words, 0 for none in common, and otherwise in between', () => {
    const texts = [
      'deploy friday',
      'Friday: deploy!',
      'nothing in common',
      '',
      'We deploy the server on Fridays',
      'deploy deploy friday',
    ];
    const [same = 0, turned = 0, none, empty, more = 0, repeated = 0] = resemblances(question, texts);
    for (const one of [same, turned]) assert.ok(Math.abs(one - 1) < 1e-9, String(one));
    assert.deepEqual([none, empty], [0, 0]);
    for (const between of [more, repeated]) assert.ok(between > 0.3 && between < 1, String(between));
  });

  it('detects other forms and compounds that stemming misses', () => {
    const [compound = 0, other] = resemblances(['data', 'base'], ['our databases', 'our servers']);
    assert.ok(compound > 0);
    assert.equal(other, 0);
  });

  it('gives more weight to words that are rare among the texts', () => {
    const [common = 0, , , rare = 0] = resemblances(
      ['deploy', 'zebra'],
      ['deploy one', 'deploy two', 'deploy six', 'zebra one'],
    );
    assert.ok(rare > common);
  });

  it('ignores words that only phrase a question', () => {
    const [lowest = 0, same = 0] = resemblances(['what', 'deploy'], ['what is the', 'deploy']);
    assert.equal(lowest, 0);
    assert.ok(Math.abs(same - 1) < 1e-9);
  });

  it('is zero if there is nothing to compare', () => {
    assert.deepEqual(resemblances([], ['a', '']), [0, 0]);
    assert.deepEqual(resemblances(['deploy'], []), []);
    assert.deepEqual(resemblances(['the'], ['the']), [0]);
  });
});
