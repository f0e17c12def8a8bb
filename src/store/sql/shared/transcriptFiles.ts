/**
 * How far files of other programs were read, so that nothing is read twice. This only saves work and is not a memory.
 */
import type { LiveFiles, FilePosition } from '../../../memory/archive/recording.ts';
import type { TranscriptPosition } from '../../../memory/shared/transcriptPosition.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../connection/sqlConnection.ts';

/** The conversation of a file is stored, so that an erasure finds the file whatever its name is. */
interface TranscriptFile {
  userId: string;
  path: string;
  conversation?: string | null;
  projectId?: string | null;
  now: string;
}

export async function noteTranscriptFile(
  db: SqlConnection,
  read: TranscriptFile & { position: TranscriptPosition },
): Promise<void> {
  await db.run(
    `INSERT INTO transcript_files (user_id, path, position, last_key, updated_at, conversation, project_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, path) DO UPDATE SET
       position = excluded.position, last_key = excluded.last_key, updated_at = excluded.updated_at, ${keptNames}`,
    [read.userId, read.path, read.position.offset, read.position.lastKey, read.now, ...namesOf(read)],
  );
}

const keptNames = `conversation = coalesce(excluded.conversation, transcript_files.conversation),
       project_id = coalesce(excluded.project_id, transcript_files.project_id)`;

function namesOf({ conversation = null, projectId = null }: TranscriptFile): (string | null)[] {
  return [conversation, projectId];
}

/**
 * Whether the file is already marked as live since `since`, so that a hook, which a chat waits for, can skip the write.
 */
export async function isExpected(
  db: SqlConnection,
  { userId, path, since }: { userId: string; path: string; since: string },
): Promise<boolean> {
  const sql = 'SELECT 1 FROM transcript_files WHERE user_id = ? AND path = ? AND live = 1 AND updated_at >= ?';
  return (await db.get(sql, [userId, path, since])) !== undefined;
}

/** Marks a file as live. A file that was not read yet starts at position 0. */
export async function expectTranscriptFile(db: SqlConnection, file: TranscriptFile): Promise<void> {
  await db.run(
    `INSERT INTO transcript_files (user_id, path, position, last_key, updated_at, live, conversation, project_id)
     VALUES (?, ?, 0, NULL, ?, 1, ?, ?)
     ON CONFLICT (user_id, path) DO UPDATE SET live = 1, updated_at = excluded.updated_at, ${keptNames}`,
    [file.userId, file.path, file.now, ...namesOf(file)],
  );
}

/** The files that hooks reported, newest first. An import may have added thousands of others. */
export async function liveTranscriptFiles(db: SqlConnection, query: LiveFiles): Promise<FilePosition[]> {
  const sql = `SELECT path, position, last_key FROM transcript_files
               WHERE user_id = ? AND live = 1 AND updated_at >= ? ORDER BY updated_at DESC, path LIMIT ?`;
  return (await db.all(sql, [query.userId, query.since, query.limit])).map((row) => ({
    path: text(row, 'path'),
    position: { offset: number(row, 'position'), lastKey: textOrNull(row, 'last_key') },
  }));
}

export async function transcriptPosition(
  db: SqlConnection,
  userId: string,
  path: string,
): Promise<TranscriptPosition | undefined> {
  const sql = 'SELECT position, last_key FROM transcript_files WHERE user_id = ? AND path = ?';
  const row = await db.get(sql, [userId, path]);
  return row === undefined ? undefined : { offset: number(row, 'position'), lastKey: textOrNull(row, 'last_key') };
}

/**
 * Forgets the files of the sessions that match `where`. Since version 10 a file stores its conversation. Before, only
 * the file name identified it, which some clients build from more than the conversation.
 */
export async function forgetFilesOf(
  db: SqlConnection,
  { where, params }: { where: string; params: readonly SqlValue[] },
): Promise<void> {
  const chats = await db.all(
    `SELECT user_id, external_id FROM sessions WHERE (${where}) AND external_id IS NOT NULL`,
    params,
  );
  const keyOf = (userId: string, conversation: string): string => `${userId} ${conversation}`;
  const going = new Set(chats.map((row) => keyOf(text(row, 'user_id'), text(row, 'external_id'))));
  for (const row of await db.all('SELECT * FROM transcript_files')) {
    const [userId, path] = [text(row, 'user_id'), text(row, 'path')];
    const stem = /[^\\/]*$/u.exec(path)?.[0].replace(/\.[^.]*$/u, '') ?? '';
    const named = 'conversation' in row ? textOrNull(row, 'conversation') : null;
    if (![stem, named].some((name) => name !== null && going.has(keyOf(userId, name)))) continue;
    await db.run('DELETE FROM transcript_files WHERE user_id = ? AND path = ?', [userId, path]);
  }
}
