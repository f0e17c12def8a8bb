/**
 * The files in BigMind's folder for programs outside VS Code: written when their content changes, and never partially.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compiledFolder, launcherFile, recordedEnvironment, recordedRuntime } from '../../src/clients/shared/launch.ts';
import { addRuntimeFiles, writeRuntimeFiles } from '../../src/clients/runtimeFiles.ts';
import type { RuntimeRecord } from '../../src/clients/runtimeFiles.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { read } from './support.ts';

const scripts = resolve(import.meta.dirname, '../../agent/plugin/hooks');

function aRecord(fields: Partial<RuntimeRecord> = {}): RuntimeRecord {
  return {
    execPath: process.execPath,
    electronRunAsNode: true,
    nodeVersion: '24.0.0',
    sqliteVersion: null,
    cli: import.meta.filename,
    env: {},
    ...fields,
  };
}

describe('the runtime files', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const all = ['bigmind.cjs', 'hook.ps1', 'hook.sh', 'runtime.json', 'runtime.txt'];
  const note = (): string => read(join(home.path, 'runtime.txt'));

  it('are the record, the launcher, a note for shells and the scripts', async () => {
    const folder = join(home.path, 'new', 'folder');
    assert.equal(await writeRuntimeFiles(folder, aRecord(), scripts), join(folder, 'runtime.json'));
    assert.deepEqual(readdirSync(folder).sort(), all);
    assert.equal(read(join(folder, 'runtime.txt')), `${process.execPath}\nelectron\n`);
    assert.equal(read(join(folder, 'hook.sh')), read(join(scripts, 'hook.sh')));
    assert.deepEqual(recordedRuntime(folder), { execPath: process.execPath, electronRunAsNode: true });
  });

  it('are written again only if their content changes', async () => {
    await writeRuntimeFiles(home.path, aRecord(), scripts);
    const written = (): number[] => all.map((name) => statSync(join(home.path, name)).ino);
    const before = written();
    await writeRuntimeFiles(home.path, aRecord(), scripts);
    assert.deepEqual(written(), before);
    await writeRuntimeFiles(home.path, aRecord({ env: { BIGMIND_USER: 'ada' } }), scripts);
    assert.notEqual(written()[3], before[3]);
    assert.deepEqual([...written().slice(0, 3), written()[4]], [...before.slice(0, 3), before[4]]);
  });

  it('remove the compiled code of an earlier version and keep their own', async () => {
    const compiled = compiledFolder(home.path);
    const keep = (): void => {
      mkdirSync(compiled, { recursive: true });
      writeFileSync(join(compiled, 'one'), '');
    };
    await writeRuntimeFiles(home.path, aRecord(), scripts);
    keep();
    await writeRuntimeFiles(home.path, aRecord({ env: { BIGMIND_USER: 'ada' } }), scripts);
    assert.deepEqual(readdirSync(compiled), ['one']);
    await writeRuntimeFiles(home.path, aRecord({ cli: '/opt/bigmind-2/cli.js' }), scripts);
    assert.ok(!existsSync(compiled));
  });

  it('make the launcher compile into the folder that VS Code passes to its server', async () => {
    const cli = join(home.path, 'cli.js');
    writeFileSync(cli, `console.log(require('node:module').getCompileCacheDir())`);
    await writeRuntimeFiles(home.path, aRecord({ cli }), scripts);
    // The test run sets its own folder, which would win.
    const { NODE_COMPILE_CACHE: _ofTestRun, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, [launcherFile(home.path)], { env, encoding: 'utf8' });
    assert.equal(dirname(stdout.trim()), compiledFolder(home.path));
  });

  it('pass on the settings of the user, and nothing that is not a setting', async () => {
    const env = {
      BIGMIND_DB_PATH: '/a b/memory.db',
      BIGMIND_MODE: 'team',
      BIGMIND_EMBEDDINGS_KEY: 'sk',
      PATH: '/evil',
    };
    await writeRuntimeFiles(home.path, aRecord({ env }), scripts);
    assert.deepEqual(recordedEnvironment(home.path), { BIGMIND_DB_PATH: '/a b/memory.db', BIGMIND_MODE: 'team' });
    for (const text of ['', '{}', '{"env":[1]}', '{"env":{"BIGMIND_USER":7}}', '{"env":null}', 'null']) {
      writeFileSync(join(home.path, 'runtime.json'), text);
      assert.deepEqual(recordedEnvironment(home.path), {});
    }
    assert.deepEqual(recordedEnvironment(join(home.path, 'none')), {});
  });

  it('of the extension stay when a command line adds what is missing', async () => {
    await writeRuntimeFiles(home.path, aRecord(), scripts);
    const before = read(join(home.path, 'runtime.json'));
    const launcher = read(join(home.path, 'bigmind.cjs'));
    writeFileSync(join(home.path, 'runtime.txt'), '');
    writeFileSync(join(home.path, 'bigmind.cjs'), '// Of an earlier version.');
    await addRuntimeFiles(
      home.path,
      aRecord({ electronRunAsNode: false, cli: '/other.js' }),
      scripts,
      '0.1.0',
      new Date(),
    );
    assert.equal(read(join(home.path, 'runtime.json')), before);
    assert.equal(note(), `${process.execPath}\nelectron\n`);
    assert.equal(read(join(home.path, 'bigmind.cjs')), launcher);
  });

  for (const gone of [{ execPath: '/gone' }, { cli: '/gone/cli.js' }]) {
    it(`come from the command line if the extension's ${Object.keys(gone).join()} is gone`, async () => {
      await writeRuntimeFiles(home.path, aRecord(gone), scripts);
      await addRuntimeFiles(home.path, aRecord({ electronRunAsNode: false }), scripts, '0.1.0', new Date());
      assert.equal(note(), `${process.execPath}\nnode\n`);
      assert.deepEqual(readdirSync(home.path).sort(), all);
    });
  }
});
