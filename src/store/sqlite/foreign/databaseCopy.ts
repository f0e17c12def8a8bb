/**
 * A private copy of a database that another program may have open. Reading it in place would leave our files next to it
 * or take locks that its owner waits for; a copy touches nothing. The copy is repeated if the owner wrote meanwhile.
 */
import { constants } from 'node:fs';
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { connectedTo, copyPastSqlite } from '../engine/file/sharedDescriptors.ts';

interface DatabaseCopy {
  file: string;
  remove: () => Promise<void>;
}

const maxAttempts = 8;
const retryDelayMs = 150;
/** The header of a write-ahead log, whose salts change whenever the log restarts. */
const walHeaderLength = 32;
const name = 'copy.db';

/** Rejects with `bad_import` if the owner never pauses, and with file system errors. */
export async function copyOfDatabase(file: string): Promise<DatabaseCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'bigmind-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  // The owner may be another extension in this process; closing our descriptor would drop its locks. It does not report
  // when it closes the file, so the registration is never removed.
  connectedTo(file);
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (attempt > 0) await setTimeout(retryDelayMs);
      if (await copied(file, join(folder, name))) return { file: join(folder, name), remove };
    }
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  throw new BigMindError('bad_import', `Another program writes to ${file} all the time.`, {
    remedy: 'Nothing was changed. Close the program that writes it, and try again.',
    details: { file },
  });
}

/**
 * Copies the file first, then its write-ahead log. Together they are a consistent state if the file did not change
 * meanwhile and the log did not restart. SQLite ignores half-written frames.
 */
async function copied(file: string, copy: string): Promise<boolean> {
  const before = await stateOf(file);
  if (before === 'in a transaction') return false;
  await copyPastSqlite(file, copy);
  await rm(`${copy}-wal`, { force: true });
  await copyFile(`${file}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch(unlessAbsent);
  return before === (await stateOf(file));
}

/** Changes if the file is written or its log restarts. */
async function stateOf(file: string): Promise<string> {
  const journal = await stat(`${file}-journal`).catch(unlessAbsent);
  if (journal !== undefined && journal.size > 0) return 'in a transaction';
  const { ino, size, mtimeNs } = await stat(file, { bigint: true });
  const log = (await walHeader(file)).toString('hex');
  return [ino, size, mtimeNs, log].map(String).join(' ');
}

async function walHeader(file: string): Promise<Buffer> {
  const handle = await open(`${file}-wal`, 'r').catch(unlessAbsent);
  if (handle === undefined) return Buffer.alloc(0);
  try {
    const header = Buffer.alloc(walHeaderLength);
    const { bytesRead } = await handle.read(header, 0, walHeaderLength, 0);
    return header.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
