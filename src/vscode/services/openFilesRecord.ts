/**
 * Notes which files are visible in this window, so that hooks of chats in its folders know them; see
 * `clients/openFiles.ts`. Never reports a failure: a prompt then only lacks a hint.
 */
import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import { noteOpenFiles } from '../../clients/openFiles.ts';

export class OpenFilesRecord implements vscode.Disposable {
  readonly #home: () => string;
  readonly #subscription: vscode.Disposable;
  #last: Promise<void> = Promise.resolve();

  /** `home` is BigMind's folder; it may throw while a setting is invalid. */
  constructor(home: () => string) {
    this.#home = home;
    const note = (): void => this.#note(visibleFiles());
    this.#subscription = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(note),
      vscode.window.onDidChangeVisibleTextEditors(note),
    );
    note();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#note([]);
  }

  #note(visible: readonly string[]): void {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    this.#last = this.#last
      .then(async () => {
        for (const { uri } of folders) {
          const files = visible.map((file) => relative(uri.fsPath, file)).filter(isInside);
          await noteOpenFiles(this.#home(), uri.fsPath, files);
        }
      })
      .catch(() => undefined);
  }
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
