/**
 * What machines wrote at the same time, until a person has decided: versions that lost against another one, with the
 * undo of such a decision, and facts that replaced the same one.
 */
import { syncedNames, tables } from '../../../schema/tables.ts';
import { amongRows } from '../../sql/connection/among.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import type { AuditAction, AuditKind } from '../../../memory/shared/vocabulary.ts';
import type { Settlement } from '../../../memory/sync/conflicts.ts';
import type { SyncTable } from '../../../memory/sync/records.ts';
import type {
  ConflictPart,
  RivalFacts,
  Settled,
  SyncConflict,
  DuplicateMemory,
} from '../../../memory/sync/syncStore.ts';
import { joinVersions, newestEdit, nextVersions } from '../../../memory/sync/versions.ts';
import type { Versions } from '../../../memory/sync/versions.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { isRow } from '../../../memory/upkeep/snapshot.ts';
import { groupBy } from '../../../util/groupBy.ts';
import { number, text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../sql/connection/sqlConnection.ts';
import { chainUids, isLiveAt } from '../../sql/index/liveFacts.ts';
import { refreshDocuments } from '../../sql/index/memoryIndex.ts';
import { byUser, noteAudit } from '../../sql/shared/auditRows.ts';
import type { RowImage, UndoContext, Undoer } from '../../sql/shared/changeImages.ts';
import { keepImages } from '../../sql/shared/changeImages.ts';
import { MergeContext } from './mergeContext.ts';
import type { MergePorts } from './mergeContext.ts';
import { countedIn, readRecord, sessionIdOf } from './recordRows.ts';
import type { StoredRecord } from './recordRows.ts';
import { recordTableOf } from './recordTables.ts';
import { contentHash, putStamp, stampOf, versionsIn } from './stamps.ts';
import { onlyUser, readSyncState } from './syncStateRow.ts';
import { duplicateOfVersion } from './uniqueRows.ts';
import { writeRecord } from './writeRecord.ts';

/** Those of which people see the number of the row. */
const numbered: ReadonlySet<SyncTable> = new Set(['facts', 'hypotheses', 'global_knowledge', 'conversation_chunks']);

export async function listConflicts(
  db: SqlConnection,
  { userId, hash }: Pick<MergePorts, 'userId' | 'hash'>,
  { offset, limit }: ConflictPart = { offset: 0, limit: -1 },
): Promise<SyncConflict[]> {
  const own = (await readSyncState(db))?.machine ?? '';
  const found: SyncConflict[] = [];
  for (const row of await db.all('SELECT * FROM sync_conflicts ORDER BY id LIMIT ? OFFSET ?', [limit, offset])) {
    const [table, key] = [tableIn(row), text(row, 'record_key')];
    const here = await readRecord(db, table, key, userId);
    const currentHash = here === undefined ? null : contentHash(hash, here.content);
    const stamp = await stampOf(db, table, key);
    found.push({
      ...{ id: number(row, 'id'), table, key, createdAt: text(row, 'created_at') },
      memoryId: here !== undefined && numbered.has(table) ? here.place : null,
      machine: newestEdit(versionsIn(text(row, 'versions'))).machine,
      content: contentIn(row, 'content'),
      current: here === undefined ? null : countedIn(table, here.row),
      // What differs from the known hash was edited here since the last scan.
      currentMachine: stamp?.hash === currentHash ? newestEdit(stamp.versions).machine : own,
      currentHash,
    });
  }
  return found;
}

const isReplacement = `r.relation = 'supersedes' AND r.from_kind = 'fact' AND r.to_kind = 'fact'`;

/** The fact `?1`, and those that replaced it, one after another. */
const newerFacts = `WITH RECURSIVE newer(uid) AS (SELECT ?1
  UNION SELECT r.from_uid FROM newer n CROSS JOIN links r ON r.to_uid = n.uid AND ${isReplacement})`;

const versionsOfLink = `LEFT JOIN sync_stamps s ON s.table_name = 'links' AND s.record_key = ${recordTableOf('links').key}`;

export async function listRivals(db: SqlConnection, userId: string, now: string): Promise<RivalFacts[]> {
  const own = (await readSyncState(db))?.machine ?? '';
  // Nobody edits a link, so its version names the machine that made it; one without a version was made here.
  const machineOf = (row: SqlRow): string => {
    const versions = textOrNull(row, 'versions');
    return versions === null ? own : newestEdit(versionsIn(versions)).machine;
  };
  const replacements = await db.all(
    `SELECT r.from_uid, r.to_uid, f.id, f.fact, s.versions FROM links r JOIN facts f ON f.uid = r.to_uid AND f.user_id = ?
     ${versionsOfLink}
     WHERE ${isReplacement} AND r.to_uid IN (SELECT r.to_uid FROM links r WHERE ${isReplacement} GROUP BY r.to_uid HAVING count(*) > 1)
     ORDER BY f.id, r.id`,
    [userId],
  );
  const found: RivalFacts[] = [];
  for (const [id, ofFact] of groupBy(replacements, (row) => number(row, 'id'))) {
    if (new Set(ofFact.map(machineOf)).size < 2) continue;
    const by = new Map<number, RivalFacts['by'][number]>();
    // A branch belongs to the machine that began it, also if another one stored the fact at its end.
    const begun = new Set<string>();
    for (const row of ofFact)
      for (const live of await liveAfter(db, row, now)) {
        by.set(number(live, 'id'), { id: number(live, 'id'), text: text(live, 'fact'), machine: machineOf(live) });
        begun.add(machineOf(row));
      }
    const rivals = [...by.values()].sort((one, other) => one.id - other.id);
    if (rivals.length > 1 && begun.size > 1) found.push({ id, text: text(ofFact[0] ?? {}, 'fact'), by: rivals });
  }
  return found;
}

/** The fact that made this replacement, or those that replaced it since, if they are live, with their own links. */
async function liveAfter(db: SqlConnection, replacement: SqlRow, now: string): Promise<SqlRow[]> {
  return db.all(
    `${newerFacts} SELECT f.id, f.fact, s.versions FROM newer n CROSS JOIN facts f ON f.uid = n.uid
       JOIN links r ON r.from_uid = n.uid AND ${isReplacement} AND (r.to_uid = ?3 OR r.to_uid IN (SELECT uid FROM newer))
       ${versionsOfLink}
     WHERE ${isLiveAt('f', '?2')} ORDER BY r.id`,
    [text(replacement, 'from_uid'), now, text(replacement, 'to_uid')],
  );
}

/** `take` is an edit on this machine, which the next run sends to the others. */
export async function settleConflict(
  db: SqlConnection,
  ports: MergePorts,
  { id, choice, seen, by = byUser(ports.userId) }: Settlement,
): Promise<Settled | 'not_found' | 'changed' | 'gone' | DuplicateMemory> {
  const row = await db.get('SELECT * FROM sync_conflicts WHERE id = ?', [id]);
  if (row === undefined) return 'not_found';
  const [table, key, content] = [tableIn(row), text(row, 'record_key'), contentIn(row, 'content')];
  const here = await readRecord(db, table, key, ports.userId);
  const current = here === undefined ? null : contentHash(ports.hash, here.content);
  if (seen !== undefined && seen !== current) return 'changed';
  // A row that is not here anymore was erased or deleted by a vacuum, and does not come back.
  if (choice === 'take' && here === undefined) return 'gone';
  const taken =
    choice === 'take' && content !== null && here !== undefined
      ? await takeVersion(db, ports, { table, key, content, versions: versionsIn(text(row, 'versions')), here })
      : null;
  if (typeof taken === 'object' && taken !== null) return taken;
  await db.run('DELETE FROM sync_conflicts WHERE id = ?', [id]);
  const now = ports.now().toISOString();
  await note(db, { by, now }, taken === null ? 'resolve' : 'edit', table, key);
  const { id: _id, ...conflict } = row;
  const replaced = taken === null || here === undefined ? null : JSON.stringify(countedIn(table, here.row));
  const image: RowImage = {
    ...{ kind: 'conflict', key: String(id) },
    before: { ...conflict, replaced },
    after: { hash: taken },
  };
  await keepImages(db, { by, now }, [image]);
  return { deadEnd: table === 'facts' ? await deadEndOf(db, key, now) : null };
}

/**
 * Two machines that settle rivals in opposite ways make each fact replace the other one. Not all of their links need to
 * be here, so this looks at all facts that links connect.
 */
async function deadEndOf(db: SqlConnection, uid: string, now: string): Promise<Settled['deadEnd']> {
  const row = await db.get(
    `SELECT f.id, f.fact FROM facts f WHERE f.uid = ?1 AND f.deprecation_reason LIKE 'superseded by %'
       AND NOT EXISTS (SELECT 1 FROM facts l WHERE l.uid ${amongRows(chainUids('?1'))} AND ${isLiveAt('l', '?2')})`,
    [uid, now],
  );
  return row === undefined ? null : { id: number(row, 'id'), text: text(row, 'fact') };
}

interface TakenVersion {
  table: SyncTable;
  key: string;
  content: SnapshotRow;
  versions: Versions;
  here: StoredRecord;
}

/** Returns the hash of what is stored then, or the live memory that says the same; then nothing was written. */
async function takeVersion(
  db: SqlConnection,
  ports: MergePorts,
  { table, key, content, versions: other, here }: TakenVersion,
): Promise<string | null | DuplicateMemory> {
  const duplicate = await duplicateOfVersion(db, ports.userId, { table, row: content, place: here.place });
  if (duplicate !== undefined) return duplicate;
  const context = new MergeContext(db, ports, { projects: {}, username: ports.username });
  const known = (await stampOf(db, table, key))?.versions ?? {};
  const versions = nextVersions(joinVersions(known, other), ports.machine, ports.now().toISOString());
  await writeRecord(context, { table, key, versions, row: content }, here);
  const stored = await readRecord(db, table, key, ports.userId);
  const hash = stored === undefined ? null : contentHash(ports.hash, stored.content);
  await putStamp(db, [table, key], { versions, hash }, 'unsent');
  for (const [kind, ids] of context.touched) await refreshDocuments(db, ports.indexText, kind, [...ids]);
  return hash;
}

/** The version that was replaced comes back as one more edit, because the other one may have been sent already. */
export const conflictUndoer: Undoer = {
  kinds: ['conflict'],
  async undo(db, images, context) {
    const ports = await portsOf(db, context);
    if (ports === undefined) return 'not_found';
    for (const { key: id, before, after } of images) {
      if (before === null || after === null) return 'not_found';
      const [table, key, replaced] = [tableIn(before), text(before, 'record_key'), contentIn(before, 'replaced')];
      if (replaced !== null) {
        const here = await readRecord(db, table, key, context.userId);
        if (here === undefined) return 'not_found';
        if (contentHash(context.hash, here.content) !== textOrNull(after, 'hash')) return 'conflict';
        const taken = await takeVersion(db, ports, { table, key, content: replaced, versions: {}, here });
        if (typeof taken === 'object' && taken !== null) return taken;
      }
      // Under its old number, which nothing else gets: it returns to its place in the list.
      const kept = ['table_name', 'record_key', 'content', 'versions', 'created_at'] as const;
      await db.run(`INSERT INTO sync_conflicts (id, ${kept.join(', ')}) VALUES (?, ?, ?, ?, ?, ?)`, [
        Number(id),
        ...kept.map((name) => text(before, name)),
      ]);
      await note(db, context, 'take_back', table, key);
    }
    return 'undone';
  },
};

/** Undefined if the sync was turned off. Rejects with `not_allowed` where a sync makes no sense by now. */
async function portsOf(db: SqlConnection, context: UndoContext): Promise<MergePorts | undefined> {
  const { indexText, newId, hash, now } = context;
  const user = await onlyUser(db);
  const machine = (await readSyncState(db))?.machine;
  return machine === undefined ? undefined : { indexText, newId, hash, now: () => new Date(now), machine, ...user };
}

async function note(
  db: SqlConnection,
  { by, now: at }: { by: Actor; now: string },
  action: AuditAction,
  table: SyncTable,
  key: string,
): Promise<void> {
  const isOfSession = table === 'sessions' || table === 'session_summaries';
  const uid = isOfSession
    ? ((await sessionIdOf(db, key, by.userId)) ?? null)
    : table === 'identity_profile'
      ? by.userId
      : key;
  await noteAudit(db, { at, by, action, kind: auditKindOf(table), uid, detail: 'sync conflict' });
}

function auditKindOf(table: SyncTable): AuditKind | null {
  if (table === 'identity_profile') return 'profile';
  if (table === 'session_summaries') return 'session';
  const kind = table === 'hypotheses' ? 'hypothesis' : tables[table].kind;
  return kind === undefined || kind === 'entry' ? null : kind;
}

function tableIn(row: SqlRow): SyncTable {
  return syncedNames.find((table) => table === text(row, 'table_name')) ?? 'facts';
}

function contentIn(row: SqlRow, column: 'content' | 'replaced'): SnapshotRow | null {
  const content: unknown = JSON.parse(textOrNull(row, column) ?? 'null');
  return isRow(content) ? content : null;
}
