/** Traces how a change affects facts and their links, and stores their state before it. */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import type { JudgeFacts } from '../../../memory/facts/factJudge.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import { number, numberOrNull, oneOf } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { keepImages, undoneReason } from '../shared/changeImages.ts';
import type { RowImage } from '../shared/changeImages.ts';
import { mapInTurn } from '../connection/inTurn.ts';

const factRelations = ['contradicts', 'supersedes', 'informed_by'] as const;
type FactRelation = (typeof factRelations)[number];

/** The ends of a link that starts at a fact. Only what a fact rests on may also be an exchange. */
export interface LinkEnds {
  from: number;
  relation: FactRelation;
  to: number;
  toKind: 'fact' | 'chunk';
}

interface Link {
  ends: LinkEnds;
  /** The amount that one fact took from the other; 1 for other relations. */
  strength: number;
}

/**
 * Traces one change. It is about a few facts, and affects others through links and through the facts passed to `judge`.
 */
export class FactTrace {
  readonly #db: SqlConnection;
  readonly #about: readonly number[];
  readonly #states: ReadonlyMap<number, SqlRow | undefined>;
  readonly #links: Map<string, Link>;
  readonly #confidences: Map<number, number>;

  private constructor(
    db: SqlConnection,
    about: readonly number[],
    known: {
      states: ReadonlyMap<number, SqlRow | undefined>;
      links: Map<string, Link>;
      confidences: Map<number, number>;
    },
  ) {
    this.#db = db;
    this.#about = about;
    this.#states = known.states;
    this.#links = known.links;
    this.#confidences = known.confidences;
  }

  /** Reads the facts and their links as they are before the change. */
  static async open(db: SqlConnection, about: readonly number[]): Promise<FactTrace> {
    const states = new Map<number, SqlRow | undefined>();
    for (const id of about) states.set(id, await factState(db, id));
    const links = await linksOf(db, about);
    const confidences = await confidencesOf(db, [...about, ...[...links.values()].flatMap(factsOfLink)]);
    return new FactTrace(db, about, { states, links, confidences });
  }

  /** Wraps the judge. The facts passed to it are not changed yet, except those already known through a link. */
  watch(judge: JudgeFacts): JudgeFacts {
    return (alike) => {
      const judgements = judge(alike);
      for (const { fact, confidenceLeft } of judgements) {
        const isKnown = confidenceLeft === undefined || this.#confidences.has(fact.id);
        if (!isKnown) this.#confidences.set(fact.id, fact.confidence);
      }
      return judgements;
    };
  }

  /**
   * Must be called at the end. Stores the images if the change can be undone, and returns the ids of the facts whose
   * confidence is lower now. `made` is the fact that the change created, if any.
   */
  async close(by: { by: Actor | undefined; now: string }, made?: number): Promise<number[]> {
    const now = await confidencesOf(this.#db, [...this.#confidences.keys()]);
    const moved = [...this.#confidences].filter(([id, before]) => now.has(id) && now.get(id) !== before);
    if (by.by?.changeId !== undefined) {
      const confidences = moved.map(([id, before]): RowImage => {
        return {
          kind: 'confidence',
          key: String(id),
          before: { confidence: before },
          after: { confidence: now.get(id) },
        };
      });
      const images = [...(await this.#factImages(made)), ...confidences, ...(await this.#linkImages(made))];
      if (images.some(isChange)) await keepImages(this.#db, by, images);
    }
    return moved.flatMap(([id, before]) => ((now.get(id) ?? 0) < before ? [id] : []));
  }

  async #factImages(made: number | undefined): Promise<RowImage[]> {
    return (
      await mapInTurn([...this.#about, ...(made === undefined ? [] : [made])], async (id): Promise<RowImage[]> => {
        const after = await factState(this.#db, id);
        if (after === undefined) return [];
        const gone = { ...after, deprecated: 1, deprecation_reason: undoneReason };
        return [{ kind: 'fact', key: String(id), before: this.#states.get(id) ?? gone, after }];
      })
    ).flat();
  }

  /**
   * A created fact may be restored after an undo. So its links stay, those to facts that it contradicts with 0, and it
   * can take confidence again.
   */
  async #linkImages(made: number | undefined): Promise<RowImage[]> {
    const after = await linksOf(this.#db, [...this.#about, ...(made === undefined ? [] : [made])]);
    return [...new Map([...this.#links, ...after])].flatMap(([key, { ends }]): RowImage[] => {
      const isOfMade = ends.from === made;
      if (isOfMade && ends.relation === 'informed_by') return [];
      const none = isOfMade && ends.relation === 'contradicts' ? 0 : null;
      const [now, before] = [after.get(key)?.strength ?? null, this.#links.get(key)?.strength ?? none];
      if (now === before) return [];
      return [{ kind: 'link', key, before: { strength: before }, after: { strength: now } }];
    });
  }
}

function isChange({ before, after }: RowImage): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/**
 * The columns that make up the visible state of a fact, except its confidence and its origin. No person changes its
 * evidence, and a session that says the same must not prevent an undo.
 */
export const stateColumns = [
  'fact',
  'content_hash',
  'category',
  'memory_type',
  'tags',
  'project_id',
  'deprecated',
  'deprecation_reason',
  'source_ref',
  'cited_lines',
  'expires_at',
  'visibility',
  'decided_by',
  'assisted_by',
  'rationale',
  'alternatives',
] as const;

/** The visible state of a fact, and its origin, as stored. */
export async function factState(db: SqlConnection, id: number): Promise<SqlRow | undefined> {
  const columns = stateColumns.map((name) => (name === 'deprecated' ? 'coalesce(deprecated, 0) AS deprecated' : name));
  return db.get(`SELECT ${columns.join(', ')}, origin FROM facts WHERE id = ?`, [id]);
}

/** Reads only the confidences: complete facts take several times as long. */
async function confidencesOf(db: SqlConnection, ids: readonly number[]): Promise<Map<number, number>> {
  const sql = `SELECT id, coalesce(confidence, 1.0) AS confidence FROM facts WHERE id ${amongNumbers()}`;
  const rows = ids.length === 0 ? [] : await db.all(sql, [JSON.stringify(ids)]);
  return new Map(rows.map((row) => [number(row, 'id'), number(row, 'confidence')]));
}

async function linksOf(db: SqlConnection, ids: readonly number[]): Promise<Map<string, Link>> {
  if (ids.length === 0) return new Map();
  const uids = `SELECT uid FROM facts WHERE id ${amongNumbers('?1')}`;
  const rows = await db.all(
    `SELECT a.id AS from_id, l.relation, coalesce(b.id, c.id) AS to_id, l.to_kind, l.amount
     FROM links l JOIN facts a ON a.uid = l.from_uid
     LEFT JOIN facts b ON l.to_kind = 'fact' AND b.uid = l.to_uid
     LEFT JOIN conversation_chunks c ON l.to_kind = 'chunk' AND c.uid = l.to_uid
     WHERE l.from_kind = 'fact' AND l.relation ${amongKeys('?2')}
       AND coalesce(b.id, c.id) IS NOT NULL AND l.id IN (
         SELECT id FROM links WHERE from_kind = 'fact' AND from_uid IN (${uids})
         UNION SELECT id FROM links WHERE to_kind = 'fact' AND to_uid IN (${uids}))`,
    [JSON.stringify(ids), JSON.stringify(factRelations)],
  );
  return new Map(rows.map(linkFromRow).map((link) => [keyOf(link.ends), link]));
}

function linkFromRow(row: SqlRow): Link {
  const relation = oneOf(row, 'relation', factRelations, 'contradicts');
  const toKind = oneOf(row, 'to_kind', ['fact', 'chunk'] as const, 'fact');
  return {
    ends: { from: number(row, 'from_id'), relation, to: number(row, 'to_id'), toKind },
    strength: strengthOf(numberOrNull(row, 'amount'), relation),
  };
}

/** The key of a link in an image: `12 supersedes 7`, `12 informed_by 3 chunk`. */
function keyOf({ from, relation, to, toKind }: LinkEnds): string {
  return [from, relation, to, ...(toKind === 'fact' ? [] : [toKind])].join(' ');
}

export function linkEndsFrom(key: string): LinkEnds {
  const [from = '', named, to = '', toKind] = key.split(' ');
  const relation = factRelations.find((one) => one === named) ?? 'contradicts';
  return { from: Number(from), relation, to: Number(to), toKind: toKind === 'chunk' ? toKind : 'fact' };
}

/** The ids of the two facts that may take confidence from each other through a link. */
function factsOfLink({ ends: { from, relation, to } }: Link): number[] {
  return relation === 'informed_by' ? [] : [from, to];
}

export function strengthOf(amount: number | null, relation: FactRelation): number {
  return relation === 'contradicts' ? (amount ?? 0) : 1;
}
