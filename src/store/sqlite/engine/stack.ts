/**
 * The engine that the repositories see: SQLite itself, with one layer around the other. What a host has no use for is
 * left out; a store in a browser has neither a disk nor backups.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { EngineDescription, SqlConnection, SqliteEngine } from './sqlConnection.ts';

export type OpenEngine = () => Promise<SqliteEngine>;

/** Stands before an engine, also while it is opened. */
export type EngineLayer = (open: OpenEngine) => OpenEngine;

export interface EngineLayers {
  /** Opens SQLite itself. */
  open: OpenEngine;
  /** Reads go on where the disk is full. */
  readOnlyFallback?: EngineLayer | undefined;
  /** A damaged store is neither read nor written, and its errors name the backups. */
  damageReport?: EngineLayer | undefined;
  /** A disk that does not answer is asked for nothing. */
  diskProbe?: EngineLayer | undefined;
  /** Erasures that a process began and did not end are gone on with. */
  erasureResume?: EngineLayer | undefined;
  /** Tells each connection what it has to know before it works. */
  prepare?: ((db: SqlConnection) => void) | undefined;
}

/**
 * All layers, from the innermost to the outermost. Nothing is opened before the first call; an opening that failed is told
 * to its caller and tried again by the next one. After `close` every call rejects with `store_unavailable`.
 */
export function createEngineStack(layers: EngineLayers): SqliteEngine {
  const { readOnlyFallback, damageReport, diskProbe, erasureResume } = layers;
  const open = [readOnlyFallback, damageReport, diskProbe, erasureResume].reduce<OpenEngine>(
    (inner, layer) => layer?.(inner) ?? inner,
    layers.open,
  );
  return withLazyOpening(open, layers.prepare);
}

/** `prepare` is called with each connection before it works: a file that was replaced is opened through another one. */
function withLazyOpening(open: OpenEngine, prepare: (db: SqlConnection) => void = () => undefined): SqliteEngine {
  let opened: Promise<SqliteEngine> | undefined;
  let closed = false;
  const ready = async (): Promise<SqliteEngine> => {
    if (closed) throw new BigMindError('store_unavailable', 'The database is closed.', { remedy: 'Open it again.' });
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  const prepared =
    <T>(work: (db: SqlConnection) => T) =>
    (db: SqlConnection): T => {
      prepare(db);
      return work(db);
    };
  return {
    read: async (work) => (await ready()).read(prepared(work)),
    write: async (work) => (await ready()).write(prepared(work)),
    changeToken: async () => (await ready()).changeToken(),
    describe: async (): Promise<EngineDescription> => (await ready()).describe(),
    async close() {
      closed = true;
      // An engine that never opened has nothing to release, and its failure was told to whoever wanted it.
      const engine = await opened?.catch(() => undefined);
      await engine?.close();
    },
  };
}
