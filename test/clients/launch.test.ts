/** How another client is configured to start BigMind. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { launchFor } from '../../src/clients/shared/launch.ts';
import type { LaunchingProcess } from '../../src/clients/shared/launch.ts';
import { allSettings } from '../../src/settingsTable.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { put } from './support.ts';

describe('the launch of the server', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const self: LaunchingProcess = {
    execPath: '/usr/bin/node',
    electronRunAsNode: false,
    programFile: '/opt/bigmind/cli.js',
    env: {
      BIGMIND_HOME: '/memory',
      BIGMIND_MODE: ' ',
      BIGMIND_TOOLSETS: 'core',
      BIGMIND_DB_URL: 'pg://secret',
      BIGMIND_EMBEDDINGS: 'openai',
      BIGMIND_EMBEDDINGS_KEY: 'sk-secret',
      BIGMIND_RERANK_KEY: 'sk-secret',
    },
  };
  const env = { BIGMIND_HOME: '/memory', BIGMIND_TOOLSETS: 'core', BIGMIND_EMBEDDINGS: 'openai' };
  const own = { command: '/usr/bin/node', args: ['/opt/bigmind/cli.js', 'mcp'], env };
  const launcher = (): string => join(home.path, 'bigmind.cjs');
  const note = (fields: Record<string, unknown>): string =>
    put(join(home.path, 'runtime.json'), JSON.stringify(fields));

  it('is the launcher with the runtime that the extension recorded', () => {
    put(launcher(), '');
    const cli = import.meta.filename;
    note({ execPath: process.execPath, electronRunAsNode: true, cli });
    const command = process.execPath;
    const args = [launcher(), 'mcp'];
    assert.deepEqual(launchFor(home.path, self), { command, args, env: { ELECTRON_RUN_AS_NODE: '1', ...env } });
    note({ execPath: process.execPath, electronRunAsNode: false, cli });
    assert.deepEqual(launchFor(home.path, self), { command, args, env });
    note({ execPath: process.execPath, electronRunAsNode: false, cli: '/gone/cli.js' });
    assert.deepEqual(launchFor(home.path, self), own);
  });

  it('passes on every setting of the user, except sensitive ones', () => {
    const set = allSettings.flatMap(({ variable }) => (variable === undefined ? [] : [[variable, 'x'] as const]));
    const { env: passedEnv } = launchFor(home.path, { ...self, env: Object.fromEntries(set) });
    const names = set.map(([name]) => name).filter((name) => passedEnv[name] === undefined);
    assert.deepEqual(names, [
      'BIGMIND_REDACTION_PATTERNS',
      'BIGMIND_EMBEDDINGS_KEY',
      'BIGMIND_RERANK_KEY',
      'BIGMIND_EXPORT_PASSPHRASE',
      'AGENT_TOKENS',
      'BIGMIND_DB_URL',
      'BIGMIND_DB_KEY',
    ]);
    assert.equal(passedEnv['BIGMIND_AUDIT'], 'x');
  });

  it('is this program if the launcher, the record or the recorded runtime is missing', () => {
    assert.deepEqual(launchFor(home.path, self), own);
    const asNode = { ...own, env: { ELECTRON_RUN_AS_NODE: '1', ...env } };
    assert.deepEqual(launchFor(home.path, { ...self, electronRunAsNode: true }), asNode);
    note({ execPath: process.execPath });
    assert.deepEqual(launchFor(home.path, self), own);
    put(launcher(), '');
    note({ execPath: join(home.path, 'gone') });
    assert.deepEqual(launchFor(home.path, self), own);
    put(join(home.path, 'runtime.json'), '{"execPath":');
    assert.deepEqual(launchFor(home.path, self), own);
  });
});
