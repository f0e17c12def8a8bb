/**
 * What the store notes of a history: the rules with which it was read, how many commits, and up to which one. It is
 * in the row of the source `commits`; a project without that row never learned.
 */
import type { KnownFile } from '../../../memory/entries/entryStore.ts';

/** Increase this whenever a history gives other entries, so that it is read again. */
export const historyRulesVersion = 5;

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

/** The content hash of that row. */
export function hashOfState({ commits, head }: HistoryState): string {
  return [historyRulesVersion, commits, head].join(' ');
}

/** Undefined if all must be read again: after other rules, and when the folder became another project. */
export function stateFrom({ contentHash, projectId }: KnownFile, place: HistoryPlace): HistoryState | undefined {
  const [rules, commits, head] = contentHash.split(' ');
  if (rules !== String(historyRulesVersion) || head === undefined || projectId !== place.projectId) return undefined;
  return { head, commits: Number(commits) };
}

/** How many commits the user wanted, whichever rules read them. */
export function wantedCommits({ contentHash }: KnownFile): number {
  return Number(contentHash.split(' ')[1]);
}
