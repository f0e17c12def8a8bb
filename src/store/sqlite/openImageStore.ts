/**
 * Opens a store over a database image with sql.js. This module and all its imports also run in a browser, so nothing
 * here may import a Node module.
 */
import type { Store } from '../../memory/store.ts';
import type { SqlEngine } from '../sql/connection/sqlConnection.ts';
import type { DatabaseImage } from './engine/wasm/databaseImage.ts';
import { loadSqlJs } from './engine/wasm/wasmConnection.ts';
import { createWasmEngine } from './engine/wasm/wasmEngine.ts';
import { createSchemaKeeper } from './schema/schemaKeeper.ts';
import type { StorePorts } from '../sql/shared/storePorts.ts';
import { createSqlStore } from '../sqlStore.ts';

interface OpenImageOptions extends StorePorts {
  image: DatabaseImage;
  /** The bytes of `sql-wasm.wasm`. */
  loadWasm: () => Promise<Uint8Array>;
}

/** Reads nothing before the first call. */
export function openImageStore(options: OpenImageOptions): Store {
  return createSqlStore({ open: () => openImageEngine(options) }, options);
}

export async function openImageEngine(options: OpenImageOptions): Promise<SqlEngine> {
  const sql = await loadSqlJs(options.loadWasm);
  return createWasmEngine({ image: options.image, sql, keeper: createSchemaKeeper(options, options.indexText) });
}
