/** The versions that lost against another one, until a person has decided. */
import type { SyncTable } from '../../../memory/sync/records.ts';
import { syncTables } from '../../../memory/sync/records.ts';
import type { SyncConflict } from '../../../memory/sync/syncStore.ts';
import { joinVersions, newestEdit, nextVersions } from '../../../memory/sync/versions.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { isRow } from '../../../memory/upkeep/snapshot.ts';
import { number, text } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { refreshDocuments } from '../index/memoryIndex.ts';
import { MergeContext } from './mergeContext.ts';
import type { MergePorts } from './mergeContext.ts';
import { countedIn, readRecord } from './recordRows.ts';
import { contentHash, putStamp, stampOf, versionsIn } from './stamps.ts';
import { writeRecord } from './writeRecord.ts';

export async function listConflicts(db: SqlConnection, userId: string): Promise<SyncConflict[]> {
  const found: SyncConflict[] = [];
  for (const row of await db.all('SELECT * FROM sync_conflicts ORDER BY id')) {
    const [table, key] = [tableIn(row), text(row, 'record_key')];
    const current = await readRecord(db, table, key, userId);
    found.push({
      ...{ id: number(row, 'id'), table, key, createdAt: text(row, 'created_at') },
      machine: newestEdit(versionsIn(text(row, 'versions'))).machine,
      content: contentIn(row),
      current: current === undefined ? null : countedIn(table, current.row),
    });
  }
  return found;
}

/** `take` is an edit on this machine, which the next run sends to the others. */
export async function settleConflict(
  db: SqlConnection,
  ports: MergePorts,
  id: number,
  choice: 'keep' | 'take',
): Promise<'settled' | 'not_found'> {
  const row = await db.get('SELECT * FROM sync_conflicts WHERE id = ?', [id]);
  if (row === undefined) return 'not_found';
  if (choice === 'take') await takeVersion(db, ports, row);
  await db.run('DELETE FROM sync_conflicts WHERE id = ?', [id]);
  return 'settled';
}

async function takeVersion(db: SqlConnection, ports: MergePorts, conflict: SqlRow): Promise<void> {
  const [table, key, content] = [tableIn(conflict), text(conflict, 'record_key'), contentIn(conflict)];
  const context = new MergeContext(db, ports, { projects: {}, username: ports.username });
  const here = await readRecord(db, table, key, ports.userId);
  // A row that is not here anymore was erased or deleted by a vacuum, and does not come back.
  if (content === null || here === undefined) return;
  const known = (await stampOf(db, table, key))?.versions ?? {};
  const versions = nextVersions(joinVersions(known, versionsIn(text(conflict, 'versions'))), ports.machine);
  await writeRecord(context, { table, key, versions, row: content }, here);
  const stored = await readRecord(db, table, key, ports.userId);
  const hash = stored === undefined ? null : contentHash(ports.hash, stored.content);
  await putStamp(db, [table, key], { versions, hash }, 'unsent');
  for (const [kind, ids] of context.touched) await refreshDocuments(db, ports.indexText, kind, [...ids]);
}

function tableIn(row: SqlRow): SyncTable {
  return syncTables.find((table) => table === text(row, 'table_name')) ?? 'facts';
}

function contentIn(row: SqlRow): SnapshotRow | null {
  const content: unknown = JSON.parse(text(row, 'content'));
  return isRow(content) ? content : null;
}
