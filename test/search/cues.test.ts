import assert from 'node:assert/strict';
import { cuesOf, endsAsking } from '../../src/search/cues.ts';
import type { Cues } from '../../src/search/cues.ts';

const silent: Cues = { firstPerson: false, time: false, number: false, reason: false, name: false, asking: 0 };

describe('cues of a text', () => {
  const shown: [text: string, cues: Partial<Cues>][] = [
    ['no cue at all', {}],
    ["I've moved house", { firstPerson: true }],
    ['it was I’m sure', { firstPerson: true }],
    ['inside the image', {}],
    ['it broke yesterday', { time: true }],
    ['released in 2021', { time: true, number: true }],
    ['it takes 3 steps', { number: true }],
    ['because it locks', { reason: true }],
    ['he said Paris', { name: true }],
    ['he said “Paris”', { name: true }],
    ['What now?', { asking: 1 }],
    ['怎么办？', { asking: 1 }],
  ];
  for (const [text, cues] of shown) {
    it(`are ${JSON.stringify(cues)} in "${text}"`, () => {
      assert.deepEqual(cuesOf(text), { ...silent, ...cues });
    });
  }

  it('tell which part of a text asks', () => {
    assert.equal(cuesOf('1234. 1234?').asking, 0.5 + 0.5 / 11);
    assert.equal(cuesOf('').asking, 0);
    assert.equal(cuesOf('???').asking, 0);
  });

  it('are found soon in long texts that are hard to match', () => {
    const begun = performance.now();
    for (const text of ['?', '? ', 'a? ', 'Aa ', ', "', "I'", '.\n'].map((part) => part.repeat(100_000))) {
      cuesOf(text);
      endsAsking(`${text}x`);
    }
    assert.ok(performance.now() - begun < 2000);
  });
});

describe('a text', () => {
  for (const asking of ['Why?', 'Why? ', '"Why?"', '(Why?)', '为什么？', 'It is so. Why?']) {
    it(`ends asking in ${JSON.stringify(asking)}`, () => {
      assert.ok(endsAsking(asking));
    });
  }
  for (const telling of ['So.', 'Why? Because.', '', 'a ? b']) {
    it(`does not end asking in ${JSON.stringify(telling)}`, () => {
      assert.ok(!endsAsking(telling));
    });
  }
});
