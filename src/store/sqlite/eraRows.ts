/**
 * Eras as rows. In whatever order conversations arrive, the eras of a project end up the same: one that closes the pause
 * between two joins them.
 */
import { eraPause } from '../../memory/eras.ts';
import type { NewId } from '../../memory/ports.ts';
import { text } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

export interface EraOwner {
  userId: string;
  projectId: string | null;
}

/** ISO 8601 in UTC; times that old databases hold and nobody can parse touch no era but one that they are in. */
interface Stretch {
  from: string;
  to: string;
}

/**
 * The id of the era that lies around a stretch of time or near enough to it, grown to hold it; a new one when none does.
 */
export function eraAround(db: SqlConnection, newId: NewId, owner: EraOwner, { from, to }: Stretch): string {
  const near = db.all(
    `SELECT id, started_at, ended_at FROM eras
     WHERE user_id = ?1 AND project_id IS ?2 AND started_at <= ?3 AND ended_at >= ?4 ORDER BY started_at, id`,
    [owner.userId, owner.projectId, shifted(to, eraPause), shifted(from, -eraPause)],
  );
  const [first, ...others] = near.map((row) => text(row, 'id'));
  if (first === undefined) return addEra(db, newId(), owner, { from, to });
  for (const other of others) {
    db.run('UPDATE heaps SET era_id = ? WHERE era_id = ?', [first, other]);
    db.run('DELETE FROM eras WHERE id = ?', [other]);
  }
  const starts = near.map((row) => text(row, 'started_at')).concat(from);
  const ends = near.map((row) => text(row, 'ended_at')).concat(to);
  db.run('UPDATE eras SET started_at = ?1, ended_at = ?2 WHERE id = ?3 AND (started_at <> ?1 OR ended_at <> ?2)', [
    starts.reduce((least, time) => (time < least ? time : least)),
    ends.reduce((most, time) => (time > most ? time : most)),
    first,
  ]);
  return first;
}

function addEra(db: SqlConnection, id: string, owner: EraOwner, { from, to }: Stretch): string {
  const values = [id, owner.userId, owner.projectId, from, to];
  db.run('INSERT INTO eras (id, user_id, project_id, started_at, ended_at) VALUES (?, ?, ?, ?, ?)', values);
  return id;
}

function shifted(iso: string, days: number): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Date(time + days * 86_400_000).toISOString();
}
