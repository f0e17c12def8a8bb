/**
 * Source references: where in the workspace a memory came from, written `path/from/folder.ts#L10-L24`. In a workspace
 * with several folders the path begins with the folder's name, as VS Code shows it.
 */
import * as vscode from 'vscode';

/** Undefined for a document outside the workspace. */
export function sourceRefOf(uri: vscode.Uri, selection: vscode.Selection): string | undefined {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  const path = vscode.workspace.asRelativePath(uri);
  const first = selection.start.line + 1;
  // A selection that ends at the start of a line does not include that line.
  const last = Math.max(first, selection.end.character === 0 ? selection.end.line : selection.end.line + 1);
  return first === last ? `${path}#L${String(first)}` : `${path}#L${String(first)}-L${String(last)}`;
}

export interface SourceLocation {
  uri: vscode.Uri;
  selection: vscode.Range | undefined;
}

type Folder = Pick<vscode.WorkspaceFolder, 'uri' | 'name'>;

/** The workspace file that a reference names; undefined if there is none, or no workspace. */
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
 * Both interpretations of a path. The one in which such a workspace writes comes first; the other is for memories
 * stored when the workspace had more or fewer folders. With two folders, `web/a.ts` is first the file in the folder
 * `web`.
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
    // An unreadable file cannot be opened either.
    return false;
  }
}

function rangeFrom(first: string | undefined, last: string | undefined): vscode.Range | undefined {
  if (first === undefined) return undefined;
  const start = Math.max(0, Number(first) - 1);
  return new vscode.Range(start, 0, Math.max(start, Number(last ?? first) - 1), Number.MAX_SAFE_INTEGER);
}
