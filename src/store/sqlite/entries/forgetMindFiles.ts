/** Removes memory files with their entries, documents and vectors. The files on disk are untouched. */
import type { IndexText } from '../../../memory/shared/ports.ts';
import { number } from '../engine/rowReader.ts';
import type { SqlConnection, SqlValue } from '../engine/sqlConnection.ts';
import { refreshDocument } from '../index/memoryIndex.ts';

/** `where` is a condition on `mind_files`. */
export function forgetMindFiles(
  db: SqlConnection,
  indexText: IndexText,
  { where, params }: { where: string; params: readonly SqlValue[] },
): void {
  const files = `SELECT id FROM mind_files WHERE ${where}`;
  const ids = db.all(`SELECT id FROM mind_entries WHERE file_id IN (${files})`, params).map((row) => number(row, 'id'));
  db.run(`DELETE FROM mind_entries WHERE file_id IN (${files})`, params);
  for (const id of ids) refreshDocument(db, indexText, 'entry', id);
  db.run(`DELETE FROM mind_files WHERE ${where}`, params);
}
