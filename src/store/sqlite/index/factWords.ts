/**
 * The distinctive words of live facts, by user. They find the facts that a new fact is compared with. The cost does not
 * grow with the store, however common the words are in archives and conversations. Derived, like the full-text index.
 */
import type { IndexText } from '../../../memory/shared/ports.ts';
import { informativeWords } from '../../../memory/shared/statements.ts';
import { text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import { isNotDeprecated } from './liveFacts.ts';

export const factWordsTable = 'fact_words';

/** Facts considered for each word, newest first. */
const maxPerWord = 60;
/** Facts returned for a full comparison; the caller then drops those of other projects. */
const maxFound = 30;

/** Recreates the table, empty. */
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

export function refreshFactWords(db: SqlConnection, indexText: IndexText, factId: string | number): void {
  db.run('DELETE FROM fact_words WHERE fact_id = ?', [factId]);
  const row = db.get(`SELECT user_id, fact FROM facts WHERE id = ? AND ${isNotDeprecated('facts')}`, [factId]);
  if (row === undefined) return;
  addFactWords(db, text(row, 'user_id'), factId, informativeWords(text(row, 'fact'), indexText));
}

/** For a fact without words in the table; `words` are its informative words. */
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

/** At most 30 ids of the user's live facts, ordered by the number of shared words, then newest first. */
export function findFactsAlike(db: SqlConnection, userId: string, words: readonly string[]): number[] {
  const shared = new Map<number, number>();
  for (const word of words) {
    for (const id of factsWith(db, userId, word)) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  const ranked = [...shared].sort(([one, its], [other, theirs]) => theirs - its || other - one);
  return ranked.slice(0, maxFound).map(([id]) => id);
}

/** Returns one aggregated row: a row per fact would cost more than the rest of the lookup. */
function factsWith(db: SqlConnection, userId: string, word: string): number[] {
  const newest = `SELECT fact_id FROM fact_words WHERE user_id = ? AND word = ? ORDER BY fact_id DESC LIMIT ${String(maxPerWord)}`;
  const row = db.get(`SELECT group_concat(fact_id) AS ids FROM (${newest})`, [userId, word]) ?? {};
  const ids = textOrNull(row, 'ids');
  return ids === null ? [] : ids.split(',').map(Number);
}
