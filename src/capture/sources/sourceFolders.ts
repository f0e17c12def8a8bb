/**
 * Lists folders of other programs. Missing or unreadable folders count as empty. Links are not followed, so that none
 * leads to a cycle, except within a project and once: `filesBelow`.
 */
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { conversationNameOf, uncompressedName } from '../transcripts/openedFile.ts';
import { ignoreLeftOut } from './source.ts';
import type { FoundFiles, LeaveOut, SourceFile } from './source.ts';

interface Names {
  files: string[];
  folders: string[];
  links: string[];
}

export async function namesIn(folder: string): Promise<Names> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const namesOf = (wanted: typeof entries): string[] => wanted.map(({ name }) => name).sort();
    return {
      files: namesOf(entries.filter((entry) => entry.isFile())),
      folders: namesOf(entries.filter((entry) => entry.isDirectory())),
      links: namesOf(entries.filter((entry) => entry.isSymbolicLink())),
    };
  } catch {
    // Most locations exist on few machines.
    return { files: [], folders: [], links: [] };
  }
}

/** The folders with a name, ignoring case: Copilot's own folder has two spellings. */
export async function foldersNamed(folder: string, name: string): Promise<string[]> {
  const { folders } = await namesIn(folder);
  return folders.filter((found) => found.toLowerCase() === name.toLowerCase()).map((found) => join(folder, found));
}

/** Undefined if the file is missing, not a regular file, empty or not accessible. */
export async function fileAt(
  path: string,
  format: string,
  conversation: string | null,
  leaveOut = ignoreLeftOut,
): Promise<SourceFile | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    if (found.size === 0) {
      leaveOut(path, 'empty');
      return undefined;
    }
    return { path, bytes: found.size, modifiedAt: found.mtime.toISOString(), format, conversation };
  } catch {
    return undefined;
  }
}

interface Wanted {
  format: string;
  extensions: readonly string[];
  /** Each file is one conversation, named after the file. */
  isConversation: boolean;
}

/** The files directly in a folder. */
export async function filesIn(
  folder: string,
  { format, extensions, isConversation }: Wanted,
  leaveOut = ignoreLeftOut,
): Promise<SourceFile[]> {
  const { files } = await namesIn(folder);
  const wanted = files.filter((name) => extensions.includes(extname(uncompressedName(name)).toLowerCase()));
  const found = await Promise.all(
    wanted.map((name) =>
      fileAt(join(folder, name), format, isConversation ? conversationNameOf(name) : null, leaveOut),
    ),
  );
  return found.filter((file) => file !== undefined);
}

/**
 * The files in a folder of a project and the folders below it, down to `depth` levels. Links within the project are
 * followed. A link that leads out of it could expose any of the user's files to the author of the project, so it is reported.
 */
export async function filesBelow(
  folder: string,
  wanted: Wanted,
  { depth, project }: { depth: number; project: string },
  leaveOut = ignoreLeftOut,
): Promise<SourceFile[]> {
  const top = await realpath(project).catch(() => project);
  const walk: Walk = { wanted, leaveOut, top, seen: new Set(), links: [], found: [] };
  await visit(walk, folder, depth);
  // Links come last, so that a file is found where it is. A link to a folder may add others.
  for (const link of walk.links) await visit(walk, link.path, link.depth);
  return walk.found;
}

interface Walk {
  wanted: Wanted;
  leaveOut: LeaveOut;
  /** The project folder, without links. */
  top: string;
  /** Without links. */
  seen: Set<string>;
  links: { path: string; depth: number }[];
  found: SourceFile[];
}

async function visit(walk: Walk, path: string, depth: number): Promise<void> {
  const { format, extensions, isConversation } = walk.wanted;
  const real = await realpath(path).catch(() => undefined);
  const found = real === undefined ? undefined : await stat(real).catch(() => undefined);
  const isFolder = found?.isDirectory() === true;
  if (real === undefined || found === undefined || walk.seen.has(real)) return;
  if (!isFolder && !extensions.includes(extname(uncompressedName(path)).toLowerCase())) return;
  walk.seen.add(real);
  if (real !== walk.top && !real.startsWith(join(walk.top, sep))) {
    const reason = `is a link that leads out of its project, to ${real}. To import that, give its path`;
    const modifiedAt = found.mtime.toISOString();
    walk.found.push({ path, bytes: 0, modifiedAt, format, conversation: null, notRead: reason });
    return;
  }
  if (!isFolder) {
    const file = await fileAt(path, format, isConversation ? conversationNameOf(path) : null, walk.leaveOut);
    if (file !== undefined) walk.found.push(file);
    return;
  }
  const { files, folders, links } = await namesIn(path);
  walk.found.push(...(await filesIn(path, walk.wanted, walk.leaveOut)));
  for (const name of files) walk.seen.add(join(real, name));
  walk.links.push(...links.map((name) => ({ path: join(path, name), depth: depth - 1 })));
  if (depth > 0) for (const name of folders) await visit(walk, join(path, name), depth - 1);
}

/** One file with what it belongs to, by its folder; undefined if it is empty or no file. */
export async function foundFile(
  path: string,
  format: string,
  conversation: string | null,
  about: (folder: string) => Omit<FoundFiles, 'files'> | Promise<Omit<FoundFiles, 'files'>>,
): Promise<FoundFiles | undefined> {
  const file = await fileAt(path, format, conversation);
  return file === undefined ? undefined : { ...(await about(dirname(path))), files: [file] };
}

/** A file and the folder of its conversation. */
export interface LocatedFile {
  file: SourceFile;
  folder: string | undefined;
}

/** The files of each folder. */
export function filesByFolder(located: readonly LocatedFile[]): FoundFiles[] {
  const byFolder = new Map<string | undefined, SourceFile[]>();
  for (const { file, folder } of located) {
    const files = byFolder.get(folder);
    if (files === undefined) byFolder.set(folder, [file]);
    else files.push(file);
  }
  return [...byFolder].map(([folder, files]) => {
    const title = folder === undefined ? 'Without a folder' : basename(folder.replaceAll('\\', '/'));
    return { title, folder, files };
  });
}

/** The folder that contains the nearest folder with that name, from the path itself upwards; else the path. */
export function projectAbove(folder: string, name: string): string {
  for (let place = folder; place !== dirname(place); place = dirname(place)) {
    if (basename(place) === name) return dirname(place);
  }
  return folder;
}

/** Existing folders; folders that are links to one place count once. */
export async function eachOnce(folders: readonly string[]): Promise<string[]> {
  const known = new Map<string, string>();
  for (const folder of folders) {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined && !known.has(real)) known.set(real, folder);
  }
  return [...known.values()];
}

/** Undefined if the file is missing, longer than `maxLength` bytes or not readable. */
export async function smallText(path: string, maxLength: number): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > maxLength ? undefined : (await readFile(path, 'utf8')).replace(/^\ufeff/u, '');
  } catch {
    return undefined;
  }
}

/** In bytes. */
const endLength = 64 * 1024;

/** The beginning and the end of a file; undefined if it cannot be read. */
export async function endsOfFile({
  path,
  bytes,
}: Pick<SourceFile, 'path' | 'bytes'>): Promise<{ head: string; tail: string } | undefined> {
  try {
    const handle = await open(path, 'r');
    try {
      const head = Buffer.alloc(Math.min(bytes, endLength));
      const tail = Buffer.alloc(Math.min(bytes, endLength));
      await handle.read(head, 0, head.length, 0);
      await handle.read(tail, 0, tail.length, bytes - tail.length);
      return { head: head.toString(), tail: tail.toString() };
    } finally {
      await handle.close();
    }
  } catch {
    // The import reports why a file cannot be read.
    return undefined;
  }
}

const atOnce = 16;

/** Processes a few items at a time, so that thousands of files are not open at once. */
export async function inPortions<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    done.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return done;
}
