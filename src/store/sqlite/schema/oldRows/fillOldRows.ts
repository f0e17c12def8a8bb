/**
 * Upgrades the rows of other programs to version 4. Dangling links get a placeholder row, timestamps one format,
 * memories a uid and a content hash. An open session loses a headline that only says that it is in progress. All of
 * this is a no-op on a new store.
 */
import { quotationHash, statementHash } from '../../../../memory/shared/contentHash.ts';
import { number, textOr } from '../../../sql/connection/rowReader.ts';
import { isPlaceholderSql } from '../../../sql/sessions/sessionRow.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import type { StorePorts } from '../../../sql/shared/storePorts.ts';

type OldRowPorts = Pick<StorePorts, 'hash' | 'newId'>;

const timeColumns: Record<string, string[]> = {
  users: ['created_at', 'last_seen'],
  global_knowledge: ['created_at', 'updated_at'],
  identity_profile: ['updated_at'],
  sessions: ['started_at', 'ended_at'],
  session_summaries: ['created_at'],
  conversation_chunks: ['created_at'],
  facts: ['created_at', 'updated_at'],
  hypotheses: ['created_at', 'resolved_at'],
};

const sessionLinks = [
  { table: 'conversation_chunks', link: 'session_id' },
  { table: 'facts', link: 'source_session' },
  { table: 'hypotheses', link: 'session_id' },
];

export async function fillOldRows(db: SqlConnection, ports: OldRowPorts): Promise<void> {
  await adoptOrphans(db);
  for (const [table, columns] of Object.entries(timeColumns)) {
    for (const column of columns) await normaliseTime(db, table, column);
  }
  await db.exec(`UPDATE sessions SET one_liner = '' WHERE ended_at IS NULL AND ${isPlaceholderSql('one_liner')}`);
  const statement = (content: string): string => statementHash(ports.hash, content);
  const quotation = (content: string): string => quotationHash(ports.hash, content);
  await fill(db, ports, 'facts', 'fact', statement);
  await fill(db, ports, 'global_knowledge', `title || char(10) || content`, statement);
  await fill(db, ports, 'conversation_chunks', 'content', quotation);
  for (const row of await db.all('SELECT id FROM hypotheses WHERE uid IS NULL')) {
    await db.run('UPDATE hypotheses SET uid = ? WHERE id = ?', [ports.newId(), number(row, 'id')]);
  }
}

/**
 * Programs that leave SQLite's foreign keys off (its default) may have deleted a user or session and kept the rows that
 * belong to it. A placeholder makes those memories reachable, exportable and importable again.
 */
async function adoptOrphans(db: SqlConnection): Promise<void> {
  const owners = ['sessions', 'conversation_chunks', 'facts', 'hypotheses', 'identity_profile'];
  for (const table of owners) {
    await db.exec(`INSERT OR IGNORE INTO users (id, username)
             SELECT DISTINCT user_id, 'unknown user ' || user_id FROM ${table} WHERE user_id NOT IN (SELECT id FROM users)`);
  }
  for (const column of ['promoted_by', 'approved_by']) {
    await db.exec(`INSERT OR IGNORE INTO users (id, username) SELECT DISTINCT ${column}, 'unknown user ' || ${column} FROM global_knowledge
             WHERE ${column} NOT IN (SELECT id FROM users)`);
  }
  for (const { table, link } of sessionLinks) {
    await db.exec(`INSERT INTO sessions (id, user_id, started_at, ended_at, one_liner)
             SELECT ${link}, min(user_id), coalesce(min(created_at), CURRENT_TIMESTAMP),
                    coalesce(max(created_at), CURRENT_TIMESTAMP), 'Session whose record was lost'
             FROM ${table} WHERE ${link} NOT IN (SELECT id FROM sessions) GROUP BY ${link}`);
  }
}

/**
 * Converts the formats of SQLite and Python's isoformat to ours. A bare number is left alone, because SQLite would read
 * it as a Julian day.
 */
async function normaliseTime(db: SqlConnection, table: string, column: string): Promise<void> {
  const iso = `strftime('%Y-%m-%dT%H:%M:%fZ', ${column})`;
  await db.exec(`UPDATE ${table} SET ${column} = ${iso}
           WHERE ${column} LIKE '____-__-__%' AND ${iso} IS NOT NULL AND ${column} <> ${iso}`);
}

async function fill(
  db: SqlConnection,
  ports: OldRowPorts,
  table: string,
  content: string,
  hash: (content: string) => string,
): Promise<void> {
  for (const row of await db.all(`SELECT id, ${content} AS content FROM ${table} WHERE uid IS NULL`)) {
    const values = [ports.newId(), hash(textOr(row, 'content', '')), number(row, 'id')];
    await db.run(`UPDATE ${table} SET uid = ?, content_hash = ? WHERE id = ?`, values);
  }
}
