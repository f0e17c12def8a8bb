/** Options and dependencies of the backup code. */
import type { BackupPolicy } from '../../../../memory/upkeep/backupPolicy.ts';
import type { LockOptions } from '../../engine/file/fileLock.ts';
import type { ProbeOptions } from '../../engine/file/diskProbe.ts';
import type { StorePorts } from '../../../sql/shared/storePorts.ts';
import type { DatabaseFiles } from './databaseFiles.ts';

export interface FileBackupOptions extends StorePorts {
  file: string;
  policy: BackupPolicy;
  lock: LockOptions;
  place?: ProbeOptions;
  /** Opens the engine's files when they are first needed. */
  openFiles: () => Promise<DatabaseFiles>;
}

/** Dependencies of the parts that replace a store. */
export interface BackupWork extends FileBackupOptions {
  /** The path by which the store was opened, which may be a link; `file` is the resolved one. */
  given: string;
  files: DatabaseFiles;
}
