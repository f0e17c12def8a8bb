/**
 * Which backups are made automatically and which are kept. It is separate from the backups themselves, so that code
 * that only reads settings loads no more.
 */
import { backupCountLimits, backupDayLimits } from '../shared/settingLimits.ts';
import type { Backup } from './backups.ts';

/** How many backups are kept, and for how long. */
export interface BackupPolicy {
  /** At most so many daily and manual ones, within `backupCountLimits`. */
  count: number;
  /** None older than so many days; 0 makes no daily ones, and then age removes nothing. */
  days: number;
}

export const defaultBackups: BackupPolicy = { count: backupCountLimits.default, days: backupDayLimits.default };

const dayMs = 86_400_000;
/** So many are kept whatever their age. */
const minKept = 3;
/** Days within which every backup is kept, if the count allows it. */
const keptWhole = 7;
/** So many of those before an upgrade, a restoring or a repair: each may be as large as the store. */
const maxBefore = 6;
/** So many go at a time: a clock that is wrong once must not cost more. */
const maxRemoved = 2;

/**
 * Which backups are to go, oldest first. Kept are all of the last 7 days, then one for each week, the newest of it; never
 * fewer than the newest 3, and of those before an upgrade, a restoring or a repair the newest, and up to 6 of 90 days. A backup from the future says that a
 * clock was wrong: it is neither counted nor removed, for whoever cannot tell what is newest must not remove anything for it.
 */
export function backupsToRemove(backups: readonly Backup[], now: Date, policy: BackupPolicy): Backup[] {
  const ageOf = ({ madeAt }: Backup): number => (now.getTime() - Date.parse(madeAt)) / dayMs;
  const known = backups.filter((backup) => ageOf(backup) > -1).toSorted((a, b) => ageOf(a) - ageOf(b));
  const isBefore = ({ reason }: Backup): boolean => reason.startsWith('before-');
  const tooOld = (backup: Backup): boolean => policy.days > 0 && ageOf(backup) > policy.days;
  const rolling = known.filter((backup) => !isBefore(backup));
  const kept = new Set(rolling.slice(0, minKept));
  const keep = (backup: Backup): void => {
    if (!tooOld(backup) && kept.size < Math.max(minKept, policy.count)) kept.add(backup);
  };
  // Many of one day go before the last of another, so that whoever backs up every hour keeps more than hours.
  for (const backup of newestOfEach(rolling, ({ madeAt }) => madeAt.slice(0, 10))) {
    if (ageOf(backup) <= keptWhole) keep(backup);
  }
  for (const backup of newestOfEach(rolling, weekOf)) keep(backup);
  for (const backup of rolling) {
    if (ageOf(backup) <= keptWhole) keep(backup);
  }
  const before = known.filter(isBefore);
  for (const [place, backup] of before.slice(0, maxBefore).entries()) {
    if (place === 0 || ageOf(backup) <= defaultBackups.days) kept.add(backup);
  }
  const goes = known.filter((backup) => !kept.has(backup));
  return goes.toReversed().slice(0, maxRemoved);
}

/** `backups` are newest first. */
function newestOfEach(backups: readonly Backup[], spanOf: (backup: Backup) => string): Backup[] {
  const spans = new Set<string>();
  return backups.filter((backup) => {
    const span = spanOf(backup);
    const isFirst = !spans.has(span);
    spans.add(span);
    return isFirst;
  });
}

/** By the calendar: weeks that were counted back from now would pass each backup on to the next one, and none would grow old. */
function weekOf({ madeAt }: Backup): string {
  return String(Math.floor(Date.parse(madeAt) / (7 * dayMs)));
}

/** Whether a day has begun since the newest backup, as the clock counts days in UTC. */
export function isDailyDue(backups: readonly Backup[], now: Date, policy: BackupPolicy): boolean {
  if (policy.days === 0) return false;
  const today = now.toISOString().slice(0, 10);
  return !backups.some(({ madeAt }) => madeAt.slice(0, 10) === today);
}
