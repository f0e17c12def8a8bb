/**
 * The WASM engine: sql.js keeps the whole database in memory and replaces the image after each write. A write holds the
 * image's lock from its check for newer bytes until its own are stored. On any failure the in-memory database is
 * discarded, so that unacknowledged data is never served. A file in WAL mode or with the marker id belongs to the
 * native engine and is refused first.
 */
import type { SqlJsStatic } from 'sql.js';
import { commitOrRollBack } from '../../../sql/connection/commitOrRollBack.ts';
import { inspectHeader } from '../databaseHeader.ts';
import { pragmaNumber } from '../../../sql/connection/pragmas.ts';
import { number, text } from '../../../sql/connection/rowReader.ts';
import type {
  EngineDescription,
  SchemaKeeper,
  SqlConnection,
  SqlEngine,
} from '../../../sql/connection/sqlConnection.ts';
import { corruptError, storeErrorFrom, walRefused } from '../sqliteErrors.ts';
import type { DatabaseImage } from './databaseImage.ts';
import type { WasmDatabase } from './wasmConnection.ts';
import { openWasmDatabase } from './wasmConnection.ts';

interface WasmOptions {
  image: DatabaseImage;
  sql: SqlJsStatic;
  keeper: SchemaKeeper;
}

interface Loaded {
  database: WasmDatabase;
  token: string | undefined;
  size: number;
}

export function createWasmEngine({ image, sql, keeper }: WasmOptions): SqlEngine {
  let loaded: Loaded | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Serializes the work: while a write waits for the disk, a read must not see data that is not yet durable. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work).catch((error: unknown) => {
      discard();
      throw storeErrorFrom(error, image.location);
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  const discard = (): void => {
    const old = loaded;
    loaded = undefined;
    try {
      old?.database.close();
    } catch {
      // Closing a failed database may fail too; it owns nothing but its memory.
    }
  };
  /** The image as it is now stored; with `locked`, also upgraded to the current schema. */
  const fresh = async (locked: 'locked' | 'unlocked'): Promise<Loaded> => {
    if (loaded?.token !== undefined && (await image.token()) === loaded.token) return loaded;
    discard();
    const stored = await image.read();
    if (stored !== undefined) checkHeader(stored.bytes, image.location);
    const database = await openWasmDatabase(sql, stored?.bytes);
    loaded = { database, token: stored?.token, size: stored?.bytes.length ?? 0 };
    const { steps, upgradesExistingStore } = await keeper.pending(database.db);
    if (steps.length === 0) return loaded;
    if (locked === 'unlocked') {
      discard();
      return image.lock(() => fresh('locked'));
    }
    if (upgradesExistingStore && stored !== undefined) await image.backUp?.(stored.bytes, keeper.backupSuffix());
    for (const step of steps) await transact(database.db, step);
    return store(loaded);
  };
  const store = async (current: Loaded): Promise<Loaded> => {
    const bytes = current.database.bytes();
    current.token = await image.replace(bytes, current.token);
    current.size = bytes.length;
    return current;
  };

  return {
    read: (work) => inTurn(async () => transact((await fresh('unlocked')).database.db, work)),
    write: (work) =>
      inTurn(() =>
        image.lock(async () => {
          const current = await fresh('locked');
          const before = await changesOf(current.database.db);
          const result = await transact(current.database.db, work);
          // A write that changed nothing skips the replacement.
          if ((await changesOf(current.database.db)) !== before) await store(current);
          return result;
        }),
      ),
    changeToken: async () => {
      await last;
      return (await image.token()) ?? 'nothing';
    },
    describe: () =>
      inTurn(async (): Promise<EngineDescription> => {
        const { database, size } = await fresh('unlocked');
        const row = (await database.db.get('SELECT sqlite_version() AS version')) ?? {};
        return {
          engine: 'sql.js',
          engineVersion: text(row, 'version'),
          location: image.location,
          journalMode: 'image',
          bytes: size,
        };
      }),
    async close() {
      await last;
      discard();
    },
  };
}

function checkHeader(bytes: Uint8Array, location: string): void {
  const header = inspectHeader(bytes);
  if (header.kind === 'not_sqlite') throw corruptError(location, 'it does not start like an SQLite database');
  if (header.kind !== 'sqlite') return;
  if (header.wal || header.marked) throw walRefused(location);
  if (bytes.length < header.expectedBytes) {
    throw corruptError(location, `it has ${String(bytes.length)} bytes of ${String(header.expectedBytes)}`);
  }
}

async function transact<T>(db: SqlConnection, work: (db: SqlConnection) => T | Promise<T>): Promise<T> {
  await db.run('BEGIN');
  return commitOrRollBack(db, work);
}

/** Rows changed since the database was loaded, and SQLite's schema counter. */
async function changesOf(db: SqlConnection): Promise<string> {
  const rows = number((await db.get('SELECT total_changes() AS rows')) ?? {}, 'rows');
  return `${String(rows)}.${String(await pragmaNumber(db, 'schema_version'))}`;
}
