/**
 * The distinctive words of live facts, by user. They find the facts that a new fact is compared with. The cost does not
 * grow with the store, however common the words are in archives and conversations. Derived, like the full-text index.
 */
import { amongNumbers } from '../connection/among.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { informativeWords } from '../../../memory/shared/statements.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { isNotDeprecated } from './liveFacts.ts';

export const factWordsTable = 'fact_words';

/** Facts considered for each word, newest first. */
const maxPerWord = 60;
/** Facts returned for a full comparison; the caller then drops those of other projects. */
const maxFound = 30;

/** Recreates the table, empty. */
export async function createFactWords(db: SqlConnection): Promise<void> {
  await db.exec(`DROP TABLE IF EXISTS fact_words;
    CREATE TABLE fact_words (
      user_id TEXT NOT NULL,
      word    TEXT NOT NULL,
      fact_id INTEGER NOT NULL,
      PRIMARY KEY (user_id, word, fact_id)
    ) WITHOUT ROWID;
    CREATE INDEX idx_fact_words_fact ON fact_words(fact_id)`);
}

export async function refreshFactWords(
  db: SqlConnection,
  indexText: IndexText,
  ids: readonly (string | number)[],
): Promise<void> {
  for (const id of ids) await db.run('DELETE FROM fact_words WHERE fact_id = ?', [id]);
  await addWordsOfFacts(db, indexText, ids.map(Number));
}

/** For facts without words in the table; leaves out deprecated ones. */
export async function addWordsOfFacts(db: SqlConnection, indexText: IndexText, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const sql = `SELECT id, user_id, fact FROM facts
    WHERE id ${amongNumbers()} AND ${isNotDeprecated('facts')}`;
  const rows = await db.all(sql, [JSON.stringify(ids)]);
  const facts = rows.map((row) => {
    const words = informativeWords(text(row, 'fact'), indexText);
    return { userId: text(row, 'user_id'), factId: number(row, 'id'), words };
  });
  if (db.dialect === 'postgres') return addOnServer(db, facts);
  for (const { userId, factId, words } of facts) await addFactWords(db, userId, factId, words);
}

/** For a fact without words in the table; `words` are its informative words. */
export async function addFactWords(
  db: SqlConnection,
  userId: string,
  factId: string | number,
  words: readonly string[],
): Promise<void> {
  if (db.dialect === 'postgres') return addOnServer(db, [{ userId, factId: Number(factId), words }]);
  // SQLite would open a savepoint for a statement that writes several rows; see `embeddingQueue.ts`.
  for (const word of words) {
    await db.run('INSERT INTO fact_words (user_id, word, fact_id) VALUES (?, ?, ?)', [userId, word, factId]);
  }
}

async function addOnServer(
  db: SqlConnection,
  facts: readonly { userId: string; factId: number; words: readonly string[] }[],
): Promise<void> {
  const rows = facts.flatMap(({ userId, factId, words }) => words.map((word) => [userId, word, factId]));
  await db.run(
    `INSERT INTO fact_words (user_id, word, fact_id) SELECT row ->> 0, row ->> 1, CAST(row ->> 2 AS BIGINT)
     FROM jsonb_array_elements(CAST(? AS jsonb)) AS rows(row)`,
    [JSON.stringify(rows)],
  );
}

/** At most 30 ids of the user's live facts, ordered by the number of shared words, then newest first. */
export async function findFactsAlike(db: SqlConnection, userId: string, words: readonly string[]): Promise<number[]> {
  const shared = new Map<string, number>();
  for (const id of await factsWith(db, userId, words)) shared.set(id, (shared.get(id) ?? 0) + 1);
  const found = [...shared].map(([id, count]) => ({ id: Number(id), count }));
  return found
    .sort((one, other) => other.count - one.count || other.id - one.id)
    .slice(0, maxFound)
    .map(({ id }) => id);
}

const newestWith = `SELECT fact_id FROM fact_words WHERE user_id = ? AND word = j.value ORDER BY fact_id DESC LIMIT ${String(maxPerWord)}`;
/** A row per word: a row per fact would cost more than the rest of the lookup. */
const newestWithEach = `SELECT (SELECT group_concat(fact_id) FROM (${newestWith}) AS newest) AS ids FROM json_each(?) j`;

/** The ids of facts, once for each word that they have. */
async function factsWith(db: SqlConnection, userId: string, words: readonly string[]): Promise<string[]> {
  const rows = await db.all(newestWithEach, [userId, JSON.stringify(words)]);
  return rows.flatMap((row) => textOrNull(row, 'ids')?.split(',') ?? []);
}
