/** The first chat after an installation finds the server's compiled code, and nothing else was written. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileAhead } from '../../src/clients/compileAhead.ts';
import { compiledFolder } from '../../src/clients/shared/launch.ts';
import { addRuntimeFiles } from '../../src/clients/runtimeFiles.ts';
import { programFile } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const scripts = resolve(import.meta.dirname, '../../agent/plugin/hooks');

describe('compiling ahead', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const withProgram = async (cli: string): Promise<void> => {
    const execPath = process.execPath;
    const record = { execPath, electronRunAsNode: false, nodeVersion: '24.0.0', sqliteVersion: null, cli, env: {} };
    await addRuntimeFiles(home.path, record, scripts, '0.1.0', new Date());
  };
  const compiled = (): string[] =>
    readdirSync(compiledFolder(home.path), { recursive: true, encoding: 'utf8' }).filter((name) => /[/\\]/u.test(name));

  it('keeps the code of the command and of what it shares, once, and opens no store', async () => {
    await withProgram(programFile);
    const before = readdirSync(home.path);
    await compileAhead(home.path, process.env);
    assert.equal(compiled().length, 2);
    assert.deepEqual(
      readdirSync(home.path).filter((name) => !before.includes(name)),
      ['cache'],
    );
    for (const name of compiled()) rmSync(join(compiledFolder(home.path), name));
    await compileAhead(home.path, process.env);
    assert.deepEqual(compiled(), [], 'The server was started although its code had been compiled.');
  });

  it('does nothing without a launcher, or if the program is gone', async () => {
    await compileAhead(home.path, process.env);
    await withProgram(join(home.path, 'gone.js'));
    await compileAhead(home.path, process.env);
    assert.equal(existsSync(compiledFolder(home.path)), false);
  });
});
