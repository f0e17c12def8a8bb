/**
 * Source references: where in the workspace a memory came from, written `path/from/folder.ts#L10-L24`. In a workspace
 * with several folders the path begins with the folder's name, as VS Code shows it.
 */
import * as vscode from 'vscode';
import type { FileRef, SourceRef } from '../../memory/shared/citations/sourceRef.ts';
import { formatSourceRef, parseSourceRef } from '../../memory/shared/citations/sourceRef.ts';
import { isRooted, pathWithin } from '../../util/paths.ts';

/**
 * The selected lines of an editor, or the whole file while it has unsaved changes, because a citation is compared with
 * the lines on disk. Undefined for a document outside the workspace.
 */
export function sourceOfSelection({ document, selection }: vscode.TextEditor): string | undefined {
  if (vscode.workspace.getWorkspaceFolder(document.uri) === undefined) return undefined;
  const path = vscode.workspace.asRelativePath(document.uri);
  const place = document.isDirty ? null : linesOf(selection);
  return formatSourceRef({ kind: 'file', path, base: 'project', place, commit: null });
}

function linesOf({ start, end }: vscode.Selection): FileRef['place'] {
  const first = start.line + 1;
  // A selection that ends at the start of a line does not include that line.
  return { kind: 'lines', first, last: Math.max(first, end.character === 0 ? end.line : end.line + 1) };
}

interface SourceLocation {
  uri: vscode.Uri;
  selection: vscode.Range | undefined;
}

export type Folder = Pick<vscode.WorkspaceFolder, 'uri' | 'name'>;

/**
 * The workspace file that a reference names; undefined if there is none, or no workspace. Only lines are selected: a
 * page and a time open the whole file.
 */
export async function findSource(
  sourceRef: string,
  folders: readonly Folder[] = vscode.workspace.workspaceFolders ?? [],
): Promise<SourceLocation | undefined> {
  const ref = parseSourceRef(sourceRef);
  const path = pathOf(ref);
  for (const uri of path === undefined ? [] : candidatesFor(path, folders)) {
    if (await isFile(uri)) return { uri, selection: ref.kind === 'file' ? selectionOf(ref) : undefined };
  }
  return undefined;
}

/** VS Code opens it in the editor for its type, such as the one for videos. */
export async function openSource({ uri, selection }: SourceLocation): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, selection === undefined ? {} : { selection });
}

/** Where a path may be, best first; empty if it is outside of these folders. */
export function candidatesFor(path: string, folders: readonly Folder[]): vscode.Uri[] {
  if (path.split('/').includes('..')) return [];
  return isRooted(path) ? folders.flatMap((folder) => urisInside(folder, path)) : urisOf(path, folders);
}

/** A short text can be the name of a file, such as `Makefile`, which its form does not tell. */
function pathOf(ref: SourceRef): string | undefined {
  if (ref.kind === 'file') return ref.path;
  return ref.kind === 'text' && /^[^\\/\n]{1,255}$/u.test(ref.text) ? ref.text : undefined;
}

function urisInside({ uri }: Folder, path: string): vscode.Uri[] {
  const rest = pathWithin([uri.fsPath], path);
  return isRooted(rest) ? [] : [vscode.Uri.joinPath(uri, rest)];
}

/**
 * All interpretations of a path. The one in which such a workspace writes comes first; the next is for memories stored
 * when the workspace had more or fewer folders. With two folders, `web/a.ts` is first the file in the folder `web`. The
 * last is for a workspace that is a subfolder of its project.
 */
function urisOf(path: string, folders: readonly Folder[]): vscode.Uri[] {
  const inside = folders.map(({ uri }) => vscode.Uri.joinPath(uri, path));
  const afterItsName = folders
    .filter(({ name }) => path.startsWith(`${name}/`))
    .map(({ uri, name }) => vscode.Uri.joinPath(uri, path.slice(name.length + 1)));
  const beginsAbove = folders.flatMap(({ uri }) => {
    const rest = pathBelow(uri, path);
    return rest === undefined ? [] : [vscode.Uri.joinPath(uri, rest)];
  });
  return [...(folders.length > 1 ? [...afterItsName, ...inside] : [...inside, ...afterItsName]), ...beginsAbove];
}

/** `a.ts` for `packages/web/a.ts` in a folder whose path ends with `packages/web`. */
function pathBelow({ path: folder }: vscode.Uri, path: string): string | undefined {
  const parts = path.split('/');
  for (let shared = parts.length - 1; shared > 0; shared -= 1) {
    if (folder.endsWith(`/${parts.slice(0, shared).join('/')}`)) return parts.slice(shared).join('/');
  }
  return undefined;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    // An unreadable file cannot be opened either.
    return false;
  }
}

function selectionOf({ place }: FileRef): vscode.Range | undefined {
  if (place?.kind !== 'lines') return undefined;
  const start = Math.max(0, place.first - 1);
  return new vscode.Range(start, 0, Math.max(start, place.last - 1), Number.MAX_SAFE_INTEGER);
}
