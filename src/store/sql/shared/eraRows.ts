/**
 * Eras as rows. The eras of a project do not depend on the order in which conversations arrive: an era that closes the
 * pause between two others joins them.
 */
import { eraGapDays } from '../../../memory/archive/eras.ts';
import type { NewId } from '../../../memory/shared/ports.ts';
import { text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

interface EraOwner {
  userId: string;
  projectId: string | null;
}

/** ISO 8601 in UTC. An unparseable time from an old database matches only an era that contains it. */
export interface TimeSpan {
  from: string;
  to: string;
}

/**
 * The id of the era that contains a stretch of time or is within `eraGapDays` days of it, extended to contain it; a new
 * era if there is none. If there are several, they are joined.
 */
export async function eraAround(
  db: SqlConnection,
  newId: NewId,
  owner: EraOwner,
  { from, to }: TimeSpan,
): Promise<string> {
  const near = await db.all(
    `SELECT id, started_at, ended_at FROM eras
     WHERE user_id = ?1 AND project_id IS NOT DISTINCT FROM ?2 AND started_at <= ?3 AND ended_at >= ?4 ORDER BY started_at, id`,
    [owner.userId, owner.projectId, shifted(to, eraGapDays), shifted(from, -eraGapDays)],
  );
  const [first, ...others] = near.map((row) => text(row, 'id'));
  if (first === undefined) return addEra(db, newId(), owner, { from, to });
  for (const other of others) {
    await db.run('UPDATE heaps SET era_id = ? WHERE era_id = ?', [first, other]);
    await db.run('DELETE FROM eras WHERE id = ?', [other]);
  }
  const times = near.flatMap((row) => [text(row, 'started_at'), text(row, 'ended_at')]);
  const whole = times.reduce<TimeSpan>(timeSpanWith, { from, to });
  await db.run(
    'UPDATE eras SET started_at = ?1, ended_at = ?2 WHERE id = ?3 AND (started_at <> ?1 OR ended_at <> ?2)',
    [whole.from, whole.to, first],
  );
  return first;
}

/** Extends a stretch of time to contain a moment; without a stretch, returns the moment alone. */
export function timeSpanWith(stretch: TimeSpan | undefined, time: string): TimeSpan {
  if (stretch === undefined) return { from: time, to: time };
  return { from: time < stretch.from ? time : stretch.from, to: time > stretch.to ? time : stretch.to };
}

/**
 * Extends the era of a heap to contain the times of its messages. A heap belongs to one era, so a heap that spans a
 * pause joins the eras on both sides.
 */
export async function growEraOf(
  db: SqlConnection,
  newId: NewId,
  heapId: string,
  { from, to }: TimeSpan,
): Promise<void> {
  const sql = 'SELECT e.* FROM heaps h JOIN eras e ON e.id = h.era_id WHERE h.id = ?';
  const era = (await db.get(sql, [heapId])) ?? {};
  const whole = timeSpanWith(timeSpanWith({ from, to }, text(era, 'started_at')), text(era, 'ended_at'));
  if (whole.from === text(era, 'started_at') && whole.to === text(era, 'ended_at')) return;
  await eraAround(db, newId, { userId: text(era, 'user_id'), projectId: textOrNull(era, 'project_id') }, whole);
}

async function addEra(db: SqlConnection, id: string, owner: EraOwner, { from, to }: TimeSpan): Promise<string> {
  const values = [id, owner.userId, owner.projectId, from, to];
  await db.run('INSERT INTO eras (id, user_id, project_id, started_at, ended_at) VALUES (?, ?, ?, ?, ?)', values);
  return id;
}

function shifted(iso: string, days: number): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Date(time + days * 86_400_000).toISOString();
}
