/** Coding agents as models, played by scripts that behave as those agents do when something is wrong. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createAgentModel } from '../../src/distill/agentModel.ts';
import type { AgentName } from '../../src/distill/settings/learnSettings.ts';
import { errorOf, keepAll, Scripts } from './scripts.ts';

describe('a coding agent as a language model', () => {
  let scripts: Scripts;
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    scripts = new Scripts();
  });
  afterEach(() => scripts.remove());

  const ask = (name: AgentName, body: string, model?: string): Promise<string> =>
    createAgentModel(name, model, { env: scripts.agent(name, body), redact: keepAll, timeoutMs: 20_000 }).ask('Learn!');
  const echo = 'console.log(JSON.stringify({ input, args: process.argv.slice(2), env: process.env }));';
  const echoed = async (
    name: AgentName,
    model?: string,
  ): Promise<{ input: string; args: string[]; env: Record<string, string> }> =>
    JSON.parse(await ask(name, echo, model)) as { input: string; args: string[]; env: Record<string, string> };

  for (const name of ['claude', 'codex', 'copilot', 'gemini'] as const) {
    it(`${name} gets the request on standard input only, and its model if one is named`, async () => {
      const usual = await echoed(name);
      assert.equal(usual.input, 'Learn!');
      assert.ok(!usual.args.join(' ').includes('Learn!') && !usual.args.includes('--model'));
      assert.equal(usual.env['BIGMIND_LEARNING'], '1');
      const { args } = await echoed(name, 'some-model');
      assert.equal(args[args.indexOf('--model') + 1], 'some-model');
    });

    const troubles: readonly (readonly [what: string, said: string, code: string, sentence: RegExp])[] = [
      ['is signed out', 'Not logged in · Please run /login', 'provider_refused', /sign in|login/u],
      ['has a wrong key', 'Error: 401 Unauthorized', 'provider_refused', /sign in|login/u],
      ['is too old', "error: unknown option '--tools'", 'provider_refused', /too old.*Run/u],
      ['does not know the model', 'The model gpt-0 does not exist', 'provider_refused', /BIGMIND_LEARN_MODEL/u],
      ['is over quota', 'You have exceeded your quota. Sign in to get more.', 'provider_down', /later/u],
      ['is rate-limited', 'API Error: 429 too many requests', 'provider_down', /later/u],
      ['has another error', 'fetch failed', 'provider_down', /later/u],
    ];
    it(`${name} says what to do when it ${troubles.map(([what]) => what).join(', ')}`, async () => {
      for (const [what, said, code, sentence] of troubles) {
        for (const stream of ['log', 'error']) {
          const error = await errorOf(ask(name, `console.${stream}(${JSON.stringify(said)}); process.exitCode = 1;`));
          assert.equal(error.code, code, what);
          assert.match(error.sentence, sentence);
          assert.ok(error.message.includes(said), error.message);
        }
      }
    });

    it(`${name} is refused if it is not installed`, async () => {
      const model = createAgentModel(name, undefined, { env: { PATH: scripts.folder }, redact: keepAll });
      const error = await errorOf(model.ask('x'));
      assert.deepEqual([error.code, error.details], ['provider_refused', { reason: 'missing' }]);
      assert.match(error.sentence, /was not found on this computer\. Install it/u);
    });
  }

  it('finds its input closed if it asks a question', async () => {
    const body = `import { createInterface } from 'node:readline/promises';
      const line = createInterface({ input: process.stdin });
      line.on('close', () => { console.error('No answer to: Trust this folder?'); process.exit(1); });`;
    const error = await errorOf(ask('gemini', body));
    assert.equal(error.code, 'provider_down');
    assert.match(error.message, /Trust this folder/u);
  });

  it('is named with its model', () => {
    const parts = { env: {}, redact: keepAll };
    assert.equal(createAgentModel('claude', undefined, parts).name, 'claude');
    assert.equal(createAgentModel('claude', 'haiku', parts).name, 'claude (haiku)');
  });

  it('starts none of the user’s servers, as Codex and the Copilot CLI name them', async () => {
    mkdirSync(scripts.path('.codex'));
    mkdirSync(scripts.path('.copilot'));
    const toml = '[mcp_servers.bigmind]\ncommand = "x"\n[mcp_servers.bigmind.env]\nA = "b"\n[mcp_servers."odd one"]\n';
    writeFileSync(scripts.path('.codex/config.toml'), toml);
    const servers = { bigmind: {}, other: {}, '$(rm -r x)': {} };
    writeFileSync(scripts.path('.copilot/mcp-config.json'), JSON.stringify({ mcpServers: servers }));
    const codex = (await echoed('codex')).args.filter((arg) => arg.startsWith('mcp_servers.'));
    assert.deepEqual(codex, ['mcp_servers.bigmind.enabled=false']);
    const { args } = await echoed('copilot');
    const named = args.filter((_, at) => args[at - 1] === '--disable-mcp-server');
    assert.deepEqual(named, ['bigmind', 'other']);
    writeFileSync(scripts.path('.copilot/mcp-config.json'), '{');
    assert.ok(!(await echoed('copilot')).args.includes('--disable-mcp-server'));
  });
});
