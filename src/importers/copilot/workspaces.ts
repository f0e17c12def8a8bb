/** The places of Copilot and VS Code in the folders `User` of the editions of VS Code, by workspace. */
import { basename, dirname, join } from 'node:path';
import type { FoundFiles, SourceFile, SourceHost } from '../../capture/sources/source.ts';
import { foldersNamed, namesIn, smallText } from '../../capture/sources/sourceFolders.ts';
import { userFoldersOf } from '../../capture/sources/userFolders.ts';
import { fieldsFrom, textFrom } from '../../capture/transcripts/fields.ts';
import { pathFromUri } from '../../capture/transcripts/uriPath.ts';

/** The edition of loose files. */
const program = 'VS Code';
const extension = 'github.copilot-chat';

/** How files are found in a storage; `own` are the folders of Copilot's extension in it. */
export interface InStorage {
  inWorkspace(storage: string, own: readonly string[]): Promise<SourceFile[]>;
  /** In a `globalStorage`: files that belong to no workspace. */
  inGlobal(storage: string, own: readonly string[]): Promise<FoundFiles[]>;
}

/** In every edition on this machine, by project. */
export async function inUserFolders(host: SourceHost, find: InStorage): Promise<FoundFiles[]> {
  const users = await userFoldersOf(host);
  const found = await Promise.all(users.map(({ folder, program: edition }) => inUserFolder(folder, edition, find)));
  return found.flat();
}

/** In a folder that may be one `User`, one with it, a `workspaceStorage`, or the storage of one workspace. */
export async function inNamedFolder(folder: string, find: InStorage): Promise<FoundFiles[]> {
  const { folders } = await namesIn(folder);
  const workspaces = basename(folder) === 'workspaceStorage' ? folders.map((name) => join(folder, name)) : [folder];
  const found = await Promise.all([
    inUserFolder(folder, program, find),
    inUserFolder(join(folder, 'User'), program, find),
    ...workspaces.map((storage) => inWorkspace(storage, program, find)),
  ]);
  return found.flat();
}

async function inUserFolder(folder: string, edition: string, find: InStorage): Promise<FoundFiles[]> {
  const workspaces = join(folder, 'workspaceStorage');
  const { folders: ids } = await namesIn(workspaces);
  const { folders: profiles } = await namesIn(join(folder, 'profiles'));
  const globals = [folder, ...profiles.map((name) => join(folder, 'profiles', name))].map((place) =>
    join(place, 'globalStorage'),
  );
  const found = await Promise.all([
    ...ids.map((id) => inWorkspace(join(workspaces, id), edition, find)),
    ...globals.map(async (storage) => {
      const loose = await find.inGlobal(storage, await foldersNamed(storage, extension));
      return loose.map((each) => ({ ...each, program: edition }));
    }),
  ]);
  return merged(found.flat().filter(({ files }) => files.length > 0));
}

async function inWorkspace(storage: string, edition: string, find: InStorage): Promise<FoundFiles[]> {
  const files = await find.inWorkspace(storage, await foldersNamed(storage, extension));
  return files.length === 0 ? [] : [{ ...(await workspaceOf(storage)), program: edition, files }];
}

/** Merges workspaces of one project, such as a folder that was opened in two ways. */
function merged(found: readonly FoundFiles[]): FoundFiles[] {
  const byProject = new Map<string, FoundFiles>();
  for (const each of found) {
    const key = each.folder ?? each.files[0]?.path ?? '';
    const same = byProject.get(key);
    byProject.set(key, same === undefined ? each : { ...same, files: [...same.files, ...each.files] });
  }
  return [...byProject.values()];
}

/** The project of a loose file, from its location. */
export async function projectOfLoose(folder: string): Promise<Omit<FoundFiles, 'files'>> {
  const storage = storageAbove(folder);
  return storage === undefined ? { title: basename(folder), program } : { ...(await workspaceOf(storage)), program };
}

/** `workspaceStorage/ID`, from a folder below it. */
function storageAbove(folder: string): string | undefined {
  for (let place = folder; place !== dirname(place); place = dirname(place)) {
    if (basename(dirname(place)) === 'workspaceStorage') return place;
  }
  return undefined;
}

const maxNoteLength = 64 * 1024;

/** The project of a workspace storage. code-server provides only the name. */
export async function workspaceOf(storage: string): Promise<{ title: string; folder: string | undefined }> {
  const noted = fieldsFrom(jsonOf(await smallText(join(storage, 'workspace.json'), maxNoteLength)));
  const folder = pathFromUri(noted['folder']);
  if (folder !== undefined) return { title: nameOf(folder), folder };
  const workspace = pathFromUri(noted['workspace'] ?? noted['configuration']);
  if (workspace !== undefined) return { title: nameOf(workspace).replace(/\.code-workspace$/u, ''), folder: undefined };
  const meta = fieldsFrom(jsonOf(await smallText(join(storage, 'meta.json'), maxNoteLength)));
  return { title: textFrom(meta['name']) ?? basename(storage), folder: undefined };
}

/** The last part of a path of any platform. */
function nameOf(path: string): string {
  return path.split(/[\\/]/u).findLast((part) => part !== '') ?? path;
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A file that is not JSON does not describe its workspace.
    return undefined;
  }
}
