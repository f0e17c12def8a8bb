/** The tokens that the environment of a server names. */
import assert from 'node:assert/strict';
import { fixedTokensFrom, metricsTokenFrom } from '../../src/cli/serve/fixedTokens.ts';
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

describe('BIGMIND_METRICS_TOKEN', () => {
  it('is a token or its digest, and nothing if it is not set', () => {
    const digest = hashOf('tok_of_prometheus_abc');
    assert.equal(metricsTokenFrom('tok_of_prometheus_abc'), digest);
    assert.equal(metricsTokenFrom(`sha256:${digest}`), digest);
    assert.equal(metricsTokenFrom(undefined), undefined);
  });

  for (const odd of ['guess-me', 'sha256:12ab']) {
    it(`refuses ${odd} without repeating it`, () => {
      assert.throws(
        () => metricsTokenFrom(odd),
        (thrown: Error) => thrown.message.startsWith('BIGMIND_METRICS_TOKEN ') && !thrown.message.includes(odd),
      );
    });
  }
});
