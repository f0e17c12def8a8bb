/** Which alternatives the sentence of a decision names. */
import assert from 'node:assert/strict';
import { alternativesIn } from '../../../src/memory/decisions/alternatives.ts';
import { cpuMs } from '../../support/cpuTime.ts';
import { itFinds } from '../../support/labelledTexts.ts';
import { alternativeTexts } from './alternativeTexts.ts';

describe('the alternatives of a decision', () => {
  itFinds(alternativeTexts, alternativesIn, { right: 12, missed: 0, wrong: 0 });

  for (const [sentence, ...alternatives] of [
    ['We use `getRoot()` instead of `process.cwd()` in both hooks.', '`process.cwd()` in both hooks'],
    ['We chose Node.js over Deno 2.1 (stable), because of its modules.', 'Deno 2.1'],
    ['We compare ids instead of converting to strings and parsing them.', 'converting to strings and parsing them'],
    ['We use a queue (instead of a cron job) and a lock instead of a queue.', 'a cron job', 'a queue'],
    ['We use a lock instead of a mutex. It is a file instead of a mutex.', 'a mutex'],
  ] as const) {
    it(`end where the sentence goes on: ${sentence}`, () => assert.deepEqual(alternativesIn(sentence), alternatives));
  }

  it('are left out if they are longer than a name', () => {
    assert.deepEqual(alternativesIn(`We use a lock instead of ${'one more thing '.repeat(10)}.`), []);
  });

  it('are found fast in any text', () => {
    const started = cpuMs();
    for (const part of ['chose a b c d e over ', 'instead of ', 'statt ', '而不是', ' '])
      alternativesIn(part.repeat(20_000));
    assert.ok(cpuMs() - started < 1_000);
  });
});
