/** Cited files are read through the file system of VS Code, and only within the folders of the workspace. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CitedFile } from '../../src/memory/shared/ports.ts';
import { createWorkspaceCitedFiles } from '../../src/vscode/services/workspaceCitedFiles.ts';

describe('a cited file of a workspace', () => {
  const place = mkdtempSync(join(tmpdir(), 'bigmind-cited-'));
  after(() => rmSync(place, { recursive: true, force: true }));

  const folder = (name: string): { uri: vscode.Uri; name: string } => ({
    uri: vscode.Uri.file(join(place, name)),
    name,
  });
  const [api, web] = [folder('api'), folder('web')];
  const read = (path: string, folders = [api, web]): Promise<CitedFile> =>
    createWorkspaceCitedFiles(() => folders).read(path);

  before(() => {
    for (const path of ['api/src', 'web/src', 'other']) mkdirSync(join(place, path), { recursive: true });
    writeFileSync(join(place, 'api/src/main.ts'), '\ufeffone\r\n');
    writeFileSync(join(place, 'other/secret.ts'), 'secret');
    writeFileSync(join(place, 'web/wide.txt'), Buffer.from('\ufeffone', 'utf16le'));
    writeFileSync(join(place, 'web/large.txt'), '');
    truncateSync(join(place, 'web/large.txt'), 2 ** 30);
    symlinkSync(join(place, 'other'), join(place, 'web/linked'));
    symlinkSync(join(place, 'other/secret.ts'), join(place, 'web/link.ts'));
  });

  it('is text, with its path as VS Code shows it', async () => {
    assert.deepEqual(await read('src/main.ts', [api]), { kind: 'text', path: 'src/main.ts', text: 'one\r\n' });
    for (const path of ['api/src/main.ts', 'src/main.ts', join(place, 'api/src/main.ts')]) {
      assert.deepEqual(await read(path), { kind: 'text', path: 'api/src/main.ts', text: 'one\r\n' }, path);
    }
  });

  it('is not read if it is missing, a folder, binary or very large', async () => {
    for (const path of ['gone.ts', 'src', 'src/main.ts/deeper.ts'])
      assert.equal((await read(path)).kind, 'missing', path);
    assert.equal((await read('wide.txt')).kind, 'binary');
    assert.equal((await read('large.txt')).kind, 'too_large');
  });

  it('is not read outside, by its path or by a link', async () => {
    for (const path of ['../other/secret.ts', join(place, 'other/secret.ts'), '/etc/hosts', '~/notes.md']) {
      assert.equal((await read(path)).kind, 'outside', path);
    }
    for (const path of ['link.ts', 'linked/secret.ts']) assert.equal((await read(path)).kind, 'outside', path);
  });

  it('is not read without its folder', async () => {
    assert.equal((await read('src/main.ts', [])).kind, 'no_folder');
    assert.equal((await read('src/main.ts', [folder('gone')])).kind, 'no_folder');
  });
});
