/**
 * Records which backup was restored last. The copy from before a restore is the state that the user discarded, and it
 * is newer than all others. A repair must not start with it, unless it was itself restored. Paths record this instead
 * of times, because a clock can be wrong.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '../../../../memory/upkeep/backups.ts';
import { syncFile, syncFolder } from '../../engine/file/syncing.ts';
import { backupAtPath, backupFolderOf, listBackups } from './backupFolder.ts';
import type { FolderPorts } from './backupFolder.ts';
import { stemOf } from './backupNames.ts';

/** Separates the paths in the record, which may contain any other character. */
const separator = '\0';

/**
 * Writes the record to disk before the store is replaced, under the lock of the backups. If nothing is replaced after
 * all, call the returned function, which restores the earlier record.
 */
export async function noteRestored(
  storeFile: string,
  { path }: Backup,
  ports: FolderPorts,
): Promise<() => Promise<void>> {
  const earlier = await readNote(storeFile);
  const there = (await listBackups(storeFile)).map((backup) => backup.path);
  await write(storeFile, [path, ...there].join(separator), ports);
  return async () => {
    if (earlier === undefined) await rm(noteOf(storeFile), { force: true });
    else await write(storeFile, earlier, ports);
  };
}

/**
 * `backups` (newest first) in the order in which a repair tries them: those made since the last restore, the restored
 * one, the others, and finally the replaced states; each group newest first. If nothing was ever restored, only the
 * replaced states form a separate group.
 */
export async function backupsToBeginWith(storeFile: string, backups: readonly Backup[]): Promise<Backup[]> {
  const [path = '', ...there] = (await readNote(storeFile))?.split(separator) ?? [];
  const restored = path === '' ? undefined : await backupAtPath(storeFile, path);
  const rank = (backup: Backup): number => {
    if (backup.path === path) return 1;
    if (backup.reason === 'before-restore') return 3;
    return there.includes(backup.path) ? 2 : 0;
  };
  const known = backups.some((backup) => backup.path === path);
  const all = known || restored === undefined ? backups : [restored, ...backups];
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function readNote(storeFile: string): Promise<string | undefined> {
  return readFile(noteOf(storeFile), 'utf8').catch(() => undefined);
}

/** Atomic. */
async function write(storeFile: string, note: string, { newId }: FolderPorts): Promise<void> {
  const folder = backupFolderOf(storeFile);
  const temporary = join(folder, `${newId()}.tmp`);
  await writeFile(temporary, note, { mode: 0o600 });
  await syncFile(temporary);
  await rename(temporary, noteOf(storeFile));
  await syncFolder(folder);
}

/** Stores with different names may share a folder. */
function noteOf(storeFile: string): string {
  return join(backupFolderOf(storeFile), `${stemOf(storeFile)}.restored`);
}
