/** How an item of a file, such as a reminder, is found again after the file changed elsewhere. */
import type { ListedItem } from '../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../memory/shared/errors.ts';

/** The item that was listed, or the only one with the same lines. Rejects with `conflict` if it changed since. */
export function listedAmong<T extends ListedItem>(items: readonly T[], { line, key }: ListedItem): T {
  const same = items.filter((item) => item.key === key);
  const found = same.find((item) => item.line === line) ?? (same.length === 1 ? same[0] : undefined);
  if (found !== undefined) return found;
  throw new BigMindError('conflict', 'These lines of the file changed since they were shown.', {
    remedy: 'Nothing was written. Look at what the file says now, and try again.',
  });
}

/** The item cannot be changed without changing others, for example because they share a line. */
export function refuseEdit(file: string, line: number): BigMindError {
  return new BigMindError('not_allowed', `Line ${String(line)} of ${file} cannot be changed here.`, {
    remedy: 'Nothing was written. Change it in an editor.',
    details: { file, line },
  });
}
