/** Runs of background work over SQL: their leases, and what they cost. */
import type { BackgroundRun, RunKind, RunLease, RunStore } from '../../../memory/shared/background/backgroundRuns.ts';
import { runOutcomes } from '../../../memory/shared/background/backgroundRuns.ts';
import { hoursBefore } from '../../../util/time.ts';
import { insertRow, number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { requireNotErased } from '../shared/auditRows.ts';

/** The runs of one kind. Older versions of BigMind stored those that write syntheses only. */
export function createSqlRuns(engine: SqlEngine, kind: RunKind): RunStore {
  return {
    begin: (lease) => engine.write((db) => beginRun(db, kind, lease), lease.userId),
    renew: ({ userId, runId, holder, until, progress }) =>
      engine.write(async (db) => {
        const { due, done, tokens } = progress;
        const { changes } = await db.run(
          `UPDATE sleep_runs SET leased_until = ?, due = ?, done = ?, tokens = ? WHERE id = ? AND ${isHeld}`,
          [until, due, done, tokens, runId, holder],
        );
        return changes > 0;
      }, userId),
    end: ({ userId, runId, holder, now, outcome, notice = null, progress }) =>
      engine.write(async (db) => {
        const { due, done, tokens } = progress;
        await db.run(
          `UPDATE sleep_runs SET ended_at = ?, outcome = ?, notice = ?, due = ?, done = ?, tokens = ? WHERE id = ? AND ${isHeld}`,
          [now, outcome, notice, due, done, tokens, runId, holder],
        );
      }, userId),
    list: (userId, limit) =>
      engine.read(async (db) => {
        const sql = 'SELECT * FROM sleep_runs WHERE user_id = ? AND kind = ? ORDER BY id DESC LIMIT ?';
        return (await db.all(sql, [userId, kind, limit])).map(runFromRow);
      }),
    tokensSince: (userId, since) =>
      engine.read(async (db) => {
        const sql =
          'SELECT coalesce(sum(tokens), 0) AS tokens FROM sleep_runs WHERE user_id = ? AND kind = ? AND started_at >= ?';
        return number((await db.get(sql, [userId, kind, since])) ?? {}, 'tokens');
      }),
  };
}

async function beginRun(
  db: SqlConnection,
  kind: RunKind,
  { userId, holder, now, until }: RunLease,
): Promise<{ runId: number } | { running: BackgroundRun }> {
  await requireNotErased(db, userId);
  const running = await db.get(
    `SELECT * FROM sleep_runs WHERE user_id = ? AND kind = ? AND ended_at IS NULL AND leased_until > ?
     ORDER BY id DESC LIMIT 1`,
    [userId, kind, now],
  );
  if (running !== undefined) return { running: runFromRow(running) };
  await db.run(
    `UPDATE sleep_runs SET ended_at = leased_until, outcome = 'failed' WHERE user_id = ? AND kind = ? AND ended_at IS NULL`,
    [userId, kind],
  );
  await db.run(
    `DELETE FROM sleep_runs WHERE id IN
       (SELECT id FROM sleep_runs WHERE user_id = ? AND kind = ? AND started_at < ? ORDER BY id DESC LIMIT 1000 OFFSET ?)`,
    [userId, kind, hoursBefore(new Date(now), keptHours), keptRuns],
  );
  const runId = await insertRow(
    db,
    'INSERT INTO sleep_runs (user_id, kind, holder, started_at, leased_until) VALUES (?, ?, ?, ?, ?)',
    [userId, kind, holder, now, until],
  );
  return { runId };
}

const isHeld = 'holder = ? AND ended_at IS NULL';

/** All of these hours count for the daily limit. */
const keptHours = 48;
/** Older ones. */
const keptRuns = 200;

function runFromRow(row: SqlRow): BackgroundRun {
  const outcome = textOrNull(row, 'outcome');
  return {
    id: number(row, 'id'),
    startedAt: text(row, 'started_at'),
    endedAt: textOrNull(row, 'ended_at'),
    leasedUntil: text(row, 'leased_until'),
    outcome: runOutcomes.find((known) => known === outcome) ?? null,
    due: number(row, 'due'),
    done: number(row, 'done'),
    tokens: number(row, 'tokens'),
    notice: textOrNull(row, 'notice'),
  };
}
