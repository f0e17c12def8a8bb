/**
 * A backup in the place of the store. It is prepared in a file of its own first, brought to today's schema and freed of what was
 * erased since, and comes into the live file as one transaction: other processes see the one state or the other.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refusedTo } from '../../../../memory/governance/access.ts';
import { BigMindError } from '../../../../memory/shared/errors.ts';
import type { Backup, RestorePreview, RestoreReport } from '../../../../memory/upkeep/backups.ts';
import { commitOrRollBack } from '../../engine/commitOrRollBack.ts';
import { inspectPlace } from '../../engine/file/storePlace.ts';
import { tableNames } from '../../engine/pragmas.ts';
import { text } from '../../engine/rowReader.ts';
import type { SqlConnection } from '../../engine/sqlConnection.ts';
import { corruptError } from '../../engine/sqliteErrors.ts';
import { createSchemaKeeper } from '../../schema/schemaKeeper.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import { knownPeople, rightTo } from '../../shared/accessRights.ts';
import { byName, noteAudit } from '../../shared/auditRows.ts';
import { erasureState } from '../../shared/tombstones.ts';
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
    // Before the store is copied for the comparison: what is written between the two was shown, and asks for another look.
    const expected = await stateNow(work);
    const carried = await carriedFrom(work);
    const { counts, erasedSince } = await files.change(staged, (db) => {
      const erased = inTransaction(db, () => prepare(db, work, carried));
      return { counts: countsOf(db), erasedSince: erased };
    });
    const contents = { damage: [], schemaVersion, counts };
    if (carried === undefined) {
      const differences = await files.read(staged, (db) => differencesBetween(undefined, db));
      return { backup, contents, differences, erasedSince, expected };
    }
    // A store that no program of this version has opened yet is compared as it would be then.
    const differences = await withCopyOfStore(work, (copy) => files.readBoth(copy, staged, differencesBetween));
    return { backup, contents, differences, erasedSince, expected };
  });
}

/** So often a restoring begins anew because somebody erased what it was about to bring back. */
const attempts = 5;

/** The state that is replaced becomes a backup in the very transaction, so that nothing is written between the two. */
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

/** Nothing was replaced: the copy that was prepared holds what was erased since. */
class ErasedMeanwhile extends Error {}

interface Asked {
  username: string;
  /** What the preview saw; undefined where nobody looked. */
  expected: string | undefined;
}

async function restoreOnce(work: BackupWork, backup: Backup, { username, expected }: Asked): Promise<RestoreReport> {
  const { files, file } = work;
  return withStaged(work, backup.path, async (staged) => {
    const carried = await carriedFrom(work);
    if (carried !== undefined) await files.readStore((db) => refuseAllButAdmins(db, username));
    const erasedAgain = await files.change(staged, (db) =>
      inTransaction(db, () => {
        const erased = prepare(db, work, carried);
        noteInAudit(db, work, { action: 'restore_store', username, detail: backup.name });
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

/** Known on the disk as what was put into place last before it is. */
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

/** A private copy of a database, sound and of today's schema; `schemaVersion` is what it had. */
export async function withStaged<T>(
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

/** Answers with the schema version that it had. Throws `store_foreign` or `store_newer`. */
export function bringUpToDate(db: SqlConnection, work: BackupWork): number {
  const version = readSchemaVersion(db);
  const keeper = createSchemaKeeper(work, work.indexText);
  for (const step of keeper.pending(db).steps) inTransaction(db, () => step(db));
  return version;
}

export function inTransaction<T>(db: SqlConnection, step: () => T): T {
  db.run('BEGIN IMMEDIATE');
  return commitOrRollBack(db, step);
}

export function temporaryFile({ file, newId }: BackupWork): string {
  return join(backupFolderOf(file), `${newId()}.tmp`);
}

export function prepare(db: SqlConnection, work: BackupWork, carried: CarriedRows = nothingCarried): number {
  writeCarried(db, carried);
  return eraseAgain(db, work);
}

/** Undefined when there is no store to carry anything over from; `erased` tells whether more was erased since. */
async function carriedFrom({ files, file }: BackupWork): Promise<(CarriedRows & { erased: string }) | undefined> {
  // Not looked into in another way than by SQLite: the store may be open here.
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0 ? undefined : files.readStore((db) => ({ ...readCarried(db), erased: erasureState(db) }));
}

/** Empty where there is no store. */
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

function refuseAllButAdmins(db: SqlConnection, username: string): void {
  if (!tableNames(db).has('users')) return;
  const user = db.get('SELECT id FROM users WHERE username = ?', [username]);
  const right = rightTo(db, 'restore_store', user === undefined ? '' : text(user, 'id'));
  if (right === 'none') throw refusedTo('restore_store', knownPeople(db));
}

/** Into the store that takes the place of the other, so that it comes with it or not at all. */
export function noteInAudit(
  db: SqlConnection,
  { now }: BackupWork,
  { action, username, detail }: { action: 'restore_store' | 'repair'; username: string; detail: string },
): void {
  const known = byName(db, username);
  const by = known.userId === '' ? { ...known, userId: username } : known;
  noteAudit(db, { at: now().toISOString(), by, action, kind: 'store', detail });
}
