/** Which entities have enough new memories for a synthesis, and which memories one may rest on. */
import type { GraphQuery } from '../../../memory/graph/graphStore.ts';
import type { DueEntity } from '../../../memory/graph/synthesis/synthesis.ts';
import { sourceKinds } from '../../../memory/graph/synthesis/synthesis.ts';
import type { SynthesisStore } from '../../../memory/graph/synthesis/synthesisStore.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { firstInOrder } from './firstInOrder.ts';
import type { Sql } from './mentionRows.ts';
import { always } from './mentionRows.ts';
import { EntityTally, readMentions } from './mentionSteps.ts';

/** Newest mentions that are read to find what is due. */
const maxMentions = 200_000;

/** `is_current` of a row that only says which memories were read: none of them says enough. */
export const nothingToSay = 2;

export function sourceQuery(userId: string, now: string): GraphQuery {
  return { filter: { userId, scope: 'all', kinds: [...sourceKinds] }, now };
}

/** A session in progress changes with each message, and a fact with an expiry is only true for a while. */
export const mayBeSource: Sql = {
  sql: `(d.kind <> 'session' OR EXISTS (SELECT 1 FROM sessions e WHERE e.id = d.memory_id AND e.ended_at IS NOT NULL))
    AND NOT (d.kind = 'fact' AND d.memory_id IN (SELECT CAST(e.id AS TEXT) FROM facts e WHERE e.expires_at IS NOT NULL))`,
  params: [],
};

export async function dueEntities(
  engine: SqlEngine,
  { userId, density, limit, now }: Parameters<SynthesisStore['due']>[0],
): Promise<DueEntity[]> {
  const tallies = new DueTallies(await engine.read((db) => currentSyntheses(db, userId)));
  const reading = { among: always, counted: mayBeSource, most: maxMentions };
  await readMentions(engine, sourceQuery(userId, now), reading, (row) => tallies.add(row));
  const due = tallies.withFresh(density);
  return firstInOrder(due, limit, byFresh).map(({ tally, fresh, newest }) => {
    const { key, name, kind, memories } = tally.entity;
    return { key, name, kind, projectId: tally.projectId, memories, fresh, newest };
  });
}

interface DueTally {
  tally: EntityTally;
  fresh: number;
  newest: number;
  /** The newest document of its current synthesis. */
  through: number;
}

/** By project and entity. */
class DueTallies {
  readonly #byProject = new Map<string | null, Map<string, DueTally>>();
  readonly #through = new Map<string | null, Map<string, number>>();

  constructor(syntheses: readonly SqlRow[]) {
    for (const row of syntheses)
      inProject(this.#through, row).set(text(row, 'entity'), number(row, 'through_document'));
  }

  add(row: SqlRow): void {
    const entity = text(row, 'entity');
    const tallies = inProject(this.#byProject, row);
    const through = inProject(this.#through, row).get(entity) ?? 0;
    const known = tallies.get(entity) ?? { tally: new EntityTally(row), fresh: 0, newest: 0, through };
    tallies.set(entity, known);
    const document = known.tally.add(row) ?? 0;
    known.newest = Math.max(known.newest, document);
    if (document > known.through) known.fresh += 1;
  }

  /** Those with at least so many memories that their synthesis does not cover. */
  *withFresh(density: number): Iterable<DueTally> {
    for (const tallies of this.#byProject.values())
      for (const one of tallies.values()) if (one.fresh >= density) yield one;
  }
}

function inProject<T>(projects: Map<string | null, Map<string, T>>, row: SqlRow): Map<string, T> {
  const projectId = textOrNull(row, 'project_id');
  const known = projects.get(projectId) ?? new Map<string, T>();
  projects.set(projectId, known);
  return known;
}

function currentSyntheses(db: SqlConnection, userId: string): Promise<SqlRow[]> {
  const sql = 'SELECT project_id, entity, through_document FROM syntheses WHERE user_id = ? AND is_current IN (1, ?)';
  return db.all(sql, [userId, nothingToSay]);
}

function byFresh(one: DueTally, other: DueTally): number {
  return other.fresh - one.fresh || (one.tally.key < other.tally.key ? -1 : 1);
}
