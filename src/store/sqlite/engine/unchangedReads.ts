/**
 * Answers of reads that cost too much to be repeated for each page of a long list. They are kept by the connection they
 * were read through, and hold until anything at all is written to the store, here or by another process.
 */
import { text } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

/** Enough for one reader who goes back and forth between a few filters. */
const maxAnswers = 8;

interface KeptAnswers<T> {
  stamp: string;
  answers: Map<string, T>;
}

export class UnchangedReads<T> {
  /** A connection that went away takes its answers along. */
  readonly #byConnection = new WeakMap<SqlConnection, KeptAnswers<T>>();

  /** What `read` answers in the transaction that `db` is in, or what it answered when the store was just the same. */
  get(db: SqlConnection, key: string, read: () => T): T {
    const answers = this.#answersOf(db);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = read();
    const oldest = answers.keys().next();
    if (answers.size >= maxAnswers && oldest.done !== true) answers.delete(oldest.value);
    answers.set(key, answer);
    return answer;
  }

  #answersOf(db: SqlConnection): Map<string, T> {
    const stamp = stampOf(db);
    const kept = this.#byConnection.get(db);
    if (kept?.stamp === stamp) return kept.answers;
    const answers = new Map<string, T>();
    this.#byConnection.set(db, { stamp, answers });
    return answers;
  }
}

/** What other connections committed, and what this one changed. */
function stampOf(db: SqlConnection): string {
  const theirs = text(db.get('PRAGMA data_version') ?? {}, 'data_version');
  return `${theirs}.${text(db.get('SELECT total_changes() AS ours') ?? {}, 'ours')}`;
}
