/** The files of a store on disk, using the same engine as the store itself. */
import { fileGuard } from './backups/files/damageReport.ts';
import type { DatabaseFiles } from './backups/files/databaseFiles.ts';
import type { LockOptions } from './engine/file/fileLock.ts';
import type { ShareAt } from './engine/file/networkShare.ts';
import { shareAt } from './engine/file/networkShare.ts';
import type { ProbeOptions } from './engine/file/diskProbe.ts';
import type { NativeSupport } from './engine/native/nativeSupport.ts';
import { probeNative } from './engine/native/nativeSupport.ts';
import { createJitter } from './engine/lockRetry.ts';
import type { StorePorts } from '../sql/shared/storePorts.ts';

export interface OpenSqliteOptions extends StorePorts {
  file: string;
  engine: 'auto' | 'native' | 'wasm';
  /** The bytes of `sql-wasm.wasm`; loaded only if sql.js is used. */
  loadWasm: () => Promise<Uint8Array>;
  /**
   * Called with one sentence if `auto` falls back to sql.js, and once if a store is found on a network share or where
   * WAL does not work.
   */
  notice: (sentence: string) => void;
  /** Total time to wait for a locked store, in milliseconds; default 30,000. */
  timeoutMs?: number;
  /** How long until the lock of a dead process is taken over, in milliseconds; default 10,000. */
  staleLockMs?: number;
  /** Detects network shares, where the engine keeps files differently; replaced in tests. */
  shareAt?: ShareAt;
  /** How the disk is probed; replaced in tests. */
  place?: ProbeOptions;
  /** Known damage of the store; if there is any, the store is neither read nor written. */
  knownDamage?: () => string | undefined;
  /** Checks this host's node:sqlite; replaced in tests. */
  probe?: () => NativeSupport;
}

export async function openFiles(options: OpenSqliteOptions): Promise<DatabaseFiles> {
  const support = nativeSupport(options);
  const lock = lockOptions(options);
  if (support?.sound === true) {
    const { createNativeFiles } = await import('./backups/files/nativeFiles.ts');
    return createNativeFiles(support.sqlite, options.file, { ...lock, shareAt: options.shareAt ?? shareAt });
  }
  const [{ createWasmFiles }, { openFileImage }, { loadSqlJs }] = await Promise.all([
    import('./backups/files/wasmFiles.ts'),
    import('./engine/wasm/fileImage.ts'),
    import('./engine/wasm/wasmConnection.ts'),
  ]);
  const image = (): ReturnType<typeof openFileImage> =>
    openFileImage({ ...lock, file: options.file, newId: options.newId, guard: fileGuard(options) });
  return createWasmFiles(await loadSqlJs(options.loadWasm), image, options.file);
}

/** The state of this host's node:sqlite; undefined if `engine` is `wasm`. */
export function nativeSupport({ engine, probe = probeNative }: OpenSqliteOptions): NativeSupport | undefined {
  return engine === 'wasm' ? undefined : probe();
}

export function lockOptions(options: OpenSqliteOptions): LockOptions {
  return {
    timeoutMs: options.timeoutMs ?? 30_000,
    staleMs: options.staleLockMs ?? 10_000,
    jitter: createJitter(options.newId()),
  };
}
