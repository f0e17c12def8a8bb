/** The entries from which a block is rendered: those of the files, newest first. */
import { sessionFileName } from '../files/mindFiles.ts';
import type { FileEntry } from '../files/mindProject.ts';

/** Entries below this are often misclassified. */
const minConfidence = 0.4;

/** By their dates, and within a day the last of a file first, because people append to it. Without unsure entries. */
export function newestFirst(entries: readonly FileEntry[]): FileEntry[] {
  const sure = entries.filter(({ confidence }) => confidence >= minConfidence);
  return sure.toReversed().sort((one, other) => dayOf(other).localeCompare(dayOf(one)));
}

/** What is in `SESSION.md` is of now, also without a date. */
function dayOf({ date, file }: FileEntry): string {
  return date ?? (file.endsWith(sessionFileName) ? '9999' : '');
}
