/** The settings of model servers, and their keys: from the secret storage to a starting server, and nowhere else. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { withVariables } from '../../src/vscode/services/mcpProvider.ts';
import { ProviderKeys } from '../../src/vscode/platform/providerKeys.ts';
import { run, theExtension, until, withSetting } from './support.ts';

/** A secret storage in this process, which reports changes at once. */
class FakeSecrets implements vscode.SecretStorage {
  readonly #kept = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#kept.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#kept.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.#kept.set(key, value);
    this.#changed.fire({ key });
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.#kept.delete(key);
    this.#changed.fire({ key });
    return Promise.resolve();
  }
}

describe('the settings of model servers', () => {
  it('reach the MCP server as variables', async () => {
    const api = await theExtension().activate();
    const assertVariable = async (setting: string, value: string, variable: string): Promise<void> => {
      assert.equal(api.mcpServers()[0]?.env[variable], process.env[variable]);
      await withSetting(setting, value, () => {
        assert.equal(api.mcpServers()[0]?.env[variable], value);
        return Promise.resolve();
      });
    };
    await assertVariable('embeddings.provider', 'ollama', 'BIGMIND_EMBEDDINGS');
    await assertVariable('embeddings.url', 'http://localhost:1', 'BIGMIND_EMBEDDINGS_URL');
    await assertVariable('embeddings.model', 'bge-m3', 'BIGMIND_EMBEDDINGS_MODEL');
    await assertVariable('rerank.url', 'http://localhost:2', 'BIGMIND_RERANK_URL');
    await assertVariable('rerank.model', 'bge-reranker', 'BIGMIND_RERANK_MODEL');
  });

  it('cannot be set by a workspace, which could redirect them', async () => {
    const settings = vscode.workspace.getConfiguration('bigmind');
    for (const name of ['embeddings.provider', 'embeddings.url', 'embeddings.model', 'rerank.url', 'rerank.model']) {
      await assert.rejects(Promise.resolve(settings.update(name, 'x', vscode.ConfigurationTarget.Workspace)), name);
    }
  });
});

describe('the keys of model servers', () => {
  let keys: ProviderKeys;
  let changes: number;
  beforeEach(() => {
    keys = new ProviderKeys(new FakeSecrets());
    changes = 0;
    keys.onDidChange(() => (changes += 1));
  });
  afterEach(() => keys.dispose());

  it('are passed to a server only for enabled services', async () => {
    assert.equal(await keys.keep('embeddings', ' sk-1 '), 'kept');
    assert.equal(await keys.keep('rerank', 'sk-2'), 'kept');
    assert.equal(changes, 2);
    assert.deepEqual(await keys.forServer({}), {});
    assert.deepEqual(await keys.forServer({ BIGMIND_EMBEDDINGS: 'openai' }), { BIGMIND_EMBEDDINGS_KEY: 'sk-1' });
    const rerank = { BIGMIND_RERANK_URL: 'https://api.jina.ai/v1' };
    assert.deepEqual(await keys.forServer(rerank), { BIGMIND_RERANK_KEY: 'sk-2' });
  });

  it('are read from the environment if none is stored', async () => {
    const env = { BIGMIND_EMBEDDINGS: 'openai', BIGMIND_EMBEDDINGS_KEY: 'sk-environment' };
    assert.deepEqual(await keys.forServer(env), { BIGMIND_EMBEDDINGS_KEY: 'sk-environment' });
    await keys.keep('embeddings', 'sk-kept');
    assert.deepEqual(await keys.forServer(env), { BIGMIND_EMBEDDINGS_KEY: 'sk-kept' });
  });

  it('are removed by an empty key', async () => {
    await keys.keep('embeddings', 'sk-1');
    assert.equal(await keys.keep('embeddings', ' '), 'removed');
    assert.equal(await keys.keep('embeddings', ''), 'nothing');
    assert.deepEqual(await keys.forServer({ BIGMIND_EMBEDDINGS: 'openai' }), {});
  });

  it('are rejected if they are invalid or would be sent unencrypted', async () => {
    await keys.keep('embeddings', 'sk-1');
    const env = { BIGMIND_EMBEDDINGS: 'openai', BIGMIND_EMBEDDINGS_URL: 'http://10.0.0.7:8080' };
    await assert.rejects(keys.forServer(env), { code: 'invalid_input', message: /unencrypted/u });
    await assert.rejects(keys.keep('embeddings', 'two words'), { code: 'invalid_input' });
  });

  it('are added to a definition without changing it', () => {
    const given = new vscode.McpStdioServerDefinition('BigMind', 'node', ['cli.js', 'mcp'], { A: '1' }, '0.1.0');
    given.cwd = vscode.Uri.file('/work');
    const resolved = withVariables(given, { BIGMIND_EMBEDDINGS_KEY: 'sk-1' });
    assert.deepEqual(resolved.env, { A: '1', BIGMIND_EMBEDDINGS_KEY: 'sk-1' });
    assert.deepEqual(given.env, { A: '1' });
    const { label, command, args, version, cwd } = resolved;
    assert.deepEqual([label, command, args, version], ['BigMind', 'node', ['cli.js', 'mcp'], '0.1.0']);
    assert.equal(cwd?.fsPath, given.cwd.fsPath);
  });
});

describe('the command that sets keys', () => {
  const key = 'sk-host-test-2718';

  it('stores a key that no definition, configuration or file contains, and removes it', async () => {
    const api = await theExtension().activate();
    const home = dirname((await api.runtimeRecord) ?? '');
    await withSetting('embeddings.provider', 'openai', async () => {
      const before = JSON.stringify(api.mcpServers());
      assert.deepEqual(await run('setProviderKey', { server: 'embeddings', key }), {
        status: 'kept',
        server: 'embeddings',
      });
      await until('the definition is another one', () => JSON.stringify(api.mcpServers()) !== before);
      assert.ok(!JSON.stringify(api.mcpServers()).includes(key));
      for (const format of ['claude-code', 'mcp-servers', 'vscode']) {
        assert.ok(!String((await run('copyMcpConfiguration', { format }))['text']).includes(key));
      }
      for (const { name } of readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isFile())) {
        assert.ok(!readFileSync(join(home, name)).includes(key), `the key is in ${name}`);
      }
      assert.equal((await run('setProviderKey', { server: 'embeddings', remove: true }))['status'], 'removed');
      assert.equal((await run('setProviderKey', { server: 'embeddings', remove: true }))['status'], 'nothing');
    });
  });

  it('rejects an invalid key without showing it', async () => {
    const { status, code, notice } = await run('setProviderKey', { server: 'rerank', key: 'two words' });
    assert.deepEqual([status, code], ['failed', 'invalid_input']);
    assert.ok(!String(notice).includes('two words'));
  });
});
