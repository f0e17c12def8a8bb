/**
 * Which of several open folders a new memory or a file is about. With one folder, its project is that of the window,
 * and nothing has to be asked.
 */
import * as vscode from 'vscode';
import { BigMindError } from '../../memory/shared/errors.ts';

/** The open folders if there are several; otherwise empty. */
export function severalFolders(): readonly vscode.WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? folders : [];
}

/** The folder of the editor's document, if it is one of several; undefined without an editor. */
export function folderAmongSeveral(editor: vscode.TextEditor | undefined): vscode.WorkspaceFolder | undefined {
  if (editor === undefined || severalFolders().length === 0) return undefined;
  return vscode.workspace.getWorkspaceFolder(editor.document.uri);
}

export function foldersOnDisk(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}

/** The open folder on disk, which the user selects if there are several. Undefined without one; null if canceled. */
export async function folderOnDisk(): Promise<string | undefined | null> {
  const folders = vscode.workspace.workspaceFolders?.filter(({ uri }) => uri.scheme === 'file') ?? [];
  if (folders.length <= 1) return folders[0]?.uri.fsPath;
  const items = folders.map(({ name, uri }) => ({ label: name, detail: uri.fsPath }));
  const title = vscode.l10n.t('Select a project folder');
  return (await vscode.window.showQuickPick(items, { title }))?.detail ?? null;
}

export function noFolderOnDisk(): BigMindError {
  return new BigMindError('invalid_input', vscode.l10n.t('No folder on disk is open in this window.'), {
    remedy: vscode.l10n.t('Open the project folder, and then run the command again.'),
  });
}

/** Lets the user select what a memory is about. */
export function askForFolder(): Thenable<vscode.WorkspaceFolder | undefined> {
  const placeHolder = vscode.l10n.t('Select the folder that it is about');
  return vscode.window.showWorkspaceFolderPick({ placeHolder, ignoreFocusOut: true });
}
