/**
 * Backups: whole copies of the store in their own files, their contents, and which of them are kept. This file applies
 * to every engine; the implementation of the port handles files and databases.
 */
import { counted } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import type { Finding } from '../shared/findings.ts';
import { quotedLine } from '../trust/quoting.ts';
import type { BackupPolicy } from './backupPolicy.ts';

/** `daily` by itself; `manual` because somebody asked; the others before something that changes the whole store. */
export const backupReasons = ['daily', 'manual', 'before-upgrade', 'before-restore', 'before-repair'] as const;
export type BackupReason = (typeof backupReasons)[number];

export interface Backup {
  /** The file's name, by which it is asked for. */
  name: string;
  path: string;
  /** When it was made, ISO 8601. */
  madeAt: string;
  reason: BackupReason;
  bytes: number;
}

/** What a backup holds, read from the file itself. */
export interface BackupContents {
  /** What the integrity check complains of; empty when the backup is sound. */
  damage: string[];
  /** Null where it cannot be read. */
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

/** Memories of one kind that stand on one side only or say something else there, with the first few by headline. */
export interface Differing {
  count: number;
  first: string[];
}

/** What would change: gone is what only the store has, back is what only the backup has. */
export interface KindDifference {
  kind: ComparedKind;
  gone: Differing;
  back: Differing;
  changed: Differing;
}

export interface RestorePreview {
  backup: Backup;
  contents: BackupContents;
  /** Kinds in which nothing differs are left out. */
  differences: KindDifference[];
  /** Memories of the backup that were erased for good since; they do not come back. */
  erasedSince: number;
  /** To be handed to `restore`: says in which state the store was. */
  expected: string;
}

export interface RestoreReport {
  restored: Backup;
  /** The state before, which takes the restoring back; null where there was nothing to keep. */
  before: Backup | null;
  erasedAgain: number;
}

/** Where the memories of a repaired store came from, and what could not be had. */
export interface RepairReport {
  /** What is wrong with the store; empty when it is sound and nothing is to be done. */
  damage: string[];
  /** What the new store begins with: a backup, the damaged store without its log, or nothing. */
  base: { kind: 'backup'; backup: Backup } | { kind: 'without_log' } | { kind: 'empty' };
  /** Rows added to it from what could be read of the damaged store, by table; none is left out. */
  salvaged: Record<string, number>;
  /** Rows that the base had in an older state, and that say now what the damaged store said, by table. */
  updated: Record<string, number>;
  /** Tables of the damaged store with the number of rows that could not be read; null where nobody knows how many. */
  unreadable: { table: string; rows: number | null }[];
  /** What the repaired store holds in the end. */
  counts: KindCounts;
  /** Nothing where the store's file is missing or empty, so that no more than the base can be had. */
  found: 'file' | 'nothing';
  /** Whether the new store stands in its place; false of a preview and of a sound store. */
  isDone: boolean;
  /** The folder in which the damaged files stand as they were; null when none was moved. */
  setAside: string | null;
}

export interface Backups {
  /** Newest first; nothing is opened. */
  list(): Promise<Backup[]>;
  /** Reads a backup and checks it in full; takes seconds on a large one. Rejects when `signal` breaks it off. */
  inspect(backup: Backup, signal?: AbortSignal): Promise<BackupContents>;
  /**
   * Makes one now and removes those that are no longer kept. Rejects with `store_corrupt` when the store is damaged:
   * then nothing is kept under a good name, and nothing is removed.
   */
  make(reason: BackupReason): Promise<Backup>;
  /**
   * The work of a process that lives long: the daily backup where one is due, and a quick check of the store after an
   * unclean end. Never rejects; what went wrong is noted for the doctor, and said in one sentence.
   */
  keepUp(): Promise<string | undefined>;
  /** By its name in the list, or a path. Rejects with `not_found`, or `store_corrupt` when the backup is none. */
  find(nameOrPath: string | undefined): Promise<Backup>;
  preview(backup: Backup): Promise<RestorePreview>;
  /**
   * `username` must be an admin's in a team's store. `expected` comes from the preview that somebody agreed to: rejects with
   * `conflict` where memories changed since. Without it whatever is there is replaced, and kept as a backup.
   */
  restore(backup: Backup, username: string, expected?: string): Promise<RestoreReport>;
  /** What `repair` would do; changes nothing. */
  previewRepair(username: string): Promise<RepairReport>;
  /** `username` gets what was the only user's, where no name can be read. */
  repair(username: string): Promise<RepairReport>;
  /** For the doctor: the newest backup, how old it is, whether the last one failed. */
  findings(): Promise<Finding[]>;
  /** What is known to be wrong with the store, so that no more is written to it. */
  knownDamage(): string | undefined;
}

const dayMs = 86_400_000;
/** Older than so many days, the newest backup is worth a word. */
const worryingAge = 3;

interface KnownBackups {
  backups: readonly Backup[];
  /** What went wrong with the last one. */
  failure: string | undefined;
  now: Date;
  policy: BackupPolicy;
  folder: string;
}

/** What the doctor says of backups. */
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
  if (days <= worryingAge) findings.push({ status: 'ok', what });
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

const kindNames: Record<ComparedKind, [one: string, many: string]> = {
  facts: ['fact', 'facts'],
  sessions: ['session', 'sessions'],
  chunks: ['kept exchange', 'kept exchanges'],
  knowledge: ['entry of team knowledge', 'entries of team knowledge'],
  hypotheses: ['hypothesis', 'hypotheses'],
  messages: ['archived message', 'archived messages'],
  profiles: ['profile', 'profiles'],
};

/** `3 facts, 1 session`, or `nothing`. */
export function countsText(counts: KindCounts): string {
  const parts = comparedKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], ...kindNames[kind]));
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** For people, as Markdown: what a restoring would change. `timeZone` is theirs. */
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
    lines.push(`## ${kindNames[kind][1].replace(/^./u, (letter) => letter.toUpperCase())}`, '');
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

/** One line for each, newest first; `timeZone` is that of whoever reads it. */
export function backupListText(
  listed: readonly { backup: Backup; contents: BackupContents }[],
  timeZone: string,
): string {
  if (listed.length === 0) return 'There are no backups yet.';
  return listed
    .map(({ backup: { name, madeAt, reason, bytes }, contents: { damage, counts } }) => {
      const state = damage.length === 0 ? 'intact' : `damaged: ${damage[0] ?? ''}`;
      const holds = counts === null ? '' : `, ${countsText(counts)}`;
      return `${name}\n    ${localMinute(madeAt, timeZone)}, ${reason}, ${megabytes(bytes)}, ${state}${holds}`;
    })
    .join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
