/** The tokens that the environment of a server names. */
import assert from 'node:assert/strict';
import { fixedTokensFrom } from '../../src/cli/serve/fixedTokens.ts';
import { hashOf } from '../../src/http/agents/agentTokens.ts';

describe('AGENT_TOKENS', () => {
  it('names agents with tokens or their digests', () => {
    const digest = hashOf('a token of the monitor');
    assert.deepEqual(fixedTokensFrom(`codex:tok_change_me_abc123, monitor:sha256:${digest.toUpperCase()},`), [
      { agent: 'codex', tokenHash: hashOf('tok_change_me_abc123') },
      { agent: 'monitor', tokenHash: digest },
    ]);
    for (const nothing of [undefined, '', ' , ']) assert.deepEqual(fixedTokensFrom(nothing), []);
  });

  for (const entry of [
    'tok_change_me_abc123',
    'codex:',
    ':tok_change_me_abc123',
    'codex:guess-me',
    'codex:sha256:12ab',
  ]) {
    it(`refuses ${entry}, by its place and without repeating it`, () => {
      assert.throws(
        () => fixedTokensFrom(`one:tok_change_me_abc123,${entry}`),
        (thrown: Error) => thrown.message.startsWith('Entry 2 of AGENT_TOKENS ') && !thrown.message.includes(entry),
      );
    });
  }
});
