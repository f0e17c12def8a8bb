/**
 * Export and import of all canonical data as one JSON document. Importing an export into an empty store restores it
 * exactly, but team roles only if the importer is one of its admins. An import into a filled store merges by each
 * memory's permanent `uid` and changes no stored memory, but a fact without details gets those of a decision with the
 * same statement. In a team store, an export contains what its reader may see
 * (everything for an admin), and only an admin may import.
 */
import type { Actor } from '../shared/audit.ts';
import type { Ports } from '../shared/ports.ts';
import type { Snapshot, SnapshotRow, SnapshotTable } from './snapshot.ts';
import { nounOf, recordOfTables, rowsOf, snapshotFrom, snapshotTables } from './snapshot.ts';
import { withoutSecrets } from './textColumns.ts';

/**
 * Per table: rows added, also a decision that gave its details to a fact; rows already stored; rows that differ, of
 * which the stored version stays as it is; and erased rows, which are not restored. A decision that differs from the
 * stored one with its title is kept beside it, deprecated.
 */
export type SnapshotReport = Record<
  SnapshotTable,
  { added: number; duplicates: number; conflicts: number; erased: number }
>;

export interface PortabilityStore {
  /** `reader` is a user's name, which need not exist in the store. */
  read(now: string, reader: string): Promise<Snapshot>;
  /** Records an export of `rows` rows in the audit; `by` identifies the reader more closely. */
  noteTaken(rows: number, reader: string, by?: Actor): Promise<void>;
  /**
   * Adds missing rows in one transaction. Integer ids are kept if they are free. Rejects with `bad_import`, which names
   * table, row and column, if a row does not fit the schema. Rejects with `not_allowed` in a team store if the user is
   * not an admin. Then nothing is changed. With `unvouched`, and where others use the store, approved knowledge becomes
   * proposals.
   */
  merge(snapshot: Snapshot, importer: string, by?: Actor, trust?: 'unvouched'): Promise<SnapshotReport>;
}

/** Exports a store, and imports an export into it. */
export class Portability {
  readonly #store: PortabilityStore;
  readonly #ports: Ports;

  constructor(store: PortabilityStore, ports: Ports) {
    this.#store = store;
    this.#ports = ports;
  }

  /** Takes a user's name instead of a caller, so that neither an export nor an import adds a user to the store. */
  export(username: string): Promise<Snapshot> {
    return this.#store.read(this.#ports.clock.now().toISOString(), username);
  }

  /**
   * Call this once the export is written, because a failed export took nothing. A number is that of the Markdown files
   * that an archive got. Never rejects: a reader may also export
   * from a store that cannot be written.
   */
  async noteExported(exported: Snapshot | number, username: string, by?: Actor): Promise<void> {
    const rows = typeof exported === 'number' ? exported : rowsOf(exported);
    await this.#store.noteTaken(rows, username, by).catch(() => undefined);
  }

  /** Merges an export, given as JSON text; rejects with `bad_import` if it is not one, and changes nothing. */
  import(json: string, username: string, by?: Actor): Promise<SnapshotReport> {
    return this.#merge(snapshotFrom(json), username, by);
  }

  /**
   * The same for a program that names a file. Its content is unverified, so the origin `person` is replaced by `agent`,
   * and it approves nothing for others.
   */
  importUnvouched(json: string, username: string, by?: Actor): Promise<SnapshotReport> {
    const snapshot = snapshotFrom(json);
    const tables = recordOfTables((table) => snapshot.tables[table].map(withoutPerson));
    return this.#merge({ ...snapshot, tables }, username, by, 'unvouched');
  }

  #merge(snapshot: Snapshot, username: string, by: Actor | undefined, trust?: 'unvouched'): Promise<SnapshotReport> {
    const { redact, hash } = this.#ports;
    // The other store may have had fewer redaction rules, or the file was edited manually.
    return this.#store.merge(withoutSecrets(snapshot, redact, hash).snapshot, username, by, trust);
  }
}

function withoutPerson(row: SnapshotRow): SnapshotRow {
  const claims = Object.keys(row).filter(
    (column) => /(?:^|_)origin$|^told_by$/u.test(column) && row[column] === 'person',
  );
  return claims.length === 0 ? row : { ...row, ...Object.fromEntries(claims.map((column) => [column, 'agent'])) };
}

/** The result of an import for users: one line for each table that had rows. */
export function reportText(report: SnapshotReport): string {
  const lines = snapshotTables.flatMap((table) => {
    const { added, duplicates, conflicts, erased } = report[table];
    if (added + duplicates + conflicts + erased === 0) return [];
    const kept = `${String(duplicates)} already known, ${String(conflicts)} kept unchanged`;
    const gone = erased === 0 ? '' : `, ${String(erased)} skipped, because they were erased for good`;
    return [`${nounOf(table)[1]}: ${String(added)} added, ${kept}${gone}`];
  });
  return lines.length === 0 ? 'The export is empty.' : lines.join('\n');
}
