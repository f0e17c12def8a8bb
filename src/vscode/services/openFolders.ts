/**
 * Which of several open folders a new memory is about. With one folder, its project is that of the window, and nothing
 * has to be asked.
 */
import * as vscode from 'vscode';

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
