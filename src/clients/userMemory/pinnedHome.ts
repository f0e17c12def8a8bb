/**
 * Which of BigMind's folders has the record of a file with pinned facts, and which lines BigMind wrote. It is noted
 * beside the file, outside of that folder: after a change of `BIGMIND_HOME`, the new folder knows nothing of the former
 * one, whose facts would count as lines of somebody else and stay in every chat. The former one may be gone.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../files/makeFolder.ts';
import { readIfThere, writeWhole } from '../files/replaceFile.ts';
import { removePinned, type PinnedTarget } from './pinnedFile.ts';
import { isPinnedLines, notePinnedLines, readPinnedRecord } from './pinnedRecord.ts';

/** Removes the facts of a former folder from the file; returns that folder if there was one. Rejects as `putPinned` does. */
export async function removeFormerPinned(note: string, { home, file }: PinnedTarget): Promise<string | undefined> {
  const noted = await readNote(note);
  if (noted === undefined || noted.home === home) return undefined;
  const isDone = await removePinned(noted.home, file);
  if (!isDone) {
    await notePinnedLines(home, file, noted);
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
async function readNote(note: string): Promise<{ home: string; user: string; lines: readonly string[] } | undefined> {
  const text = (await readIfThere(note))?.toString();
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return isPinnedLines(value) && 'home' in value && typeof value.home === 'string'
      ? { ...value, home: value.home }
      : undefined;
  } catch {
    return undefined;
  }
}
