/** The backups of a store, with the files of the engine that the store itself would be opened with. */
import { usualBackups } from '../../../memory/upkeep/backupPolicy.ts';
import type { BackupPolicy } from '../../../memory/upkeep/backupPolicy.ts';
import type { Backups } from '../../../memory/upkeep/backups.ts';
import { shareAt } from '../engine/file/networkShare.ts';
import { lockOptions } from '../openSqliteStore.ts';
import type { OpenSqliteOptions } from '../openSqliteStore.ts';
import { probeNative } from '../engine/native/nativeSupport.ts';
import type { DatabaseFiles } from './files/databaseFiles.ts';
import { FileBackups } from './fileBackups.ts';

export interface OpenBackupsOptions extends OpenSqliteOptions {
  policy?: BackupPolicy;
}

/** Opens nothing; a store that is damaged or missing has backups as well. */
export function openBackups(options: OpenBackupsOptions): Backups {
  const { policy = usualBackups } = options;
  return new FileBackups({ ...options, policy, lock: lockOptions(options), openFiles: () => openFiles(options) });
}

export async function openFiles(options: OpenSqliteOptions): Promise<DatabaseFiles> {
  const support = (options.probe ?? probeNative)();
  const lock = lockOptions(options);
  if (options.engine !== 'wasm' && support.sound) {
    const { createNativeFiles } = await import('./files/nativeFiles.ts');
    return createNativeFiles(support.sqlite, options.file, { ...lock, shareAt: options.shareAt ?? shareAt });
  }
  const [{ createWasmFiles }, { openFileImage }, { loadSqlJs }] = await Promise.all([
    import('./files/wasmFiles.ts'),
    import('../engine/wasm/fileImage.ts'),
    import('../engine/wasm/wasmConnection.ts'),
  ]);
  const image = (): ReturnType<typeof openFileImage> => openFileImage({ ...options, ...lock });
  return createWasmFiles(await loadSqlJs(options.loadWasm), image, options.file);
}
