/** How another client is configured to start BigMind. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { installKindOf, launchFor as launchForPublished } from '../../src/clients/shared/installation.ts';
import type { LaunchingProcess, McpLaunch } from '../../src/clients/shared/launch.ts';
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
  const launchFor = (folder: string, one: LaunchingProcess, platform: NodeJS.Platform = 'linux'): McpLaunch =>
    launchForPublished(folder, one, { version: '0.1.0', platform });
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
      'BIGMIND_LEARN_KEY',
      'BIGMIND_EXPORT_PASSPHRASE',
      'AGENT_TOKENS',
      'BIGMIND_METRICS_TOKEN',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_SERVICE_NAME',
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

  const cached = { ...self, programFile: '/home/ada/.npm/_npx/bbf9187865de55e7/node_modules/bigmind/dist/cli.js' };

  it('is npx with the exact version if the program is in its cache', () => {
    const args = ['-y', '--prefer-offline', 'bigmind@0.1.0', 'mcp'];
    assert.deepEqual(launchFor(home.path, cached), { command: 'npx', args, env });
    assert.deepEqual(launchFor(home.path, cached, 'win32'), { command: 'cmd', args: ['/c', 'npx', ...args], env });
  });

  it('is the launcher for npx, too, once it is there', () => {
    put(launcher(), '');
    note({ execPath: process.execPath, electronRunAsNode: false, cli: import.meta.filename });
    assert.deepEqual(launchFor(home.path, cached).args, [launcher(), 'mcp']);
  });
});

describe('the kind of an installation', () => {
  const kinds: [string, string][] = [
    ['/home/ada/.npm/_npx/bbf9187865de55e7/node_modules/bigmind/dist/cli.js', 'npx'],
    ['C:\\Users\\Ada\\AppData\\Local\\npm-cache\\_npx\\1a\\node_modules\\bigmind\\dist\\cli.js', 'npx'],
    ['/home/ada/.cache/pnpm/dlx/1a/2b/node_modules/.pnpm/bigmind@0.1.0/node_modules/bigmind/dist/cli.js', 'npx'],
    ['/tmp/xfs-1a/dlx-123/node_modules/bigmind/dist/cli.js', 'npx'],
    ['/tmp/bunx-1000-bigmind@latest/node_modules/bigmind/dist/cli.js', 'npx'],
    ['/usr/local/lib/node_modules/bigmind/dist/cli.js', 'npm'],
    ['C:\\Users\\Ada\\AppData\\Roaming\\npm\\node_modules\\bigmind\\dist\\cli.js', 'npm'],
    ['/home/ada/.vscode/extensions/bigmind.bigmind-0.1.0/dist/cli.js', 'extension'],
    ['/home/ada/.mcp/bigmind/kept-program/0.1.0-1a2b/dist/cli.js', 'kept'],
    ['/home/ada/code/bigmind/dist/cli.js', 'clone'],
  ];
  for (const [file, kind] of kinds) {
    it(`of ${file} is ${kind}`, () => {
      assert.equal(installKindOf(file), kind);
    });
  }
});
