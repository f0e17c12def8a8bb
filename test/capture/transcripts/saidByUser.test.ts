import assert from 'node:assert/strict';
import { saidByUser } from '../../../src/capture/transcripts/saidByUser.ts';

describe("the user's text in a Claude Code message", () => {
  it('excludes what a command printed, even if its end was cut off', () => {
    assert.equal(saidByUser('<local-command-stdout>Version 2\n- faster</local-command-stdout>'), '');
    assert.equal(saidByUser('<local-command-stdout>Version 2\n- fas'), '');
    assert.equal(saidByUser('<bash-stderr>no such file'), '');
  });

  it('includes what the user wrote about such a mark', () => {
    assert.equal(saidByUser('Why is <bash-stdout> never closed?'), 'Why is <bash-stdout> never closed?');
  });
});
