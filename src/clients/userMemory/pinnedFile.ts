/**
 * Pinned facts in a file of another program's memory, between markers. Copilot Chat gives every chat the first 200 lines
 * of all files of that folder, whatever their names and extensions, unless a name starts with a dot (seen in 0.67). So no
 * draft and no backup may be in the folder. What others write outside the markers stays; a line that they write between
 * them moves below.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pinnedMarkers } from '../../memory/archive/ownBlocks.ts';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { fileTrouble, isFileTrouble } from '../../util/fileTrouble.ts';
import { blocksIn } from '../../util/markedBlock.ts';
import { lockFolder } from '../files/folderLock.ts';
import type { FolderLock } from '../files/folderLock.ts';
import { makeFolder } from '../files/makeFolder.ts';
import { hasBlock, withBlock, withoutBlock } from '../files/managedBlock.ts';
import { moveIfCurrent, readIfThere, refused } from '../files/replaceFile.ts';
import { refuseUnlessReplaceable, removeFile, writeWhole } from '../files/replaceFile.ts';
import type { WrittenLines } from './pinnedRecord.ts';
import { lineHash, noteWrittenLines, readPinnedRecord } from './pinnedRecord.ts';

export interface PinnedTarget {
  /** BigMind's own folder. */
  home: string;
  file: string;
}

export interface PinnedChange {
  change: 'written' | 'removed' | 'unchanged';
  /** Lines of others that moved out of the block. */
  moved: number;
}

/**
 * Makes `text` the block of the file, or removes the block if it is undefined, and then the file if it has nothing else.
 * Rejects with `not_allowed` if the file must not or cannot be written, with `invalid_input` for broken markers, and
 * with `conflict` if other windows keep writing it.
 */
export async function putPinned(target: PinnedTarget, user: string, text: string | undefined): Promise<PinnedChange> {
  try {
    await makeFolder(target.home, 0o700);
    return await alone(target, (lock) => put(target, user, text, lock));
  } catch (cause) {
    if (!isFileTrouble(cause)) throw cause;
    throw refused(target.file, `cannot be changed: ${fileTrouble(cause)}`, 'Close it in other programs.', cause);
  }
}

/** Removes the block of a file that is recorded; returns whether it is. Rejects as `putPinned` does. */
export async function removePinned(home: string, file: string): Promise<boolean> {
  const known = (await readPinnedRecord(home))[file];
  if (known === undefined) return false;
  await putPinned({ home, file }, known.user, undefined);
  return true;
}

/** Brings all recorded files of this user up to date. Returns those that changed, and the errors of the others. */
export async function refreshPinned(
  home: string,
  user: string,
  text: string | undefined,
): Promise<{ changed: string[]; errors: unknown[] }> {
  const changed: string[] = [];
  const errors: unknown[] = [];
  for (const [file, place] of Object.entries(await readPinnedRecord(home))) {
    if (place.user !== user) continue;
    try {
      const { change } = await putPinned({ home, file }, user, text);
      if (change !== 'unchanged') changed.push(file);
    } catch (thrown) {
      errors.push(thrown);
    }
  }
  return { changed, errors };
}

/** Rejects with `not_allowed` if another folder of BigMind has its facts in a file that several editions share. */
export async function refuseOfAnotherHome({ home, file }: PinnedTarget): Promise<void> {
  const content = await readIfThere(file);
  if (content === undefined || !hasBlock(content, file, pinnedMarkers)) return;
  if ((await readPinnedRecord(home))[file] !== undefined) return;
  const remedy = 'Turn this setting off in one of the two, or delete the block in the file.';
  throw refused(file, 'has the pinned facts of another BigMind', remedy);
}

async function put(
  { home, file }: PinnedTarget,
  user: string,
  text: string | undefined,
  lock: FolderLock,
): Promise<PinnedChange> {
  const known = (await readPinnedRecord(home))[file];
  const before = await readIfThere(file);
  const { after, moved, mine } = changed(before, file, text, known);
  // First, so that a process that is killed in between leaves no line that nobody knows as ours.
  if (text !== undefined) await noteWrittenLines(home, file, { user, lines: mine });
  const isSame = after === undefined ? before === undefined : before?.equals(after) === true;
  if (!isSame) await write(file, before, after, lock);
  if (text === undefined) await noteWrittenLines(home, file, undefined);
  if (isSame) return { change: 'unchanged', moved: 0 };
  return { change: text === undefined ? 'removed' : 'written', moved };
}

/** What becomes of the file; undefined for no file. `mine` are hashes of the lines that BigMind has in it then. */
export function changed(
  before: Buffer | undefined,
  file: string,
  text: string | undefined,
  known: WrittenLines | undefined,
): { after: Buffer | undefined; moved: number; mine: string[] } {
  const old = before ?? Buffer.alloc(0);
  const isOurs = hasBlock(old, file, pinnedMarkers);
  if (text === undefined && !isOurs) return { after: before, moved: 0, mine: [] };
  const next = (text ?? '').split('\n').map(lineHash);
  const ours = new Set([...next, ...(known?.lines ?? [])]);
  const { content, moved, kept } = isOurs ? withoutForeign(old, ours) : { content: old, moved: 0, kept: [] };
  const mine = [...new Set([...next, ...kept])];
  if (text !== undefined) return { after: withBlock(content, text, file, pinnedMarkers), moved, mine };
  const rest = withoutBlock(content, file, pinnedMarkers);
  return { after: rest.toString().trim() === '' ? undefined : rest, moved, mine };
}

/** The lines of the blocks that are not `ours` are moved below them. `kept` are the hashes of the others. */
function withoutForeign(bytes: Buffer, ours: ReadonlySet<string>): { content: Buffer; moved: number; kept: string[] } {
  // Latin-1 keeps every byte as one character, as in `managedBlock.ts`.
  const content = bytes.toString('latin1');
  const blocks = blocksIn(content, pinnedMarkers);
  const hashed = blocks
    .flatMap(({ start, end }) => content.slice(start, end).split(/\r?\n/u).slice(1, -1))
    .filter((line) => line.trim() !== '')
    .map((line) => ({ line, hash: lineHash(Buffer.from(line, 'latin1').toString()) }));
  const foreign = hashed.filter(({ hash }) => !ours.has(hash)).map(({ line }) => line);
  const kept = hashed.map(({ hash }) => hash).filter((hash) => ours.has(hash));
  const last = blocks.at(-1);
  if (foreign.length === 0 || last === undefined) return { content: bytes, moved: 0, kept };
  const eol = content.includes('\r\n') ? '\r\n' : '\n';
  const gap = last.next === last.end ? eol : '';
  const below = `${gap}${foreign.join(eol)}${eol}`;
  const whole = content.slice(0, last.next) + below + content.slice(last.next);
  return { content: Buffer.from(whole, 'latin1'), moved: foreign.length, kept };
}

/** `before` is what the change was made from. Rejects with `conflict` if the file is no longer that. */
async function write(
  file: string,
  before: Buffer | undefined,
  after: Buffer | undefined,
  lock: FolderLock,
): Promise<void> {
  const isCurrent = async (): Promise<boolean> => {
    await lock.requireHeld();
    const now = await readIfThere(file);
    return now === undefined || before === undefined ? now === before : now.equals(before);
  };
  const folder = dirname(file);
  await refuseUnlessReplaceable(file, dirname(dirname(dirname(folder))));
  if (after === undefined) {
    if (!(await removeFile(file, undefined, isCurrent))) throw busy(file);
    return;
  }
  await makeFolder(folder);
  await removeDrafts(dirname(folder));
  const staged = join(dirname(folder), `${draftName}${String(process.pid)}`);
  try {
    await writeWhole(staged, after, before === undefined ? 0o600 : (await stat(file)).mode);
    if (!(await moveIfCurrent(staged, file, isCurrent))) throw busy(file);
  } finally {
    await rm(staged, { force: true });
  }
}

const draftName = '.bigmind-';

/** What a process that was killed has left; each has pinned facts. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(draftName));
  for (const name of drafts) await rm(join(folder, name), { force: true });
}

/** Between tries, in milliseconds; and how many of them there are. Another window needs a few milliseconds. */
const pauseMs = 100;
const maxTries = 30;

/** One process of those that share BigMind's folder works at a time. */
async function alone<T>({ home }: PinnedTarget, work: (lock: FolderLock) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const lock = await lockFolder(join(home, 'user-memory.lock'));
      try {
        return await work(lock);
      } finally {
        await lock.release();
      }
    } catch (thrown) {
      if (bigMindErrorFrom(thrown).code !== 'conflict' || tries === maxTries) throw thrown;
      await pause(pauseMs);
    }
  }
}

function busy(file: string): BigMindError {
  return new BigMindError('conflict', `Another program keeps changing ${file}.`, {
    remedy: 'Nothing was changed. Close the file there; BigMind tries again.',
    details: { file },
  });
}
