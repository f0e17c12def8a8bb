/** Export: every canonical row, in the order of its id, so that the same store always gives the same document. */
import { BigMindError } from '../../memory/errors.ts';
import { recordOfTables } from '../../memory/portability.ts';
import type { PortabilityStore, Snapshot, SnapshotRow, SnapshotTable } from '../../memory/portability.ts';
import { mergeSnapshot } from './mergeSnapshot.ts';
import type { MergePorts } from './mergeSnapshot.ts';
import { latestVersion } from './migrations/migrations.ts';
import { snapshotColumns } from './snapshotColumns.ts';
import { text, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from './sqlConnection.ts';
import { effectiveMode } from './sqlIdentity.ts';

export function createSqlPortability(engine: SqliteEngine, ports: MergePorts): PortabilityStore {
  return {
    read: (now, reader) =>
      engine.read((db): Snapshot => {
        const own = ownOnly(db, reader);
        return {
          format: 'bigmind',
          schema_version: latestVersion,
          exported_at: now,
          tables: recordOfTables((table) => readTable(db, table, own)),
        };
      }),
    merge: (snapshot, importer) =>
      engine.write((db) => {
        if (ownOnly(db, importer) !== undefined) throw adminsOnly();
        return mergeSnapshot(db, ports, snapshot, importer);
      }),
  };
}

/** The id of a user who may see their own memories and what is shared, and no more; undefined for one who sees all. */
function ownOnly(db: SqlConnection, username: string): string | undefined {
  if (effectiveMode(db) === 'personal') return undefined;
  const row = db.get('SELECT id, role FROM users WHERE username = ?', [username]);
  if (row === undefined) return '';
  return textOrNull(row, 'role') === 'admin' ? undefined : text(row, 'id');
}

const ownSessions = 'SELECT id FROM sessions WHERE user_id = ?1';
/** Approved, or retired after it had been; and what the reader proposed. A proposal that was turned down is nobody else's. */
const sharedKnowledge = `status = 'approved' OR (status = 'deprecated' AND approved_by IS NOT NULL) OR promoted_by = ?1`;
const shared = `SELECT * FROM global_knowledge WHERE ${sharedKnowledge}`;
const ownTables = ['sessions', 'facts', 'hypotheses'];

/** Ids in a column of the reader's own rows, and of what is shared. */
function referredTo(column: string, tables: readonly string[]): string {
  return tables.map((table) => `SELECT ${column} FROM ${table} WHERE user_id = ?1`).join(' UNION ');
}

/** Whose rows a user of a team's store may take away. Names of people, projects and clients go only with what refers to them. */
const visibleTo: Record<SnapshotTable, string> = {
  users: `id = ?1 OR id IN (SELECT promoted_by FROM (${shared}) UNION SELECT approved_by FROM (${shared})
          UNION SELECT reviewed_by FROM (${shared}))`,
  projects: `id IN (${referredTo('project_id', ownTables)})`,
  agents: `id IN (${referredTo('agent_id', [...ownTables, 'conversation_chunks'])} UNION SELECT agent_id FROM (${shared}))`,
  identity_profile: 'user_id = ?1',
  sessions: 'user_id = ?1',
  session_summaries: `id IN (${ownSessions})`,
  conversation_chunks: 'user_id = ?1',
  facts: 'user_id = ?1',
  hypotheses: 'user_id = ?1',
  global_knowledge: sharedKnowledge,
  // What a curator cut out of a proposal stays with its proposer; the reviewer of the rest may be nobody the reader knows.
  knowledge_reviews: `knowledge_uid IN (SELECT uid FROM global_knowledge WHERE promoted_by = ?1)
                      AND user_id IN (SELECT reviewed_by FROM (${shared}))`,
  eras: 'user_id = ?1',
  heaps: `session_id IN (${ownSessions})`,
  messages: 'user_id = ?1',
  links: 'from_uid IN (SELECT uid FROM facts WHERE user_id = ?1)',
};

function readTable(db: SqlConnection, table: SnapshotTable, own: string | undefined): SnapshotRow[] {
  const names = snapshotColumns[table].map((column) => column.name);
  const where = own === undefined ? '1' : visibleTo[table];
  const params = where.includes('?1') && own !== undefined ? [own] : [];
  const sql = `SELECT ${names.join(', ')} FROM ${table} WHERE ${where} ORDER BY id`;
  return db.all(sql, params).map((row) => plainRow(row, names));
}

function adminsOnly(): BigMindError {
  return new BigMindError('not_allowed', "This is a team's store, and only an admin imports into it.", {
    remedy: 'Ask an admin, or import into a store of your own (BIGMIND_DB_PATH). Nothing was changed.',
  });
}

function plainRow(row: SqlRow, names: readonly string[]): SnapshotRow {
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? null;
      // Nothing of ours is binary; a program that stored text as bytes meant text.
      return [name, value instanceof Uint8Array ? new TextDecoder().decode(value) : value];
    }),
  );
}
