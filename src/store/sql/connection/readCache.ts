/**
 * Caches the results of reads that are too expensive to repeat for each page of a long list. Results are cached per
 * connection and stay valid until this or another process writes anything to the store.
 */
import { text } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

/** Enough for one user who switches between a few filters. */
const maxAnswers = 8;

interface KeptAnswers<T> {
  stamp: string;
  answers: Map<string, T>;
}

export class ReadCache<T> {
  /** A connection that is garbage-collected takes its results with it. */
  readonly #byConnection = new WeakMap<SqlConnection, KeptAnswers<T>>();

  /**
   * The result of `read` in the current transaction of `db`, or the cached result if the store has not changed since.
   */
  async get(db: SqlConnection, key: string, read: () => Promise<T>): Promise<T> {
    const answers = await this.#answersOf(db);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = await read();
    const oldest = answers.keys().next();
    if (answers.size >= maxAnswers && oldest.done !== true) answers.delete(oldest.value);
    answers.set(key, answer);
    return answer;
  }

  async #answersOf(db: SqlConnection): Promise<Map<string, T>> {
    const stamp = await stampOf(db);
    const kept = this.#byConnection.get(db);
    if (kept?.stamp === stamp) return kept.answers;
    const answers = new Map<string, T>();
    this.#byConnection.set(db, { stamp, answers });
    return answers;
  }
}

/** Commits by other connections, and row changes by this one. */
async function stampOf(db: SqlConnection): Promise<string> {
  if (db.dialect === 'postgres') {
    return text((await db.get('SELECT sum(writes) AS writes FROM store_writes')) ?? {}, 'writes');
  }
  const theirs = text((await db.get('PRAGMA data_version')) ?? {}, 'data_version');
  return `${theirs}.${text((await db.get('SELECT total_changes() AS ours')) ?? {}, 'ours')}`;
}
