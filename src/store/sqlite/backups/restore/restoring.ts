/**
 * Replaces the store with a backup. The backup is first prepared in a separate file: upgraded to the current schema,
 * and freed of everything erased since. It is then written to the live file in one transaction, so other processes see
 * either state.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refusedTo } from '../../../../memory/governance/access.ts';
import { BigMindError } from '../../../../memory/shared/errors.ts';
import type { Backup, RestorePreview, RestoreReport } from '../../../../memory/upkeep/backups.ts';
import { commitOrRollBack } from '../../../sql/connection/commitOrRollBack.ts';
import { inspectPlace } from '../../engine/file/storePlace.ts';
import { tableNames } from '../../../sql/connection/pragmas.ts';
import { text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { corruptError } from '../../engine/sqliteErrors.ts';
import { createSchemaKeeper } from '../../schema/schemaKeeper.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import { knownPeople, rightTo } from '../../../sql/shared/accessRights.ts';
import { byName, noteAudit } from '../../../sql/shared/auditRows.ts';
import { erasureState } from '../../../sql/shared/tombstones.ts';
import { backupFolderOf, removeDatabase, writeBackup } from '../files/backupFolder.ts';
import type { BackupWork } from '../files/backupWork.ts';
import { copyDatabase } from '../files/databaseFiles.ts';
import { noteRestored } from '../files/lastRestored.ts';
import type { CarriedRows } from './carriedOver.ts';
import { eraseAgain, nothingCarried, readCarried, writeCarried } from './carriedOver.ts';
import { changeMark, countsOf, differencesBetween } from './differences.ts';

export async function previewRestore(work: BackupWork, backup: Backup): Promise<RestorePreview> {
  const { files } = work;
  return withStaged(work, backup.path, async (staged, schemaVersion) => {
    // Read before the store is copied for the comparison: a write in between is part of the preview, and a restore then
    // asks for another preview.
    const expected = await stateNow(work);
    const carried = await carriedFrom(work);
    const { counts, erasedSince } = await files.change(staged, async (db) => {
      const erased = await inTransaction(db, () => prepare(db, work, carried));
      return { counts: await countsOf(db), erasedSince: erased };
    });
    const contents = { damage: [], schemaVersion, counts };
    if (carried === undefined) {
      const differences = await files.read(staged, (db) => differencesBetween(undefined, db));
      return { backup, contents, differences, erasedSince, expected };
    }
    // A store that this version has not upgraded yet is compared as if it were upgraded.
    const differences = await withCopyOfStore(work, (copy) => files.readBoth(copy, staged, differencesBetween));
    return { backup, contents, differences, erasedSince, expected };
  });
}

/** Maximum attempts if data that the restore would bring back is being erased. */
const attempts = 5;

/** The replaced state becomes a backup in the same transaction, so no write is lost in between. */
export async function restoreStore(work: BackupWork, backup: Backup, asked: Asked): Promise<RestoreReport> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await restoreOnce(work, backup, asked);
    } catch (error) {
      if (!(error instanceof ErasedMeanwhile)) throw error;
    }
  }
  throw new BigMindError('conflict', 'Memories were being erased while the backup was restored.', {
    remedy: 'Nothing was changed. Restore it when no erasure is running.',
  });
}

/** Nothing was replaced: the prepared copy contains data erased since. */
class ErasedMeanwhile extends Error {}

interface Asked {
  username: string;
  /** The state that the preview saw; undefined without a preview. */
  expected: string | undefined;
}

async function restoreOnce(work: BackupWork, backup: Backup, { username, expected }: Asked): Promise<RestoreReport> {
  const { files, file } = work;
  return withStaged(work, backup.path, async (staged) => {
    const carried = await carriedFrom(work);
    if (carried !== undefined) await files.readStore((db) => refuseAllButAdmins(db, username));
    const erasedAgain = await files.change(staged, (db) =>
      inTransaction(db, async () => {
        const erased = await prepare(db, work, carried);
        await noteInAudit(db, work, { action: 'restore_store', username, detail: backup.name });
        return erased;
      }),
    );
    if (expected !== undefined && (await stateNow(work)) !== expected) throw versionConflict();
    if (carried === undefined) {
      await replaced(work, backup, () => files.replaceStore(staged, null));
      return { restored: backup, before: null, erasedAgain };
    }
    const { erased } = carried;
    const before = await writeBackup(file, 'before-restore', work, (target) =>
      replaced(work, backup, () => files.replaceStore(staged, { before: target, erased })),
    );
    return { restored: backup, before, erasedAgain };
  });
}

/** Records the backup as last restored, on disk, before it replaces the store. */
async function replaced(
  work: BackupWork,
  backup: Backup,
  replace: () => ReturnType<BackupWork['files']['replaceStore']>,
): Promise<void> {
  const undo = await noteRestored(work.file, backup, work);
  try {
    if ((await replace()) === 'erased_meanwhile') throw new ErasedMeanwhile();
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
}

/** A private copy of a database, sound and upgraded to the current schema; `schemaVersion` is that of the source. */
async function withStaged<T>(
  work: BackupWork,
  source: string,
  use: (staged: string, schemaVersion: number) => Promise<T>,
): Promise<T> {
  const { files } = work;
  const staged = temporaryFile(work);
  try {
    const header = await inspectPlace(source);
    if (header.kind === 'empty') throw corruptError(source, 'it is empty');
    await copyDatabase(source, staged);
    const damage = await files.check(staged, 'full');
    if (damage.length > 0) throw corruptError(source, damage.slice(0, 3).join(' '));
    const schemaVersion = await files.change(staged, (db) => bringUpToDate(db, work));
    return await use(staged, schemaVersion);
  } finally {
    await removeDatabase(staged);
  }
}

/** Returns the schema version before the upgrade. Throws `store_foreign` or `store_newer`. */
export async function bringUpToDate(db: SqlConnection, work: BackupWork): Promise<number> {
  const version = await readSchemaVersion(db);
  const keeper = createSchemaKeeper(work, work.indexText);
  for (const step of (await keeper.pending(db)).steps) await inTransaction(db, () => step(db));
  return version;
}

export async function inTransaction<T>(db: SqlConnection, step: () => T | Promise<T>): Promise<T> {
  await db.run('BEGIN IMMEDIATE');
  return commitOrRollBack(db, step);
}

export function temporaryFile({ file, newId }: BackupWork): string {
  return join(backupFolderOf(file), `${newId()}.tmp`);
}

export async function prepare(
  db: SqlConnection,
  work: BackupWork,
  carried: CarriedRows = nothingCarried,
): Promise<number> {
  await writeCarried(db, carried);
  return eraseAgain(db, work);
}

/** Undefined if there is no store to carry data over from. `erased` reveals later whether more was erased. */
async function carriedFrom({ files, file }: BackupWork): Promise<(CarriedRows & { erased: string }) | undefined> {
  // Only SQLite reads its content, because the store may be open in this process.
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0
    ? undefined
    : files.readStore(async (db) => ({ ...(await readCarried(db)), erased: await erasureState(db) }));
}

/** Empty if there is no store. */
async function stateNow({ files, file }: BackupWork): Promise<string> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0 ? '' : files.readStore(changeMark);
}

function versionConflict(): BigMindError {
  return new BigMindError('conflict', 'The memory changed since you saw it.', {
    remedy: 'Nothing was restored. Check again what would change, then decide again.',
  });
}

async function withCopyOfStore<T>(work: BackupWork, use: (copy: string) => Promise<T>): Promise<T> {
  const copy = temporaryFile(work);
  try {
    await work.files.copyStore(copy);
    await work.files.change(copy, (db) => bringUpToDate(db, work));
    return await use(copy);
  } finally {
    await removeDatabase(copy);
  }
}

async function refuseAllButAdmins(db: SqlConnection, username: string): Promise<void> {
  if (!(await tableNames(db)).has('users')) return;
  const user = await db.get('SELECT id FROM users WHERE username = ?', [username]);
  const right = await rightTo(db, 'restore_store', user === undefined ? '' : text(user, 'id'));
  if (right === 'none') throw refusedTo('restore_store', await knownPeople(db));
}

/** Written into the store that replaces the other, so that both take effect together or not at all. */
export async function noteInAudit(
  db: SqlConnection,
  { now }: BackupWork,
  { action, username, detail }: { action: 'restore_store' | 'repair'; username: string; detail: string },
): Promise<void> {
  const known = await byName(db, username);
  const by = known.userId === '' ? { ...known, userId: username } : known;
  await noteAudit(db, { at: now().toISOString(), by, action, kind: 'store', detail });
}
