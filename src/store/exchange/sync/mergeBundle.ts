/** Merges one bundle of another machine: what was erased there first, then its records, then what both had twice. */
import { amongKeys } from '../../sql/connection/among.ts';
import type { BundleContent, SyncRecord } from '../../../memory/sync/records.ts';
import { syncedNames } from '../../../schema/tables.ts';
import { isWebTool } from '../../../memory/trust/origin.ts';
import type { MergedBundle } from '../../../memory/sync/syncStore.ts';
import type { Redact } from '../../../memory/shared/ports.ts';
import { withoutSecretsIn } from '../../../memory/upkeep/textColumns.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { refreshDocuments } from '../../sql/index/memoryIndex.ts';
import { putIntoHeaps } from '../../sql/shared/heapRows.ts';
import { lowerHandOffs } from '../../sql/trust/webOrigin.ts';
import { noteWebRead } from '../../sql/trust/webReads.ts';
import { waitsForSession } from './erasedRecords.ts';
import { MergeContext } from './mergeContext.ts';
import type { MergePorts } from './mergeContext.ts';
import { mergeRecord } from './mergeRecord.ts';
import { mergeTombstones } from './mergeTombstones.ts';
import { settleEqual } from './settleEqual.ts';

/** In the transaction of the caller. Changes nothing if a record has to wait for a session of another bundle. */
export async function mergeBundle(
  db: SqlConnection,
  ports: MergePorts & { redact: Redact },
  content: BundleContent,
): Promise<MergedBundle> {
  const context = new MergeContext(db, ports, content);
  const records = inOrder(content.records);
  const merged = { added: 0, changed: 0, erased: 0, conflicts: 0 };
  if (await waitsForSession(context, content)) return { outcome: 'waits', ...merged };
  merged.erased = await mergeTombstones(context, content.tombstones);
  for (const record of records) {
    const row = record.row === null ? null : withoutSecretsIn(record.table, record.row, ports.redact, ports.hash);
    const { outcome, isConflict } = await mergeRecord(context, { ...record, row }, row !== record.row);
    if (outcome === 'added' || outcome === 'changed') merged[outcome] += 1;
    if (isConflict) merged.conflicts += 1;
  }
  await settleEnds(context);
  await settleEqual(context);
  if (context.written.has('messages')) {
    await putIntoHeaps(db, ports.newId);
    await noteReads(context, records);
  }
  if (context.written.has('facts')) await lowerHandOffs(db, null);
  for (const [kind, ids] of context.touched) await refreshDocuments(db, ports.indexText, kind, [...ids]);
  return { outcome: 'merged', ...merged };
}

/** An imported session ends with its last message, also if each machine knew a part of it. */
async function settleEnds({ db, touched }: MergeContext): Promise<void> {
  const sessions = [...(touched.get('session') ?? [])];
  const last = '(SELECT max(m.created_at) FROM messages m WHERE m.session_id = sessions.id)';
  await db.run(
    `UPDATE sessions SET ended_at = ${last}, version = version + 1
     WHERE id ${amongKeys()} AND origin = 'import' AND ended_at < ${last}`,
    [JSON.stringify(sessions)],
  );
}

/** The sessions whose messages show that they read from the web. */
async function noteReads(context: MergeContext, records: readonly SyncRecord[]): Promise<void> {
  const web = records.filter(({ table, row }) => table === 'messages' && isWebTool(String(row?.['tool'] ?? '')));
  for (const key of new Set(web.map(({ row }) => String(row?.['session_id'])))) {
    const session = await context.sessionId(key);
    if (session !== undefined) await noteWebRead(context.db, session);
  }
}

/** A record comes after those that it refers to. */
function inOrder(records: readonly SyncRecord[]): SyncRecord[] {
  return records.toSorted((one, other) => syncedNames.indexOf(one.table) - syncedNames.indexOf(other.table));
}
