/**
 * Keeps the memory of a project in its instruction files, so that an assistant reads it without a tool. Only of a
 * project on the user's list, in the files that were chosen for it, and between our markers (decision 42).
 */
import type { BigMindError } from '../../memory/shared/errors.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import type { MindContent } from '../files/mindProject.ts';
import { readMind } from '../files/mindProject.ts';
import { isListed } from '../files/projectList.ts';
import type { MemoryFile } from '../parsing/memoryFile.ts';
import type { ContextFile } from './contextFiles.ts';
import { contextFiles, contextFilesIn } from './contextFiles.ts';
import type { RenderedBlock } from './renderBlock.ts';
import { renderBlock } from './renderBlock.ts';

/**
 * Changes our block in a file of the folder `project`, and nothing else in it. Each method rejects with `invalid_input`
 * for broken markers or another encoding, and with `not_allowed` for a link or a file that cannot be written; then
 * nothing is changed.
 */
interface BlockFiles {
  /** Adds the block, or replaces the text of a present one. */
  put(project: string, file: ContextFile, text: string): Promise<BlockChange>;
  /** Replaces the text of a present block; `missing` without one. */
  renew(project: string, file: ContextFile, text: string): Promise<BlockChange>;
  remove(project: string, file: ContextFile): Promise<BlockChange>;
  exists(project: string, file: ContextFile): Promise<boolean>;
  /** The value of `context_files` in `.mind/config.json`. */
  readChoice(project: string): Promise<unknown>;
  /** Sets that value, and keeps the others. */
  writeChoice(project: string, names: readonly string[]): Promise<void>;
}

type BlockChange = 'created' | 'updated' | 'removed' | 'unchanged' | 'missing';

export type BlockResult =
  | { file: ContextFile; change: BlockChange }
  /** The others are changed nevertheless. */
  | { file: ContextFile; change: 'failed'; error: BigMindError };

export interface BlockParts {
  files: MindFiles;
  blocks: BlockFiles;
  /** The user's home folder. */
  home: string;
  /** Parses a file, without secrets and in bounded time. */
  read: (markdown: string) => MemoryFile;
  /** The texts of the reminders that are due, the most urgent first. */
  due: (project: string, content: MindContent) => Promise<readonly string[]>;
}

export interface RefreshedBlocks {
  results: BlockResult[];
  /** Entries that were left out, because they read like instructions to a model. */
  withheld: number;
}

/**
 * Brings the blocks of the chosen files up to date. It adds none, so one that a person deleted stays deleted. Nothing
 * is written if nothing differs. Undefined if the project is not on the list or has no file memory. Rejects if a file of
 * the memory cannot be read.
 */
export async function refreshBlocks(parts: BlockParts, project: string): Promise<RefreshedBlocks | undefined> {
  const folder = await parts.files.realPath(project);
  if (!(await isListed(parts.files, parts.home, folder))) return undefined;
  const chosen = await chosenFiles(parts, folder);
  if (chosen.length === 0) return { results: [], withheld: 0 };
  const block = await renderedBlock(parts, folder);
  if (block === undefined) return undefined;
  return {
    results: await forEach(chosen, (file) => parts.blocks.renew(folder, file, block.text)),
    withheld: block.withheld,
  };
}

/** Adds the block to `wanted`, and remembers this choice for the project. Otherwise as `refreshBlocks`. */
export async function addBlocks(
  parts: BlockParts,
  project: string,
  wanted: readonly ContextFile[],
): Promise<RefreshedBlocks | undefined> {
  const folder = await parts.files.realPath(project);
  if (!(await isListed(parts.files, parts.home, folder))) return undefined;
  const block = await renderedBlock(parts, folder);
  if (block === undefined) return undefined;
  const before = await parts.blocks.readChoice(folder);
  const results = await forEach(wanted, (file) => parts.blocks.put(folder, file, block.text));
  const added = results.filter(({ change }) => change !== 'failed').map(({ file }) => file);
  await choose(parts, folder, before, [...contextFilesIn(before), ...added]);
  return { results, withheld: block.withheld };
}

/** Removes the block from `unwanted`, and forgets this choice; also in a project that is not on the list. */
export async function removeBlocks(
  { files, blocks }: Pick<BlockParts, 'files' | 'blocks'>,
  project: string,
  unwanted: readonly ContextFile[],
): Promise<BlockResult[]> {
  const folder = await files.realPath(project);
  const before = await blocks.readChoice(folder);
  const results = await forEach(unwanted, (file) => blocks.remove(folder, file));
  const removed = new Set(results.filter(({ change }) => change !== 'failed').map(({ file }) => file));
  await choose(
    { blocks },
    folder,
    before,
    contextFilesIn(before).filter((file) => !removed.has(file)),
  );
  return results;
}

/** The block is in `chosen` afterwards, and no longer in files that were chosen before. Otherwise as `addBlocks`. */
export async function chooseBlocks(
  parts: BlockParts,
  project: string,
  chosen: readonly ContextFile[],
): Promise<RefreshedBlocks | undefined> {
  const added = await addBlocks(parts, project, chosen);
  if (added === undefined) return undefined;
  const others = (await chosenFiles(parts, project)).filter((file) => !chosen.includes(file));
  return { ...added, results: [...added.results, ...(await removeBlocks(parts, project, others))] };
}

export interface BlockChoice {
  file: ContextFile;
  isChosen: boolean;
  exists: boolean;
}

/** What a person can choose from; undefined if the project is not on the list. Rejects as `chosenFiles`. */
export async function blockChoices(parts: BlockParts, project: string): Promise<BlockChoice[] | undefined> {
  const folder = await parts.files.realPath(project);
  if (!(await isListed(parts.files, parts.home, folder))) return undefined;
  const chosen = await chosenFiles(parts, project);
  // What cannot be read is there, and writing it says what is wrong.
  const exists = (file: ContextFile): Promise<boolean> => parts.blocks.exists(folder, file).catch(() => true);
  return Promise.all(
    contextFiles.map(async (file) => ({ file, isChosen: chosen.includes(file), exists: await exists(file) })),
  );
}

/** Rejects with `invalid_input` if the configuration is no JSON object. */
export async function chosenFiles(
  { files, blocks }: Pick<BlockParts, 'files' | 'blocks'>,
  project: string,
): Promise<ContextFile[]> {
  return contextFilesIn(await blocks.readChoice(await files.realPath(project)));
}

/** Names that BigMind does not know stay. */
async function choose(
  { blocks }: Pick<BlockParts, 'blocks'>,
  folder: string,
  before: unknown,
  chosen: readonly ContextFile[],
): Promise<void> {
  const now = contextFiles.filter((file) => chosen.includes(file));
  if (now.join() === contextFilesIn(before).join()) return;
  const named = Array.isArray(before) ? before.filter((name): name is string => typeof name === 'string') : [];
  const foreign = named.filter((name) => contextFiles.every((file) => file !== name));
  await blocks.writeChoice(folder, [...now, ...foreign]);
}

async function forEach(
  files: readonly ContextFile[],
  work: (file: ContextFile) => Promise<BlockChange>,
): Promise<BlockResult[]> {
  const results: BlockResult[] = [];
  for (const file of files) {
    try {
      results.push({ file, change: await work(file) });
    } catch (thrown) {
      results.push({ file, change: 'failed', error: bigMindErrorFrom(thrown) });
    }
  }
  return results;
}

/** A block without the entries of a file that cannot be read would seem to say that there are none. */
async function renderedBlock({ files, read, due }: BlockParts, folder: string): Promise<RenderedBlock | undefined> {
  const content = await readMind(files, folder, read);
  if (content === undefined) return undefined;
  const [unreadable] = content.unreadable;
  if (unreadable !== undefined) throw unreadable.error;
  return renderBlock(content, await due(folder, content));
}
