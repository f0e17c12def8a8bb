import assert from 'node:assert/strict';
import { createCueFinder, cueWordsOf } from '../../../../src/memory/learn/highlights/cueFinder.ts';
import { readCues } from '../../../../src/memory/learn/highlights/cueReading.ts';

const families = {
  cause: { latin: "because|due to|that's why|ursache", han: '因为|由于' },
  design: { latin: 'trade off|tradeoff*', han: '设计' },
};

function cuesIn(text: string, place: 'anywhere' | 'at the beginning' = 'anywhere'): string[] {
  return [...createCueFinder(families, place)(cueWordsOf(text), text)].toSorted();
}

describe('the cues of a text', () => {
  const texts: readonly [text: string, cues: string[]][] = [
    ['It fails because of the cache.', ['cause']],
    ['It fails DUE TO the cache, a trade-off.', ['cause', 'design']],
    ['That’s why.', ['cause']],
    ['Tradeoffs everywhere', ['design']],
    ['Die Ursache ist der Cache.', ['cause']],
    ['由于缓存的设计', ['cause', 'design']],
    ['becausee, trade', []],
    ['', []],
  ];
  for (const [text, cues] of texts) {
    it(`are ${cues.join(' and ') || 'none'}: ${text}`, () => assert.deepEqual(cuesIn(text), cues));
  }

  it('are only those at its beginning, if asked', () => {
    assert.deepEqual(cuesIn('Because of the cache', 'at the beginning'), ['cause']);
    assert.deepEqual(cuesIn('It fails because of the cache', 'at the beginning'), []);
    assert.deepEqual(cuesIn('因为缓存', 'at the beginning'), ['cause']);
    assert.deepEqual(cuesIn('缓存因为', 'at the beginning'), []);
  });

  it('show a recap by the words before the first colon', () => {
    for (const recap of ['Final policy: cents only.', 'Zusammenfassung: nur Cent.', '最终规则：只用分。']) {
      assert.ok(readCues(recap, '').isRecap, recap);
    }
    for (const other of ['The final policy uses cents.', 'Files: the policy', 'See policy:']) {
      assert.ok(!readCues(other, '').isRecap, other);
    }
  });
});
