import assert from 'node:assert/strict';
import { rejectionIn } from '../../src/memory/decisions/pastApproach.ts';

const rejections: [sentence: string, approach: string, reason: string | null][] = [
  ['We ruled out MongoDB because it has no transactions.', 'MongoDB', 'it has no transactions'],
  ['I decided against a second queue.', 'a second queue', null],
  ["Let's not use Redis for sessions, since it forgets them.", 'use Redis for sessions', 'it forgets them'],
  ["We're not going to migrate to Kubernetes.", 'migrate to Kubernetes', null],
  [
    'I tried to cache the tiles in memory, but it broke after an hour.',
    'cache the tiles in memory',
    'it broke after an hour',
  ],
  ["Polling the gateway didn't scale.", 'Polling the gateway', null],
  ['Wir haben GraphQL verworfen, weil die Clients es nicht brauchen.', 'GraphQL', 'die Clients es nicht brauchen'],
  ['我们放弃了 GraphQL，因为没有人用它。', 'GraphQL', '没有人用它'],
];

describe('a sentence that rejects an approach', () => {
  for (const [sentence, approach, reason] of rejections) {
    it(`names it: ${sentence}`, () => assert.deepEqual(rejectionIn(sentence), { approach, reason }));
  }

  for (const sentence of ["That approach didn't work.", 'It did not help.', 'We deploy on Thursdays.', '']) {
    it(`names none: ${sentence}`, () => assert.equal(rejectionIn(sentence), undefined));
  }

  it('takes little time for long text without one', () => {
    assert.equal(rejectionIn(`${'tried it and it was fine '.repeat(4_000)}.`), undefined);
  });
});
