/** Whole-store file operations with sql.js: the image is the copy, and every write replaces it. */
import { readFile, writeFile } from 'node:fs/promises';
import type { SqlJsStatic } from 'sql.js';
import { applicationId, inspectHeader } from '../../engine/databaseHeader.ts';
import { fileError } from '../../engine/file/storePlace.ts';
import { syncFile } from '../../engine/file/syncing.ts';
import { text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { corruptError, storeErrorFrom, unavailableError, walRefused } from '../../engine/sqliteErrors.ts';
import type { DatabaseImage } from '../../engine/wasm/databaseImage.ts';
import type { WasmDatabase } from '../../engine/wasm/wasmConnection.ts';
import { openWasmDatabase } from '../../engine/wasm/wasmConnection.ts';
import { erasureState } from '../../../sql/shared/tombstones.ts';
import type { DatabaseFiles } from './databaseFiles.ts';
import { ofCanonical } from './databaseFiles.ts';

/** `openImage` checks the store's location, so it is called for each operation. */
export function createWasmFiles(
  sql: SqlJsStatic,
  openImage: () => Promise<DatabaseImage>,
  store: string,
): DatabaseFiles {
  const storeBytes = async (): Promise<Uint8Array> => {
    const stored = await (await openImage()).read();
    if (stored === undefined) throw unavailableError(store, 'there is no database yet');
    refuseNative(stored.bytes);
    return stored.bytes;
  };
  /** Also refuses a marked store without WAL: sql.js must not read or replace a store of the native engine. */
  const refuseNative = (bytes: Uint8Array): void => {
    const header = inspectHeader(bytes);
    if (header.kind === 'sqlite' && (header.wal || header.marked)) throw walRefused(store);
  };
  const inBytes = async <T>(
    bytes: Uint8Array,
    file: string,
    work: (database: WasmDatabase) => T | Promise<T>,
  ): Promise<T> => {
    const header = inspectHeader(bytes);
    if (header.kind === 'not_sqlite') throw corruptError(file, 'it does not start like an SQLite database');
    if (header.kind === 'sqlite' && header.wal) throw walRefused(file);
    let database: WasmDatabase | undefined;
    try {
      database = await openWasmDatabase(sql, bytes);
      return await work(database);
    } catch (error) {
      throw storeErrorFrom(error, file);
    } finally {
      database?.close();
    }
  };
  return {
    copyStore: async (target) => writeFile(target, await storeBytes()).catch(translate(target)),
    check: async (file, depth) => inBytes(await readFile(file), file, ({ db }) => complaints(db, depth)),
    read: async (file, work) => inBytes(await readFile(file), file, ({ db }) => work(db)),
    readDamaged: async (file, work) =>
      inBytes(await readFile(file), file, async ({ db }) => {
        await db.exec('PRAGMA writable_schema = ON');
        return work(db);
      }),
    async readBoth(one, other, work) {
      const [first, second] = [await readFile(one), await readFile(other)];
      return inBytes(first, one, (ours) => inBytes(second, other, (theirs) => work(ours.db, theirs.db)));
    },
    run: async (file, sql) => {
      const bytes = await inBytes(await readFile(file), file, async (database) => {
        await database.db.exec(sql);
        return database.bytes();
      });
      await writeFile(file, bytes).catch(translate(file));
    },
    compact: async (file) => {
      const bytes = await inBytes(await readFile(file), file, async (database) => {
        await database.db.exec('VACUUM');
        return database.bytes();
      });
      await writeFile(file, bytes).catch(translate(file));
    },
    async change(file, work) {
      const [result, bytes] = await inBytes(await readFile(file), file, async (database) => {
        const done = await work(database.db);
        return [done, database.bytes()] as const;
      });
      await writeFile(file, bytes).catch(translate(file));
      return result;
    },
    readStore: async (work) => inBytes(await storeBytes(), store, ({ db }) => work(db)),
    // The repair owns the file's lock, which keeps other sql.js processes out. sql.js does not support SQLite's locks.
    withoutWriters: (work) => work('unlocked'),
    async replaceStore(source, kept) {
      // A backup of a marked store becomes an unmarked one, which the native engine takes over when it opens it.
      const bytes = await inBytes(await readFile(source), source, async (database) => {
        await database.db.exec(`PRAGMA application_id = ${String(applicationId)}`);
        return database.bytes();
      });
      const image = await openImage();
      return image.lock(async () => {
        const old = await image.read();
        if (old !== undefined) refuseNative(old.bytes);
        if (kept !== null && old !== undefined) {
          if ((await inBytes(old.bytes, store, ({ db }) => erasureState(db))) !== kept.erased)
            return 'erased_meanwhile';
          await writeFile(kept.before, old.bytes).catch(translate(kept.before));
          // After the replacement it is the only copy of this state.
          await syncFile(kept.before);
        }
        await image.replace(bytes, old?.token);
        return 'replaced';
      });
    },
  };
}

async function complaints(db: SqlConnection, depth: 'quick' | 'full'): Promise<string[]> {
  const pragma = depth === 'quick' ? 'quick_check' : 'integrity_check';
  const lines = (await db.all(`PRAGMA ${pragma}`)).map((row) => text(row, pragma));
  return ofCanonical(lines);
}

function translate(file: string): (error: unknown) => never {
  return (error) => {
    throw fileError(error, file);
  };
}
