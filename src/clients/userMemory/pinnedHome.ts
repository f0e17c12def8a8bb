/**
 * Which of BigMind's folders has the record of a file with pinned facts. It is noted beside the file, outside of that
 * folder: after a change of `BIGMIND_HOME`, the new folder knows nothing of the former one, whose facts would count as
 * lines of somebody else and stay in every chat.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../files/makeFolder.ts';
import { readIfThere, writeWhole } from '../files/replaceFile.ts';
import { removePinned, type PinnedTarget } from './pinnedFile.ts';

/** Removes the facts of a former folder from the file; returns that folder if there was one. Rejects as `putPinned` does. */
export async function removeFormerPinned(note: string, { home, file }: PinnedTarget): Promise<string | undefined> {
  const noted = (await readIfThere(note))?.toString();
  if (noted === undefined || noted === home) return undefined;
  await removePinned(noted, file);
  await rm(note, { force: true });
  return noted;
}

/** Before the facts are written. Rejects with the file system's error. */
export async function noteHome(note: string, home: string): Promise<void> {
  if ((await readIfThere(note))?.toString() === home) return;
  await makeFolder(dirname(note));
  await writeWhole(note, home, 0o600);
}

/** After the facts are removed. */
export function forgetHome(note: string): Promise<void> {
  return rm(note, { force: true });
}
