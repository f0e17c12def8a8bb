/**
 * The limits and defaults of numeric settings. They are in a separate file, so that code that only reads settings loads
 * no other part of the domain.
 */
export interface Limits {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Minutes of silence after which the next call of a conversation starts another session. */
export const silenceMinuteLimits: Limits = { min: 5, max: 1_440, default: 30 };
/** Days after which a vacuum may delete archived messages; 0 keeps them. */
export const archiveDayLimits: Limits = { min: 0, max: 3_650, default: 0 };
/** Days after which audit rows move to the archive files. */
export const auditDayLimits: Limits = { min: 1, max: 3_650, default: 30 };
/** Days after which audit rows or archived messages of a whole store are deleted; 0 keeps them. */
export const retentionDayLimits: Limits = { min: 0, max: 3_650, default: 0 };
/** Maximum number of daily and manual backups. */
export const backupCountLimits: Limits = { min: 3, max: 100, default: 12 };
/** Days after which a backup is removed; 0 turns daily backups off. */
export const backupDayLimits: Limits = { min: 0, max: 3_650, default: 90 };
/** Tokens of the whole context block. */
export const contextTokenLimits: Limits = { min: 300, max: 4_000, default: 1_300 };
/** Days after which a hand-off expires; 0 turns hand-offs off. */
export const handOffDayLimits: Limits = { min: 0, max: 365, default: 14 };
/** Memories about an entity from which a run writes a synthesis, and new ones from which it writes another. */
export const densityLimits: Limits = { min: 2, max: 100, default: 5 };
/** Minutes without a new memory after which a run begins; 0 turns it off. */
export const sleepIdleLimits: Limits = { min: 0, max: 1_440, default: 15 };
/** Minutes after which it begins even if memories keep coming. */
export const sleepBackstopLimits: Limits = { min: 5, max: 1_440, default: 45 };
/** Tokens that a language model may use for syntheses on a day. */
export const sleepTokenLimits: Limits = { min: 0, max: 1_000_000, default: 20_000 };
/** Tokens that a language model may use for learning within 24 hours; 0 for none. */
export const learnTokenLimits: Limits = { min: 0, max: 5_000_000, default: 200_000 };
/** Days without use after which a plain fact starts to fade; 0 turns fading off. */
export const fadingDayLimits: Limits = { min: 0, max: 3_650, default: 90 };
/** Nothing fades earlier, whatever the setting. */
export const minFadingDays = 28;
