/**
 * Which backup was restored last. The copy from before a restore is the state that the user discarded, and it is newer
 * than all others. A repair must not start with it, unless it was itself restored. File names record this instead of
 * times, because a clock can be wrong.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '../../../../memory/upkeep/backups.ts';
import { syncFile, syncFolder } from '../../engine/file/syncing.ts';
import { backupAtPath, backupFolderOf, listBackups } from './backupFolder.ts';
import type { FolderPorts } from './backupFolder.ts';
import { stemOf } from './backupNames.ts';

/** Between paths in the note, which may have any other sign in them. */
const separator = '\0';

/**
 * Notes it on the disk before the store is replaced, under the lock of the backups. Whoever replaces nothing after all calls
 * what it answers with: then holds again what was noted before.
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
 * `backups`, the newest first, in the order in which a repair tries them: what was made since the last restoring, what that restored, the
 * others, and at last the states that were replaced; each the newest first. Where nobody restored, only the last are told apart.
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

/** Whole or not at all. */
async function write(storeFile: string, note: string, { newId }: FolderPorts): Promise<void> {
  const folder = backupFolderOf(storeFile);
  const temporary = join(folder, `${newId()}.tmp`);
  await writeFile(temporary, note, { mode: 0o600 });
  await syncFile(temporary);
  await rename(temporary, noteOf(storeFile));
  await syncFolder(folder);
}

/** Stores under several names may lie in one folder. */
function noteOf(storeFile: string): string {
  return join(backupFolderOf(storeFile), `${stemOf(storeFile)}.restored`);
}
