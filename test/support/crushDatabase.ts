/** Builds databases with the tables of Crush (internal/db/migrations); times are seconds after 9:00 UTC. */
import { DatabaseSync } from 'node:sqlite';

const morning = Date.parse('2026-03-02T09:00:00.000Z') / 1000;

type Part = readonly [type: string, data: Record<string, unknown>];

/** The first versions had no summaries and no providers. */
export function aCrushDatabase(file: string, { isFirstVersion = false } = {}): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL,
      message_count INTEGER NOT NULL DEFAULT 0, prompt_tokens INTEGER NOT NULL DEFAULT 0,
      completion_tokens INTEGER NOT NULL DEFAULT 0, cost REAL NOT NULL DEFAULT 0.0, updated_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL);
    CREATE TABLE files (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, path TEXT NOT NULL, content TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL,
      parts BLOB NOT NULL DEFAULT '[]', model TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      finished_at INTEGER);`);
  if (!isFirstVersion) {
    database.exec(`
      ALTER TABLE messages ADD COLUMN provider TEXT;
      ALTER TABLE messages ADD COLUMN is_summary_message INTEGER DEFAULT 0 NOT NULL;`);
  }
  return database;
}

export function crushSession(
  database: DatabaseSync,
  {
    id,
    parent = null,
    title = 'A session',
    created = 0,
  }: { id: string; parent?: string | null; title?: string; created?: number },
): void {
  database
    .prepare('INSERT INTO sessions (id, parent_session_id, title, updated_at, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(id, parent, title, morning + created, morning + created);
}

export function crushMessage(
  database: DatabaseSync,
  {
    id,
    session,
    role,
    created,
    parts,
  }: { id: string; session: string; role: string; created: number; parts: readonly Part[] | string },
): void {
  const text = typeof parts === 'string' ? parts : JSON.stringify(parts.map(([type, data]) => ({ type, data })));
  database
    .prepare('INSERT INTO messages (id, session_id, role, parts, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)')
    .run(id, session, role, text, morning + created, morning + created);
}
