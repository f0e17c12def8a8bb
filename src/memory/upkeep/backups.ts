/**
 * Backups: whole copies of the store in their own files, their contents, and which of them are kept. This file applies
 * to every engine; the implementation of the port handles files and databases.
 */
import { counted, megabytesText } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import type { Finding } from '../shared/findings.ts';
import { quotedLine } from '../trust/quoting.ts';
import type { BackupPolicy } from './backupPolicy.ts';
import type { SnapshotTable } from './snapshot.ts';
import { nounOf } from './snapshot.ts';

/**
 * `daily`: automatic; `manual`: requested by a user; the others: made before an operation that changes the whole store.
 */
export type BackupReason = 'daily' | 'manual' | 'before-upgrade' | 'before-restore' | 'before-repair';

export interface Backup {
  /** The file name, which identifies it. */
  name: string;
  path: string;
  /** When it was made, ISO 8601. */
  madeAt: string;
  reason: BackupReason;
  bytes: number;
}

/** Contents of a backup, read from its file. */
export interface BackupContents {
  /** Results of the integrity check; empty if the backup is sound. */
  damage: string[];
  /** Null if it cannot be read. */
  schemaVersion: number | null;
  counts: KindCounts | null;
}

export const comparedKinds = [
  'facts',
  'sessions',
  'chunks',
  'knowledge',
  'hypotheses',
  'messages',
  'profiles',
] as const;
export type ComparedKind = (typeof comparedKinds)[number];
export type KindCounts = Record<ComparedKind, number>;

/** Memories of one kind that exist on one side only or differ, with the headlines of the first few. */
export interface Differing {
  count: number;
  first: string[];
}

/** What a restore changes: `gone` is only in the store, `back` only in the backup. */
export interface KindDifference {
  kind: ComparedKind;
  gone: Differing;
  back: Differing;
  changed: Differing;
}

export interface RestorePreview {
  backup: Backup;
  contents: BackupContents;
  /** Kinds without differences are left out. */
  differences: KindDifference[];
  /** Memories in the backup that were erased since; they are not restored. */
  erasedSince: number;
  /** Pass this to `restore`; it identifies the state of the store that was shown. */
  expected: string;
}

export interface RestoreReport {
  restored: Backup;
  /** A backup of the state before, to undo the restore; null if there was nothing to back up. */
  before: Backup | null;
  erasedAgain: number;
}

/** The sources of a repaired store's memories, and what was lost. */
export interface RepairReport {
  /** The damage of the store; empty if it is sound and there is nothing to repair. */
  damage: string[];
  /** What the new store is based on: a backup, the damaged store without its log, or nothing. */
  base: { kind: 'backup'; backup: Backup } | { kind: 'without_log' } | { kind: 'empty' };
  /** Rows added from the readable parts of the damaged store, by table; tables without any are left out. */
  salvaged: Record<string, number>;
  /** Rows that were older in the base and were updated from the damaged store, by table. */
  updated: Record<string, number>;
  /** Tables with unreadable rows and their number; null if it is unknown. */
  unreadable: { table: string; rows: number | null }[];
  /** The contents of the repaired store. */
  counts: KindCounts;
  /** `nothing` if the store's file is missing or empty, so that only the base is available. */
  found: 'file' | 'nothing';
  /** Whether the new store is in place; false for a preview and for a sound store. */
  isDone: boolean;
  /** The folder with the damaged files, unchanged; null if none were moved. */
  setAside: string | null;
}

export interface Backups {
  /** Newest first; opens no file. */
  list(): Promise<Backup[]>;
  /** Reads and fully checks a backup; takes seconds for a large one. Rejects when `signal` aborts. */
  inspect(backup: Backup, signal?: AbortSignal): Promise<BackupContents>;
  /**
   * Makes a backup and removes those that the policy no longer keeps. Rejects with `not_found` if there is nothing to
   * back up yet. If the store is damaged, it rejects with `store_corrupt`, keeps no copy and removes nothing.
   */
  make(reason: BackupReason): Promise<Backup>;
  /**
   * The work of a long-lived process. It makes the daily backup if it is due and the store changed. Otherwise it checks
   * the store quickly, once a day, or hourly if the process found a write-ahead log from an unclean end. Never rejects:
   * a failure is recorded for the doctor and returned as a sentence, as is a new backup.
   */
  keepUp(): Promise<string | undefined>;
  /**
   * By name or path; the newest if absent. Rejects with `not_found`, or with `invalid_input` if the file is not a
   * backup.
   */
  find(nameOrPath: string | undefined): Promise<Backup>;
  preview(backup: Backup): Promise<RestorePreview>;
  /**
   * In a team store `username` must be an admin. `expected` comes from the preview that the user confirmed: rejects
   * with `conflict` if memories changed since. Without it, any state is replaced. The old state is kept as a backup.
   */
  restore(backup: Backup, username: string, expected?: string): Promise<RestoreReport>;
  /** What `repair` would do; changes nothing. */
  previewRepair(username: string): Promise<RepairReport>;
  /** If no user name is readable, the data of the only user is assigned to `username`. */
  repair(username: string): Promise<RepairReport>;
  /** For the doctor: the newest backup, its age, and whether the last attempt failed. */
  findings(): Promise<Finding[]>;
  /** Known damage of the store, because of which no more is written to it. */
  knownDamage(): string | undefined;
}

const dayMs = 86_400_000;
/** If the newest backup is older than this many days, the doctor warns. */
const maxBackupAgeDays = 3;

interface KnownBackups {
  backups: readonly Backup[];
  /** Why the last backup failed. */
  failure: string | undefined;
  now: Date;
  policy: BackupPolicy;
  folder: string;
}

/** The doctor's findings about backups. */
export function backupFindings({ backups, failure, now, policy, folder }: KnownBackups): Finding[] {
  const findings: Finding[] = [];
  const real = backups.filter(({ madeAt }) => Date.parse(madeAt) <= now.getTime() + dayMs);
  const newest = real[0];
  if (failure !== undefined) {
    findings.push({
      status: 'warning',
      what: `The last backup failed: ${failure}`,
      remedy: { code: 'retry_backup' },
    });
  }
  if (newest === undefined) {
    const what = `There is no backup yet${policy.days === 0 ? ', and daily backups are off' : ''}.`;
    findings.push({ status: 'warning', what, remedy: { code: 'back_up' } });
    return findings;
  }
  const days = Math.floor((now.getTime() - Date.parse(newest.madeAt)) / dayMs);
  const age = days < 1 ? 'less than a day old' : `${counted(days, 'day')} old`;
  const what = `The newest backup is ${age}: ${newest.name} in ${folder} (${counted(real.length, 'backup')}).`;
  if (days <= maxBackupAgeDays) findings.push({ status: 'ok', what });
  else findings.push({ status: 'warning', what, remedy: { code: 'back_up_if_changed' } });
  if (real.length < backups.length) {
    findings.push({
      status: 'warning',
      what: `${counted(backups.length - real.length, 'backup has', 'backups have')} a date in the future, because a clock was wrong. BigMind does not delete such backups automatically.`,
      remedy: 'Check the date of this computer.',
    });
  }
  return findings;
}

export const tableOfKind: Readonly<Record<ComparedKind, SnapshotTable>> = {
  facts: 'facts',
  sessions: 'sessions',
  chunks: 'conversation_chunks',
  knowledge: 'global_knowledge',
  hypotheses: 'hypotheses',
  messages: 'messages',
  profiles: 'identity_profile',
};

/** `3 facts, 1 session`, or `nothing`. */
export function countsText(counts: KindCounts): string {
  const parts = comparedKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], ...nounOf(tableOfKind[kind])));
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** For users, as Markdown: what a restore would change. `timeZone` is the reader's. */
export function previewMarkdown(preview: RestorePreview, timeZone: string): string {
  const { backup, contents, differences, erasedSince } = preview;
  const lines = [
    `# What restoring ${backup.name} changes`,
    '',
    `Made ${localMinute(backup.madeAt, timeZone)}. It contains ${contents.counts === null ? 'unreadable data' : countsText(contents.counts)}.`,
    '',
  ];
  if (differences.length === 0) lines.push('Nothing: the memory already contains the same.', '');
  for (const { kind, gone, back, changed } of differences) {
    lines.push(`## ${nounOf(tableOfKind[kind])[1].replace(/^./u, (letter) => letter.toUpperCase())}`, '');
    lines.push(...section(gone, 'only in the memory now, would be lost'));
    lines.push(...section(back, 'only in the backup, would be restored'));
    lines.push(...section(changed, 'different, would be as in the backup'));
  }
  if (erasedSince > 0) {
    lines.push(
      `${counted(erasedSince, 'memory of the backup was', 'memories of the backup were')} erased for good since then, and will not be restored.`,
      '',
    );
  }
  lines.push('BigMind first backs up the current state, so you can undo the restore.');
  return lines.join('\n');
}

function section({ count, first }: Differing, what: string): string[] {
  if (count === 0) return [];
  const more = count > first.length ? [`- … and ${String(count - first.length)} more`] : [];
  return [`${String(count)} ${what}:`, '', ...first.map((line) => `- ${quotedLine(line)}`), ...more, ''];
}

/** One entry each, newest first; `timeZone` is the reader's. */
export function backupListText(
  listed: readonly { backup: Backup; contents: BackupContents }[],
  timeZone: string,
): string {
  if (listed.length === 0) return 'There are no backups yet.';
  return listed
    .map(({ backup: { name, madeAt, reason, bytes }, contents: { damage, counts } }) => {
      const state = damage.length === 0 ? 'intact' : `damaged: ${damage[0] ?? ''}`;
      const holds = counts === null ? '' : `, ${countsText(counts)}`;
      return `${name}\n    ${localMinute(madeAt, timeZone)}, ${reason}, ${megabytesText(bytes)}, ${state}${holds}`;
    })
    .join('\n');
}
