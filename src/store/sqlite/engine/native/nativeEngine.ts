/**
 * The native engine: node:sqlite on a file in WAL mode, shared by any number of processes on one computer (on a network
 * share without WAL, `journal.ts`). SQLite itself waits only a moment for a lock, so that the event loop stays free; the rest of the
 * patience is asynchronous. Never checkpoints by hand, never keeps a transaction open across an await, and looks in each
 * one whether the store is still the one that was opened: the same file, of the same schema, kept in the same way. A repair
 * holds the lock of SQLite until another file stands there, so that who waited for the lock sees the other file.
 */
import type { EngineDescription, SchemaKeeper, SqlConnection, SqliteEngine } from '../sqlConnection.ts';
import { inodeOf, sizeOf } from '../file/fileFacts.ts';
import { explained } from '../file/placeTrouble.ts';
import { number, text } from '../rowReader.ts';
import { changesAllTheTime, storeErrorFrom } from '../sqliteErrors.ts';
import { journalOf } from './journal.ts';
import { openNativeStore } from './openNativeStore.ts';
import type { NativeOptions, OpenedStore } from './openNativeStore.ts';
import type { NativeSupport } from './nativeSupport.ts';
import { beginToWrite, transact } from './transact.ts';

export function createNativeEngine(support: NativeSupport & { sound: true }, options: NativeOptions): SqliteEngine {
  let opening: Promise<OpenedStore> | undefined;
  let commits = 0;
  let endings = 0;
  let hasOpened = false;

  const open = async (): Promise<OpenedStore> => {
    // Whoever opens an engine has asked this; the file may be gone by now.
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
        store.database.close();
        opening = undefined;
      }
    }
    return opened((opening ??= open()));
  };
  const transaction = async <T>(kind: 'read' | 'write', work: (db: SqlConnection) => T): Promise<T> => {
    const endedBefore = endings;
    for (let attempt = 1; ; attempt += 1) {
      const store = await ready();
      const begin = kind === 'read' ? 'BEGIN' : beginToWrite(store.journal);
      let hasBegun = false;
      const checked = (db: SqlConnection): { done: T } | undefined => {
        hasBegun = true;
        if (kind === 'write' && inodeOf(store.file) !== store.inode) return undefined;
        return isAsOpened(db, store, options.keeper) ? { done: work(db) } : undefined;
      };
      const outcome = await transact(store.db, begin, checked, options).catch((error: unknown) => {
        // Another call closed it to open it anew, while this one waited for a lock: nothing was begun.
        if (hasBegun || store.database.isOpen || endings !== endedBefore || attempt > 2) throw error;
        return undefined;
      });
      if (outcome !== undefined) return outcome.done;
      // Nothing was read or written; it is opened anew, unless somebody else here was faster.
      if (store.database.isOpen) store.database.close();
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
      // `data_version` tells of other connections only; our own commits are counted beside it.
      const { db, inode } = await ready();
      return `${String(inode)}.${String(number(db.get('PRAGMA data_version') ?? {}, 'data_version'))}.${String(commits)}`;
    },
    async describe(): Promise<EngineDescription> {
      const { file, db } = await ready();
      return {
        engine: 'node:sqlite',
        engineVersion: support.version,
        location: file,
        journalMode: text(db.get('PRAGMA journal_mode') ?? {}, 'journal_mode'),
        bytes: ['', '-wal', '-shm', '-journal'].reduce((sum, suffix) => sum + sizeOf(file + suffix), 0),
      };
    },
    async close() {
      endings += 1;
      const store = await opening?.catch(() => undefined);
      opening = undefined;
      if (store?.database.isOpen === true) store.database.close();
    },
  };
}

/** Throws `store_newer`. What another process did to the file is seen here first, by the transaction's own reading. */
function isAsOpened(db: SqlConnection, { schema, journal }: OpenedStore, keeper: SchemaKeeper): boolean {
  return keeper.isUnchanged(db, schema) && (journal === 'wal' || journalOf(db) === journal);
}
