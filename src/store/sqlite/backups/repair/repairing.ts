/**
 * Moves a damaged store aside unchanged and replaces it. The new store starts as the damaged file without its log, else
 * a backup, else empty. It gets every readable row that it lacks, and the newer state of the others. It is built and
 * checked in separate files before anything is moved; nothing is ever deleted. Other processes that write meanwhile
 * wait for SQLite's lock and then find the new file. If SQLite cannot lock the store, files that changed are not moved.
 */
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { BigMindError, bigMindErrorFrom } from '../../../../memory/shared/errors.ts';
import type { RepairReport } from '../../../../memory/upkeep/backups.ts';
import type { Snapshot, SnapshotRow } from '../../../../memory/upkeep/snapshot.ts';
import { snapshotTables } from '../../../../memory/upkeep/snapshot.ts';
import { applicationId } from '../../engine/databaseHeader.ts';
import { sizeOf } from '../../engine/file/fileFacts.ts';
import { withFileLock } from '../../engine/file/fileLock.ts';
import { copyPastSqlite } from '../../engine/file/sharedDescriptors.ts';
import { fileError, inspectPlace, preparePlace } from '../../engine/file/storePlace.ts';
import { isCode } from '../../engine/file/syncing.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { latestVersion } from '../../schema/migrations/migrations.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import { mergeSnapshot } from '../../../exchange/snapshot/mergeSnapshot.ts';
import { listBackups, removeDatabase } from '../files/backupFolder.ts';
import type { BackupWork } from '../files/backupWork.ts';
import { copyDatabase } from '../files/databaseFiles.ts';
import { exchange, stateOf, undoExchange, unfinishedRepairOf } from '../files/exchange.ts';
import { backupsToBeginWith } from '../files/lastRestored.ts';
import { countsOf } from '../restore/differences.ts';
import { bringUpToDate, inTransaction, noteInAudit, prepare, temporaryFile } from '../restore/restoring.ts';
import { finishNewerStates, takeNewerStates } from './newerStates.ts';
import { completed } from './orphans.ts';
import type { Carved, TableShapes } from './pageCarving.ts';
import { carveRows, shapesOf } from './pageCarving.ts';
import type { Salvage } from './salvage.ts';
import { emptySalvage, salvageFrom } from './salvage.ts';

export async function previewRepair(work: BackupWork, username: string): Promise<RepairReport> {
  const place = await preparePlace(work.file);
  const damaged = (await unfinishedRepairOf(place)) ?? work.file;
  return withRepaired(work, damaged, username, (report) => Promise.resolve(report));
}

export async function repairStore(work: BackupWork, username: string): Promise<RepairReport> {
  const place = await preparePlace(work.file);
  return withFileLock(place, work.lock, async () => {
    await undoExchange(place);
    return work.files.withoutWriters((hold) => {
      // Under the lock a process may still checkpoint earlier data from the log into the file.
      const seen = hold === 'locked' ? undefined : stateOf(place);
      return withRepaired(work, work.file, username, async (report, repaired) => {
        if (repaired === undefined) return report;
        return { ...report, isDone: true, setAside: await exchange({ place, repaired, seen, now: work.now() }) };
      });
    });
  });
}

/**
 * `file` is the damaged store at its current path; `repaired` the file with the new store, undefined if there is
 * nothing to repair.
 */
async function withRepaired<T>(
  work: BackupWork,
  file: string,
  username: string,
  use: (report: RepairReport, repaired: string | undefined) => Promise<T>,
): Promise<T> {
  const { files } = work;
  const copies = { whole: temporaryFile(work), alone: temporaryFile(work), repaired: temporaryFile(work) };
  try {
    const damage = await damageOf(work, file, copies);
    if (damage.length === 0) {
      const counts = (await files.read(copies.whole, countsOf)) ?? noCounts;
      const base = { kind: 'without_log' } as const;
      return await use({ ...undone, damage, base, salvaged: {}, updated: {}, unreadable: [], counts }, undefined);
    }
    const base = await layBase(work, copies);
    const shapes = await files.change(copies.repaired, async (db) => {
      await bringUpToDate(db, work);
      return shapesOf(db);
    });
    const salvage = await salvageOf(work, file, copies, shapes);
    const { added: salvaged, updated } = await files.change(copies.repaired, async (db) => {
      return inTransaction(db, async () => {
        const taken = await takeNewerStates(db, salvage);
        const added = await merge(db, work, salvage, username);
        const newer = await finishNewerStates(db, work.indexText, taken, salvage);
        await prepare(db, work, salvage.carried);
        // The mark of a backup would keep sql.js out of a file that the native engine has not taken over yet.
        await db.exec(`PRAGMA application_id = ${String(applicationId)}`);
        await noteInAudit(db, work, { action: 'repair', username, detail: base.kind });
        return { added, updated: newer };
      });
    });
    const left = await files.check(copies.repaired, 'full');
    if (left.length > 0)
      throw new BigMindError('internal', `The repaired database is still damaged: ${left.join(' ')}`, unchanged);
    const counts = (await files.read(copies.repaired, countsOf)) ?? noCounts;
    const found = sizeOf(copies.alone) === 0 ? 'nothing' : 'file';
    const { unreadable } = salvage;
    return await use({ ...undone, damage, base, salvaged, updated, unreadable, counts, found }, copies.repaired);
  } catch (error) {
    throw fileError(error, file);
  } finally {
    await Promise.all(Object.values(copies).map(removeDatabase));
  }
}

const undone = { found: 'file', isDone: false, setAside: null } as const;
const unchanged = { remedy: 'Nothing was changed. Please report this and include the output of `bigmind doctor`.' };
const noCounts = { facts: 0, sessions: 0, chunks: 0, knowledge: 0, hypotheses: 0, messages: 0, profiles: 0 };

/**
 * The damage of the store, determined from a copy with its log (`whole`). The copy `alone` is the store without its
 * log.
 */
async function damageOf(
  work: BackupWork,
  file: string,
  { whole, alone }: { whole: string; alone: string },
): Promise<string[]> {
  try {
    const there = (await stat(file).catch(() => undefined)) !== undefined;
    if (there) {
      await copyPastSqlite(file, alone);
      await withLogOf(file, alone, whole);
    }
    const header = await inspectPlace(there ? whole : file);
    if (header.kind === 'empty') return [there ? 'The file is empty.' : 'There is no database.'];
    const lines = await work.files.check(whole, 'full');
    if (lines.length === 0) await work.files.read(whole, readSchemaVersion);
    return lines;
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    // A foreign, newer or unreadable (no permission) file is not damaged and must not be repaired.
    if (error.code !== 'store_corrupt') throw error;
    return [error.message.replace(whole, file)];
  }
}

async function salvageOf(
  work: BackupWork,
  file: string,
  { alone, whole }: { alone: string; whole: string },
  shapes: TableShapes,
): Promise<Salvage> {
  if (sizeOf(alone) === 0) return emptySalvage();
  // The check may have started to recover the copy, so it is copied again.
  await removeDatabase(whole);
  await withLogOf(file, alone, whole);
  const read = await work.files.readDamaged(whole, salvageFrom).catch(() => undefined);
  if (read?.unreadable.length === 0) return read;
  const salvage = read ?? { ...emptySalvage(), unreadable: snapshotTables.map((table) => ({ table, rows: null })) };
  const wanted = new Set(salvage.unreadable.map(({ table }) => table));
  return combined(salvage, await carveRows({ file: alone, log: `${file}-wal` }, shapes, wanted));
}

/** The store's file itself is opened only once; SQLite takes no locks on its log. */
async function withLogOf(file: string, alone: string, whole: string): Promise<void> {
  await copyFile(alone, whole);
  await copyFile(`${file}-wal`, `${whole}-wal`).catch(unlessMissing);
}

function unlessMissing(error: unknown): void {
  if (!isCode(error, 'ENOENT')) throw error;
}

/** Rows that SQLite read take precedence; rows from loose pages are added if their names are new. */
function combined(salvage: Salvage, { tables: carved, tombstones }: Carved): Salvage {
  if (salvage.carried.tombstones.length === 0) salvage.carried = { ...salvage.carried, tombstones };
  for (const table of snapshotTables) {
    const key = (row: SnapshotRow): string => String(row['uid'] ?? row['id']);
    const known = new Set(salvage.tables[table].map(key));
    const more = carved[table].filter((row) => !known.has(key(row)));
    salvage.tables[table] = [...salvage.tables[table], ...more];
    const entry = salvage.unreadable.find((one) => one.table === table);
    if (entry !== undefined && entry.rows !== null) entry.rows = Math.max(0, entry.rows - more.length);
  }
  salvage.unreadable = salvage.unreadable.filter(({ rows }) => rows !== 0);
  return salvage;
}

/** Writes the initial content of the new store to the file `repaired`. */
async function layBase(
  work: BackupWork,
  { alone, repaired }: { alone: string; repaired: string },
): Promise<RepairReport['base']> {
  const { files } = work;
  const isSound = async (file: string): Promise<boolean> => {
    const damage = await files.check(file, 'full').catch(() => ['unreadable']);
    return damage.length === 0 && (await files.read(file, readSchemaVersion).catch(() => 0)) > 0;
  };
  if (sizeOf(alone) > 0) {
    await copyFile(alone, repaired);
    if (await isSound(repaired)) return { kind: 'without_log' };
    await removeDatabase(repaired);
  }
  for (const backup of await backupsToBeginWith(work.file, await listBackups(work.given))) {
    await copyDatabase(backup.path, repaired);
    if (await isSound(repaired)) return { kind: 'backup', backup };
    await removeDatabase(repaired);
  }
  await writeFile(repaired, '', { mode: 0o600 });
  return { kind: 'empty' };
}

async function merge(
  db: SqlConnection,
  work: BackupWork,
  salvage: Salvage,
  username: string,
): Promise<Record<string, number>> {
  const tables = await completed(db, salvage.tables, username);
  const snapshot: Snapshot = {
    format: 'bigmind',
    schema_version: latestVersion,
    exported_at: work.now().toISOString(),
    tables,
  };
  // Use the admin's name as the importer, so that roles stay as they were: a repair makes no one admin and demotes no
  // one.
  const admin = tables.users.find(({ role }) => role === 'admin')?.['username'];
  const report = await mergeSnapshot(db, work, snapshot, typeof admin === 'string' ? admin : username);
  const added = snapshotTables.map((table) => [table, report[table].added] as const);
  return Object.fromEntries(added.filter(([, rows]) => rows > 0));
}
