/**
 * What the store notes of a history: the rules with which it was read, how many commits, and up to which one. It is
 * in the row of the source `commits`; a project without that row never learned.
 */
import type { KnownFile } from '../../memory/entries/entryStore.ts';

/** Increase this whenever a history gives other entries, so that it is read again. */
export const historyRulesVersion = 7;

/** What was read before. */
export interface HistoryState {
  /** The commit that was checked out. */
  head: string;
  /** How many of the last commits are read. */
  commits: number;
}

/** Whose entries, and where. The folder is the real path of the project. */
export interface HistoryPlace {
  userId: string;
  projectId: string | null;
  folder: string;
}

/** What the row says after the user removed what was learned, so that it is not learned again by itself. */
export const removedState: HistoryState = { head: '', commits: 0 };

/** The content hash of that row. */
export function hashOfState({ commits, head }: HistoryState): string {
  return [historyRulesVersion, commits, head].join(' ');
}

/** Undefined if all must be read: after other rules or a removal, and when the folder became another project. */
export function stateFrom({ contentHash, projectId }: KnownFile, place: HistoryPlace): HistoryState | undefined {
  const [rules, commits, head] = contentHash.split(' ');
  if (rules !== String(historyRulesVersion) || head === undefined || commits === '0' || projectId !== place.projectId)
    return undefined;
  return { head, commits: Number(commits) };
}

/** How many commits the user wanted, whichever rules read them; 0 if the user removed what was learned. */
export function wantedCommits({ contentHash }: KnownFile): number {
  return Number(contentHash.split(' ')[1]);
}
