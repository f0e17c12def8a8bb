/**
 * Rows that a store has once, of which two machines have one each. The rules look at the records only, so every machine
 * keeps the same one.
 */
import type { SyncRecord } from '../../../memory/sync/records.ts';
import type { DuplicateMemory } from '../../../memory/sync/syncStore.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { dropEmptied } from '../../sql/archive/oldMessages.ts';
import { number, text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { isNotDeprecated } from '../../sql/index/liveFacts.ts';
import { saysSame } from '../../sql/shared/sameStatements.ts';
import type { MergeContext } from './mergeContext.ts';

/**
 * A conversation has at most one open session. If two machines have one each, the one that began later stays open, and
 * the other one ends with its last activity. Returns the record, ended if it is the one that began earlier.
 */
export async function leaveOneOpen<T extends SyncRecord & { row: SnapshotRow }>(
  context: MergeContext,
  record: T,
): Promise<T> {
  const { db, ports } = context;
  const { key, row } = record;
  const isOpen = row['origin'] === 'live' && (row['ended_at'] ?? null) === null;
  if (!isOpen || typeof row['external_id'] !== 'string') return record;
  const other = await db.get(
    `SELECT id, started_at FROM sessions WHERE user_id = ? AND external_id = ? AND origin = 'live' AND ended_at IS NULL
       AND id <> ?`,
    [ports.userId, row['external_id'], key],
  );
  if (other === undefined) return record;
  const began = (startedAt: unknown, id: string): string => `${String(startedAt)} ${id}`;
  if (began(other['started_at'], text(other, 'id')) > began(row['started_at'], key))
    return { ...record, row: { ...row, ended_at: row['last_active_at'] ?? row['started_at'] ?? null } };
  await db.run(
    'UPDATE sessions SET ended_at = coalesce(last_active_at, started_at), version = version + 1 WHERE id = ?',
    [text(other, 'id')],
  );
  context.touch('sessions', text(other, 'id'));
  return record;
}

/**
 * The same message of an imported conversation, which each machine gave another name: the smaller name stays. Deletes the
 * one here if it is the larger one, and then makes room for the record.
 */
export async function hasSmallerDuplicate(context: MergeContext, { table, key, row }: SyncRecord): Promise<boolean> {
  if (table !== 'messages' || row === null) return false;
  const { db } = context;
  const session = await context.sessionId(String(row['session_id']));
  const twin = await db.get(
    'SELECT id, uid, heap_id FROM messages WHERE session_id = ? AND seq = ? AND content_hash = ? AND uid <> ?',
    [session ?? null, row['seq'] ?? null, row['content_hash'] ?? null, key],
  );
  if (twin === undefined) return false;
  if (text(twin, 'uid') < key) return true;
  await db.run('DELETE FROM messages WHERE id = ?', [number(twin, 'id')]);
  await dropEmptied(db, [textOrNull(twin, 'heap_id')]);
  context.touch('messages', number(twin, 'id'));
  context.touch('sessions', session ?? '');
  return false;
}

const isOfSameProject = `o.user_id = ?2 AND (SELECT p.key FROM projects p WHERE p.id = o.project_id) IS NOT DISTINCT FROM ?3`;

/** Where only one live memory may say something: a condition on rows `o`, and what is live. */
const saidOnce = {
  facts: { kind: 'fact', among: isOfSameProject, isLive: isNotDeprecated },
  hypotheses: { kind: 'hypothesis', among: isOfSameProject, isLive: (alias: string) => `${alias}.status = 'open'` },
  global_knowledge: {
    kind: 'knowledge',
    among: 'TRUE',
    isLive: (alias: string) => `coalesce(${alias}.status, 'pending') <> 'deprecated'`,
  },
} as const;

/**
 * Another live memory that says what a version of the row at `place` says. Undefined if there is none, if the version is
 * not live, or if the row says the same already.
 */
export async function duplicateOfVersion(
  db: SqlConnection,
  userId: string,
  { table, row, place }: Pick<SyncRecord, 'table'> & { row: SnapshotRow; place: number },
): Promise<DuplicateMemory | undefined> {
  if (table !== 'facts' && table !== 'hypotheses' && table !== 'global_knowledge') return undefined;
  const { kind, among, isLive } = saidOnce[table];
  const [contentHash, project, deprecated, status] = ['content_hash', 'project_id', 'deprecated', 'status'].map(
    (name) => row[name] ?? null,
  );
  const equal = await db.all(
    `SELECT o.* FROM ${table} o, (SELECT ?5 AS deprecated, ?6 AS status) AS version
     WHERE o.content_hash = ?1 AND ${among} AND o.id <> ?4 AND ${isLive('o')} AND ${isLive('version')}
       AND NOT EXISTS (SELECT 1 FROM ${table} h WHERE h.id = ?4 AND h.content_hash = ?1 AND ${isLive('h')})
     ORDER BY o.id`,
    [contentHash ?? null, userId, project ?? null, place, deprecated ?? null, status ?? null],
  );
  const found = saysSame(equal, table, row);
  return found === undefined ? undefined : { duplicateOf: number(found, 'id'), kind };
}
