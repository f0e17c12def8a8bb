/** Entries of memory files over SQL. A write changes only the rows that differ, so index and vectors stay. */
import type { EntryStore, FileEntry, FileWrite, KnownFile, MindFileName } from '../../../memory/entries/entryStore.ts';
import { matchEntries } from '../../../memory/entries/matchEntries.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { entrySources } from '../../../memory/shared/vocabulary.ts';
import type { EntrySource } from '../../../memory/shared/vocabulary.ts';
import { insertRow, number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { indexNewMemory, refreshDocument } from '../index/memoryIndex.ts';
import { requireNotErased } from '../shared/auditRows.ts';
import { tagsColumn, tagsFromColumn } from '../shared/textLists.ts';
import { forgetMindFiles } from './forgetMindFiles.ts';
import { filterInTurn } from '../connection/inTurn.ts';

export function createSqlEntries(engine: SqlEngine, indexText: IndexText): EntryStore {
  return {
    files: (userId) =>
      engine.read(async (db) =>
        (await db.all('SELECT * FROM mind_files WHERE user_id = ? ORDER BY id', [userId])).map(fileFromRow),
      ),
    replace: (write) =>
      engine.write(async (db) => {
        await replaceFile(db, indexText, write);
      }),
    replaceAll: (writes, onlyIf) =>
      engine.write(async (db) => {
        const wanted = await filterInTurn(
          writes,
          async ({ userId }) => onlyIf === undefined || (await isKnown(db, userId, onlyIf)),
        );
        for (const write of wanted) await replaceFile(db, indexText, write);
      }),
    remove: (userId, files) =>
      engine.write(async (db) => {
        for (const { folder, path } of files) {
          const named = { where: 'user_id = ? AND folder = ? AND path = ?', params: [userId, folder, path] };
          await forgetMindFiles(db, indexText, named);
        }
      }),
    list: (userId, folder) =>
      engine.read(async (db) =>
        (
          await db.all(
            `SELECT f.path, f.source, e.* FROM mind_files f JOIN mind_entries e ON e.file_id = f.id
             WHERE f.user_id = ? AND f.folder = ? ORDER BY f.path, e.line, e.id`,
            [userId, folder],
          )
        ).map(entryFromRow),
      ),
    commits: (userId, folder, max) =>
      engine.read(async (db) =>
        (
          await db.all(
            `SELECT f.path, f.source, e.* FROM mind_files f JOIN mind_entries e ON e.file_id = f.id
             WHERE f.user_id = ? AND f.folder = ? AND f.source = 'commits' AND e.kind = 'commit'
             ORDER BY e.created_at DESC, e.id LIMIT ?`,
            [userId, folder, max],
          )
        ).map(entryFromRow),
      ),
  };
}

async function isKnown(db: SqlConnection, userId: string, { folder, path, contentHash }: KnownFile): Promise<boolean> {
  const where = 'user_id = ? AND folder = ? AND path = ? AND content_hash = ?';
  return (await db.get(`SELECT 1 FROM mind_files WHERE ${where}`, [userId, folder, path, contentHash])) !== undefined;
}

async function replaceFile(db: SqlConnection, indexText: IndexText, write: FileWrite): Promise<void> {
  await requireNotErased(db, write.userId);
  // The process may still know a project that another one erased.
  if (write.projectId !== null && !(await isProject(db, write.projectId))) return;
  const { fileId, isMoved } = await storeFile(db, write);
  const known = (await db.all('SELECT * FROM mind_entries WHERE file_id = ? ORDER BY line, id', [fileId])).map(
    (row) => ({
      id: number(row, 'id'),
      row,
      kind: text(row, 'kind'),
      text: text(row, 'text'),
    }),
  );
  const { pairs, gone } = matchEntries(known, write.entries);
  for (const { id } of gone) {
    await db.run('DELETE FROM mind_entries WHERE id = ?', [id]);
    await refreshDocument(db, indexText, 'entry', id);
  }
  for (const { old, read } of pairs) {
    if (old === undefined) await addEntry(db, indexText, { fileId, read, now: write.now });
    else {
      const isOtherDocument = await changeEntry(db, old.row, { read, now: write.now });
      if (isOtherDocument || isMoved) await refreshDocument(db, indexText, 'entry', old.id);
    }
  }
}

/** `isMoved`: its entries belong to another project than before. */
async function storeFile(
  db: SqlConnection,
  { userId, projectId, folder, path, source, contentHash, now }: FileWrite,
): Promise<{ fileId: number; isMoved: boolean }> {
  const known = await db.get('SELECT id, project_id FROM mind_files WHERE user_id = ? AND folder = ? AND path = ?', [
    userId,
    folder,
    path,
  ]);
  if (known === undefined) {
    const inserted = await insertRow(
      db,
      'INSERT INTO mind_files (user_id, project_id, folder, path, source, content_hash, read_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [userId, projectId, folder, path, source, contentHash, now],
    );
    return { fileId: inserted, isMoved: false };
  }
  const fileId = number(known, 'id');
  const values = [projectId, source, contentHash, now, fileId];
  await db.run('UPDATE mind_files SET project_id = ?, source = ?, content_hash = ?, read_at = ? WHERE id = ?', values);
  return { fileId, isMoved: textOrNull(known, 'project_id') !== projectId };
}

type Read = FileWrite['entries'][number];

async function addEntry(
  db: SqlConnection,
  indexText: IndexText,
  { fileId, read, now }: { fileId: number; read: Read; now: string },
): Promise<void> {
  const columns = columnsOf(read, read.writtenAt ?? now);
  const names = ['file_id', 'kind', 'text', ...Object.keys(columns)];
  const inserted = await insertRow(
    db,
    `INSERT INTO mind_entries (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    [fileId, read.kind, read.text, ...Object.values(columns)],
  );
  await indexNewMemory(db, indexText, 'entry', inserted);
}

/** What a document contains or is filtered by. */
const inDocument = ['reason', 'alternatives', 'resolution', 'created_at'];

/** Writes only what differs, and returns whether its document does. */
async function changeEntry(
  db: SqlConnection,
  old: SqlRow,
  { read, now }: { read: Read; now: string },
): Promise<boolean> {
  // Without a day, it keeps the time when it was first read.
  const isSameDay = textOrNull(old, 'date') === read.date;
  const columns = columnsOf(read, isSameDay ? text(old, 'created_at') : (read.writtenAt ?? now));
  const changed = Object.entries(columns).filter(([name, value]) => old[name] !== value);
  if (changed.length === 0) return false;
  const sets = changed.map(([name]) => `${name} = ?`).join(', ');
  const values = changed.map(([, value]) => value);
  await db.run(`UPDATE mind_entries SET ${sets} WHERE id = ?`, [...values, number(old, 'id')]);
  return changed.some(([name]) => inDocument.includes(name));
}

function columnsOf(
  { line, date, confidence, reason, alternatives, status, resolution, origin, commit }: Read,
  createdAt: string,
): Record<string, SqlValue> {
  const list = tagsColumn(alternatives);
  const said = { line, date, confidence, reason, alternatives: list, status, resolution };
  return { ...said, origin, commit_id: commit, created_at: createdAt };
}

async function isProject(db: SqlConnection, id: string): Promise<boolean> {
  return (await db.get('SELECT 1 FROM projects WHERE id = ?', [id])) !== undefined;
}

function fileFromRow(row: SqlRow): KnownFile & MindFileName {
  return {
    folder: text(row, 'folder'),
    path: text(row, 'path'),
    source: sourceFrom(row),
    projectId: textOrNull(row, 'project_id'),
    contentHash: text(row, 'content_hash'),
  };
}

function entryFromRow(row: SqlRow): FileEntry {
  return {
    path: text(row, 'path'),
    source: sourceFrom(row),
    createdAt: text(row, 'created_at'),
    line: number(row, 'line'),
    kind: text(row, 'kind'),
    text: text(row, 'text'),
    date: textOrNull(row, 'date'),
    confidence: number(row, 'confidence'),
    status: textOrNull(row, 'status'),
    reason: textOrNull(row, 'reason'),
    alternatives: tagsFromColumn(textOrNull(row, 'alternatives')),
    resolution: textOrNull(row, 'resolution'),
    origin: originFrom(row),
    commit: textOrNull(row, 'commit_id'),
  };
}

/** A value of a newer version counts as one that no chat receives. */
function sourceFrom(row: SqlRow): EntrySource {
  const written = text(row, 'source');
  return entrySources.find((source) => source === written) ?? 'comment';
}

function originFrom(row: SqlRow): FileEntry['origin'] {
  const written = text(row, 'origin');
  return written === 'agent' || written === 'repository' ? written : 'web';
}
