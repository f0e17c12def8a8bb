/** Which sentences of conversations a synthesis is made of. */
import assert from 'node:assert/strict';
import { isWholeStatement, isWorthSaying } from '../../../src/memory/graph/synthesis/worthSaying.ts';

describe('a sentence that is worth saying', () => {
  for (const sentence of [
    'The relay hangs because the lock is never released after a timeout.',
    'The root cause was a race between the timer and the queue.',
    'Locks must be released before the next message is read.',
    'The client never retries a request that has a body.',
    "go-git doesn't respect the global gitignore of the user.",
    'We decided to keep one relay in each region.',
    'Added a timeout to the requests of the relay.',
    'The old table was replaced by late_messages in March.',
    'The relay now uses the table late_messages for late messages.',
    'Redis runs out of memory when the queue grows beyond a million keys.',
    'Die Ursache war ein Lock, der nach dem Timeout nicht freigegeben wurde.',
    '根本原因是锁在超时之后没有被释放，因此队列一直在等待。',
  ])
    it(`states a cause, a rule or an outcome: ${sentence}`, () => assert.ok(isWorthSaying(sentence)));

  for (const [sentence, why] of [
    ['Let me check how the relay handles its queue because it hangs.', 'announces'],
    ['Can you fix the relay, because it hangs after a timeout.', 'asks'],
    ['Please never store the password in the log of the relay.', 'asks'],
    ['Update the relay so that it never hangs after a timeout.', 'is a task'],
    ['Add error handling because the relay fails with a timeout.', 'is a task'],
    ['fix(hooks): make the relay consistent because it hangs.', 'titles a commit'],
    ['Make sure that the relay always releases its lock.', 'asks'],
    ["I'd like to update the relay because it hangs after a timeout.", 'wishes'],
    ['I think we have a bug somewhere because the relay hangs.', 'guesses'],
    ['Maybe the relay hangs because of the lock in the queue.', 'guesses'],
    ['Does the relay hang because the lock is never released?', 'asks'],
    ['If the relay hangs, the lock is never released.', 'supposes'],
    ['It hangs because the lock is never released after a timeout.', 'leans on the text before'],
    ['But the relay hangs because the lock is never released.', 'leans on the text before'],
    ["The relay doesn't know that a helper already exists (e.g. session", 'is cut'],
    ['The relay hangs because the lock is never rel', 'is cut'],
    ['The relay hangs because the lock is never released after…', 'is cut'],
    ['The relay hangs because `lock.release is never called.', 'is cut'],
    ['The problem is in src/relay/queue.ts:228-256.', 'only names a place'],
    ['I fixed the bug in `calculateTotal` at relay.ts:252.', 'only names a place'],
    ['The relay reads a message from the queue in Frankfurt.', 'states neither'],
    ['Tell me again how the relay works because I forgot.', 'asks'],
    ['We should never release the lock twice in the relay.', 'proposes'],
    ['- relay, queue, table, cluster, retry, disk', 'lists words'],
    ['`src/relay.ts:12` - the relay never releases its lock.', 'is an item of a list'],
  ] as const)
    it(`is not one that ${why}: ${sentence}`, () => assert.ok(!isWorthSaying(sentence)));

  it('of a stored fact may be any whole statement', () => {
    assert.ok(isWholeStatement('The relay runs on port 8081 in every region'));
    assert.ok(!isWholeStatement('Should the relay run on port 8081 in every region?'));
    assert.ok(!isWholeStatement('The relay runs on port 8081 (in every'));
  });
});
