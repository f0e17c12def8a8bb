/**
 * Which backups are made automatically and which are kept. It is separate from the backups themselves, so that code
 * that only reads settings loads no more.
 */
import { backupCountLimits, backupDayLimits } from '../shared/settingLimits.ts';
import type { Backup } from './backups.ts';

/** How many backups are kept, and for how long. */
export interface BackupPolicy {
  /** Maximum number of daily and manual backups, within `backupCountLimits`. */
  count: number;
  /** Maximum age in days; 0 turns off daily backups and removal by age. */
  days: number;
}

export const defaultBackups: BackupPolicy = { count: backupCountLimits.default, days: backupDayLimits.default };

const dayMs = 86_400_000;
/** This many are kept at any age. */
const minKept = 3;
/** Days within which every backup is kept, if the count allows it. */
const keptWhole = 7;
/** Maximum number of backups made before an upgrade, restore or repair; each can be as large as the store. */
const maxBefore = 6;
/** Maximum number removed at once, to limit the damage of a wrong clock. */
const maxRemoved = 2;

/**
 * The backups to remove, oldest first, at most 2. The newest 3 are always kept. Then, within `policy.count` and
 * `policy.days`, the newest of each of the last 7 days, the newest of each week, and the others of the last 7 days, in
 * this order. Of those made before an upgrade, restore or repair, the newest is kept, and up to 6 that are at most 90
 * days old. Backups more than a day in the future were made with a
 * wrong clock: they are neither counted nor removed, because the newest backup is then unknown.
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
  // Takes one per day first, so that hourly backups do not use up the count within hours.
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

/**
 * Calendar weeks. With weeks counted back from now, the newest of each week would keep changing, and none would grow
 * old.
 */
function weekOf({ madeAt }: Backup): string {
  return String(Math.floor(Date.parse(madeAt) / (7 * dayMs)));
}

/** Whether daily backups are on and none of the backups was made today, in UTC. */
export function isDailyDue(backups: readonly Backup[], now: Date, policy: BackupPolicy): boolean {
  if (policy.days === 0) return false;
  const today = now.toISOString().slice(0, 10);
  return !backups.some(({ madeAt }) => madeAt.slice(0, 10) === today);
}
