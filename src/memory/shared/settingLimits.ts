/**
 * The numbers that a person may set, and those that apply where nobody did. They stand apart from what uses them, so that
 * reading the settings loads nothing else of the domain.
 */
export interface Limits {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Minutes of silence after which a conversation's next call belongs to another session. */
export const silenceMinuteLimits: Limits = { min: 5, max: 1_440, default: 30 };
/** Days after which a vacuum may delete archived messages; 0 keeps them. */
export const archiveDayLimits: Limits = { min: 0, max: 3_650, default: 0 };
/** Days after which rows of the audit go to its archives. */
export const auditDayLimits: Limits = { min: 1, max: 3_650, default: 30 };
/** Daily and manual backups that are kept. */
export const backupCountLimits: Limits = { min: 3, max: 100, default: 12 };
/** Days after which a backup is removed; 0 makes no daily ones. */
export const backupDayLimits: Limits = { min: 0, max: 3_650, default: 90 };
/** Tokens of a whole context block. */
export const contextTokenLimits: Limits = { min: 300, max: 4_000, default: 1_300 };
