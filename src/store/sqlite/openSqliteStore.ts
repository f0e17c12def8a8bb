/**
 * Opens the store in a SQLite file with the engine that suits this host. Touches nothing before the first call; loads
 * the WASM engine only if it is chosen.
 */
import { dirname } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Store } from '../../memory/store.ts';
import { fileGuard, withDamageReport } from './backups/files/damageReport.ts';
import { shareAt } from './engine/file/networkShare.ts';
import { createPlaceProbe, withDiskProbe } from './engine/file/diskProbe.ts';
import { preparePlace } from './engine/file/storePlace.ts';
import { createNativeEngine } from './engine/native/nativeEngine.ts';
import type { NativeOptions } from './engine/native/openNativeStore.ts';
import { withReadOnlyFallback } from './engine/native/readOnlyFallback.ts';
import type { SqlEngine } from '../sql/connection/sqlConnection.ts';
import type { EngineLayers } from '../sql/connection/stack.ts';
import { forgetLog } from './backups/copies/forgetLog.ts';
import { createStoreCopies } from './backups/copies/storeCopies.ts';
import type { StoreFiles } from '../sql/governance/erasure/storeFiles.ts';
import type { OpenSqliteOptions } from './openFiles.ts';
import { lockOptions, nativeSupport, openFiles } from './openFiles.ts';
import { createSchemaKeeper } from './schema/schemaKeeper.ts';
import { createSqlStore } from '../sqlStore.ts';

/**
 * The store's methods reject with a `BigMindError` that has a remedy; it is `engine_unavailable` if `native` is chosen
 * on an unsound host.
 */
export function openSqliteStore(options: OpenSqliteOptions): Store {
  return createSqlStore(sqliteLayers(options), { ...options, beside: createStoreFiles(options) });
}

/** The engine of a file and the layers around it. Touches nothing before the engine is opened. */
export function sqliteLayers(options: OpenSqliteOptions): EngineLayers {
  const { file, knownDamage = (): undefined => undefined } = options;
  const native = nativeOptions(options);
  const isOnShare = async (): Promise<boolean> => {
    const place = await preparePlace(file).catch(() => file);
    return (await (options.shareAt ?? shareAt)(dirname(place)).catch(() => undefined)) !== undefined;
  };
  return {
    open: () => openEngine(options, native),
    readOnlyFallback: (open) => async () => {
      const support = nativeSupport(options);
      return support?.sound === true ? withReadOnlyFallback(support.sqlite, native)(open)() : open();
    },
    damageReport: withDamageReport(file, knownDamage),
    diskProbe: withDiskProbe(createPlaceProbe(file, options.place), isOnShare),
  };
}

function createStoreFiles(options: OpenSqliteOptions): StoreFiles {
  const { file, hash, newId } = options;
  return {
    copies: createStoreCopies({ file, hash, newId, lock: lockOptions(options), openFiles: () => openFiles(options) }),
    async forgetLog() {
      const support = nativeSupport(options);
      return support?.sound === true ? forgetLog(support.sqlite, file) : 'done';
    },
  };
}

async function openEngine(options: OpenSqliteOptions, native: NativeOptions): Promise<SqlEngine> {
  const support = nativeSupport(options);
  if (support === undefined) return openWasm(options);
  if (support.sound) return createNativeEngine(support, native);
  const unsound = `Node ${process.versions.node} ${support.reason}`;
  if (options.engine === 'native') {
    throw new BigMindError('engine_unavailable', `The native SQLite engine cannot be used: ${unsound}.`, {
      remedy: `${cure} Or set BIGMIND_ENGINE to auto or wasm.`,
    });
  }
  options.notice(
    `${unsound}, so BigMind uses the slower sql.js, which cannot share its file with newer hosts. ${cure}`,
  );
  return openWasm(options);
}

const cure = 'Use Node 24.15 or later (or 22.22.3 or later), or a current VS Code.';

function nativeOptions(options: OpenSqliteOptions): NativeOptions {
  const keeper = createSchemaKeeper(options, options.indexText);
  const { file, notice } = options;
  const place = { shareAt: options.shareAt ?? shareAt, notice, busyMs: 25 };
  return { file, keeper, guard: fileGuard(options), ...place, ...lockOptions(options) };
}

async function openWasm(options: OpenSqliteOptions): Promise<SqlEngine> {
  const { openFileImage } = await import('./engine/wasm/fileImage.ts');
  const { openImageEngine } = await import('./openImageStore.ts');
  const { file, newId } = options;
  const image = await openFileImage({ ...lockOptions(options), file, newId, guard: fileGuard(options) });
  return openImageEngine({ ...options, image });
}
