/**
 * Multiplies an archive without importing it again: copies of all sessions and messages with other ids, and of their
 * entries in the index. Each function makes `wanted` of the `copies` that there are.
 */
import type { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Drafts that the import made stay single. */
const kinds = `('message', 'session')`;

const isFirst = (id: string): string =>
  `${id} IN (SELECT id FROM memory_documents, firsts WHERE id <= firsts.documents AND kind IN ${kinds})`;

const wordIndex = (table: string): { first: string; changes: Record<string, string> } => ({
  first: isFirst(`${table}.rowid`),
  changes: { rowid: `${table}.rowid + n * firsts.documents` },
});

/** By table: the key of the first copy, and the columns that differ in copy `n`. */
const copied: Record<string, { first: string; changes: Record<string, string> }> = {
  sessions: {
    first: `id NOT LIKE '%~%'`,
    changes: { id: `id || '~' || n`, external_id: `external_id || '~' || n` },
  },
  messages: {
    first: 'id <= firsts.talk',
    changes: { id: 'id + n * firsts.talk', uid: `uid || '~' || n`, session_id: `session_id || '~' || n` },
  },
  memory_documents: {
    first: `id <= firsts.documents AND kind IN ${kinds}`,
    changes: {
      id: 'id + n * firsts.documents',
      session_id: `session_id || '~' || n`,
      memory_id: `CASE kind WHEN 'message' THEN CAST(CAST(memory_id AS BIGINT) + n * firsts.talk AS TEXT)
        ELSE memory_id || '~' || n END`,
    },
  },
  document_words: { first: isFirst('id'), changes: { id: 'id + n * firsts.documents' } },
  memory_index: wordIndex('memory_index'),
  session_index: wordIndex('session_index'),
};

/** The greatest ids of the first copy. */
const firstsSql = (copies: number): string => `CREATE TEMP TABLE firsts AS SELECT
  (SELECT max(id) FROM messages) / ${String(copies)} AS talk, (SELECT max(id) FROM memory_documents) / ${String(copies)} AS documents`;

function copySql(table: string, columns: readonly string[], from: string): string {
  const { first, changes } = copied[table] ?? { first: 'FALSE', changes: {} };
  const values = columns.map((column) => changes[column] ?? column);
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table}, firsts, ${from} WHERE ${first}`;
}

const countsSql = (table: string, copies: number, wanted: number): string =>
  `UPDATE ${table} SET documents = documents / ${String(copies)} * ${String(wanted)}`;

export function multiplyInFile(database: DatabaseSync, copies: number, wanted: number): void {
  database.exec('PRAGMA foreign_keys = OFF; BEGIN');
  database.exec(firstsSql(copies));
  for (const table of ['sessions', 'messages', 'memory_documents', 'memory_index', 'session_index']) {
    const columns = database.prepare(`SELECT name FROM pragma_table_info(?)`).all(table);
    const names = [...(table.endsWith('_index') ? ['rowid'] : []), ...columns.map(({ name }) => String(name))];
    for (let n = copies; n < wanted; n += 1)
      database.exec(copySql(table, names, `(SELECT ${String(n)} AS n) AS copies`));
  }
  database.exec(
    `${countsSql('memory_counts', copies, wanted)} WHERE kind IN ${kinds}; COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)`,
  );
}

/** `url` is a superuser's. */
export async function multiplyOnServer(url: string, copies: number, wanted: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`SET search_path = bigmind; SET session_replication_role = replica; ${firstsSql(copies)}`);
    for (const table of ['sessions', 'messages', 'memory_documents', 'document_words']) {
      const { rows } = await client.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
           AND attidentity <> 'a'`,
        [table],
      );
      const names = rows.map(({ name }) => name);
      await client.query(
        copySql(table, names, `generate_series(${String(copies)}, ${String(wanted - 1)}) AS copies(n)`),
      );
    }
    await client.query(`${countsSql('memory_counts', copies, wanted)} WHERE kind IN ${kinds}`);
    await client.query(countsSql('scope_words', copies, wanted));
    await client.query(
      `${countsSql('word_totals', copies, wanted)}, words = words / ${String(copies)} * ${String(wanted)}`,
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
