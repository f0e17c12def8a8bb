/**
 * Wraps an engine to handle damage: once damage is known, nothing more is read or written, and every error about it
 * names the newest backup and the commands that help. The same goes for a store that is now empty or missing: no new one is
 * created in its place.
 */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BigMindError, bigMindErrorFrom } from '../../../../memory/shared/errors.ts';
import type { FileGuard } from '../../engine/file/fileGuard.ts';
import { preparePlace } from '../../engine/file/storePlace.ts';
import { corruptError, missingError } from '../../engine/sqliteErrors.ts';
import type { EngineLayer } from '../../../sql/connection/stack.ts';
import type { FolderPorts } from './backupFolder.ts';
import { listBackups, writeBackup } from './backupFolder.ts';
import { unfinishedRepairOf } from './exchange.ts';

/** `known` returns the known damage of the store, if any. */
export function withDamageReport(file: string, known: () => string | undefined): EngineLayer {
  const reported = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const damage = known();
      if (damage !== undefined) throw corruptError(file, damage);
      return await work();
    } catch (thrown) {
      const error = bigMindErrorFrom(thrown);
      throw ['store_corrupt', 'store_missing'].includes(error.code) ? await namingBackups(error, file) : thrown;
    }
  };
  return (open) => async () => {
    await reported(() => refuseEmptied(file));
    const engine = await reported(open);
    return {
      read: (work) => reported(() => engine.read(work)),
      write: (work) => reported(() => engine.write(work)),
      changeToken: () => engine.changeToken(),
      describe: () => reported(() => engine.describe()),
      close: () => engine.close(),
    };
  };
}

/** The functions of the backups that an engine calls when it opens a file. */
export function fileGuard(ports: FolderPorts): FileGuard {
  return {
    refuseEmptied,
    async backUpBeforeUpgrade(file, fill) {
      await writeBackup(file, 'before-upgrade', ports, fill);
    },
  };
}

const begunWithin = 400;

/**
 * Called before each opening, also if the file was removed while it was open. If another process is just creating the
 * store or replacing it with a repaired one, it is no longer empty a moment later.
 */
async function refuseEmptied(file: string): Promise<void> {
  const lost = await emptied(file);
  if (lost === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, begunWithin));
  const still = await emptied(file);
  if (still !== undefined) throw missingError(file, still);
}

/**
 * Why the store counts as lost; undefined if it does not. SQLite would delete a write-ahead log without its store, with
 * all data in it.
 */
async function emptied(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && (found.size > 0 || !found.isFile())) return undefined;
  const log = await stat(`${file}-wal`).catch(() => undefined);
  if (log !== undefined && log.size > 0) {
    return found === undefined
      ? 'is missing, and its write-ahead log is still there'
      : 'is empty, and its write-ahead log is not';
  }
  const what = `is ${found === undefined ? 'missing' : 'empty'}`;
  const place = await preparePlace(file).catch(() => undefined);
  if (place !== undefined && (await unfinishedRepairOf(place)) !== undefined)
    return `${what}, and a repair of it is under way or was ended in its middle`;
  return (await listBackups(file)).length === 0 ? undefined : `${what}, and there are backups of it`;
}

async function namingBackups(error: BigMindError, file: string): Promise<BigMindError> {
  const newest = (await listBackups(file))[0];
  const isMissing = error.code === 'store_missing';
  const untouched = isMissing
    ? 'No new one was created. If you moved the file, put it back.'
    : 'The file was not changed.';
  const what = newest === undefined ? 'There is no backup, but' : `The newest backup is ${basename(newest.path)}, and`;
  return new BigMindError(error.code, error.message, {
    remedy: `${untouched} ${what} \`bigmind repair\` saves what can still be read; \`bigmind repair --dry-run\` only shows it.`,
    details: { ...error.details, ...(newest !== undefined && { backup: newest.path }) },
    cause: error,
  });
}
