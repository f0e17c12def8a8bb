/** What a context block needs of the entries in the caller's folder. */
import type { EntryStore, FileEntry, RefreshEntries } from './entryStore.ts';
import type { FilePart, FileStatement, ReadFileStatements } from './fileSection.ts';

/** Entries below this are often misclassified. */
const minConfidence = 0.4;

/** Only entries of a folder on the user's list are read, because a chat receives them unasked. */
export function createReadFileStatements(store: Pick<EntryStore, 'list'>, refresh: RefreshEntries): ReadFileStatements {
  return async (caller) => {
    const place = await refresh(caller);
    if (place?.isListed !== true) return undefined;
    try {
      return statementsFrom(await store.list(caller.user.id, place.folder));
    } catch {
      // A table that cannot be read must not cost a chat the rest of its context; the doctor reports it.
      return undefined;
    }
  };
}

/**
 * Newest first: by their dates, and within a day the last of a file, because people append to it. What strangers may have
 * written, in the history or on the web, is never sent unasked.
 */
function statementsFrom(entries: readonly FileEntry[]): FileStatement[] {
  const own = entries.filter(({ source, origin }) => source === 'file' && origin === 'agent');
  const newest = own.reverse().sort((one, other) => dayOf(other).localeCompare(dayOf(one)));
  return newest.flatMap((entry): FileStatement[] => {
    const part = partOf(entry);
    if (part === undefined || entry.confidence < minConfidence) return [];
    return [{ part, text: entry.text, date: entry.date, place: `${entry.path}:${String(entry.line)}` }];
  });
}

/** What is in the file of the present session is of now, also without a date. */
function dayOf({ date, path }: FileEntry): string {
  return date ?? (path.endsWith('/SESSION.md') ? '9999' : '');
}

/** Undefined for entries that a chat does not begin with, such as progress. */
function partOf({ kind, status }: FileEntry): FilePart | undefined {
  if (kind === 'decision' || kind === 'gotcha' || kind === 'next') return kind;
  return kind === 'problem' && status !== 'resolved' ? 'problem' : undefined;
}
