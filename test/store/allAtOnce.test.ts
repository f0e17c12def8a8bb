/** Statements that are sent at once on one connection. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { allAtOnce } from '../../src/store/sql/connection/inTurn.ts';

describe('statements that are sent at once', () => {
  it('answer in their order', async () => {
    assert.deepEqual(await allAtOnce([sleep(5, 'one'), Promise.resolve('two')]), ['one', 'two']);
  });

  it('fail with the first error in time, after all of them have ended', async () => {
    let ended = 0;
    const failing = async (ms: number, name: string): Promise<never> => {
      await sleep(ms);
      ended += 1;
      throw new Error(name);
    };
    // A server answers the ones behind the failed one only that the transaction is aborted.
    await assert.rejects(allAtOnce([failing(20, 'aborted'), failing(5, 'deadlock'), sleep(1)]), {
      message: 'deadlock',
    });
    assert.equal(ended, 2);
  });
});
