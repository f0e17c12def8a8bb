/** How far files of other programs were read, so that nobody reads the same again. It spares work and is no memory. */
import type { TranscriptPosition } from '../../memory/transcript.ts';
import type { LiveFiles, NotedFile } from '../../memory/recording.ts';
import { number, text, textOrNull } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

export function noteTranscriptFile(
  db: SqlConnection,
  read: { userId: string; path: string; position: TranscriptPosition; now: string },
): void {
  db.run(
    `INSERT INTO transcript_files (user_id, path, position, last_key, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, path) DO UPDATE SET
       position = excluded.position, last_key = excluded.last_key, updated_at = excluded.updated_at`,
    [read.userId, read.path, read.position.offset, read.position.lastKey, read.now],
  );
}

/** Writes nothing where that is known, because a chat waits for it. */
export function isExpected(
  db: SqlConnection,
  { userId, path, since }: { userId: string; path: string; since: string },
): boolean {
  const sql = 'SELECT 1 FROM transcript_files WHERE user_id = ? AND path = ? AND live = 1 AND updated_at >= ?';
  return db.get(sql, [userId, path, since]) !== undefined;
}

/** A file that nobody read yet is noted with nothing read. */
export function expectTranscriptFile(db: SqlConnection, file: { userId: string; path: string; now: string }): void {
  db.run(
    `INSERT INTO transcript_files (user_id, path, position, last_key, updated_at, live) VALUES (?, ?, 0, NULL, ?, 1)
     ON CONFLICT (user_id, path) DO UPDATE SET live = 1, updated_at = excluded.updated_at`,
    [file.userId, file.path, file.now],
  );
}

/** Those that hooks told of, the newest first; an import may have noted thousands of others. */
export function liveTranscriptFiles(db: SqlConnection, query: LiveFiles): NotedFile[] {
  const sql = `SELECT path, position, last_key FROM transcript_files
               WHERE user_id = ? AND live = 1 AND updated_at >= ? ORDER BY updated_at DESC, path LIMIT ?`;
  return db.all(sql, [query.userId, query.since, query.limit]).map((row) => ({
    path: text(row, 'path'),
    position: { offset: number(row, 'position'), lastKey: textOrNull(row, 'last_key') },
  }));
}

export function transcriptPosition(db: SqlConnection, userId: string, path: string): TranscriptPosition | undefined {
  const sql = 'SELECT position, last_key FROM transcript_files WHERE user_id = ? AND path = ?';
  const row = db.get(sql, [userId, path]);
  return row === undefined ? undefined : { offset: number(row, 'position'), lastKey: textOrNull(row, 'last_key') };
}
