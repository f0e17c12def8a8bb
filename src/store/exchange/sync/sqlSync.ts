/** The store side of a sync. */
import type { SyncStore } from '../../../memory/sync/syncStore.ts';
import { number } from '../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../../sql/connection/sqlConnection.ts';
import { byName, noteAudit } from '../../sql/shared/auditRows.ts';
import type { MergePorts } from './mergeContext.ts';
import { mergeBundle } from './mergeBundle.ts';
import { latestVersion } from '../../sqlite/schema/migrations/migrations.ts';
import { markSent, outlineOf, packRecords, sendAgain } from './packRecords.ts';
import { scanRecords } from './scanRecords.ts';
import { listConflicts, listRivals, settleConflict } from './syncConflicts.ts';
import { onlyUser, readSyncState, replaceSyncState, whyNoSync } from './syncStateRow.ts';

type StorePorts = Omit<MergePorts, 'machine' | 'userId' | 'username'>;

export function createSqlSync(engine: SqlEngine, ports: StorePorts): SyncStore {
  const mergePorts = async (db: SqlConnection, machine: string): Promise<MergePorts> => {
    return { ...ports, machine, ...(await onlyUser(db)) };
  };
  return {
    schema: latestVersion,
    state: () =>
      engine.read(async (db) => {
        await onlyUser(db);
        return readSyncState(db);
      }),
    change: (before, after, resend) =>
      engine.write(async (db) => {
        await onlyUser(db);
        await replaceSyncState(db, before, after);
        if (resend !== undefined) await sendAgain(db, resend);
      }),
    forget: () =>
      engine.write(async (db) => {
        await onlyUser(db);
        for (const table of ['sync_state', 'sync_stamps', 'sync_conflicts']) await db.run(`DELETE FROM ${table}`);
      }),
    outline: () => engine.read(async (db) => outlineOf(db, (await onlyUser(db)).userId)),
    scan: (machine, options) => {
      const userIn = async (db: SqlConnection): Promise<string> => (await onlyUser(db)).userId;
      return scanRecords(engine, { hash: ports.hash, machine, userIn }, options);
    },
    pack: (max) => engine.read(async (db) => packRecords(db, (await onlyUser(db)).userId, max)),
    noteWritten: (before, after, { keys }) =>
      engine.write(async (db) => {
        const { username } = await onlyUser(db);
        await replaceSyncState(db, before, after);
        await markSent(db, keys, after.written.sequence);
        const noted = {
          at: ports.now().toISOString(),
          by: await byName(db, username),
          kind: 'store',
          count: keys.length,
        } as const;
        await noteAudit(db, { ...noted, action: 'export', detail: 'sync' });
      }),
    merge: (before, after, redact, content) =>
      engine.write(async (db) => {
        const parts = await mergePorts(db, after.machine);
        const merged = await mergeBundle(db, { ...parts, redact }, content);
        if (merged.outcome === 'waits') return merged;
        await replaceSyncState(db, before, after);
        await noteMerged(db, parts, merged.added + merged.changed + merged.erased);
        return merged;
      }),
    conflicts: (part) =>
      engine.read(async (db) => listConflicts(db, { hash: ports.hash, ...(await onlyUser(db)) }, part)),
    rivals: () => engine.read(async (db) => listRivals(db, (await onlyUser(db)).userId, ports.now().toISOString())),
    conflictCount: () => engine.read(countConflicts),
    settle: (settlement, machine) =>
      engine.write(async (db) => settleConflict(db, await mergePorts(db, machine), settlement)),
  };
}

async function noteMerged(db: SqlConnection, { username, now }: MergePorts, count: number): Promise<void> {
  if (count === 0) return;
  const noted = { at: now().toISOString(), by: await byName(db, username), detail: 'sync' };
  await noteAudit(db, { ...noted, action: 'import', kind: 'store', count });
}

/** What a team or a server left there belongs to nobody. */
async function countConflicts(db: SqlConnection): Promise<number> {
  if (db.dialect === 'postgres') return 0;
  const count = number((await db.get('SELECT count(*) AS n FROM sync_conflicts')) ?? { n: 0 }, 'n');
  if (count === 0) return 0;
  return (await whyNoSync(db)) === undefined && (await readSyncState(db)) !== undefined ? count : 0;
}
