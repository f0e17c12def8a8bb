/**
 * How long the audit and messages are kept, over SQL. A rule is the newest row of the audit that sets it, which is never
 * deleted: so it says who set it and when, belongs to a workspace, survives a restore, and on a server only those with
 * the right can write it.
 */
import type { RetainedKind, RetentionStore } from '../../../memory/governance/retention.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { countOldMessages, deleteOldMessages } from '../archive/oldMessages.ts';
import { inWorkspace } from '../connection/inWorkspace.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { deletingStep } from '../index/vacuumSteps.ts';
import { isNotErased, rightTo } from '../shared/accessRights.ts';
import { isDated, isNoState, noteVacuum, retentionUid } from '../shared/auditRows.ts';

export function createSqlRetention(engine: SqlEngine, indexText: IndexText, now: () => Date): RetentionStore {
  return {
    days: () => engine.read(async (db) => ({ audit: await daysOf(db, 'audit'), message: await daysOf(db, 'message') })),
    set: ({ kind, days, at, by }) =>
      engine.write(async (db) => {
        if (!(await maySet(db, by.userId))) return 'not_allowed';
        // Not `noteAudit`: the rule counts also where the audit notes nothing.
        await db.run(
          `INSERT INTO audit (at, level, user_id, agent_id, session_id, project_id, action, kind, memory_uid, count, detail)
           VALUES (?, 'change', ?, ?, NULL, NULL, 'set_retention', ?, ?, ?, NULL)`,
          [at, by.userId, by.agentId, kind, retentionUid, days],
        );
        return 'set';
      }),
    maySet: (userId) => engine.read((db) => maySet(db, userId)),
    old: (kind, before) =>
      engine.read(async (db) => {
        if (kind === 'audit') {
          const sql = `SELECT count(*) AS n, min(at) AS oldest FROM audit WHERE ${isOldRow(db)}`;
          const row = (await db.get(sql, [before])) ?? {};
          return { total: number(row, 'n'), oldest: textOrNull(row, 'oldest') };
        }
        let [total, oldest] = [0, null as string | null];
        for (const userId of await usersWithMessages(db)) {
          const found = await countOldMessages(db, userId, before);
          total += found.total;
          if (found.oldest !== null && (oldest === null || found.oldest < oldest)) ({ oldest } = found);
        }
        return { total, oldest };
      }),
    deleteOld: (kind, before) =>
      deletingStep(engine, async (db, max) => {
        if (kind === 'audit') {
          const among = `SELECT id FROM audit WHERE ${isOldRow(db)} ORDER BY at, id LIMIT ?`;
          return (await db.run(`DELETE FROM audit WHERE id IN (${among})`, [before, max])).changes;
        }
        let deleted = 0;
        for (const userId of await usersWithMessages(db)) {
          const count = await deleteOldMessages(db, indexText, { userId, before, max: max - deleted });
          await noteVacuum(db, { userId, kind: 'message', count, at: now().toISOString() });
          deleted += count;
          if (deleted === max) break;
        }
        return deleted;
      }),
  };
}

const isOldRow = (db: SqlConnection): string => `at < ? AND ${isDated} AND ${isNoState} AND ${inWorkspace(db)}`;

async function maySet(db: SqlConnection, userId: string): Promise<boolean> {
  return (await rightTo(db, 'set_retention', userId)) === 'all';
}

async function daysOf(db: SqlConnection, kind: RetainedKind): Promise<number> {
  const sql = `SELECT count FROM audit WHERE memory_uid = ? AND action = 'set_retention' AND kind = ? AND level = 'change'
    AND ${inWorkspace(db)} ORDER BY at DESC, id DESC LIMIT 1`;
  const row = await db.get(sql, [retentionUid, kind]);
  return row === undefined ? 0 : number(row, 'count');
}

async function usersWithMessages(db: SqlConnection): Promise<string[]> {
  const sql = `SELECT id FROM users u WHERE ${isNotErased} AND ${inWorkspace(db)}
    AND EXISTS (SELECT 1 FROM messages m WHERE m.user_id = u.id) ORDER BY id`;
  return (await db.all(sql)).map((row) => text(row, 'id'));
}
