/** Changes a text file that people, assistants and other processes of BigMind change at the same time. */
import { BigMindError } from '../../memory/shared/errors.ts';
import { readText } from './mindFiles.ts';
import type { MindFiles } from './mindFiles.ts';

/** How often an edit is made again because the file changed meanwhile. */
const maxAttempts = 10;

/** Rejects with `conflict` if the file has unresolved merge conflicts, in these lines from 1. */
export function refuseConflict(file: string, lines: readonly number[]): void {
  const [first] = lines;
  if (first === undefined) return;
  throw new BigMindError('conflict', `${file} has an unresolved merge conflict in line ${String(first)}.`, {
    remedy: 'Nothing was written. Resolve it, and try again.',
    details: { file },
  });
}

interface FileToEdit {
  /** Absolute. */
  file: string;
  /** No folder between it and the file may be a link. */
  within: string;
  keptTime?: KeptTime | undefined;
}

/** When a changed file was last written, if it must not say that this is now; from its texts. */
export type KeptTime = (before: string, after: string) => Promise<Date | undefined>;

/** The whole text after an edit, undefined for no file, and what the edit answers. */
export interface Edited<T> {
  text: string | undefined;
  result: T;
}

/**
 * Reads the file, applies `edit`, and writes the result atomically unless it is the same. If the file changed
 * meanwhile, `edit` runs again on the new text, so it must have no effects. An absent file has no text. Rejects with
 * `conflict` if the file does not stop changing, and like `MindFiles` and `readText`; then nothing was written.
 */
export async function editText<T>(
  files: MindFiles,
  { file, within, keptTime }: FileToEdit,
  edit: (text: string) => Edited<T>,
): Promise<T> {
  // What must not be read is refused before a lock is made beside it.
  await readText(files, file);
  return files.exclusively(file, async (isHeld) => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const before = await readText(files, file);
      const { text, result } = edit(before ?? '');
      if (text === before || (text === '' && before === undefined)) return result;
      // An editor does not know the lock.
      const isCurrent = async (): Promise<boolean> => isHeld() && (await readText(files, file)) === before;
      if (text === undefined) {
        if (await files.remove(file, within, isCurrent)) return result;
        continue;
      }
      const modified = await keptTime?.(before ?? '', text);
      if (await files.write(file, text, within, isCurrent, modified)) return result;
    }
    throw new BigMindError('conflict', `${file} keeps changing.`, {
      remedy: 'Nothing was written. Save it in the editor, and try again.',
      details: { file },
    });
  });
}
