/**
 * Notes which files are visible in this window, so that hooks of chats in its folders know them; see
 * `clients/openFiles.ts`. Not in folders that the user excluded from recording. Never reports a failure: a prompt then only lacks a hint.
 */
import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import { choiceFor } from '../../clients/hooks/captureRecord.ts';
import { noteOpenFiles, removeNote } from '../../clients/openFiles.ts';

export class OpenFilesRecord implements vscode.Disposable {
  readonly #home: () => string;
  readonly #subscription: vscode.Disposable;
  readonly #noted = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();

  /** `home` is BigMind's folder; it may throw while a setting is invalid. */
  constructor(home: () => string) {
    this.#home = home;
    const note = (): void => this.#note();
    this.#subscription = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(note),
      vscode.window.onDidChangeVisibleTextEditors(note),
      vscode.workspace.onDidChangeWorkspaceFolders(note),
    );
    note();
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const [folder, home] of this.#noted) remove(home, folder);
    this.#noted.clear();
  }

  #note(): void {
    this.#last = this.#last
      .then(async () => {
        const home = this.#home();
        const folders = foldersOnDisk().filter((folder) => choiceFor(home, folder) !== 'off');
        for (const [folder, noted] of this.#noted) if (!folders.includes(folder)) this.#forget(noted, folder);
        for (const folder of folders) {
          const files = visibleFiles()
            .map((file) => relative(folder, file))
            .filter(isInside);
          if (files.length === 0) this.#forget(home, folder);
          else {
            this.#noted.set(folder, home);
            await noteOpenFiles(home, folder, process.pid, files);
          }
        }
      })
      .catch(() => undefined);
  }

  #forget(home: string, folder: string): void {
    if (this.#noted.delete(folder)) remove(home, folder);
  }
}

function remove(home: string, folder: string): void {
  try {
    removeNote(home, folder, process.pid);
  } catch {
    // It counts no longer once this process has ended.
  }
}

function foldersOnDisk(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : []));
}

/** The active one first. */
function visibleFiles(): string[] {
  const { activeTextEditor: active, visibleTextEditors } = vscode.window;
  const editors = active === undefined ? visibleTextEditors : [active, ...visibleTextEditors];
  const uris = editors.map(({ document }) => document.uri).filter(({ scheme }) => scheme === 'file');
  return [...new Set(uris.map(({ fsPath }) => fsPath))];
}

function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('..') && !isAbsolute(path);
}
