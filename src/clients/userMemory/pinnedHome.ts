/**
 * Which of BigMind's folders has the record of a file with pinned facts, and which lines BigMind wrote. It is noted
 * beside the file, outside of that folder: after a change of `BIGMIND_HOME`, the new folder knows nothing of the former
 * one, whose facts would count as lines of somebody else and stay in every chat. The former one may be gone.
 */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../files/makeFolder.ts';
import { readIfThere, writeWhole } from '../files/replaceFile.ts';
import { removePinned, type PinnedTarget } from './pinnedFile.ts';
import { noteName, type PinnedPlace } from './pinnedPlace.ts';
import { isWrittenLines, noteWrittenLines, readPinnedRecord, type WrittenLines } from './pinnedRecord.ts';

interface HomeNote extends WrittenLines {
  home: string;
  /** Absent in a note for the chat of VS Code, which has one file. */
  file: string | undefined;
}

/** In Claude Code: the given files, and those in which this VS Code keeps pinned facts already. */
export async function claudeMemories(globalStorage: string, files: readonly string[]): Promise<PinnedPlace[]> {
  const names = await readdir(globalStorage).catch((): string[] => []);
  const notes = names.filter((name) => name.startsWith(`${noteName}-`)).map((name) => join(globalStorage, name));
  const noted = (await Promise.all(notes.map(readNote))).map((note) => note?.file);
  const all = new Set([...files, ...noted].filter((file) => file !== undefined));
  return [...all].map((file) => ({ file, homeNote: join(globalStorage, `${noteName}-${hashOf(file)}`) }));
}

/** Removes the facts of a former folder from the file; returns that folder if there was one. Rejects as `putPinned` does. */
export async function removeFormerPinned(note: string, { home, file }: PinnedTarget): Promise<string | undefined> {
  const noted = await readNote(note);
  if (noted === undefined || noted.home === home) return undefined;
  const isDone = await removePinned(noted.home, file);
  if (!isDone) {
    await noteWrittenLines(home, file, noted);
    await removePinned(home, file);
  }
  await rm(note, { force: true });
  return noted.home;
}

/** Before and after the facts are written; also if there are none yet. Rejects with the file system's error. */
export async function noteHome(note: string, { home, file }: PinnedTarget): Promise<void> {
  const place = (await readPinnedRecord(home))[file] ?? { user: '', lines: [] };
  const text = JSON.stringify({ home, file, ...place });
  if ((await readIfThere(note))?.toString() === text) return;
  await makeFolder(dirname(note));
  await writeWhole(note, text, 0o600);
}

/** After the facts are removed. */
export function forgetHome(note: string): Promise<void> {
  return rm(note, { force: true });
}

/** Undefined without a note, and for a damaged one: then every line counts as somebody else's, and none is lost. */
async function readNote(note: string): Promise<HomeNote | undefined> {
  const text = (await readIfThere(note))?.toString();
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    if (!isWrittenLines(value) || !('home' in value) || typeof value.home !== 'string') return undefined;
    const file = 'file' in value && typeof value.file === 'string' ? value.file : undefined;
    return { ...value, home: value.home, file };
  } catch {
    return undefined;
  }
}

function hashOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}
