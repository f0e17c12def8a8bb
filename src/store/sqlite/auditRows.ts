/**
 * Rows of the audit. Whoever changes something calls `noteAudit` in the transaction of the change; how much is noted was
 * chosen when the store was opened, and is kept by the connection.
 */
import { longestDetail } from '../../memory/audit.ts';
import type { Actor, AuditEntry, AuditLevel, AuditSetting } from '../../memory/audit.ts';
import { effectiveMode } from './accessRights.ts';
import type { SqlConnection } from './sqlConnection.ts';

const chosen = new WeakMap<SqlConnection, AuditSetting>();

/** Undefined is what is usual: changes in a personal store, reads too in a team's. */
export function chooseAudit(db: SqlConnection, setting: AuditSetting | undefined): void {
  if (setting !== undefined) chosen.set(db, setting);
}

const noted: Record<AuditSetting, readonly AuditLevel[]> = {
  off: [],
  refusals: ['refusal'],
  changes: ['refusal', 'change'],
  reads: ['refusal', 'change', 'read'],
};

export function isNoted(db: SqlConnection, level: AuditLevel): boolean {
  const setting = chosen.get(db);
  if (setting !== undefined) return noted[setting].includes(level);
  return level !== 'read' || effectiveMode(db) === 'team';
}

/** One row, unless its level is not noted in this store. What is left out is null, and the level `change`. */
export function noteAudit(
  db: SqlConnection,
  entry: Pick<AuditEntry, 'at' | 'by' | 'action' | 'kind'> & Partial<AuditEntry>,
): void {
  const { at, by, action, kind, level = 'change', uid = null, count = null, detail = null } = entry;
  if (!isNoted(db, level)) return;
  const clipped = detail === null ? null : Array.from(detail).slice(0, longestDetail).join('');
  db.run(
    `INSERT INTO audit (at, level, user_id, agent_id, session_id, project_id, action, kind, memory_uid, count, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [at, level, by.userId, by.agentId, by.sessionId, by.projectId, action, kind, uid, count, clipped],
  );
}

/** For a write that was told of nobody but its user. */
export function byUser(userId: string): Actor {
  return { userId, agentId: null, sessionId: null, projectId: null };
}
