/**
 * Rows of the audit. Code that changes something calls `noteAudit` in the transaction of the change. The level is set
 * when the store is opened, and belongs to the connection.
 */
import type { Actor, AuditEntry, NotedImport } from '../../../memory/shared/audit.ts';
import { maxDetailLength } from '../../../memory/shared/audit.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { ownAgentName } from '../../../memory/shared/identity.ts';
import type { AuditLevel, AuditSetting, ErasableKind } from '../../../memory/shared/vocabulary.ts';
import { text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { effectiveMode, erasedRole } from './accessRights.ts';

const chosen = new WeakMap<SqlConnection, AuditSetting>();

/** Undefined selects the default: changes in a personal store, also reads in a team store. */
export function chooseAudit(db: SqlConnection, setting: AuditSetting | undefined): void {
  if (setting !== undefined) chosen.set(db, setting);
}

const noted: Record<AuditSetting, readonly AuditLevel[]> = {
  off: [],
  refusals: ['refusal'],
  changes: ['refusal', 'change'],
  reads: ['refusal', 'change', 'read'],
  strict: ['refusal', 'change', 'read'],
};

/**
 * The other rows are read as a state, so they are kept whatever their age: which project was joined into which, which new
 * chats follow, and how long the audit and messages are kept (`sqlRetention.ts`).
 */
export const isNoState = `NOT ((kind = 'project' AND action IN ('merge', 'split')) OR (action = 'set_retention' AND level = 'change'))`;
/** The uid of what the rows of retention are about; by its index, they are found. */
export const retentionUid = 'retention';

/** The day of a row becomes part of a file name, so it must have this form. */
export const isDated = `at LIKE '____-__-__T%' AND trim(substr(at, 1, 10), '0123456789-') = ''`;

/** The chosen setting, or the default. */
export async function notedSetting(db: SqlConnection): Promise<AuditSetting> {
  return chosen.get(db) ?? ((await effectiveMode(db)) === 'team' ? 'reads' : 'changes');
}

export async function isNoted(db: SqlConnection, level: AuditLevel): Promise<boolean> {
  const setting = chosen.get(db);
  if (setting !== undefined) return noted[setting].includes(level);
  // Only for a read does the default depend on the store.
  return level !== 'read' || (await effectiveMode(db)) === 'team';
}

/**
 * Adds one row, unless this store does not note the level. Missing fields are null; the default level is `change`.
 * Throws `store_replaced`, whatever the setting, for a change by a user who is being erased. A process that already
 * knew the user could otherwise store data that is acknowledged and then erased.
 */
export async function noteAudit(
  db: SqlConnection,
  entry: Pick<AuditEntry, 'at' | 'by' | 'action' | 'kind'> & Partial<AuditEntry>,
): Promise<void> {
  const { at, by, action, kind, level = 'change', uid = null, count = null, detail = null } = entry;
  if (!(await isNoted(db, level))) return level === 'change' ? requireNotErased(db, by.userId) : undefined;
  const clipped = detail === null ? null : Array.from(detail).slice(0, maxDetailLength).join('');
  // One statement, because on a server each costs the time to it and back.
  const { changes } = await db.run(
    `INSERT INTO audit (at, level, user_id, agent_id, session_id, project_id, action, kind, memory_uid, count, detail)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, CAST(?10 AS BIGINT), ?11
     WHERE ?2 <> 'change' OR NOT EXISTS (SELECT 1 FROM users WHERE id = ?3 AND role = '${erasedRole}')`,
    [at, level, by.userId, by.agentId, await sessionOf(db, by), by.projectId, action, kind, uid, count, clipped],
  );
  if (changes === 0) throw beingErased();
}

/**
 * Like `noteAudit`, for the part of an import. Of an import that is noted as a whole, only the first part adds a row:
 * call `wasCommitted` after its transaction.
 */
export async function noteImported(
  db: SqlConnection,
  entry: Parameters<typeof noteAudit>[1],
  whole: NotedImport | undefined,
): Promise<void> {
  if (whole?.isNoted === true) return requireNotErased(db, entry.by.userId);
  const by = { ...entry.by, sessionId: null, projectId: null };
  await noteAudit(
    db,
    whole === undefined ? entry : { ...entry, by, uid: null, detail: whole.detail, count: whole.count },
  );
}

/** Passes on the report of a committed part of an import. */
export function wasCommitted<T extends { stored: number }>(report: T, whole: NotedImport | undefined): T {
  if (whole !== undefined) whole.isNoted ||= report.stored > 0;
  return report;
}

/**
 * Throws `store_replaced` for a user who is being erased. For writes that may change nothing and then note no change: a
 * repeated statement is acknowledged as stored, and would then be erased.
 */
export async function requireNotErased(db: SqlConnection, userId: string): Promise<void> {
  if ((await db.get('SELECT 1 FROM users WHERE id = ? AND role = ?', [userId, erasedRole])) === undefined) return;
  throw beingErased();
}

function beingErased(): BigMindError {
  return new BigMindError('store_replaced', 'Everything of this user is being erased.', {
    remedy: 'Nothing was changed. Try again; you are a new user there.',
  });
}

/** Adds one row about a memory with this number, or about a session with this id. */
export async function noteMemory(
  db: SqlConnection,
  entry: Pick<AuditEntry, 'at' | 'by' | 'action'> & Partial<AuditEntry> & { kind: ErasableKind },
  id: string | number,
): Promise<void> {
  await noteAudit(db, { ...entry, uid: (await uidOf(db, entry.kind, id)) ?? null });
}

const tables: Record<Exclude<ErasableKind, 'session'>, string> = {
  fact: 'facts',
  chunk: 'conversation_chunks',
  knowledge: 'global_knowledge',
  message: 'messages',
  hypothesis: 'hypotheses',
};

/** The uid of a memory; a session's id is its uid. Undefined if there is none. */
export async function uidOf(db: SqlConnection, kind: ErasableKind, id: string | number): Promise<string | undefined> {
  if (kind === 'session') return String(id);
  const row = await db.get(`SELECT uid FROM ${tables[kind]} WHERE id = ?`, [Number(id)]);
  return row === undefined ? undefined : (textOrNull(row, 'uid') ?? undefined);
}

async function sessionOf(
  db: SqlConnection,
  { userId, sessionId, conversationId = null }: Actor,
): Promise<string | null> {
  if (sessionId !== null || conversationId === null) return sessionId;
  const open = `user_id = ? AND external_id = ? AND ended_at IS NULL AND origin = 'live'`;
  const row = await db.get(`SELECT id FROM sessions WHERE ${open}`, [userId, conversationId]);
  return row === undefined ? null : text(row, 'id');
}

/** For changes to a session that its user did not make: a rule kept exchanges, or a language model summarized it. */
export async function noteSummarized(
  db: SqlConnection,
  {
    sessionId,
    agentId,
    ...done
  }: { sessionId: string; agentId: string | null } & Pick<AuditEntry, 'at' | 'action' | 'kind' | 'count' | 'detail'>,
): Promise<void> {
  const row = await db.get('SELECT user_id, project_id FROM sessions WHERE id = ?', [sessionId]);
  if (row === undefined) return;
  const by = { userId: text(row, 'user_id'), agentId, sessionId, projectId: textOrNull(row, 'project_id') };
  await noteAudit(db, { ...done, by, uid: done.kind === 'session' ? sessionId : null });
}

/** One step of a vacuum; adds nothing if nothing was deleted. */
export async function noteVacuum(
  db: SqlConnection,
  { userId, kind, count, at, by = byUser(userId) }: VacuumedStep,
): Promise<void> {
  if (count > 0) await noteAudit(db, { at, by, action: 'vacuum', kind, count });
}

interface VacuumedStep {
  userId: string;
  kind: 'chunk' | 'message';
  count: number;
  at: string;
  by?: Actor | undefined;
}

/** For writes where only the user is known. */
export function byUser(userId: string): Actor {
  return { userId, agentId: null, sessionId: null, projectId: null };
}

/** For a user known only by name, who may be missing in the store, and who used the command line or the extension. */
export async function byName(db: SqlConnection, username: string): Promise<Actor> {
  const idOf = async (sql: string, name: string): Promise<string | null> =>
    textOrNull((await db.get(sql, [name])) ?? { id: null }, 'id');
  return {
    userId: (await idOf('SELECT id FROM users WHERE username = ?', username)) ?? '',
    agentId: await idOf('SELECT id FROM agents WHERE name = ?', ownAgentName),
    sessionId: null,
    projectId: null,
  };
}
