/** A command line that runs from a package runner's cache leaves a copy of itself for hooks and clients. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addRuntimeFiles } from '../../src/clients/runtimeFiles.ts';
import { keptFolderName } from '../../src/clients/shared/installation.ts';
import { launcherFile, recordedEnvironment, recordedProgram } from '../../src/clients/shared/launch.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { put } from './support.ts';

const scripts = resolve(import.meta.dirname, '../../agent/plugin/hooks');

describe('the program of a package runner', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  /** A package that prints `text`, in a runner's cache. */
  function cached(text: string): string {
    const folder = join(home.path, 'cache', '_npx', 'a1', 'node_modules', 'bigmind');
    put(join(folder, 'dist', 'shared.js'), `module.exports = ${JSON.stringify(text)};`);
    for (const name of ['hook.js', 'toolUse.js']) put(join(folder, 'dist', name), '');
    put(join(folder, 'agent', 'plugin', 'hooks', 'hook.sh'), '');
    return put(join(folder, 'dist', 'cli.js'), "console.log(require('./shared.js'));");
  }
  const add = (cli: string, version: string, env: Record<string, string> = {}): Promise<string[]> => {
    const record = { execPath: process.execPath, electronRunAsNode: false, nodeVersion: '24.0.0', sqliteVersion: null };
    return addRuntimeFiles(home.path, { ...record, cli, env }, scripts, version, new Date());
  };
  const copies = (): string[] => readdirSync(join(home.path, keptFolderName));
  const started = (): string => spawnSync(process.execPath, [launcherFile(home.path)], { encoding: 'utf8' }).stdout;

  it('is copied, and the copy runs after the cache is gone', async () => {
    const cli = cached('first');
    await add(cli, '0.1.0');
    assert.ok(recordedProgram(home.path)?.startsWith(join(home.path, keptFolderName, '0.1.0-')));
    writeFileSync(cli, 'throw new Error("The cache was used.");');
    assert.equal(started(), 'first\n');
  });

  it('is copied once, and replaced by another version or build', async () => {
    await add(cached('first'), '0.1.0');
    const [first] = copies();
    assert.deepEqual(await add(cached('first'), '0.1.0'), []);
    assert.deepEqual(copies(), [first]);
    await add(cached('second'), '0.1.0');
    assert.equal(started(), 'second\n');
    await add(cached('third'), '0.2.0');
    assert.equal(started(), 'third\n');
    assert.equal(copies().length, 1);
  });

  it('is not replaced by an earlier version, nor is a copy removed that another process is making', async () => {
    await add(cached('newer'), '0.10.0');
    const draft = join(home.path, keptFolderName, '0.11.0-abc.1234.tmp');
    mkdirSync(draft);
    await add(cached('older'), '0.9.0');
    assert.equal(started(), 'newer\n');
    await add(cached('newest'), '1.0.0');
    assert.equal(started(), 'newest\n');
    assert.ok(existsSync(draft));
  });

  it('keeps the settings with which it was installed first', async () => {
    await add(cached('first'), '0.1.0', { BIGMIND_USER: 'ada' });
    await add(cached('second'), '0.2.0', { BIGMIND_USER: 'bob' });
    assert.deepEqual(recordedEnvironment(home.path), { BIGMIND_USER: 'ada' });
  });

  it('replaces no other installation, and gives way to one', async () => {
    const other = put(join(home.path, 'lib', 'node_modules', 'bigmind', 'dist', 'cli.js'), '');
    await add(other, '0.1.0');
    await add(cached('first'), '0.2.0');
    assert.deepEqual([recordedProgram(home.path), existsSync(join(home.path, keptFolderName))], [other, false]);
    writeFileSync(join(home.path, 'runtime.json'), '{}');
    await add(cached('first'), '0.2.0');
    assert.equal(copies().length, 1);
    await add(other, '0.1.0');
    assert.deepEqual([recordedProgram(home.path), copies()], [other, []]);
  });

  it('does not use what an interrupted copy left, and removes it', async () => {
    const draft = join(home.path, keptFolderName, '0.1.0-a1b2.77.tmp');
    mkdirSync(join(draft, 'dist'), { recursive: true });
    utimesSync(draft, 1_000, 1_000);
    await add(cached('first'), '0.1.0');
    assert.equal(started(), 'first\n');
    assert.equal(copies().length, 1);
  });
});
