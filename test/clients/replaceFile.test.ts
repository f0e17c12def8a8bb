/** Replacing a file of another program: completely or not at all, and never a locked or linked one. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  backupsOf,
  backUp,
  readIfThere,
  removeFile,
  replaceFile,
  writeWhole,
} from '../../src/clients/files/replaceFile.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { namesBeside, now, put, read, refusal } from './support.ts';

describe('replacing a file', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const content = Buffer.from('new\n');
  const modeOf = (file: string): number => statSync(file).mode & 0o777;

  it('creates the file and its parent folders', async () => {
    const file = join(home.path, 'a/b c/file.json');
    await replaceFile(file, content);
    assert.equal(read(file), 'new\n');
    assert.deepEqual(namesBeside(file), ['file.json']);
  });

  it('preserves the mode', async function () {
    if (process.platform === 'win32') return this.skip();
    const file = put(join(home.path, 'file.json'), 'old');
    chmodSync(file, 0o640);
    await replaceFile(file, content);
    assert.equal(modeOf(file), 0o640);
    await writeWhole(file, 'again', 0o600);
    assert.equal(modeOf(file), 0o600);
  });

  it('rejects a link, a folder and a read-only file, and changes nothing', async function () {
    if (process.platform === 'win32') return this.skip();
    const target = put(join(home.path, 'target'), 'old');
    const link = join(home.path, 'link');
    symlinkSync(target, link);
    await assert.rejects(
      replaceFile(link, content),
      refusal('not_allowed', /is a symbolic link\. Nothing was changed/u),
    );
    await assert.rejects(removeFile(link), refusal('not_allowed', /symbolic link/u));
    chmodSync(target, 0o444);
    await assert.rejects(replaceFile(target, content), refusal('not_allowed', /is read-only/u));
    await assert.rejects(replaceFile(home.path, content), refusal('not_allowed', /is a folder/u));
    await assert.rejects(replaceFile(join(target, 'x/y'), content), refusal('not_allowed', /target is not a folder/u));
    assert.equal(read(target), 'old');
    assert.deepEqual(namesBeside(target), ['link', 'target']);
  });

  it('removes a file only while it is current', async () => {
    const file = put(join(home.path, 'new.md'), 'new');
    assert.equal(await removeFile(file, home.path, () => Promise.resolve(false)), false);
    const save = (): Promise<boolean> => {
      put(file, 'saved meanwhile');
      return Promise.resolve(true);
    };
    assert.equal(await removeFile(file, home.path, save), false);
    assert.equal(read(file), 'saved meanwhile');
    assert.equal(await removeFile(file, home.path, () => Promise.resolve(true)), true);
    assert.deepEqual(namesBeside(file), []);
  });

  it('rejects a linked folder inside a project, but not a project that is reached through a link', async function () {
    if (process.platform === 'win32') return this.skip();
    const elsewhere = join(home.path, 'elsewhere');
    const project = join(home.path, 'project');
    mkdirSync(elsewhere);
    mkdirSync(project);
    symlinkSync(elsewhere, join(project, '.github'));
    const file = join(project, '.github', 'sub', 'x.md');
    await assert.rejects(replaceFile(file, content, project), refusal('not_allowed', /\.github is a symbolic link/u));
    symlinkSync(project, join(home.path, 'shortcut'));
    await replaceFile(join(home.path, 'shortcut', 'AGENTS.md'), content, join(home.path, 'shortcut'));
    assert.equal(read(join(project, 'AGENTS.md')), 'new\n');
  });

  it('keeps what an editor saved after the last comparison', async () => {
    const file = put(join(home.path, 'file.md'), 'old');
    const savedMeanwhile = (): Promise<boolean> => {
      put(file, 'edited');
      return Promise.resolve(true);
    };
    assert.equal(await replaceFile(file, content, undefined, savedMeanwhile), false);
    assert.equal(read(file), 'edited');
    assert.equal(await replaceFile(file, content, undefined, () => Promise.resolve(true)), true);
    assert.deepEqual([read(file), namesBeside(file)], ['new\n', ['file.md']]);
  });

  it('leaves nothing behind when it fails', async () => {
    const folder = join(home.path, 'busy');
    put(join(folder, 'child'), 'x');
    await assert.rejects(writeWhole(folder, content));
    assert.deepEqual(namesBeside(folder), ['busy']);
  });

  it('names backups after the time, even two within one second, and lists them newest first', async () => {
    const file = put(join(home.path, 'file.json'), 'one');
    if (process.platform !== 'win32') chmodSync(file, 0o600);
    const first = await backUp(file, now);
    put(file, 'two');
    const second = await backUp(file, now);
    assert.equal(first, `${file}.bigmind-backup-20261122-093005`);
    assert.equal(second, `${file}.bigmind-backup-20261122-093005-2`);
    assert.deepEqual(
      (await backupsOf(file)).map(({ content }) => String(content)),
      ['two', 'one'],
    );
    if (process.platform !== 'win32') assert.equal(modeOf(first), 0o600);
  });

  it('returns undefined for a missing file and rejects a folder', async () => {
    assert.equal(await readIfThere(join(home.path, 'none')), undefined);
    await assert.rejects(readIfThere(home.path), refusal('not_allowed', /is a folder/u));
  });
});
