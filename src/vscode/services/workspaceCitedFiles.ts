/**
 * The cited files of a workspace through `workspace.fs`, for folders that are on no disk of this machine, as in a
 * browser. A link is never followed, because here nobody can tell where it leads.
 */
import * as vscode from 'vscode';
import { startTimeLimit } from '../../capture/timeLimit.ts';
import type { CitedFile, CitedFiles } from '../../memory/shared/ports.ts';
import { maxCitedBytes, textFrom } from '../../memory/shared/citations/citedFiles.ts';
import type { Folder } from './sourceRef.ts';
import { candidatesFor } from './sourceRef.ts';

/** In a workspace with several folders, a path begins with the folder's name, as VS Code shows it. */
export function createWorkspaceCitedFiles(
  folders: () => readonly Folder[] = () => vscode.workspace.workspaceFolders ?? [],
): CitedFiles {
  const read = async (path: string): Promise<CitedFile> => {
    const open = folders();
    let file: CitedFile = { kind: open.length === 0 ? 'no_folder' : 'outside' };
    for (const uri of candidatesFor(path, open)) {
      file = await fileAt(uri, open);
      if (file.kind !== 'missing') break;
    }
    return file;
  };
  return { read, limitTime: startTimeLimit };
}

async function fileAt(uri: vscode.Uri, folders: readonly Folder[]): Promise<CitedFile> {
  const folder = folders.find((one) => restOf(uri, one) !== undefined);
  if (folder === undefined) return { kind: 'outside' };
  try {
    await vscode.workspace.fs.stat(folder.uri);
  } catch {
    return { kind: 'no_folder' };
  }
  try {
    const rest = restOf(uri, folder) ?? '';
    const path = folders.length > 1 ? `${folder.name}/${rest}` : rest;
    return await contentOf(uri, path, await statsOf(folder, rest));
  } catch (thrown) {
    return { kind: isMissing(thrown) ? 'missing' : 'unreadable' };
  }
}

async function contentOf(uri: vscode.Uri, path: string, stats: readonly vscode.FileStat[]): Promise<CitedFile> {
  if (stats.some(({ type }) => (type & vscode.FileType.SymbolicLink) !== 0)) return { kind: 'outside' };
  const file = stats.at(-1);
  if (file?.type !== vscode.FileType.File) return { kind: 'missing' };
  if (file.size > maxCitedBytes) return { kind: 'too_large' };
  const text = textFrom(await vscode.workspace.fs.readFile(uri));
  return text === undefined ? { kind: 'binary' } : { kind: 'text', path, text };
}

/** Of each folder on the way to a file, and of the file. */
function statsOf({ uri }: Folder, rest: string): Promise<vscode.FileStat[]> {
  const parts = rest.split('/');
  const ways = parts.map((_, at) => vscode.Uri.joinPath(uri, ...parts.slice(0, at + 1)));
  return Promise.all(ways.map((way) => vscode.workspace.fs.stat(way)));
}

/** The path from a folder; undefined for another place. */
function restOf(uri: vscode.Uri, folder: Folder): string | undefined {
  const start = folder.uri.path.replace(/\/?$/u, '/');
  return uri.path.startsWith(start) && uri.path !== start ? uri.path.slice(start.length) : undefined;
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof vscode.FileSystemError && ['FileNotFound', 'FileNotADirectory'].includes(thrown.code);
}
