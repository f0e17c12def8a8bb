/** Builds databases with the tables of opencode 1.18 that BigMind reads; times are milliseconds after 9:00 UTC. */
import { DatabaseSync } from 'node:sqlite';

const morning = Date.parse('2026-03-02T09:00:00.000Z');

export function anOpencodeDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL, time_created integer NOT NULL);
    CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL,
      directory text NOT NULL, title text NOT NULL, version text NOT NULL, time_created integer NOT NULL,
      time_updated integer NOT NULL);
    CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
      time_updated integer NOT NULL, data text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
      time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);`);
  return database;
}

export function opencodeSession(
  database: DatabaseSync,
  {
    id,
    parent = null,
    title = 'A session',
    created = 0,
    updated = created,
    directory = '/home/ada/shop',
  }: { id: string; parent?: string | null; title?: string; created?: number; updated?: number; directory?: string },
): void {
  database
    .prepare(`INSERT INTO session VALUES (?, 'p1', ?, 'slug', ?, ?, '1.18.33', ?, ?)`)
    .run(id, parent, directory, title, morning + created, morning + updated);
}

export function opencodeMessage(
  database: DatabaseSync,
  { id, session, role, created }: { id: string; session: string; role: 'user' | 'assistant'; created: number },
): void {
  const data = JSON.stringify({ role, time: { created: morning + created }, agent: 'build' });
  database
    .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
    .run(id, session, morning + created, morning + created, data);
}

export function opencodePart(
  database: DatabaseSync,
  { id, message, data }: { id: string; message: string; data: Record<string, unknown> },
): void {
  database.prepare(`INSERT INTO part VALUES (?, ?, '', 0, 0, ?)`).run(id, message, JSON.stringify(data));
}
