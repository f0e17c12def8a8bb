/** Removes memory files with their entries, documents and vectors. The files on disk are untouched. */
import type { IndexText } from '../../../memory/shared/ports.ts';
import { number } from '../connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../connection/sqlConnection.ts';
import { refreshDocuments } from '../index/memoryIndex.ts';

/** `where` is a condition on `mind_files`. */
export async function forgetMindFiles(
  db: SqlConnection,
  indexText: IndexText,
  { where, params }: { where: string; params: readonly SqlValue[] },
): Promise<void> {
  const files = `SELECT id FROM mind_files WHERE ${where}`;
  const ids = (await db.all(`SELECT id FROM mind_entries WHERE file_id IN (${files})`, params)).map((row) =>
    number(row, 'id'),
  );
  await db.run(`DELETE FROM mind_entries WHERE file_id IN (${files})`, params);
  await refreshDocuments(db, indexText, 'entry', ids);
  await db.run(`DELETE FROM mind_files WHERE ${where}`, params);
}
