/**
 * What machines exchange: one record for each canonical row, without what is local to a store. Numbers of rows are left
 * out. Projects are named by their key, agents by their name, the person not at all, because only one uses the store.
 * A session that was imported is named by its conversation, because each import gives it another id.
 */
import { syncedNames } from '../../schema/tables.ts';
import { BigMindError } from '../shared/errors.ts';
import type { SnapshotRow } from '../upkeep/snapshot.ts';
import { isRecord, isRow } from '../upkeep/snapshot.ts';
import type { Versions } from './versions.ts';
import { textOfVersions, versionsFromText } from './versions.ts';

export type SyncTable = (typeof syncedNames)[number];

export interface SyncRecord {
  table: SyncTable;
  /** The permanent name of the row among those of its table, on every machine. */
  key: string;
  versions: Versions;
  /** Null if the row was taken back, such as a link. Columns of other versions of BigMind may be missing. */
  row: SnapshotRow | null;
}

/** What was erased for good: a name, never content. */
export interface SyncTombstone {
  uid: string;
  kind: string;
  until: string | null;
  erasedAt: string;
}

export interface BundleContent {
  /** What the person calls the machine that wrote it. */
  name: string;
  /** The user's name there, from which marks of erased conversations are made. */
  username: string;
  /** The names of the projects that the records mention, by key. */
  projects: Readonly<Record<string, string>>;
  tombstones: readonly SyncTombstone[];
  records: readonly SyncRecord[];
}

/** Tables whose rows people take back. In the others, a missing row was deleted by a vacuum here, or erased. */
const removableTables: readonly SyncTable[] = [
  'outcomes',
  'knowledge_reviews',
  'links',
  'muted_memories',
  'entity_aliases',
];

export function isRemovable(table: SyncTable): boolean {
  return removableTables.includes(table);
}

/** Columns in which nobody wrote anything: two edits that differ only in these are no conflict for a person. */
const quietColumns: Readonly<Record<SyncTable, readonly string[] | 'all'>> = {
  identity_profile: ['updated_at', 'role_origin', 'preferences_origin', 'pinned_origin'],
  sessions: [
    ...['started_at', 'ended_at', 'last_active_at', 'told_by', 'told_through', 'summarised_through', 'read_web'],
    ...['importance', 'branch', 'agent_id', 'project_id'],
  ],
  session_summaries: ['created_at'],
  conversation_chunks: ['dismissed_at', 'created_at', 'agent_id', 'session_id'],
  facts: [
    ...['confidence', 'updated_at', 'created_at', 'deprecation_reason', 'agent_id', 'source_session', 'origin'],
    // Of both machines, sessions may have said the same.
    'evidence',
  ],
  outcomes: 'all',
  hypotheses: ['confidence', 'resolved_at', 'created_at', 'agent_id', 'session_id', 'origin'],
  global_knowledge: ['updated_at', 'reviewed_at', 'created_at', 'instance', 'agent_id', 'source_session', 'origin'],
  knowledge_reviews: 'all',
  messages: 'all',
  links: 'all',
  muted_memories: 'all',
  entity_aliases: 'all',
};

/** Whether a person should see both versions, because they differ in what somebody wrote or decided. */
export function isWorthShowing(table: SyncTable, one: SnapshotRow | null, other: SnapshotRow | null): boolean {
  const quiet = quietColumns[table];
  if (quiet === 'all' || one === null || other === null) return false;
  return Object.keys(one).some((column) => !quiet.includes(column) && differs(one, other, column));
}

/** A column that one of them lacks, because another version of BigMind wrote it, does not count. */
function differs(one: SnapshotRow, other: SnapshotRow, column: string): boolean {
  return column in other && one[column] !== other[column];
}

/** One JSON value for each line: what the bundle is about, then tombstones, then records. */
export function linesOfContent({ tombstones, records, ...head }: BundleContent): string {
  const lines: unknown[] = [
    head,
    ...tombstones.map(({ uid, kind, until, erasedAt }) => [uid, kind, until, erasedAt]),
    ...records.map(({ table, key, versions, row }) => ({ table, key, versions: textOfVersions(versions), row })),
  ];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

/** Rejects with `bad_import` what is not `linesOfContent`. Columns are checked by the store. */
export function contentFromLines(text: string): BundleContent {
  const [head, ...lines] = text.split('\n').map(parsedLine);
  if (!isRecord(head)) throw badBundle();
  const tombstones = lines.filter((line) => Array.isArray(line)).map(tombstoneFrom);
  const records = lines.filter((line) => !Array.isArray(line)).map(recordFrom);
  const projects = isRecord(head['projects']) ? head['projects'] : {};
  return {
    name: String(head['name']),
    username: String(head['username']),
    projects: Object.fromEntries(Object.entries(projects).map(([key, name]) => [key, String(name)])),
    tombstones,
    records,
  };
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The parser's message quotes the text.
    throw badBundle();
  }
}

function tombstoneFrom(line: readonly unknown[]): SyncTombstone {
  const [uid, kind, until, erasedAt] = line;
  if (typeof uid !== 'string' || typeof kind !== 'string' || typeof erasedAt !== 'string') throw badBundle();
  return { uid, kind, until: typeof until === 'string' ? until : null, erasedAt };
}

function recordFrom(line: unknown): SyncRecord {
  if (!isRecord(line)) throw badBundle();
  const table = syncedNames.find((name) => name === line['table']);
  const { key, row } = line;
  const versions = versionsFromText(String(line['versions']));
  if (table === undefined || typeof key !== 'string' || versions === undefined) throw badBundle();
  if (row !== null && !isRow(row)) throw badBundle();
  return { table, key, versions, row };
}

function badBundle(): BigMindError {
  return new BigMindError('bad_import', 'A bundle of another machine has content that BigMind does not know.', {
    remedy: 'Nothing was changed. Update BigMind on all machines.',
  });
}
