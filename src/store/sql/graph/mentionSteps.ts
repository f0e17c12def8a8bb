/**
 * Reads many mentions, the newest first, in steps of some milliseconds. Each step is a separate read, and between two
 * of them other work of the process has its turn. A memory that changes meanwhile may be missed or read twice.
 */
import type { Entity, GraphQuery } from '../../../memory/graph/graphStore.ts';
import { shownName } from '../../../memory/graph/settling.ts';
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import { number, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import type { Sql } from './mentionRows.ts';
import { isOwnSpelling, kindOfRank, mentionsWhere } from './mentionRows.ts';

/** Mentions that one step reads; more where it can leave out most of them by their entity. */
export const stepSizes = { counting: 3_000, searching: 10_000 } as const;
/** Steps after which older mentions are left out, also if the reader may find few of those that were read. */
const maxSteps = 200;

/** Which mentions are read. */
export interface Reading {
  /** Limits the mentions `m` that are read. */
  among: Sql;
  /** Limits the mentions `m` and their documents `d` that count. */
  counted: Sql;
  /** Mentions that count, after which older ones are left out. */
  most: number;
  stepSize?: number;
}

/** Calls `each` for each mention that counts. `isCut`: older ones were left out. */
export async function readMentions(
  engine: SqlEngine,
  query: GraphQuery,
  { among, counted, most, stepSize = stepSizes.counting }: Reading,
  each: (row: SqlRow) => void,
): Promise<{ isCut: boolean }> {
  let before = Number.MAX_SAFE_INTEGER;
  let left = most;
  for (let step = 0; step < maxSteps && left > 0; step += 1) {
    if (step > 0) await yieldToOthers(0);
    const upTo = before;
    const { rows, from } = await engine.read(async (db) => {
      const from = await startOfStep(db, among, { before: upTo, stepSize });
      const span = { sql: 'm.document_id < ? AND m.document_id >= ?', params: [upTo, from ?? 0] };
      const { sql, params } = mentionsWhere(query, allOf([span, among, counted]));
      const newestFirst = `SELECT ${columns} FROM (${sql}) AS found ORDER BY document_id DESC`;
      return { rows: await db.all(newestFirst, params), from };
    });
    rows.forEach(each);
    if (from === undefined) return { isCut: false };
    left -= rows.length;
    before = from;
  }
  return { isCut: true };
}

/** Those that are counted: each further one is a text for each mention. */
const columns = 'entity, name, is_alias, kind, document_id, project_id, created_at';

/** The document with which a step ends, so that it reads whole documents; undefined for the last step. */
async function startOfStep(
  db: SqlConnection,
  { sql, params }: Sql,
  { before, stepSize }: { before: number; stepSize: number },
): Promise<number | undefined> {
  const row = await db.get(
    `SELECT m.document_id FROM mentions m WHERE m.document_id < ? AND ${sql}
     ORDER BY m.document_id DESC LIMIT 1 OFFSET ?`,
    [before, ...params, stepSize],
  );
  return row === undefined ? undefined : number(row, 'document_id');
}

function allOf(conditions: readonly Sql[]): Sql {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** What mentions of one entity come to. They are added newest first, document by document. */
export class EntityTally {
  readonly key: string;
  readonly projectId: string | null;
  memories = 0;
  firstAt = '';
  lastAt = '';
  #document = 0;
  #name = '';
  #rank = 0;
  #isOwn = 0;
  /** The last mention's name, rank and alias: the next one usually has the same. */
  #last: { name: string; rank: number; isAlias: number } | undefined;

  constructor(row: SqlRow) {
    this.key = text(row, 'entity');
    this.projectId = textOrNull(row, 'project_id');
  }

  /** Returns the document if it is another one. */
  add(row: SqlRow): number | undefined {
    this.#addName(text(row, 'name'), number(row, 'kind'), number(row, 'is_alias'));
    const document = number(row, 'document_id');
    if (document === this.#document) return undefined;
    this.#document = document;
    this.memories += 1;
    this.#addTime(textOr(row, 'created_at', ''));
    return document;
  }

  /** Its first name in alphabetical order, or else that of its aliases. */
  get entity(): Entity {
    const { key, memories, firstAt, lastAt } = this;
    const kind = kindOfRank(this.#rank);
    return { key, name: shownName({ key, name: this.#name, kind }), kind, memories, firstAt, lastAt };
  }

  #addName(name: string, rank: number, isAlias: number): void {
    const last = this.#last;
    if (last?.name === name && last.rank === rank && last.isAlias === isAlias) return;
    this.#last = { name, rank, isAlias };
    const isOwn = isAlias === 0 && isOwnSpelling({ key: this.key, name, kind: kindOfRank(rank) }) ? 1 : 0;
    if (isOwn < this.#isOwn) return;
    const isFirst = isOwn > this.#isOwn || this.#name === '';
    this.#name = isFirst || name < this.#name ? name : this.#name;
    this.#rank = isFirst ? rank : Math.max(rank, this.#rank);
    this.#isOwn = isOwn;
  }

  #addTime(at: string): void {
    if (at === '') return;
    if (this.firstAt === '' || at < this.firstAt) this.firstAt = at;
    if (at > this.lastAt) this.lastAt = at;
  }
}
