/** One run of the sleep cycle, in progress or ended. */

export const sleepOutcomes = ['done', 'cancelled', 'failed'] as const;
export type SleepOutcome = (typeof sleepOutcomes)[number];

/** Entities that were due and those that have a new synthesis, and what a language model read and wrote. */
export interface SleepProgress {
  due: number;
  done: number;
  tokens: number;
}

export interface SleepRun extends SleepProgress {
  id: number;
  /** ISO 8601 in UTC. */
  startedAt: string;
  /** Null while it is in progress, and for one whose process ended before it did. */
  endedAt: string | null;
  /** While it is in progress: when another process may take over. */
  leasedUntil: string;
  /** Null while it is in progress. */
  outcome: SleepOutcome | null;
}
