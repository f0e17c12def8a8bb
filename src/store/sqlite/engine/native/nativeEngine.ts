/**
 * The native engine: node:sqlite on a file in WAL mode, shared by any number of processes on one computer (without WAL
 * on a network share, see `journal.ts`). SQLite waits only briefly for a lock, to keep the event loop free; the
 * remaining time is asynchronous. No explicit checkpoints. Each transaction checks that the store is still the
 * opened one: same file, schema and journal. A repair keeps SQLite's lock until the new file is in place, so a process
 * that waited for the lock sees the new file.
 */
import type {
  EngineDescription,
  SchemaKeeper,
  SqlConnection,
  SqlEngine,
} from '../../../sql/connection/sqlConnection.ts';
import { inodeOf, sizeOf } from '../file/fileFacts.ts';
import { explained } from '../file/placeTrouble.ts';
import { number, text } from '../../../sql/connection/rowReader.ts';
import { changesAllTheTime, storeErrorFrom } from '../sqliteErrors.ts';
import { journalOf } from './journal.ts';
import { openNativeStore } from './openNativeStore.ts';
import type { NativeOptions, OpenedStore } from './openNativeStore.ts';
import type { NativeSupport } from './nativeSupport.ts';
import { beginToWrite, transact } from './transact.ts';

export function createNativeEngine(support: NativeSupport & { sound: true }, options: NativeOptions): SqlEngine {
  let opening: Promise<OpenedStore> | undefined;
  let commits = 0;
  let endings = 0;
  let hasOpened = false;

  const open = async (): Promise<OpenedStore> => {
    // The caller that opens the engine has already checked this once; the file may be gone by now.
    if (hasOpened) await options.guard.refuseEmptied(options.file);
    const store = await openNativeStore(support.sqlite, options);
    hasOpened = true;
    return store;
  };
  const opened = async (pending: Promise<OpenedStore>): Promise<OpenedStore> => {
    try {
      return await pending;
    } catch (error) {
      if (opening === pending) opening = undefined;
      throw storeErrorFrom(error, options.file);
    }
  };
  const ready = async (): Promise<OpenedStore> => {
    const current = opening;
    if (current !== undefined) {
      const store = await opened(current);
      if (inodeOf(store.file) === store.inode) return store;
      if (opening === current) {
        opening = undefined;
        await closed(store);
      }
    }
    return opened((opening ??= open()));
  };
  /** After the transaction that is running. */
  const closed = ({ database, inTurn }: OpenedStore): Promise<void> =>
    inTurn(() => {
      if (database.isOpen) database.close();
    });
  const transaction = async <T>(kind: 'read' | 'write', work: (db: SqlConnection) => T | Promise<T>): Promise<T> => {
    const endedBefore = endings;
    for (let attempt = 1; ; attempt += 1) {
      const store = await ready();
      const begin = kind === 'read' ? 'BEGIN' : beginToWrite(store.journal);
      let hasBegun = false;
      const checked = async (db: SqlConnection): Promise<{ done: T } | undefined> => {
        hasBegun = true;
        if (kind === 'write' && inodeOf(store.file) !== store.inode) return undefined;
        return (await isAsOpened(db, store, options.keeper)) ? { done: await work(db) } : undefined;
      };
      const outcome = await transact(store.db, begin, checked, { ...options, inTurn: store.inTurn }).catch(
        (error: unknown) => {
          // Another call closed the store to reopen it while this one waited for a lock; nothing was started.
          if (hasBegun || store.database.isOpen || endings !== endedBefore || attempt > 2) throw error;
          return undefined;
        },
      );
      if (outcome !== undefined) return outcome.done;
      // Nothing was read or written. Reopen the store, unless another call was faster.
      await closed(store);
      const current = opening;
      const isStale = (await current?.catch(() => undefined)) === store;
      if (isStale && opening === current) opening = undefined;
      if (attempt > 2) throw changesAllTheTime(store.file);
    }
  };

  return {
    read: (work) => explained(options.file, () => transaction('read', work)),
    write: (work) =>
      explained(options.file, async () => {
        const result = await transaction('write', work);
        commits += 1;
        return result;
      }),
    async changeToken() {
      // `data_version` reflects other connections only, so our own commits are counted separately.
      const { db, inode } = await ready();
      return `${String(inode)}.${String(number((await db.get('PRAGMA data_version')) ?? {}, 'data_version'))}.${String(commits)}`;
    },
    async describe(): Promise<EngineDescription> {
      const { file, db } = await ready();
      return {
        engine: 'node:sqlite',
        engineVersion: support.version,
        location: file,
        journalMode: text((await db.get('PRAGMA journal_mode')) ?? {}, 'journal_mode'),
        bytes: ['', '-wal', '-shm', '-journal'].reduce((sum, suffix) => sum + sizeOf(file + suffix), 0),
      };
    },
    async close() {
      endings += 1;
      const store = await opening?.catch(() => undefined);
      opening = undefined;
      if (store !== undefined) await closed(store);
    },
  };
}

/** Throws `store_newer`. The transaction's own reads are the first to see what another process did to the file. */
async function isAsOpened(db: SqlConnection, { schema, journal }: OpenedStore, keeper: SchemaKeeper): Promise<boolean> {
  return (await keeper.isUnchanged(db, schema)) && (journal === 'wal' || (await journalOf(db)) === journal);
}
