/**
 * Backups of a store file on any engine: made, listed, pruned and checked under a separate lock, so that two processes
 * never make the same backup. `restoring.ts` and `repairing.ts` replace the store.
 */
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Finding } from '../../../memory/shared/findings.ts';
import { backupsToRemove, isDailyDue } from '../../../memory/upkeep/backupPolicy.ts';
import type {
  Backup,
  BackupContents,
  BackupReason,
  Backups,
  RepairReport,
  RestorePreview,
  RestoreReport,
} from '../../../memory/upkeep/backups.ts';
import { backupFindings } from '../../../memory/upkeep/backups.ts';
import { headerLength, inspectHeader } from '../engine/databaseHeader.ts';
import { inodeOf, lookedAt, sizeOf } from '../engine/file/fileFacts.ts';
import { withFileLock } from '../engine/file/fileLock.ts';
import { createPlaceProbe } from '../engine/file/diskProbe.ts';
import { explained } from '../engine/file/placeTrouble.ts';
import { bytesAt, readPastSqlite } from '../engine/file/sharedDescriptors.ts';
import { fileError, preparePlace, refuseNoFile } from '../engine/file/storePlace.ts';
import { corruptError, unavailableError } from '../engine/sqliteErrors.ts';
import { readSchemaVersion } from '../schema/schemaVersion.ts';
import {
  adoptKept,
  backupAtPath,
  backupFolderOf,
  listBackups,
  makePrivateFolder,
  noteFailure,
  readFailure,
  sweepUnfinished,
  trueNameOf,
  writeBackup,
} from './files/backupFolder.ts';
import type { BackupWork, FileBackupOptions } from './files/backupWork.ts';
import type { DatabaseFiles } from './files/databaseFiles.ts';
import { isSound } from './files/databaseFiles.ts';
import { endExchange } from './files/exchange.ts';
import { previewRepair, repairStore } from './repair/repairing.ts';
import { countsOf } from './restore/differences.ts';
import { previewRestore, restoreStore } from './restore/restoring.ts';

const hourMs = 3_600_000;

export class FileBackups implements Backups {
  readonly #options: FileBackupOptions;
  /** Whether there was a write-ahead log before this process opened the store. */
  readonly #hadLog: Promise<boolean>;
  #files: Promise<DatabaseFiles> | undefined;
  /** The damage applies to the file in which it was found; a file that replaces it has another inode. */
  #damage: { said: string; inode: number } | undefined;
  #failure: string | undefined;

  constructor(options: FileBackupOptions) {
    this.#options = options;
    // Started now but not awaited, because a share may respond slowly. The store uses the same probe.
    const answers = createPlaceProbe(options.file, options.place);
    this.#hadLog = answers()
      .then(async () => stat(`${await trueNameOf(options.file)}-wal`))
      .then(
        ({ size }) => size > 0,
        () => false,
      );
  }

  list(): Promise<Backup[]> {
    return listBackups(this.#options.file);
  }

  async inspect({ path }: Backup, signal?: AbortSignal): Promise<BackupContents> {
    const { files } = await this.#work();
    try {
      const damage = await files.check(path, 'full', signal);
      signal?.throwIfAborted();
      const [schemaVersion, counts] = await files.read(
        path,
        async (db) => [await readSchemaVersion(db), await countsOf(db)] as const,
      );
      return { damage, schemaVersion, counts };
    } catch (thrown) {
      signal?.throwIfAborted();
      return { damage: [bigMindErrorFrom(thrown).message], schemaVersion: null, counts: null };
    }
  }

  async make(reason: BackupReason): Promise<Backup> {
    const file = await this.#ownName();
    await refuseNoFile(file);
    if (sizeOf(file) === 0 && sizeOf(`${file}-wal`) === 0 && (await this.list()).length === 0) throw nothingYet(file);
    return this.#alone(this.#options.lock.timeoutMs, (work) => this.#makeAndPrune(work, reason));
  }

  async keepUp(): Promise<string | undefined> {
    const { now, policy } = this.#options;
    const file = await this.#ownName();
    try {
      if (sizeOf(file) === 0) return undefined;
      return await this.#alone(0, async (work) => {
        const backups = await listBackups(file);
        const newest = backups.find(({ madeAt }) => Date.parse(madeAt) <= now().getTime());
        const changed = newest === undefined || lastChange(file) > lastChange(newest.path);
        if (isDailyDue(backups, now(), policy) && changed) {
          const made = await this.#makeAndPrune(work, 'daily');
          await this.#noteCheck();
          this.#damage = undefined;
          return `A backup was made: ${made.path}`;
        }
        await this.#checkWhereDue(work);
        return undefined;
      });
    } catch (thrown) {
      const error = bigMindErrorFrom(thrown);
      // Another process is already doing this.
      if (error.code === 'store_locked') return undefined;
      if (error.code === 'store_corrupt') this.#damage = { said: error.message, inode: inodeOf(file) };
      this.#failure = error.message;
      await noteFailure(file, error.message).catch(() => undefined);
      return `The backup failed. ${error.sentence}`;
    }
  }

  async find(nameOrPath: string | undefined): Promise<Backup> {
    const backups = await this.list();
    const found = nameOrPath === undefined ? backups[0] : backups.find(({ name }) => name === nameOrPath);
    if (found !== undefined) return found;
    const path = nameOrPath === undefined ? undefined : resolve(nameOrPath);
    const given = path === undefined || !isAbsolute(path) ? undefined : await backupAtPath(this.#options.file, path);
    if (given !== undefined) return ofOurs(given);
    if (nameOrPath === undefined)
      throw new BigMindError('not_found', 'There is no backup yet.', {
        remedy: 'Run `bigmind backup` to make one, or give the path of one. Nothing was changed.',
      });
    throw new BigMindError('not_found', `There is no backup "${nameOrPath}".`, {
      remedy: `Run \`bigmind backup --list\` to see those in ${backupFolderOf(await this.#ownName())}, or give a path.`,
    });
  }

  async preview(backup: Backup): Promise<RestorePreview> {
    return this.#alone(this.#options.lock.timeoutMs, (work) => sound(backup, previewRestore(work, backup)));
  }

  async restore(backup: Backup, username: string, expected?: string): Promise<RestoreReport> {
    const report = await this.#alone(this.#options.lock.timeoutMs, async (work) => {
      const restored = await sound(backup, restoreStore(work, backup, { username, expected }));
      await endExchange(await preparePlace(work.file));
      return restored;
    });
    this.#damage = undefined;
    return report;
  }

  previewRepair(username: string): Promise<RepairReport> {
    return this.#alone(this.#options.lock.timeoutMs, (work) => previewRepair(work, username));
  }

  async repair(username: string): Promise<RepairReport> {
    const report = await this.#alone(this.#options.lock.timeoutMs, (work) => repairStore(work, username));
    this.#damage = undefined;
    await noteFailure(await this.#ownName(), undefined);
    return report;
  }

  async findings(): Promise<Finding[]> {
    const { now, policy } = this.#options;
    const file = await this.#ownName();
    const failure = this.#failure ?? (await readFailure(file));
    return backupFindings({ backups: await this.list(), failure, now: now(), policy, folder: backupFolderOf(file) });
  }

  knownDamage(): string | undefined {
    if (this.#damage?.inode !== inodeOf(this.#options.file)) this.#damage = undefined;
    return this.#damage?.said;
  }

  async #makeAndPrune(work: BackupWork, reason: BackupReason): Promise<Backup> {
    const { file, files, now, policy } = work;
    if (sizeOf(file) === 0) throw unavailableError(file, 'there is no database yet');
    const made = await writeBackup(file, reason, work, async (target) => {
      const spoilt = await damageOfCopy(work, target);
      if (spoilt === undefined) return;
      // Perhaps the disk damaged only the copy; the store counts as damaged only by its own check.
      const damage = await files.check(file, 'full');
      throw damage.length > 0 ? corruptError(file, damage.slice(0, 3).join(' ')) : spoiltCopy(file, spoilt);
    });
    const folder = backupFolderOf(file);
    const own = (await listBackups(file)).filter(({ path }) => path.startsWith(folder));
    for (const { path } of backupsToRemove(own, now(), policy)) await rm(path, { force: true });
    this.#failure = undefined;
    await noteFailure(file, undefined);
    return made;
  }

  /**
   * Checks the store if the last check is a day old, or an hour old if a log was left behind, or if damage is known.
   * Making a backup includes a check.
   */
  async #checkWhereDue({ files, file, now }: BackupWork): Promise<void> {
    const last = await stat(await this.#checkedFile()).catch(() => undefined);
    const since = now().getTime() - (last?.mtimeMs ?? 0);
    if (this.#damage === undefined && since >= 0 && since < ((await this.#hadLog) ? hourMs : 24 * hourMs)) return;
    const damage = await files.check(file, 'quick');
    if (damage.length > 0) throw corruptError(file, damage.slice(0, 3).join(' '));
    this.#damage = undefined;
    await this.#noteCheck();
  }

  async #noteCheck(): Promise<void> {
    const now = this.#options.now();
    const file = await this.#checkedFile();
    await writeFile(file, '', { mode: 0o600 });
    await utimes(file, now, now);
  }

  async #checkedFile(): Promise<string> {
    return join(backupFolderOf(await this.#ownName()), 'checked');
  }

  /** Resolved each time, because the file may be created after its link. */
  #ownName(): Promise<string> {
    return trueNameOf(this.#options.file);
  }

  async #work(): Promise<BackupWork> {
    const files = await (this.#files ??= this.#options.openFiles());
    return { ...this.#options, file: await this.#ownName(), given: this.#options.file, files };
  }

  /** Runs while no other process makes, removes or restores backups. */
  async #alone<T>(timeoutMs: number, run: (work: BackupWork) => Promise<T>): Promise<T> {
    const work = await this.#work();
    const { file, lock } = work;
    const folder = backupFolderOf(file);
    return explained(file, async () => {
      // A backup may be restored where there was no store before.
      await preparePlace(file);
      try {
        return await withFileLock(folder, { ...lock, timeoutMs }, async () => {
          await makePrivateFolder(folder);
          await sweepUnfinished(file);
          await adoptKept(file, (kept) => isSound(work.files, kept));
          return run(work);
        });
      } catch (error) {
        throw fileError(error, file);
      }
    });
  }
}

function nothingYet(file: string): BigMindError {
  return new BigMindError('not_found', `There is nothing to back up yet: there is no database at ${file}.`, {
    remedy: 'BigMind creates it with the first memory. Nothing was changed.',
  });
}

/** The user may name any file; one without the header of a database cannot be a backup. */
async function ofOurs(backup: Backup): Promise<Backup> {
  const beginning = await readPastSqlite(backup.path, (descriptor) => bytesAt(descriptor, 0, headerLength));
  if (inspectHeader(beginning).kind === 'sqlite') return backup;
  throw new BigMindError('invalid_input', `${backup.path} is not a backup of BigMind.`, {
    remedy: 'Run `bigmind backup --list` to see those that there are. Nothing was changed.',
  });
}

/** A damaged backup does not mean a damaged store, and repairing the store would not fix it. */
async function sound<T>({ path }: Backup, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BigMindError) || error.details['location'] !== path) throw error;
    if (error.code === 'store_corrupt')
      throw new BigMindError('store_corrupt', error.message.replace('The database at', 'The backup'), {
        remedy: 'Nothing was changed. Choose another one: `bigmind backup --list` shows them.',
        details: error.details,
        cause: error,
      });
    throw error;
  }
}

/** Copies the store; undefined if the copy is sound. */
async function damageOfCopy({ files }: BackupWork, target: string): Promise<string | undefined> {
  try {
    await files.copyStore(target);
    const damage = await files.check(target, 'full');
    return damage.length === 0 ? undefined : damage.slice(0, 3).join(' ');
  } catch (thrown) {
    if (bigMindErrorFrom(thrown).code !== 'store_corrupt') throw thrown;
    return 'it cannot be read as a database';
  }
}

function spoiltCopy(file: string, damage: string): BigMindError {
  const said = `A copy of the database at ${file} is damaged, but the database itself is intact: ${damage}`;
  return new BigMindError('store_unavailable', said.endsWith('.') ? said : `${said}.`, {
    remedy: `No backup was kept. The memory still works. Check the disk with ${backupFolderOf(file)}, and run \`bigmind backup\`.`,
    details: { location: file },
  });
}

/** Milliseconds since the epoch, by the disk's clock. A change of the log is a change of the store. */
function lastChange(file: string): number {
  return Math.max(...[file, `${file}-wal`].map((path) => lookedAt(path)?.mtimeMs ?? 0));
}
