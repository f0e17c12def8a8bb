/** Which entities have enough new memories for a synthesis, and which memories one may rest on. */
import type { GraphQuery } from '../../../memory/graph/graphStore.ts';
import type { DueEntity } from '../../../memory/graph/synthesis/synthesis.ts';
import { sourceKinds } from '../../../memory/graph/synthesis/synthesis.ts';
import type { SynthesisStore } from '../../../memory/graph/synthesis/synthesisStore.ts';
import { firstInOrder } from '../../../util/firstInOrder.ts';
import { number, text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqliteEngine } from '../engine/sqlConnection.ts';
import type { Sql } from './mentionRows.ts';
import { always } from './mentionRows.ts';
import { EntityTally, readMentions } from './mentionSteps.ts';

/** Newest mentions that are read to find what is due. */
const maxMentions = 200_000;

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
  engine: SqliteEngine,
  { userId, density, limit, now }: Parameters<SynthesisStore['due']>[0],
): Promise<DueEntity[]> {
  const covered = await engine.read((db) => coveredBySyntheses(db, userId));
  const tallies = new Map<string, DueTally>();
  const reading = { among: always, counted: mayBeSource, most: maxMentions };
  await readMentions(engine, sourceQuery(userId, now), reading, (row) => {
    const place = placeKey(textOrNull(row, 'project_id'), text(row, 'entity'));
    const entry = tallies.get(place) ?? { tally: new EntityTally(row), fresh: 0, through: covered.get(place) ?? 0 };
    tallies.set(place, entry);
    if ((entry.tally.add(row) ?? 0) > entry.through) entry.fresh += 1;
  });
  const due = [...tallies.values()].filter(({ fresh }) => fresh >= density);
  return firstInOrder(due, limit, byFresh).map(({ tally, fresh }) => {
    const { key, name, kind, memories } = tally.entity;
    return { key, name, kind, projectId: tally.projectId, memories, fresh };
  });
}

interface DueTally {
  tally: EntityTally;
  fresh: number;
  /** The newest document of its current synthesis. */
  through: number;
}

/** The newest document of each current synthesis. */
async function coveredBySyntheses(db: SqlConnection, userId: string): Promise<Map<string, number>> {
  const rows = await db.all(
    'SELECT project_id, entity, through_document FROM syntheses WHERE user_id = ? AND is_current = 1',
    [userId],
  );
  return new Map(
    rows.map((row) => [placeKey(textOrNull(row, 'project_id'), text(row, 'entity')), number(row, 'through_document')]),
  );
}

function placeKey(projectId: string | null, entity: string): string {
  return JSON.stringify([projectId, entity]);
}

function byFresh(one: DueTally, other: DueTally): number {
  return other.fresh - one.fresh || (one.tally.key < other.tally.key ? -1 : 1);
}
