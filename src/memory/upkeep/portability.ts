/**
 * Export and import: everything canonical as one JSON document, and back. A round trip through an empty store is the
 * identity; an import into a filled store merges by each memory's permanent `uid` and loses nothing on either side. In
 * a team's store an export holds what its reader may see, all of it for an admin, and only an admin imports.
 */
import type { Actor } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Ports } from '../shared/ports.ts';
import { withoutSecrets } from './spokenColumns.ts';

/** Rows as the columns name them, in snake_case, so that the file reads like the schema in `docs/domain.md`. */
export type SnapshotRow = Record<string, string | number | null>;

export const snapshotTables = [
  'users',
  'projects',
  'agents',
  'identity_profile',
  'sessions',
  'session_summaries',
  'conversation_chunks',
  'facts',
  'hypotheses',
  'global_knowledge',
  'knowledge_reviews',
  'eras',
  'heaps',
  'messages',
  'links',
  'muted_memories',
] as const;
export type SnapshotTable = (typeof snapshotTables)[number];

export interface Snapshot {
  format: 'bigmind';
  /** The schema version that wrote it; a newer one is refused. */
  schema_version: number;
  exported_at: string;
  tables: Record<SnapshotTable, SnapshotRow[]>;
}

/**
 * Per table: rows added, rows that were there already, rows that differ and whose older state was kept, and rows of what
 * was erased for good, which stay out.
 */
export type SnapshotReport = Record<
  SnapshotTable,
  { added: number; duplicates: number; conflicts: number; erased: number }
>;

export interface PortabilityStore {
  /** `reader` is a user's name, which need not be known to the store. */
  read(now: string, reader: string): Promise<Snapshot>;
  /** Notes in the audit that so many rows were taken away; `by` says more of who the reader is. */
  noteTaken(rows: number, reader: string, by?: Actor): Promise<void>;
  /**
   * Adds in one transaction what is missing. Integer ids are kept where they are free. Rejects with `bad_import`,
   * naming table, row and column, when a row does not fit the schema; then nothing is changed. `not_allowed` when the
   * store is a team's and the user of this name is no admin.
   */
  merge(snapshot: Snapshot, importer: string, by?: Actor): Promise<SnapshotReport>;
}

export class Portability {
  readonly #store: PortabilityStore;
  readonly #ports: Ports;

  constructor(store: PortabilityStore, ports: Ports) {
    this.#store = store;
    this.#ports = ports;
  }

  /** Takes a user's name and not a caller, so that exporting or importing adds nobody to the store. */
  export(username: string): Promise<Snapshot> {
    return this.#store.read(this.#ports.clock.now().toISOString(), username);
  }

  /**
   * To be told once the export is where it was to go, since one that was broken off took nothing away. Never rejects:
   * whoever may read may take away, also from a store that nobody can write to.
   */
  async noteExported(snapshot: Snapshot, username: string, by?: Actor): Promise<void> {
    await this.#store.noteTaken(rowsOf(snapshot), username, by).catch(() => undefined);
  }

  /** Merges an export, given as its JSON text; changes nothing when the text is not one. */
  import(json: string, username: string, by?: Actor): Promise<SnapshotReport> {
    return this.#merge(snapshotFrom(json), username, by);
  }

  /**
   * The same for a program that names a file: anybody may have written it and said that a person did, so what it says of
   * a person's hand is taken as an agent's.
   */
  importUnvouched(json: string, username: string, by?: Actor): Promise<SnapshotReport> {
    const snapshot = snapshotFrom(json);
    const tables = recordOfTables((table) => snapshot.tables[table].map(withoutPerson));
    return this.#merge({ ...snapshot, tables }, username, by);
  }

  #merge(snapshot: Snapshot, username: string, by: Actor | undefined): Promise<SnapshotReport> {
    const { redact, hash } = this.#ports;
    // Another store may have been less careful, or the file was written by hand.
    return this.#store.merge(withoutSecrets(snapshot, redact, hash).snapshot, username, by);
  }
}

function withoutPerson(row: SnapshotRow): SnapshotRow {
  const claims = Object.keys(row).filter(
    (column) => /(?:^|_)origin$|^told_by$/u.test(column) && row[column] === 'person',
  );
  return claims.length === 0 ? row : { ...row, ...Object.fromEntries(claims.map((column) => [column, 'agent'])) };
}

/** The snapshot in a JSON text. Rows are checked later, by the store that knows their columns. */
export function snapshotFrom(json: string): Snapshot {
  const value = parsed(json.replace(/^\ufeff/u, ''));
  if (!isRecord(value) || value['format'] !== 'bigmind') {
    throw badImport('This is not a BigMind export.', 'Choose a file that `bigmind export` wrote.');
  }
  const { schema_version: version, exported_at: exportedAt, tables } = value;
  if (typeof version !== 'number' || !isRecord(tables)) {
    throw badImport('This BigMind export is incomplete.', 'Export it again; the file was changed or cut off.');
  }
  const rows = recordOfTables((table) => rowsFrom(table, tables[table]));
  return { format: 'bigmind', schema_version: version, exported_at: String(exportedAt), tables: rows };
}

/** A record with an entry for each table of a snapshot. */
export function recordOfTables<T>(entryOf: (table: SnapshotTable) => T): Record<SnapshotTable, T> {
  return Object.fromEntries(snapshotTables.map((table) => [table, entryOf(table)])) as Record<SnapshotTable, T>;
}

export function rowsOf({ tables }: Snapshot): number {
  return Object.values(tables).reduce((sum, rows) => sum + rows.length, 0);
}

/** What an import did, for a reader: the tables that had rows, and a sum. */
export function reportText(report: SnapshotReport): string {
  const lines = snapshotTables.flatMap((table) => {
    const { added, duplicates, conflicts, erased } = report[table];
    if (added + duplicates + conflicts + erased === 0) return [];
    const kept = `${String(duplicates)} known already, ${String(conflicts)} kept as they were`;
    const gone = erased === 0 ? '' : `, ${String(erased)} were erased for good and stay so`;
    return [`${table}: ${String(added)} added, ${kept}${gone}`];
  });
  return lines.length === 0 ? 'The export holds nothing.' : lines.join('\n');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // What the parser complains of quotes the file, which may be anything that somebody named.
    throw badImport('The file is not complete JSON.', 'It may have been cut off: export or copy it again.');
  }
}

function rowsFrom(table: SnapshotTable, value: unknown): SnapshotRow[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(isRow)) return value;
  throw badImport(`The export's table ${table} is not a list of rows.`, 'Export it again; the file was changed.');
}

function isRow(value: unknown): value is SnapshotRow {
  return (
    isRecord(value) &&
    Object.values(value).every((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function badImport(what: string, remedy: string): BigMindError {
  return new BigMindError('bad_import', what, { remedy: `${remedy} Nothing was changed.` });
}
