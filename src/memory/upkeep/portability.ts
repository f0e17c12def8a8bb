/**
 * Export and import: everything canonical as one JSON document, and back. A round trip through an empty store is the
 * identity; an import into a filled store merges by each memory's permanent `uid` and loses nothing on either side. In
 * a team's store an export holds what its reader may see, all of it for an admin, and only an admin imports.
 */
import type { Actor } from '../shared/audit.ts';
import type { Ports } from '../shared/ports.ts';
import type { Snapshot, SnapshotRow, SnapshotTable } from './snapshot.ts';
import { recordOfTables, rowsOf, snapshotFrom, snapshotTables } from './snapshot.ts';
import { withoutSecrets } from './spokenColumns.ts';

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

const tableTitles: Readonly<Record<SnapshotTable, string>> = {
  users: 'users',
  projects: 'projects',
  agents: 'agents',
  identity_profile: 'profiles',
  sessions: 'sessions',
  session_summaries: 'session summaries',
  conversation_chunks: 'kept exchanges',
  facts: 'facts',
  hypotheses: 'hypotheses',
  global_knowledge: 'team knowledge',
  knowledge_reviews: 'reviews of team knowledge',
  eras: 'eras',
  heaps: 'context heaps',
  messages: 'archived messages',
  links: 'links between memories',
  muted_memories: 'muted memories',
};

/** What an import did, for a reader: the tables that had rows, and a sum. */
export function reportText(report: SnapshotReport): string {
  const lines = snapshotTables.flatMap((table) => {
    const { added, duplicates, conflicts, erased } = report[table];
    if (added + duplicates + conflicts + erased === 0) return [];
    const kept = `${String(duplicates)} already known, ${String(conflicts)} kept unchanged`;
    const gone = erased === 0 ? '' : `, ${String(erased)} skipped, because they were erased for good`;
    return [`${tableTitles[table]}: ${String(added)} added, ${kept}${gone}`];
  });
  return lines.length === 0 ? 'The export is empty.' : lines.join('\n');
}
