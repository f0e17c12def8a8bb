/** Export: every canonical row, in the order of its id, so that the same store always gives the same document. */
import type { IndexText, NewId } from '../../memory/ports.ts';
import { BigMindError } from '../../memory/errors.ts';
import { recordOfTables } from '../../memory/portability.ts';
import type { PortabilityStore, Snapshot, SnapshotRow, SnapshotTable } from '../../memory/portability.ts';
import { mergeSnapshot } from './mergeSnapshot.ts';
import { latestVersion } from './migrations/migrations.ts';
import { snapshotColumns } from './snapshotColumns.ts';
import { text, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from './sqlConnection.ts';
import { effectiveMode } from './sqlIdentity.ts';

export function createSqlPortability(engine: SqliteEngine, indexText: IndexText, newId: NewId): PortabilityStore {
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
        return mergeSnapshot(db, indexText, newId, snapshot);
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
const sharedKnowledge = `coalesce(status, 'pending') <> 'pending' OR promoted_by = ?1`;

/** Whose rows a user of a team's store may take away. Users, projects and agents are names that others point to. */
const visibleTo: Record<SnapshotTable, string> = {
  users: '1',
  projects: '1',
  agents: '1',
  identity_profile: 'user_id = ?1',
  sessions: 'user_id = ?1',
  session_summaries: `id IN (${ownSessions})`,
  conversation_chunks: 'user_id = ?1',
  facts: 'user_id = ?1',
  hypotheses: 'user_id = ?1',
  global_knowledge: sharedKnowledge,
  knowledge_reviews: `knowledge_uid IN (SELECT uid FROM global_knowledge WHERE ${sharedKnowledge})`,
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
