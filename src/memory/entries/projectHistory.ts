/** Learning from the history of a project: its commits, `MEMORY:` comments and plans become entries that can be removed. */
import type { Caller } from '../shared/identity.ts';
import type { FileEntry } from './entryStore.ts';

export interface LearnRequest {
  /** The root of the project. */
  folder: string;
  /** How many of the last commits are read. */
  commits: number;
  signal: AbortSignal;
  /** `done` of `total` commits or files. */
  onProgress?: (part: 'commits' | 'files', done: number, total: number) => void;
}

export interface LearnedHistory {
  /** All entries of the history, most recent commits first, and then files by path. */
  entries: FileEntry[];
  /** How much was read now; what was known before is not read again. */
  read: { commits: number; files: number };
}

/**
 * Rejects with `not_found` without Git or a repository, and with the reason of the signal.
 */
export interface ProjectHistory {
  /** Whether the caller's folder is the root of a Git repository whose history was not learned. */
  canLearn(caller: Caller): Promise<boolean>;
  /** What would be learned. Stores nothing. */
  preview(request: LearnRequest): Promise<LearnedHistory>;
  /** Stores it, in place of what was learned before. Searches then keep it up to date. */
  learn(caller: Caller, request: LearnRequest): Promise<LearnedHistory>;
  /** Removes all that was learned in the folder, and returns the number of entries. Searches no longer read the history. */
  remove(caller: Caller, folder: string): Promise<number>;
}

/** Of the last commits. */
export const commitLimits = { min: 1, max: 100_000, default: 10_000 } as const;
