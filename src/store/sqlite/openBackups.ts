/** The backups of a store, using the same engine as the store itself. */
import type { BackupPolicy } from '../../memory/upkeep/backupPolicy.ts';
import { defaultBackups } from '../../memory/upkeep/backupPolicy.ts';
import type { Backups } from '../../memory/upkeep/backups.ts';
import { FileBackups } from './backups/fileBackups.ts';
import type { OpenSqliteOptions } from './openFiles.ts';
import { lockOptions, openFiles } from './openFiles.ts';

export interface OpenBackupsOptions extends OpenSqliteOptions {
  policy?: BackupPolicy;
}

/** Opens nothing; also works for a damaged or missing store. */
export function openBackups(options: OpenBackupsOptions): Backups {
  const { policy = defaultBackups } = options;
  return new FileBackups({ ...options, policy, lock: lockOptions(options), openFiles: () => openFiles(options) });
}
