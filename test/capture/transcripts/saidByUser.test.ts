import assert from 'node:assert/strict';
import { saidByUser } from '../../../src/capture/transcripts/saidByUser.ts';

describe('what a person said in a Claude Code message', () => {
  it('is nothing of what a command printed, also where its end was cut off', () => {
    assert.equal(saidByUser('<local-command-stdout>Version 2\n- faster</local-command-stdout>'), '');
    assert.equal(saidByUser('<local-command-stdout>Version 2\n- fas'), '');
    assert.equal(saidByUser('<bash-stderr>no such file'), '');
  });

  it('is what they wrote about such a mark', () => {
    assert.equal(saidByUser('Why is <bash-stdout> never closed?'), 'Why is <bash-stdout> never closed?');
  });
});
