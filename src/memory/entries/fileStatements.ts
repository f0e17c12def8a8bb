/** What a context block needs of the entries in the caller's folder. */
import type { Caller } from '../shared/identity.ts';
import type { EntryStore, FileEntry, RefreshEntries } from './entryStore.ts';
import type { FilePart, FileStatement, ReadFileStatements, ReadReminders } from './fileSection.ts';

/** Entries below this are often misclassified. */
const minConfidence = 0.4;

/** Only entries of a folder on the user's list are read, because a chat receives them unasked. */
export function createReadFileStatements(
  readEntries: ReadFileEntries,
  readReminders: ReadReminders = () => Promise.resolve([]),
): ReadFileStatements {
  return async (caller) => {
    const found = await readEntries(caller);
    if (found === undefined) return undefined;
    const { folder, entries, conflicts = [] } = found;
    return [...conflicts.map(conflictStatement), ...(await readReminders(folder)), ...statementsFrom(entries)];
  };
}

/** What a chat says about a merge conflict at `place`, a file with its line. */
export function conflictStatement(place: string): FileStatement {
  const text = 'Both sides are read, and nothing is added to the file. Tell the user to resolve it.';
  return { part: 'conflict', text, date: null, place };
}

/** What a chat may receive unasked: entries of the user's own files, without those from the web. */
interface SendableEntries {
  /** Of the project, without links. */
  folder: string;
  /** By file and line. */
  entries: readonly FileEntry[];
  /** As in `CallerFolder`. */
  conflicts?: readonly string[] | undefined;
}

/** Undefined for a project that is not on the user's list. Never rejects. */
export type ReadFileEntries = (caller: Caller) => Promise<SendableEntries | undefined>;

export function createReadFileEntries(store: Pick<EntryStore, 'list'>, refresh: RefreshEntries): ReadFileEntries {
  return async (caller) => {
    const place = await refresh(caller);
    if (place?.isListed !== true) return undefined;
    try {
      const entries = await store.list(caller.user.id, place.folder);
      const own = entries.filter(({ source, origin }) => source === 'file' && origin === 'agent');
      const { folder, conflicts } = place;
      return { folder, entries: own, conflicts };
    } catch {
      // A table that cannot be read must not cost a chat the rest of its context; the doctor reports it.
      return undefined;
    }
  };
}

/** The newest commits of the caller's folder whose messages say why. Never rejects. */
export type ReadCommits = (caller: Caller) => Promise<readonly FileEntry[]>;

/** Older ones say less about what a file is today. */
const maxCommits = 1_000;

export function createReadCommits(store: Pick<EntryStore, 'commits'>, refresh: RefreshEntries): ReadCommits {
  return async (caller) => {
    const place = await refresh(caller);
    return place === undefined ? [] : store.commits(caller.user.id, place.folder, maxCommits).catch(() => []);
  };
}

/**
 * By their dates, and within a day the last of a file first, because people append to it. Without those of which it is
 * unsure what they are. `pathOf` is the path of an entry's file.
 */
export function newestFirst<T extends { date: string | null; confidence: number }>(
  entries: readonly T[],
  pathOf: (entry: T) => string,
): T[] {
  // What is in the file of the present session is of now, also without a date.
  const dayOf = (entry: T): string => entry.date ?? (pathOf(entry).endsWith('/SESSION.md') ? '9999' : '');
  const sure = entries.filter(({ confidence }) => confidence >= minConfidence);
  return sure.toReversed().sort((one, other) => compareDays(dayOf(other), dayOf(one)));
}

function statementsFrom(entries: readonly FileEntry[]): FileStatement[] {
  return newestFirst(entries, ({ path }) => path).flatMap((entry): FileStatement[] => {
    const part = partOf(entry);
    if (part === undefined) return [];
    return [{ part, text: entry.text, date: entry.date, place: `${entry.path}:${String(entry.line)}` }];
  });
}

/** `localeCompare` would load a collator, which takes longer than everything else here. */
function compareDays(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Undefined for entries that a chat does not begin with, such as progress. */
function partOf({ kind, status }: FileEntry): FilePart | undefined {
  if (kind === 'decision' || kind === 'gotcha' || kind === 'next') return kind;
  return kind === 'problem' && status !== 'resolved' ? 'problem' : undefined;
}
