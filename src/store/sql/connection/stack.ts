/**
 * Assembles the engine that the repositories use: SQLite itself, wrapped in layers. A host leaves out the layers that
 * it does not need; a store in a browser has neither a disk nor backups.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { EngineDescription, SqlConnection, SqlEngine } from './sqlConnection.ts';

type OpenEngine = () => Promise<SqlEngine>;

/** Wraps an engine, including its opening. */
export type EngineLayer = (open: OpenEngine) => OpenEngine;

export interface EngineLayers {
  /** Opens SQLite itself. */
  open: OpenEngine;
  /** Lets reads continue while the disk is full. */
  readOnlyFallback?: EngineLayer | undefined;
  /** Blocks reads and writes of a damaged store, and names the backups in its errors. */
  damageReport?: EngineLayer | undefined;
  /** Sends no request to a disk that does not respond. */
  diskProbe?: EngineLayer | undefined;
  /** Refuses to open a store into which a transfer is not finished. */
  finishedTransfer?: EngineLayer | undefined;
  /** Resumes erasures that a process started but did not finish. */
  erasureResume?: EngineLayer | undefined;
  /** Gives each connection the settings that it needs before it does any work. */
  prepare?: ((db: SqlConnection) => void) | undefined;
}

/**
 * Applies the layers from the innermost to the outermost. Opens nothing before the first call. If opening fails, the
 * caller gets the error and the next call tries again. After `close` every call rejects with `store_unavailable`.
 */
export function createEngineStack(layers: EngineLayers): SqlEngine {
  const { readOnlyFallback, damageReport, diskProbe, finishedTransfer, erasureResume } = layers;
  const open = [readOnlyFallback, damageReport, diskProbe, finishedTransfer, erasureResume].reduce<OpenEngine>(
    (inner, layer) => layer?.(inner) ?? inner,
    layers.open,
  );
  return withLazyOpening(open, layers.prepare);
}

/** Calls `prepare` before each piece of work, because a replaced file is opened through a new connection. */
function withLazyOpening(open: OpenEngine, prepare: (db: SqlConnection) => void = () => undefined): SqlEngine {
  let opened: Promise<SqlEngine> | undefined;
  let engine: SqlEngine | undefined;
  let closed = false;
  const ready = async (): Promise<SqlEngine> => {
    if (closed) throw new BigMindError('store_unavailable', 'The database is closed.', { remedy: 'Open it again.' });
    opened ??= open();
    try {
      return (engine = await opened);
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
    write: async (work, ownerId) => (await ready()).write(prepared(work), ownerId),
    callFunction: async (name, value) => (await ready()).callFunction?.(name, value),
    changeToken: async () => (await ready()).changeToken(),
    load: () => engine?.load?.(),
    describe: async (): Promise<EngineDescription> => (await ready()).describe(),
    async close() {
      closed = true;
      // An engine that failed to open has nothing to release, and its caller already received the error.
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
