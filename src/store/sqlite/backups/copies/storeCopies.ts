/**
 * Removes erased data and redacted secrets from copies of a store. A copy is a database whose name BigMind assigned: a
 * backup, or a copy that an earlier version made before an upgrade. A copy with such content is rewritten into a new
 * file, which then replaces it, so that a crash leaves one of the two. A copy from before memories had names cannot be
 * searched: an erasure deletes it, which the preview says, and a secret in it is reported.
 *
 * Two kinds of files are only reported, for their owner to delete: a damaged store that a repair moved away, and a
 * database next to the store under another name, which a program may have open.
 */
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CopiesReport } from '../../../../memory/governance/erasure.ts';
import type { CopiesWithSecrets } from '../../../../memory/governance/secrets.ts';
import { bigMindErrorFrom } from '../../../../memory/shared/errors.ts';
import type { Hash, NewId } from '../../../../memory/shared/ports.ts';
import {
  adoptKept,
  backupFolderOf,
  listBackups,
  makePrivateFolder,
  removeDatabase,
  trueNameOf,
} from '../files/backupFolder.ts';
import type { DatabaseFiles } from '../files/databaseFiles.ts';
import { copyDatabase, isSound } from '../files/databaseFiles.ts';
import type { LockOptions } from '../../engine/file/fileLock.ts';
import { withFileLock } from '../../engine/file/fileLock.ts';
import { fileError } from '../../engine/file/storePlace.ts';
import { syncFile, syncFolder } from '../../engine/file/syncing.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { pauseMs } from '../../../sql/index/vacuumSteps.ts';
import { yieldToOthers } from '../../../../util/yieldToOthers.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import type { StoreCopies } from '../../../sql/governance/erasure/storeFiles.ts';
import { cutInCopy, holdsSecrets } from './cutInCopy.ts';
import { eraseInCopy, firstNamed, slowPartOf } from './eraseInCopy.ts';

interface CopiesOptions {
  file: string;
  hash: Hash;
  newId: NewId;
  lock: LockOptions;
  openFiles: () => Promise<DatabaseFiles>;
}

/** Suffix of unfinished files. */
const ownMark = '.erasing.tmp';

export function createStoreCopies(options: CopiesOptions): StoreCopies {
  return {
    async find() {
      const report: CopiesReport = { cleaned: [], removed: [], left: await leftOf(options.file) };
      const copies = await copiesOf(options.file);
      if (copies.length === 0) return report;
      const files = await options.openFiles();
      for (const copy of copies) {
        const version = await files.read(copy, readSchemaVersion).catch(() => undefined);
        if (version === 0) continue;
        report[version === undefined ? 'left' : version < firstNamed ? 'removed' : 'cleaned'].push(copy);
      }
      return report;
    },
    async scrub(tombstones, isOver = () => false) {
      const report: CopiesReport = { cleaned: [], removed: [], left: await leftOf(options.file) };
      let isWhole = true;
      if (tombstones.length === 0) return { report, isWhole };
      await eachCopy(options, async (copy, files) => {
        if (isOver()) {
          isWhole = false;
          return;
        }
        const work = (db: SqlConnection) => eraseInCopy(db, options.hash, tombstones);
        const slow = (db: SqlConnection) => slowPartOf(db, tombstones);
        const outcome = await rewritten(options, files, copy, work, slow).catch((error: unknown) => {
          if (mayPass(error, copy)) isWhole = false;
          return 'left' as const;
        });
        if (outcome === 'too_old') {
          await removeDatabase(copy);
          await syncFolder(dirname(copy));
        }
        if (outcome !== 'clean')
          report[({ erased: 'cleaned', too_old: 'removed', left: 'left' } as const)[outcome]].push(copy);
        // Pauses so that this process can answer other calls between two copies.
        await yieldToOthers(pauseMs);
      });
      return { report, isWhole };
    },
    async cut(redact, task) {
      const report: CopiesWithSecrets = { holding: [], cleaned: [], left: await leftOf(options.file) };
      await eachCopy(options, async (copy, files) => {
        const holds = await files.read(copy, (db) => holdsSecrets(db, redact)).catch(() => undefined);
        if (holds === undefined) report.left.push(copy);
        if (holds !== true) return;
        const work = (db: SqlConnection) => cutInCopy(db, redact, options.hash);
        const outcome =
          task === 'clean' ? await rewritten(options, files, copy, work).catch(() => 'left' as const) : 'left';
        report[outcome === 'cut' || outcome === 'clean' ? 'cleaned' : 'holding'].push(copy);
      });
      return report;
    },
  };
}

/** True for temporary errors, such as a full disk or a lock; false for damage. */
function mayPass(error: unknown, copy: string): boolean {
  const { code } = bigMindErrorFrom(fileError(error, copy));
  return code === 'store_full' || code === 'store_locked' || code === 'store_unavailable';
}

/** Visits the copies one by one under the lock for making, removing and restoring backups. */
async function eachCopy(
  options: CopiesOptions,
  see: (copy: string, files: DatabaseFiles) => Promise<void>,
): Promise<void> {
  // Even without copies, the first one may be in progress, with a state from before the erasure.
  const folder = backupFolderOf(await trueNameOf(options.file));
  const isMaking = await isThere(`${folder}.lock`);
  if (!isMaking && (await copiesOf(options.file)).length === 0) return;
  const files = await options.openFiles();
  await makePrivateFolder(folder);
  await withFileLock(folder, options.lock, async () => {
    await sweepOwn(folder);
    await adoptKept(await trueNameOf(options.file), (kept) => isSound(files, kept));
    for (const copy of await copiesOf(options.file)) await see(copy, files);
  });
}

/** Changes a private copy of a copy. It replaces the original only if something changed. */
async function rewritten<Changed extends string>(
  options: CopiesOptions,
  files: DatabaseFiles,
  copy: string,
  change: (db: SqlConnection) => Promise<Changed | 'clean' | 'too_old'>,
  slowPart: (db: SqlConnection) => Promise<string | undefined> = () => Promise.resolve(undefined),
): Promise<Changed | 'clean' | 'too_old'> {
  return withPrivateCopy(options, copy, async (staged) => {
    const slow = await files.read(staged, slowPart);
    // Fails if this engine lacks the module of the index; `change` then drops the index.
    if (slow !== undefined) await files.run(staged, slow).catch(() => undefined);
    const outcome = await files.change(staged, change);
    if (outcome === 'clean' || outcome === 'too_old') return outcome;
    await files.compact(staged);
    const { atime, mtime } = await stat(copy);
    await syncFile(staged);
    await rename(staged, copy);
    await removeLogs(copy);
    await utimes(copy, atime, mtime);
    await syncFolder(dirname(copy));
    return outcome;
  });
}

/** Deletes the private copy afterwards, even after an error. */
async function withPrivateCopy<T>(
  { file, newId }: CopiesOptions,
  copy: string,
  use: (staged: string) => Promise<T>,
): Promise<T> {
  const folder = backupFolderOf(await trueNameOf(file));
  await makePrivateFolder(folder);
  const staged = join(folder, `${newId()}${ownMark}`);
  try {
    await copyDatabase(copy, staged);
    return await use(staged);
  } finally {
    await removeDatabase(staged);
  }
}

/** Only the owner of the lock creates such files, so existing ones are from a process that crashed. */
async function sweepOwn(folder: string): Promise<void> {
  const left = (await namesIn(folder)).filter((name) => name.endsWith(ownMark));
  await Promise.all(left.map((name) => removeDatabase(join(folder, name))));
}

async function removeLogs(file: string): Promise<void> {
  await Promise.all(['-journal', '-wal', '-shm'].map((suffix) => rm(file + suffix, { force: true })));
}

/** Full paths of the databases whose names BigMind assigned, in the folder of the store and in the backup folder. */
async function copiesOf(file: string): Promise<string[]> {
  return databasesAmong((await listBackups(file)).map(({ path }) => path));
}

/** Files that may contain a state of the store, but that BigMind must not open, write or delete. */
async function leftOf(file: string): Promise<string[]> {
  const folder = dirname(file);
  const ours = new Set((await listBackups(file)).map(({ path }) => path));
  const beside = (await namesIn(folder))
    .filter((name) => name.startsWith(`${basename(file)}.`) && !/-(?:journal|wal|shm)$/u.test(name))
    .map((name) => join(folder, name))
    .filter((path) => !ours.has(path));
  return [...(await damagedStores(file)), ...(await databasesAmong(beside))];
}

async function databasesAmong(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => ((await isDatabase(path)) ? [path] : [])));
  return found.flat();
}

/** The folders in `damaged/` into which a repair moved this store. */
async function damagedStores(file: string): Promise<string[]> {
  const folder = join(dirname(file), 'damaged');
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const names = await namesIn(join(folder, name));
      return names.includes(basename(file)) ? [join(folder, name)] : [];
    }),
  );
  return found.flat();
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function isDatabase(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  const handle = await open(path, 'r').catch(() => undefined);
  try {
    const header = Buffer.alloc(15);
    await handle?.read(header, 0, 15, 0);
    return header.toString('latin1') === 'SQLite format 3';
  } finally {
    await handle?.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // The folder is missing or unreadable.
    return [];
  }
}
