/** Finds the sources at a path that a user picked without naming a kind. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import { contentOf, isOpencodeFile } from './fileContent.ts';
import { uncompressedName } from '../transcripts/openedFile.ts';
import { isOfPlans } from './planFiles.ts';
import { sourcesOfKind, widerSources } from './sourcesOfKind.ts';
import { sourceKinds } from './source.ts';
import type { Source, SourceKind } from './source.ts';

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
  const wider = await Promise.all(sourceKinds.map((kind) => widerSources(kind, path)));
  // Several kinds may search the same folders.
  const placed = wider.flatMap((sources, place) => sources.filter(({ kind }) => kind === sourceKinds[place]));
  const are = await Promise.all(placed.map(isWhatItsPlaceSays));
  const found = placed.filter((_, place) => are[place] === true);
  if (found.length > 0) return found;
  const files = names.filter((name) => isKnownHere(name, path)).sort();
  const loose = await Promise.all(files.map((name) => sourcesInFile(join(path, name))));
  if (loose.flat().length > 0) return loose.flat();
  if (basename(path) === memoryFolder || names.includes(memoryFolder)) throw usedInPlace(path);
  throw new BigMindError('bad_import', `${path} contains no known conversations or notes of assistants.`, {
    remedy:
      'Searched for chats and sessions of Copilot, projects of Claude Code and their memory, rollouts of Codex, chats of Gemini CLI, the database of opencode, what aider, SpecStory and beads keep in a project, its plans in docs/plans, and the file of a memory server. Pick a folder in which one of these keeps them, or a single file.',
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

/** Any folder with a `.jsonl` looks like a project of Claude Code. */
async function isWhatItsPlaceSays({ kind, files }: Source): Promise<boolean> {
  if (kind !== 'claude-code') return true;
  for (const { path } of files) if ((await kindOf(path)) === kind) return true;
  return false;
}

/** Notes are recognized by their folder, all other files by their beginning. */
function isKnownHere(name: string, folder: string): boolean {
  const extension = extname(uncompressedName(name)).toLowerCase();
  if (extension === '.md') return basename(folder) === 'memory' || isOfMemoryTool(folder + sep);
  return extension === '.jsonl' || extension === '.json';
}

/** Also empty for a file whose content does not match its extension. */
async function sourcesInFile(path: string): Promise<Source[]> {
  const kind = await kindOf(path);
  if (kind === undefined) return [];
  try {
    return await sourcesOfKind(kind, path);
  } catch (thrown) {
    if (thrown instanceof BigMindError && thrown.code === 'bad_import') return [];
    throw thrown;
  }
}

function isOfMemoryTool(path: string): boolean {
  return path.includes(`${sep}memory-tool${sep}`);
}

async function kindOf(path: string): Promise<SourceKind | undefined> {
  const extension = extname(path).toLowerCase();
  if (extension === '.db') return isOpencodeFile(path) ? 'opencode' : 'copilot';
  // An unreadable file is like one of another program.
  const content = await contentOf(path).catch(() => undefined);
  if (extension === '.md' || extension === '.txt') {
    if (content === 'aider' || content === 'specstory') return content;
    if (isOfMemoryTool(path)) return 'copilot-memory';
    return isOfPlans(path) ? 'plans' : 'claude-memory';
  }
  return sourceKinds.find((kind) => kind === content);
}
