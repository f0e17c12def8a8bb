/** Which approaches the exchanges of recorded chats reject, and above all what is none. */
import assert from 'node:assert/strict';
import { rejectionIn } from '../../../src/memory/decisions/pastApproach.ts';
import { sentenceFor } from '../../../src/memory/summarize/rules/worthKeeping.ts';
import { cpuMs } from '../../support/cpuTime.ts';
import { itFinds } from '../../support/labelledTexts.ts';
import { rejectionTexts } from './rejectionTexts.ts';

function rejectionOf(text: string): string[] {
  const { approach, reason } = rejectionIn(text) ?? {};
  return [approach ?? [], reason ?? []].flat();
}

describe('the rejected approach and its reason', () => {
  itFinds(rejectionTexts, (text) => rejectionOf(sentenceFor(text, 'user', 'rejected approach') ?? ''), {
    right: 14,
    missed: 2,
    wrong: 3,
  });
});

const named: [sentence: string, approach: string, reason: string | null][] = [
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
  ["The idea of one queue per user didn't help.", 'one queue per user', null],
  ['Wir haben GraphQL verworfen, weil die Clients es nicht brauchen.', 'GraphQL', 'die Clients es nicht brauchen'],
  ['我们放弃了 GraphQL，因为没有人用它。', 'GraphQL', '没有人用它'],
];

describe('a sentence that rejects an approach', () => {
  for (const [sentence, approach, reason] of named) {
    it(`names it: ${sentence}`, () => assert.deepEqual(rejectionIn(sentence), { approach, reason }));
  }

  for (const sentence of [
    "That approach didn't work.",
    'It did not help.',
    'We deploy on Thursdays.',
    'They decided against Postgres in the other team.',
    "The button that was added doesn't work on Safari.",
    "I had exceptions, but it didn't work for nested folders.",
    '',
  ]) {
    it(`names none: ${sentence}`, () => assert.equal(rejectionIn(sentence), undefined));
  }

  it('is found fast in any text', () => {
    const started = cpuMs();
    for (const part of [
      'tried it and it was fine ',
      'we tried ',
      'we dropped the idea of ',
      'wir haben uns gegen ',
      ' ',
    ]) {
      rejectionIn(part.repeat(20_000));
    }
    assert.ok(cpuMs() - started < 1_000);
  });
});
