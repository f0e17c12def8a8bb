/** The window notes which files are visible, for the hooks of chats in its folder. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { openFilesIn } from '../../src/clients/openFiles.ts';
import { theExtension, until } from './support.ts';

describe('the note of open files', () => {
  let home: string;
  let folder: string;
  before(async () => {
    const api = await theExtension().activate();
    home = dirname((await api.runtimeRecord) ?? '');
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first.uri.fsPath;
  });

  // An extension host may not ask whether a process runs; a hook may.
  it('follows the visible editors, the active one first, without files of other folders', async () => {
    const source = join(folder, 'open files', 'retrier.ts');
    mkdirSync(dirname(source), { recursive: true });
    const elsewhere = join(home, 'elsewhere.txt');
    try {
      for (const file of [source, elsewhere]) writeFileSync(file, '');
      await vscode.window.showTextDocument(vscode.Uri.file(source));
      await until(
        'the file is noted',
        () => openFilesIn(home, folder, () => true)[0] === join('open files', 'retrier.ts'),
      );
      await vscode.window.showTextDocument(vscode.Uri.file(elsewhere));
      await until('no file is noted', () => openFilesIn(home, folder, () => true).length === 0);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      rmSync(dirname(source), { recursive: true, force: true });
      rmSync(elsewhere, { force: true });
    }
  });
});
