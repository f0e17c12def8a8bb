/** Writes down what a change does to facts and to the links between them, and puts them back as they stood before it. */
import type { JudgeFacts } from '../../../memory/facts/factJudge.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import type { TakenBackFacts } from '../../../memory/facts/factStore.ts';
import { takenBack, type FactRelation, type FactState, type FactUndo } from '../../../memory/facts/factUndo.ts';
import { findFact } from './factRow.ts';
import { number, numberOrNull, oneOf } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';

type Link = Pick<FactUndo['links'][number], 'from' | 'to' | 'relation'> & { strength: number };

/** Follows one change, which is about a few facts and reaches others by links and by what `judge` is asked about. */
export class FactTrace {
  readonly #db: SqlConnection;
  readonly #about: readonly number[];
  readonly #links: Map<string, Link>;
  readonly #before = new Map<number, Fact>();

  constructor(db: SqlConnection, about: readonly number[]) {
    this.#db = db;
    this.#about = about;
    this.#links = linksOf(db, about);
    const linked = [...this.#links.values()].flatMap(({ from, to }) => [from, to]);
    for (const id of new Set([...about, ...linked])) {
      const fact = findFact(db, id);
      if (fact !== undefined) this.#before.set(id, fact);
    }
  }

  /** The judge, watched: what it is asked about has not been changed yet, unless a link led there before. */
  watch(judge: JudgeFacts): JudgeFacts {
    return (alike) => {
      for (const fact of alike) if (!this.#before.has(fact.id)) this.#before.set(fact.id, fact);
      return judge(alike);
    };
  }

  /** To be asked when all is done. `made` is the fact that the change made, if it made one. */
  undo(made?: number): FactUndo {
    const about = [...this.#about, ...(made === undefined ? [] : [made])];
    const left = about.map((id) => findFact(this.#db, id)).filter((fact) => fact !== undefined);
    const facts = left.map((fact) => {
      const before = this.#before.get(fact.id);
      const state = stateOf(fact);
      const gone = { ...state, deprecated: true, deprecationReason: takenBack };
      return { id: fact.id, now: state, before: before === undefined ? gone : stateOf(before) };
    });
    const confidence = confidencesOf(this.#db, [...this.#before.keys()]);
    const confidences = [...this.#before.values()].flatMap(({ id, confidence: before }) => {
      const now = confidence.get(id);
      return now === undefined || now === before ? [] : [{ id, now, before }];
    });
    return { facts, confidences, links: this.#linksChanged(linksOf(this.#db, about), made) };
  }

  /** One that was made and is taken back may be restored: it shall know then what it had taken. */
  #linksChanged(after: ReadonlyMap<string, Link>, made: number | undefined): FactUndo['links'] {
    return [...new Map([...this.#links, ...after])].flatMap(([key, { strength: _, ...link }]) => {
      const none = link.from === made && link.relation === 'contradicts' ? 0 : null;
      const [now, before] = [after.get(key)?.strength ?? null, this.#links.get(key)?.strength ?? none];
      return now === before ? [] : [{ ...link, now, before }];
    });
  }
}

/**
 * Links that were changed again stay as they are. A confidence that is another by now gets the difference, if a link
 * still says who took it; if none does, somebody gave the fact a confidence of its own.
 */
export function putBackConfidences(db: SqlConnection, { userId, undo, newId, now }: TakenBackFacts): void {
  const settled = new Set<number>();
  for (const link of undo.links) if (putBackLink(db, link, { userId, newId, now })) settled.add(link.to);
  for (const { id, now: left, before } of undo.confidences) {
    const fact = findFact(db, id);
    if (fact?.userId !== userId || (fact.confidence !== left && !settled.has(id))) continue;
    const moved = Math.round((fact.confidence + before - left) * 100) / 100;
    const confidence = fact.confidence === left ? before : Math.min(1, Math.max(0, moved));
    db.run('UPDATE facts SET confidence = ?, updated_at = ?, version = version + 1 WHERE id = ?', [
      confidence,
      now,
      id,
    ]);
  }
}

const ends = `from_kind = 'fact' AND from_uid = (SELECT uid FROM facts WHERE id = ? AND user_id = ?)
  AND to_kind = 'fact' AND to_uid = (SELECT uid FROM facts WHERE id = ? AND user_id = ?) AND relation = ?`;

/** Whether it was as the change had left it. */
function putBackLink(
  db: SqlConnection,
  { from, to, relation, now: left, before }: FactUndo['links'][number],
  { userId, newId, now }: Pick<TakenBackFacts, 'userId' | 'newId' | 'now'>,
): boolean {
  const pair = [from, userId, to, userId, relation];
  const row = db.get(`SELECT amount FROM links WHERE ${ends}`, pair);
  const strength = row === undefined ? null : strengthOf(numberOrNull(row, 'amount'), relation);
  if (strength !== left) return false;
  const amount = relation === 'supersedes' ? null : before;
  if (before === null) return db.run(`DELETE FROM links WHERE ${ends}`, pair).changes > 0;
  if (row !== undefined) return db.run(`UPDATE links SET amount = ? WHERE ${ends}`, [amount, ...pair]).changes > 0;
  const { changes } = db.run(
    `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, amount, created_at)
     SELECT ?, 'fact', a.uid, 'fact', b.uid, ?, ?, ? FROM facts a, facts b
     WHERE a.id = ? AND a.user_id = ? AND b.id = ? AND b.user_id = ?`,
    [newId(), relation, amount, now, from, userId, to, userId],
  );
  return changes > 0;
}

/** As they stand now; reading each fact as a whole takes several times as long. */
function confidencesOf(db: SqlConnection, ids: readonly number[]): Map<number, number> {
  const sql =
    'SELECT id, coalesce(confidence, 1.0) AS confidence FROM facts WHERE id IN (SELECT value FROM json_each(?))';
  const rows = ids.length === 0 ? [] : db.all(sql, [JSON.stringify(ids)]);
  return new Map(rows.map((row) => [number(row, 'id'), number(row, 'confidence')]));
}

function linksOf(db: SqlConnection, ids: readonly number[]): Map<string, Link> {
  if (ids.length === 0) return new Map();
  const uids = 'SELECT uid FROM facts WHERE id IN (SELECT value FROM json_each(?1))';
  const rows = db.all(
    `SELECT a.id AS from_id, b.id AS to_id, l.relation, l.amount
     FROM links l JOIN facts a ON a.uid = l.from_uid JOIN facts b ON b.uid = l.to_uid
     WHERE l.from_kind = 'fact' AND l.to_kind = 'fact' AND l.relation IN ('contradicts', 'supersedes') AND l.id IN (
       SELECT id FROM links WHERE from_kind = 'fact' AND from_uid IN (${uids})
       UNION SELECT id FROM links WHERE to_kind = 'fact' AND to_uid IN (${uids}))`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map((row) => {
      const [from, to] = [number(row, 'from_id'), number(row, 'to_id')];
      const relation = oneOf(row, 'relation', ['contradicts', 'supersedes'], 'contradicts');
      const strength = strengthOf(numberOrNull(row, 'amount'), relation);
      return [`${String(from)} ${relation} ${String(to)}`, { from, to, relation, strength }];
    }),
  );
}

function strengthOf(amount: number | null, relation: FactRelation): number {
  return relation === 'supersedes' ? 1 : (amount ?? 0);
}

/** Whether a fact is still what a change had left, however sure it is by now. */
export function isAsLeft(fact: Fact, left: FactState): boolean {
  const { fact: said, category, tags, projectId, deprecated, deprecationReason } = stateOf(fact);
  return (
    said === left.fact &&
    category === left.category &&
    tags.join('\n') === left.tags.join('\n') &&
    projectId === left.projectId &&
    deprecated === left.deprecated &&
    deprecationReason === left.deprecationReason
  );
}

function stateOf({ fact, category, tags, projectId, deprecated, deprecationReason, origin }: Fact): FactState {
  return { fact, category, tags, projectId, deprecated, deprecationReason, origin };
}
