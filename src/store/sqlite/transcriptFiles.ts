/** How far files of other programs were read, so that nobody reads the same again. It spares work and is no memory. */
import type { TranscriptPosition } from '../../memory/transcript.ts';
import type { NotedFile, RecentFiles } from '../../memory/recording.ts';
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

/** Those in one folder, the newest first; an import may have noted thousands elsewhere. */
export function recentTranscriptFiles(db: SqlConnection, query: RecentFiles): NotedFile[] {
  const sql = `SELECT path, position, last_key FROM transcript_files
               WHERE user_id = ?1 AND updated_at >= ?2 AND substr(path, 1, length(?3)) = ?3
               ORDER BY updated_at DESC, path LIMIT ?4`;
  return db.all(sql, [query.userId, query.since, query.folder, query.limit]).map((row) => ({
    path: text(row, 'path'),
    position: { offset: number(row, 'position'), lastKey: textOrNull(row, 'last_key') },
  }));
}

export function transcriptPosition(db: SqlConnection, userId: string, path: string): TranscriptPosition | undefined {
  const sql = 'SELECT position, last_key FROM transcript_files WHERE user_id = ? AND path = ?';
  const row = db.get(sql, [userId, path]);
  return row === undefined ? undefined : { offset: number(row, 'position'), lastKey: textOrNull(row, 'last_key') };
}
