/**
 * Lists folders of other programs. Missing or unreadable folders count as empty. Links are not followed, so that none
 * leads to a cycle, except within a project and once: `filesBelow`.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { conversationNameOf, uncompressedName } from '../transcripts/openedFile.ts';
import type { SourceFile } from './source.ts';

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
  format: SourceFile['format'],
  conversation: string | null,
): Promise<SourceFile | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size === 0) return undefined;
    return { path, bytes: found.size, modifiedAt: found.mtime.toISOString(), format, conversation };
  } catch {
    return undefined;
  }
}

export interface Wanted {
  format: SourceFile['format'];
  extensions: readonly string[];
  /** Each file is one conversation, named after the file. */
  isConversation: boolean;
}

/** The files directly in a folder. */
export async function filesIn(folder: string, { format, extensions, isConversation }: Wanted): Promise<SourceFile[]> {
  const { files } = await namesIn(folder);
  const wanted = files.filter((name) => extensions.includes(extname(uncompressedName(name)).toLowerCase()));
  const found = await Promise.all(
    wanted.map((name) => fileAt(join(folder, name), format, isConversation ? conversationNameOf(name) : null)),
  );
  return found.filter((file) => file !== undefined);
}

/**
 * The files in a folder of a project and the folders below it, down to `depth` levels. Links within the project are
 * followed. One that leads out of it could show any file of the user to whoever wrote the project, so it is named.
 */
export async function filesBelow(
  folder: string,
  wanted: Wanted,
  { depth, project }: { depth: number; project: string },
): Promise<SourceFile[]> {
  const top = await realpath(project).catch(() => project);
  const walk: Walk = { wanted, top, seen: new Set(), links: [], found: [] };
  await visit(walk, folder, depth);
  // Links come last, so that a file is found where it is. A link to a folder may add others.
  for (const link of walk.links) await visit(walk, link.path, link.depth);
  return walk.found;
}

interface Walk {
  wanted: Wanted;
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
    const file = await fileAt(path, format, isConversation ? conversationNameOf(path) : null);
    if (file !== undefined) walk.found.push(file);
    return;
  }
  const { files, folders, links } = await namesIn(path);
  walk.found.push(...(await filesIn(path, walk.wanted)));
  for (const name of files) walk.seen.add(join(real, name));
  walk.links.push(...links.map((name) => ({ path: join(path, name), depth: depth - 1 })));
  if (depth > 0) for (const name of folders) await visit(walk, join(path, name), depth - 1);
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

const atOnce = 16;

/** Processes a few items at a time, so that thousands of files are not open at once. */
export async function inPortions<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    done.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return done;
}
