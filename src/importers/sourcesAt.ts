/** Finds the sources at a path that a user picked without naming a kind. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { BigMindError } from '../memory/shared/errors.ts';
import type { ImportKind } from '../capture/sources/importKind.ts';
import { ignoreLeftOut } from '../capture/sources/source.ts';
import type { Source } from '../capture/sources/source.ts';
import { uncompressedName } from '../capture/transcripts/openedFile.ts';
import { contentOf, databaseExtension, kindByPath } from './fileContent.ts';
import { eachFileOnce, sourcesFrom } from './kindSources.ts';
import { kindNamed, kinds } from './registry.ts';
import { sourcesOfKind } from './sourcesOfKind.ts';

/**
 * Empty for a file that is not a source, such as an export of BigMind. `path` is absolute. Rejects with the file
 * system's error, or with `bad_import` for a folder in which no source is recognized by location or content. An
 * arbitrary folder of notes or settings is not imported as a memory. Also rejects memory files of a project, which are
 * never copied.
 */
export async function sourcesAt(path: string): Promise<Source[]> {
  if (!(await stat(path)).isDirectory()) {
    if (basename(dirname(path)) === memoryFolder) throw usedInPlace(path);
    return sourcesInFile(path);
  }
  const names = await readdir(path);
  const found = eachFileOnce((await Promise.all(kinds.map((kind) => placedSources(kind, path)))).flat());
  if (found.length > 0) return found;
  const files = names.filter((name) => isKnownHere(name, path)).sort();
  const loose = await Promise.all(files.map((name) => sourcesInFile(join(path, name))));
  if (loose.flat().length > 0) return loose.flat();
  if (basename(path) === memoryFolder || names.includes(memoryFolder)) throw usedInPlace(path);
  throw new BigMindError('bad_import', `${path} contains no known conversations or notes of assistants.`, {
    remedy: `Searched for what these keep: ${kinds.map(({ title }) => title).join(', ')}. Pick a folder in which one of them keeps it, or a single file.`,
    details: { path },
  });
}

/** Of a project; see `mindFiles.ts`. */
const memoryFolder = '.mind';

function usedInPlace(path: string): BigMindError {
  return new BigMindError('bad_import', `${path} has memory files of a project, which BigMind reads where they are.`, {
    remedy: 'Open the folder of the project, and start file memory in it.',
    details: { path },
  });
}

/** What a kind keeps in a folder, by its place. */
async function placedSources(kind: ImportKind, folder: string): Promise<Source[]> {
  const found = sourcesFrom(kind, (await kind.findIn?.(folder, ignoreLeftOut)) ?? []);
  if (kind.looksLikeAnyFolder !== true) return found;
  const are = await Promise.all(found.map((source) => hasFileOf(kind, source)));
  return found.filter((_, place) => are[place] === true);
}

async function hasFileOf(kind: ImportKind, { files }: Source): Promise<boolean> {
  for (const { path } of files) if ((await kindAt(path)) === kind) return true;
  return false;
}

/** Notes are recognized by their folder, all other files by their beginning. */
function isKnownHere(name: string, folder: string): boolean {
  const extension = extname(uncompressedName(name)).toLowerCase();
  if (extension === '.md') return kinds.some(({ ownsFolder }) => ownsFolder?.(folder) === true);
  return extension === '.jsonl' || extension === '.json';
}

/** Also empty for a file whose content does not match its extension. */
async function sourcesInFile(path: string): Promise<Source[]> {
  const kind = await kindAt(path);
  if (kind === undefined) return [];
  try {
    return await sourcesOfKind(kind.id, path);
  } catch (thrown) {
    if (thrown instanceof BigMindError && thrown.code === 'bad_import') return [];
    throw thrown;
  }
}

async function kindAt(path: string): Promise<ImportKind | undefined> {
  const extension = extname(path).toLowerCase();
  if (extension === databaseExtension)
    return kindByPath(path) ?? kinds.find(({ extensions }) => extensions.includes(extension));
  // An unreadable file is like one of another program.
  const kind = kindNamed(await contentOf(path).catch(() => undefined));
  // Notes may quote lines of a conversation.
  const isNotes = extension === '.md' || extension === '.txt';
  return (isNotes && kind?.quotesOthers !== true ? undefined : kind) ?? kindByPath(path);
}
