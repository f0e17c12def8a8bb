/**
 * Looks into folders of other programs. What is not there or may not be read holds nothing; links are not followed, so
 * that none leads in a circle.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { SourceFile } from './source.ts';

interface Names {
  files: string[];
  folders: string[];
}

export async function namesIn(folder: string): Promise<Names> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const namesOf = (wanted: typeof entries): string[] => wanted.map(({ name }) => name).sort();
    return {
      files: namesOf(entries.filter((entry) => entry.isFile())),
      folders: namesOf(entries.filter((entry) => entry.isDirectory())),
    };
  } catch {
    // Most places exist on few machines.
    return { files: [], folders: [] };
  }
}

/** A folder by its name in any case: Copilot's own is written in two ways. */
export async function foldersNamed(folder: string, name: string): Promise<string[]> {
  const { folders } = await namesIn(folder);
  return folders.filter((found) => found.toLowerCase() === name.toLowerCase()).map((found) => join(folder, found));
}

/** Undefined when the file is gone, is none, is empty or may not be looked at. */
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
  /** Each file is a conversation of its name. */
  isConversation: boolean;
}

/** The files right in a folder. */
export async function filesIn(folder: string, { format, extensions, isConversation }: Wanted): Promise<SourceFile[]> {
  const { files } = await namesIn(folder);
  const wanted = files.filter((name) => extensions.includes(extname(name).toLowerCase()));
  const found = await Promise.all(
    wanted.map((name) => fileAt(join(folder, name), format, isConversation ? basename(name, extname(name)) : null)),
  );
  return found.filter((file) => file !== undefined);
}

/** Undefined for what is not there, is longer than `longest` bytes or may not be read. */
export async function smallText(path: string, longest: number): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > longest ? undefined : (await readFile(path, 'utf8')).replace(/^\ufeff/u, '');
  } catch {
    return undefined;
  }
}

const atOnce = 16;

/** A few at once, so that thousands of files do not stand open together. */
export async function inPortions<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    done.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return done;
}
