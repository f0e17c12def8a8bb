/** Failures in the VS Code log. */
import assert from 'node:assert/strict';
import { BigMindError, bigMindErrorFrom } from '../../src/memory/shared/errors.ts';
import { logFailure } from '../../src/vscode/platform/describeThrown.ts';

function logged(error: BigMindError): [level: string, text: string][] {
  const lines: [string, string][] = [];
  const to =
    (level: string) =>
    (text: string): void => {
      lines.push([level, text]);
    };
  logFailure({ info: to('info'), warn: to('warn'), error: to('error') }, error);
  return lines;
}

describe('a failure in the log', () => {
  it('is one line without a stack if it is expected', () => {
    const refusal = new BigMindError('not_allowed', 'Roles have no effect in a personal store.');
    assert.deepEqual(logged(refusal), [['info', 'not_allowed: Roles have no effect in a personal store.']]);
  });

  it('names the cause on the same line', () => {
    const full = new BigMindError('store_full', 'The disk is full.', { cause: new Error('ENOSPC:\nno space left') });
    assert.deepEqual(logged(full), [['warn', 'store_full: The disk is full. Caused by: ENOSPC: no space left']]);
  });

  it('includes the stack for a defect or a damaged database', () => {
    for (const error of [bigMindErrorFrom(new Error('boom')), new BigMindError('store_corrupt', 'Damaged.')]) {
      const [[level, text] = ['', '']] = logged(error);
      assert.equal(level, 'error');
      assert.match(text, /\n {4}at /u);
    }
  });
});
