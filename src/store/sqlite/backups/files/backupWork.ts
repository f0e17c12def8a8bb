/** What the work on backups is given. */
import type { BackupPolicy } from '../../../../memory/upkeep/backupPolicy.ts';
import type { LockOptions } from '../../engine/file/fileLock.ts';
import type { ProbeOptions } from '../../engine/file/diskProbe.ts';
import type { StorePorts } from '../../shared/storePorts.ts';
import type { DatabaseFiles } from './databaseFiles.ts';

export interface FileBackupOptions extends StorePorts {
  file: string;
  policy: BackupPolicy;
  lock: LockOptions;
  place?: ProbeOptions;
  /** Opens the engine's files when they are first needed. */
  openFiles: () => Promise<DatabaseFiles>;
}

/** What the parts that replace a store work with. */
export interface BackupWork extends FileBackupOptions {
  /** The name under which the store was asked for, which may be a link; `file` is its own. */
  given: string;
  files: DatabaseFiles;
}
