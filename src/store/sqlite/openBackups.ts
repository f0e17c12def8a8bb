/** The backups of a store, with the files of the engine that the store itself would be opened with. */
import type { BackupPolicy } from '../../memory/upkeep/backupPolicy.ts';
import { defaultBackups } from '../../memory/upkeep/backupPolicy.ts';
import type { Backups } from '../../memory/upkeep/backups.ts';
import { FileBackups } from './backups/fileBackups.ts';
import type { OpenSqliteOptions } from './openFiles.ts';
import { lockOptions, openFiles } from './openFiles.ts';

export interface OpenBackupsOptions extends OpenSqliteOptions {
  policy?: BackupPolicy;
}

/** Opens nothing; a store that is damaged or missing has backups as well. */
export function openBackups(options: OpenBackupsOptions): Backups {
  const { policy = defaultBackups } = options;
  return new FileBackups({ ...options, policy, lock: lockOptions(options), openFiles: () => openFiles(options) });
}
