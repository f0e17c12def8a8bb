/**
 * Finds everything on this machine that can be imported: what each kind keeps outside of projects, and in project
 * folders, both the current ones and those of the conversations found. It reads only names, sizes and dates, and the
 * few lines that name a project. It changes nothing and skips missing locations.
 */
import { eachFileOnce, sourcesFrom } from '../importers/kindSources.ts';
import { kindNamed, kinds } from '../importers/registry.ts';
import { projectFolderOf } from './projects/projectIdentity.ts';
import type { ImportKind } from './sources/importKind.ts';
import { ignoreLeftOut } from './sources/source.ts';
import type { LeaveOut, Source, SourceHost } from './sources/source.ts';
import { filesByFolder, inPortions } from './sources/sourceFolders.ts';

/** Sorted newest first; the files of a source are in reading order. */
export async function findSources(
  host: SourceHost,
  leaveOutOf: (kind: ImportKind) => LeaveOut = () => ignoreLeftOut,
): Promise<Source[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => sourcesFrom(kind, (await kind.find?.(host, leaveOutOf(kind))) ?? [])),
  );
  const named = [...(host.projectFolders ?? []), ...foldersOf(found.flat())];
  const led = await withKnownFolders(found.flat(), withProjectRoots(named, host));
  const folders = [...(host.projectFolders ?? []), ...foldersOf(led)];
  const searched = withProjectRoots(folders, host);
  const kept = await Promise.all(kinds.map((kind) => sourcesInProjects(kind, searched, leaveOutOf(kind))));
  // A program may list its projects, and one project may be in another.
  return eachFileOnce([...led, ...kept.flat()]).sort((one, other) => (one.to < other.to ? 1 : -1));
}

/** The same sources; the folder of one without a folder is looked up among `known`, if its kind can tell. */
export async function withKnownFolders(sources: readonly Source[], known: readonly string[]): Promise<Source[]> {
  const found: Source[] = [];
  for (const source of sources) {
    const kind = source.folder === undefined ? kindNamed(source.kind) : undefined;
    const folderOf = kind?.foldersAmong?.(known);
    if (kind === undefined || folderOf === undefined) {
      found.push(source);
      continue;
    }
    const located = await inPortions(source.files, async (file) => ({ file, folder: await folderOf(file) }));
    found.push(...sourcesFrom(kind, filesByFolder(located)));
  }
  return found;
}

/** What a kind keeps in the project folders of `host`, but not in those of other conversations. */
export function findInCurrentProjects(kind: ImportKind, host: SourceHost): Promise<Source[]> {
  return sourcesInProjects(kind, withProjectRoots(host.projectFolders ?? [], host));
}

/** The folders that `findInCurrentProjects` searches, whether they exist or not. */
export function currentPlaces(kind: ImportKind, host: SourceHost): string[] {
  return kind.placesInProjects?.(withProjectRoots(host.projectFolders ?? [], host)) ?? [];
}

async function sourcesInProjects(
  kind: ImportKind,
  folders: readonly string[],
  leaveOut = ignoreLeftOut,
): Promise<Source[]> {
  return sourcesFrom(kind, (await kind.findInProjects?.(folders, leaveOut)) ?? []);
}

function foldersOf(sources: readonly Source[]): string[] {
  return sources.flatMap(({ folder }) => folder ?? []);
}

/** A program that is started in a subfolder of a project keeps its files in the project's root. */
function withProjectRoots(folders: readonly string[], { home }: SourceHost): string[] {
  return [...folders, ...folders.map((folder) => projectFolderOf(folder, home))];
}

/** All folders that are searched, whether they exist or not. */
export function placesLookedAt(host: SourceHost): string[] {
  return [...new Set([...kinds.flatMap((kind) => kind.places?.(host) ?? []), ...(host.projectFolders ?? [])])];
}
