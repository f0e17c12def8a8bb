/**
 * The files of a project folder that memories cite. Nothing outside of the folder is read: a path is first compared
 * without the file system, so that no path reaches another disk or server, and then once more with all links resolved.
 */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { CitedFile, CitedFiles, Unreadable } from '../memory/shared/ports.ts';
import { maxCitedBytes, textFrom } from '../memory/shared/citations/citedFiles.ts';
import { codeOf } from '../util/fileTrouble.ts';
import { isRooted } from '../util/paths.ts';
import { startTimeLimit } from './timeLimit.ts';

/** Does not block on a pipe without a writer. */
const readOnly = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/**
 * The files in `folder` and its subfolders. A relative path is looked for in `start` first, a subfolder in which an
 * agent works, so that its paths can be stored as seen from `folder`. Omit `start` to read what was stored.
 */
export function createCitedFiles(folder: string, start = folder): CitedFiles {
  const spellings = oneAtATime(() => spellingsOf(folder, start));
  const readFrom = async (base: string, path: string): Promise<CitedFile> => {
    try {
      // Asked first, because an unresponsive disk then blocks only one of Node's four threads.
      const folders = await spellings();
      return folders === undefined ? { kind: 'no_folder' } : await fileIn(folders, resolve(base, path));
    } catch (thrown) {
      return { kind: reasonOf(thrown) };
    }
  };
  return {
    read: async (path) => {
      if (isRooted(path) && !isAbsolute(path)) return { kind: 'outside' };
      const file = await readFrom(start, path);
      return file.kind === 'missing' && start !== folder ? readFrom(folder, path) : file;
    },
    folder,
    limitTime: startTimeLimit,
  };
}

interface Spellings {
  /** Without links. */
  real: string;
  all: readonly string[];
}

/** The folder as it was given, without links, and as it is reached from `start`, which may lead through a link. */
async function spellingsOf(folder: string, start: string): Promise<Spellings> {
  const real = await realpath(folder);
  if (start === folder) return { real, all: [folder, real] };
  const realStart = await realpath(start).catch(() => start);
  return { real, all: [folder, real, resolve(start, relative(realStart, real))] };
}

async function fileIn(folders: Spellings, place: string): Promise<CitedFile> {
  if (folders.all.every((folder) => within(folder, place) === undefined)) return { kind: 'outside' };
  const real = await realpath(place);
  const path = within(folders.real, real);
  if (path === undefined) return { kind: 'outside' };
  const handle = await open(real, readOnly);
  try {
    return await contentOf(handle, path);
  } finally {
    await handle.close();
  }
}

async function contentOf(handle: FileHandle, path: string): Promise<CitedFile> {
  const found = await handle.stat();
  const size = found.size;
  if (!found.isFile()) return { kind: 'missing' };
  if (size > maxCitedBytes) return { kind: 'too_large' };
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read) {
    read = (await handle.read(bytes, length, size - length)).bytesRead;
  }
  const text = textFrom(bytes.subarray(0, length));
  return text === undefined ? { kind: 'binary' } : { kind: 'text', path, text };
}

/** With forward slashes; undefined for a path outside of the folder, and for the folder itself. */
function within(folder: string, place: string): string | undefined {
  const path = relative(folder, place);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join('/');
}

function reasonOf(thrown: unknown): Unreadable {
  const code = codeOf(thrown) ?? '';
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code) ? 'missing' : 'unreadable';
}

/** While a call has not ended, others wait for it. Undefined if there is no such file or folder. */
function oneAtATime<T>(look: () => Promise<T>): () => Promise<T | undefined> {
  let pending: Promise<T | undefined> | undefined;
  return () => {
    pending ??= look()
      .catch((thrown: unknown) => {
        if (reasonOf(thrown) === 'missing') return undefined;
        throw thrown;
      })
      .finally(() => (pending = undefined));
    return pending;
  };
}
