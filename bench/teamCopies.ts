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
    await client.query(`CREATE TEMP TABLE single AS
      SELECT w.* FROM document_words w JOIN memory_documents d ON d.id = w.id WHERE d.kind NOT IN ${kinds}`);
    const multiplied = (column: string): string =>
      `${column} = (t.${column} - single.${column}) / ${String(copies)} * ${String(wanted)} + single.${column}`;
    await client.query(`UPDATE scope_words t SET ${multiplied('documents')} FROM (
        SELECT s.word, count(w.word) AS documents FROM scope_words s
        LEFT JOIN (SELECT word FROM single, unnest(tsvector_to_array(words)) AS word) w ON w.word = s.word GROUP BY s.word) single
      WHERE t.word = single.word`);
    await client.query(`UPDATE word_totals t SET ${multiplied('documents')}, ${multiplied('words')} FROM (
        SELECT s.scope, count(w.id) AS documents, coalesce(sum(w.length), 0) AS words FROM word_totals s
        LEFT JOIN single w ON w.scope = s.scope GROUP BY s.scope) single
      WHERE t.scope = single.scope`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
