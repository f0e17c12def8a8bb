/**
 * The yardstick of the scale figures: the table, the full-text index and the query that a plain program would use with
 * `node:sqlite`. It is as durable as BigMind: WAL with `synchronous=FULL`, 500 messages per transaction.
 */
import { DatabaseSync } from 'node:sqlite';
import type { TalkMessage } from './syntheticTalk.ts';

/** The text of a message for the index, prepared before the clock runs. */
export interface IndexedText {
  title: string;
  body: string;
}

export class PlainIndex {
  readonly #database: DatabaseSync;

  /** `tokenize` is FTS5's option of that name, without the quotes around it. */
  constructor(file: string, tokenize: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE messages (id INTEGER PRIMARY KEY, session TEXT, seq INTEGER, role TEXT, speaker TEXT, content TEXT,
        created_at TEXT);
      CREATE VIRTUAL TABLE fts USING fts5(title, body, tokenize = "${tokenize}")`);
  }

  /** One transaction. */
  insert(batch: readonly { message: TalkMessage; indexed: IndexedText }[]): void {
    const row = this.#database.prepare(
      'INSERT INTO messages (session, seq, role, speaker, content, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const words = this.#database.prepare('INSERT INTO fts (rowid, title, body) VALUES (?, ?, ?)');
    this.#database.exec('BEGIN IMMEDIATE');
    for (const { message, indexed } of batch) {
      const { session, seq, role, speaker, content, created_at } = message;
      const { lastInsertRowid } = row.run(session, seq, role, speaker, content, created_at);
      words.run(lastInsertRowid, indexed.title, indexed.body);
    }
    this.#database.exec('COMMIT');
  }

  /** The best ten documents that contain any of the words. */
  find(words: readonly string[]): number {
    const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
    const sql = 'SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY bm25(fts) LIMIT 10';
    return this.#database.prepare(sql).all(match).length;
  }

  close(): void {
    this.#database.close();
  }
}
