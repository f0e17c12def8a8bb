/** The words that the full-text index holds, for a question whose word is in none of them as it was typed. */
import { text } from './rowReader.ts';
import type { IndexDialect, SqlConnection } from './sqlConnection.ts';

const mostWords = 5_000;

/** A view on the index itself, which lives as long as the connection and holds nothing. */
const views: Record<IndexDialect, string> = {
  fts5: 'CREATE VIRTUAL TABLE IF NOT EXISTS temp.memory_words USING fts5vocab(main, memory_index, row)',
  fts4: 'CREATE VIRTUAL TABLE IF NOT EXISTS temp.memory_words USING fts4aux(main, memory_index)',
};

/** In the order of their bytes, each once. */
export function wordsFrom(db: SqlConnection, prefix: string): string[] {
  db.exec(views[db.dialect]);
  const sql = 'SELECT DISTINCT term FROM temp.memory_words WHERE term >= ? AND term < ? ORDER BY term LIMIT ?';
  return db.all(sql, [prefix, `${prefix}\u{10ffff}`, mostWords]).map((row) => text(row, 'term'));
}
