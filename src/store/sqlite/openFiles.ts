/** The files of a store on disk, with the engine that the store itself would be opened with. */
import { fileGuard } from './backups/files/damageReport.ts';
import type { DatabaseFiles } from './backups/files/databaseFiles.ts';
import type { LockOptions } from './engine/file/fileLock.ts';
import type { ShareAt } from './engine/file/networkShare.ts';
import { shareAt } from './engine/file/networkShare.ts';
import type { ProbeOptions } from './engine/file/diskProbe.ts';
import type { NativeSupport } from './engine/native/nativeSupport.ts';
import { probeNative } from './engine/native/nativeSupport.ts';
import { createJitter } from './engine/patience.ts';
import type { StorePorts } from './shared/storePorts.ts';

export interface OpenSqliteOptions extends StorePorts {
  file: string;
  engine: 'auto' | 'native' | 'wasm';
  /** The bytes of `sql-wasm.wasm`; asked for only when sql.js is used. */
  loadWasm: () => Promise<Uint8Array>;
  /** Told, in one sentence, when `auto` had to fall back to sql.js, and once when a store came to lie on a network share. */
  notice: (sentence: string) => void;
  /** How long a locked store is waited for, in all, in milliseconds; 30,000 unless given. */
  patienceMs?: number;
  /** After how long the lock of a process that died is taken over, in milliseconds; 10,000 unless given. */
  staleLockMs?: number;
  /** Tells network shares, where files are kept with more care; tests give another answer. */
  shareAt?: ShareAt;
  /** How the disk is asked whether it is there; tests give another answer. */
  place?: ProbeOptions;
  /** What is known to be wrong with the store: then it is neither read nor written. */
  knownDamage?: () => string | undefined;
  /** What this host's node:sqlite is worth; tests give another answer. */
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

/** What this host's node:sqlite is worth; undefined where it is not wanted. */
export function nativeSupport({ engine, probe = probeNative }: OpenSqliteOptions): NativeSupport | undefined {
  return engine === 'wasm' ? undefined : probe();
}

export function lockOptions(options: OpenSqliteOptions): LockOptions {
  return {
    patienceMs: options.patienceMs ?? 30_000,
    staleMs: options.staleLockMs ?? 10_000,
    jitter: createJitter(options.newId()),
  };
}
