/**
 * Source references: where in the workspace a memory came from, written `path/from/folder.ts#L10-L24`. In a workspace
 * of several folders the path begins with the folder's name, as VS Code shows it.
 */
import * as vscode from 'vscode';

/** Undefined for a document that is no file of the workspace. */
export function sourceRefOf(uri: vscode.Uri, selection: vscode.Selection): string | undefined {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  const path = vscode.workspace.asRelativePath(uri);
  const first = selection.start.line + 1;
  // A selection that ends at the start of a line does not take that line in.
  const last = Math.max(first, selection.end.character === 0 ? selection.end.line : selection.end.line + 1);
  return first === last ? `${path}#L${String(first)}` : `${path}#L${String(first)}-L${String(last)}`;
}

export interface SourceLocation {
  uri: vscode.Uri;
  selection: vscode.Range | undefined;
}

type Folder = Pick<vscode.WorkspaceFolder, 'uri' | 'name'>;

/** The file of the workspace that a reference names; undefined when there is none, or no workspace. */
export async function findSource(
  sourceRef: string,
  folders: readonly Folder[] = vscode.workspace.workspaceFolders ?? [],
): Promise<SourceLocation | undefined> {
  const match = /^(?<path>[^#]+?)(?:#L(?<first>\d+)(?:-L?(?<last>\d+))?)?$/u.exec(sourceRef.trim());
  const path = match?.groups?.['path'];
  if (path === undefined || path.split(/[\\/]/u).includes('..')) return undefined;
  for (const uri of candidatesFor(path, folders)) {
    if (await isFile(uri)) return { uri, selection: rangeFrom(match?.groups?.['first'], match?.groups?.['last']) };
  }
  return undefined;
}

export async function openSource({ uri, selection }: SourceLocation): Promise<void> {
  await vscode.window.showTextDocument(uri, selection === undefined ? {} : { selection });
}

/**
 * Both readings of a path, the one in which such a workspace writes first; the other is for memories from a time when
 * it had more folders, or fewer. `web/a.ts` of two folders is the file of the folder `web`, whatever else is called so.
 */
function candidatesFor(path: string, folders: readonly Folder[]): vscode.Uri[] {
  const inside = folders.map(({ uri }) => vscode.Uri.joinPath(uri, path));
  const afterItsName = folders
    .filter(({ name }) => path.startsWith(`${name}/`))
    .map(({ uri, name }) => vscode.Uri.joinPath(uri, path.slice(name.length + 1)));
  return folders.length > 1 ? [...afterItsName, ...inside] : [...inside, ...afterItsName];
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    // What cannot be looked at cannot be opened either.
    return false;
  }
}

function rangeFrom(first: string | undefined, last: string | undefined): vscode.Range | undefined {
  if (first === undefined) return undefined;
  const start = Math.max(0, Number(first) - 1);
  return new vscode.Range(start, 0, Math.max(start, Number(last ?? first) - 1), Number.MAX_SAFE_INTEGER);
}
