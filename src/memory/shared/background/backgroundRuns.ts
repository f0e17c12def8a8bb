/**
 * Runs of background work for a user: writing syntheses, and learning. A run that has not ended holds the lease of its
 * kind, so that one process does the work at a time. Runs are also what the work cost.
 */

export type RunKind = 'sleep' | 'learn';

export const runOutcomes = ['done', 'cancelled', 'failed'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** Pieces of work that were due and those that are done, and the tokens that a language model read and wrote. */
export interface RunProgress {
  due: number;
  done: number;
  tokens: number;
}

/** One run, in progress or ended. */
export interface BackgroundRun extends RunProgress {
  id: number;
  /** ISO 8601 in UTC. */
  startedAt: string;
  /** Null while it is in progress, and for one whose process ended before it did. */
  endedAt: string | null;
  /** While it is in progress: when another process may take over. */
  leasedUntil: string;
  /** Null while it is in progress. */
  outcome: RunOutcome | null;
  /** Why it ended early, in one sentence; null if it did not. */
  notice: string | null;
}

export interface RunLease {
  userId: string;
  /** Identifies the process. */
  holder: string;
  now: string;
  /** Until then, nobody else begins a run. */
  until: string;
}

/** A run as its process knows it. */
interface HeldRun {
  userId: string;
  runId: number;
  holder: string;
  progress: RunProgress;
}

/** The runs of one kind. */
export interface RunStore {
  /** Begins a run of the user. Returns the run that is in progress if there is one. */
  begin(lease: RunLease): Promise<{ runId: number } | { running: BackgroundRun }>;
  /** Notes progress, and extends the lease. False if another process took over. */
  renew(run: HeldRun & { until: string }): Promise<boolean>;
  end(run: HeldRun & { now: string; outcome: RunOutcome; notice?: string | undefined }): Promise<void>;
  /** Newest first. */
  list(userId: string, limit: number): Promise<BackgroundRun[]>;
  /** Tokens of all runs that began since then. */
  tokensSince(userId: string, since: string): Promise<number>;
}
