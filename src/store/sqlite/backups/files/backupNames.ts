/**
 * The names of backups: the store's name, the time in UTC, and the reason unless it is daily, as in
 * `memory-2026-11-22T17-39-45Z-before-v9.db`. Listing backups needs only the names and opens no file. Earlier versions
 * kept `memory.db.before-v8-2026-03-30T12-00-00-000Z.bak` next to the store; those are recognized, too.
 */
import { basename } from 'node:path';
import type { BackupReason } from '../../../../memory/upkeep/backups.ts';

interface NamedBackup {
  madeAt: string;
  reason: BackupReason;
}

const suffixes: Record<Exclude<BackupReason, 'before-upgrade'>, string> = {
  daily: '',
  manual: '-manual',
  'before-restore': '-before-restore',
  'before-repair': '-before-repair',
};

/** Without extension. */
export function stemOf(storeFile: string): string {
  return basename(storeFile).replace(/\.[^.]+$/u, '');
}

/**
 * `attempt` 1 gives the plain name; higher ones are for names that are taken. `version` is the schema version after an
 * upgrade.
 */
export function backupName(
  storeFile: string,
  { madeAt, reason }: NamedBackup,
  { attempt, version }: { attempt: number; version: number },
): string {
  const time = madeAt.slice(0, 19).replaceAll(':', '-');
  const suffix = reason === 'before-upgrade' ? `-before-v${String(version)}` : suffixes[reason];
  return `${stemOf(storeFile)}-${time}Z${suffix}${attempt === 1 ? '' : `.${String(attempt)}`}.db`;
}

/** Undefined for a name that is not a backup of this store. */
export function parseBackupName(storeFile: string, name: string): NamedBackup | undefined {
  const stem = `${stemOf(storeFile)}-`;
  if (!name.startsWith(stem)) return undefined;
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-([a-z0-9-]+))?(?:\.\d+)?\.db$/u.exec(
    name.slice(stem.length),
  );
  const [, day = '', hour = '', minute = '', second = '', word = ''] = match ?? [];
  const reason = reasonOf(word);
  if (match === null || reason === undefined) return undefined;
  return named(`${day}T${hour}:${minute}:${second}.000Z`, reason);
}

/** The copies that earlier versions kept next to the store before an upgrade. */
export function parseOldCopyName(storeFile: string, name: string): NamedBackup | undefined {
  const start = `${basename(storeFile)}.before-v`;
  if (!name.startsWith(start)) return undefined;
  const rest = name.slice(start.length);
  const match = /^\d+-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:-\d+)?\.bak$/u.exec(rest);
  if (match === null) return undefined;
  const [, day = '', hour = '', minute = '', second = '', thousandth = ''] = match;
  return named(`${day}T${hour}:${minute}:${second}.${thousandth}Z`, 'before-upgrade');
}

function named(madeAt: string, reason: BackupReason): NamedBackup | undefined {
  return Number.isNaN(Date.parse(madeAt)) ? undefined : { madeAt, reason };
}

function reasonOf(word: string): BackupReason | undefined {
  switch (word) {
    case '':
      return 'daily';
    case 'manual':
    case 'before-restore':
    case 'before-repair':
      return word;
    default:
      return /^before-v\d+$/u.test(word) ? 'before-upgrade' : undefined;
  }
}
