/** The words in the full-text index, for a query with a word that matches none of them as typed. */
import { wordIndexes } from './wordIndexes.ts';
import type { WordIndex } from './wordIndexes.ts';
import { text } from '../connection/rowReader.ts';
import type { IndexDialect, SqlConnection } from '../connection/sqlConnection.ts';
import { wordsOnServer } from './serverWords.ts';
import { mapInTurn } from '../connection/inTurn.ts';

const maxWords = 5_000;

/** Views of the indexes, which exist until the connection closes and store no data. */
const modules: Record<Exclude<IndexDialect, 'postgres'>, (index: WordIndex) => string> = {
  fts5: (index) => `fts5vocab(main, ${index}, row)`,
  fts4: (index) => `fts4aux(main, ${index})`,
};

/** For each prefix, the indexed words that start with it, at most 5,000, without duplicates and in byte order. */
export async function wordsFrom(db: SqlConnection, prefixes: readonly string[]): Promise<string[][]> {
  if (prefixes.length === 0) return [];
  const { dialect } = db;
  if (dialect === 'postgres') return wordsOnServer(db, prefixes, maxWords);
  const words = await mapInTurn(wordIndexes, async (index) => {
    await db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_words USING ${modules[dialect](index)}`);
    return `SELECT term FROM temp.${index}_words WHERE term >= ?1 AND term < ?2`;
  });
  const sql = `${words.join(' UNION ')} ORDER BY term LIMIT ?3`;
  return mapInTurn(prefixes, async (prefix) =>
    (await db.all(sql, [prefix, `${prefix}\u{10ffff}`, maxWords])).map((row) => text(row, 'term')),
  );
}
