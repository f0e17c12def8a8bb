/** The words that the full-text index holds, for a question whose word is in none of them as it was typed. */
import { wordIndexes } from './memoryIndex.ts';
import type { WordIndex } from './memoryIndex.ts';
import { text } from '../engine/rowReader.ts';
import type { IndexDialect, SqlConnection } from '../engine/sqlConnection.ts';

const maxWords = 5_000;

/** Views on the indexes themselves, which live as long as the connection and hold nothing. */
const modules: Record<IndexDialect, (index: WordIndex) => string> = {
  fts5: (index) => `fts5vocab(main, ${index}, row)`,
  fts4: (index) => `fts4aux(main, ${index})`,
};

/** In the order of their bytes, each once. */
export function wordsFrom(db: SqlConnection, prefix: string): string[] {
  const words = wordIndexes.map((index) => {
    db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_words USING ${modules[db.dialect](index)}`);
    return `SELECT term FROM temp.${index}_words WHERE term >= ?1 AND term < ?2`;
  });
  const sql = `${words.join(' UNION ')} ORDER BY term LIMIT ?3`;
  return db.all(sql, [prefix, `${prefix}\u{10ffff}`, maxWords]).map((row) => text(row, 'term'));
}
