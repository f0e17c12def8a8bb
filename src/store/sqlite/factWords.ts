/**
 * The telling words of live facts, by user: what a new fact is compared with is found here at a price that does not grow
 * with the store, however common its words are in archives and conversations. Derived, like the full-text index.
 */
import type { IndexText } from '../../memory/ports.ts';
import { tellingWords } from '../../memory/statements.ts';
import { scopeCondition } from './projectScope.ts';
import { number, text } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

export const factWordsTable = 'fact_words';

/** Facts looked at for each word, the newest first. */
const mostPerWord = 60;
/** Facts that are looked at in full, before those of other projects are left out. */
const mostFound = 60;

/** Makes the table anew, empty. */
export function createFactWords(db: SqlConnection): void {
  db.exec(`DROP TABLE IF EXISTS fact_words;
    CREATE TABLE fact_words (
      user_id TEXT NOT NULL,
      word    TEXT NOT NULL,
      fact_id INTEGER NOT NULL,
      PRIMARY KEY (user_id, word, fact_id)
    ) WITHOUT ROWID;
    CREATE INDEX idx_fact_words_fact ON fact_words(fact_id)`);
}

/** Brings the words of one fact up to date with its row. */
export function refreshFactWords(db: SqlConnection, indexText: IndexText, factId: string | number): void {
  db.run('DELETE FROM fact_words WHERE fact_id = ?', [factId]);
  const row = db.get('SELECT user_id, fact FROM facts WHERE id = ? AND coalesce(deprecated, 0) = 0', [factId]);
  if (row === undefined) return;
  addFactWords(db, text(row, 'user_id'), factId, tellingWords(text(row, 'fact'), indexText));
}

/** For a fact that has none yet; `words` are its telling words. */
export function addFactWords(
  db: SqlConnection,
  userId: string,
  factId: string | number,
  words: readonly string[],
): void {
  for (const word of words) {
    db.run('INSERT INTO fact_words (user_id, word, fact_id) VALUES (?, ?, ?)', [userId, word, factId]);
  }
}

export interface AlikeQuery {
  userId: string;
  projectId: string | null;
  words: readonly string[];
  limit: number;
}

/** Ids of live facts of the user, in the project and in none, that share most words; the newer first among equals. */
export function findFactsAlike(db: SqlConnection, { userId, projectId, words, limit }: AlikeQuery): number[] {
  if (words.length === 0) return [];
  const scope = scopeCondition({ projectId }, 'f.project_id');
  const ofWord = `SELECT * FROM (SELECT fact_id FROM fact_words WHERE user_id = ? AND word = ?
                                 ORDER BY fact_id DESC LIMIT ${String(mostPerWord)})`;
  const rows = db.all(
    `SELECT f.id FROM (SELECT fact_id, count(*) AS shared FROM (${words.map(() => ofWord).join(' UNION ALL ')})
                       GROUP BY fact_id ORDER BY shared DESC, fact_id DESC LIMIT ${String(mostFound)}) w
     JOIN facts f ON f.id = w.fact_id WHERE ${scope.sql} ORDER BY w.shared DESC, f.id DESC LIMIT ?`,
    [...words.flatMap((word) => [userId, word]), ...scope.params, limit],
  );
  return rows.map((row) => number(row, 'id'));
}
