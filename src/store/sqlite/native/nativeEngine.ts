/**
 * The native engine: node:sqlite on a file in WAL mode, shared by any number of processes on one computer. SQLite
 * itself waits only a moment for a lock, so that the event loop stays free; the rest of the patience is asynchronous.
 * Never checkpoints by hand, and never keeps a transaction open across an await.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { EngineDescription, SqlConnection, SqliteEngine } from '../sqlConnection.ts';
import { number } from '../rowReader.ts';
import { storeErrorFrom } from '../sqliteErrors.ts';
import { createNativeConnection } from './nativeConnection.ts';
import { openNativeStore } from './openNativeStore.ts';
import type { NativeOptions } from './openNativeStore.ts';
import type { NativeSupport } from './nativeSupport.ts';
import { transact } from './transact.ts';

interface OpenStore {
  database: DatabaseSync;
  db: SqlConnection;
  file: string;
  /** Which file on disk is open; a file that was replaced or removed under us must not swallow writes. */
  inode: number;
}

export function createNativeEngine(support: NativeSupport & { sound: true }, options: NativeOptions): SqliteEngine {
  let opening: Promise<OpenStore> | undefined;
  let commits = 0;

  const open = async (): Promise<OpenStore> => {
    const { database, file } = await openNativeStore(support.sqlite, options);
    return { database, db: createNativeConnection(database), file, inode: inodeOf(file) };
  };
  const ready = async (): Promise<OpenStore> => {
    const current = opening;
    if (current !== undefined) {
      const store = await current;
      if (inodeOf(store.file) === store.inode) return store;
      if (opening === current) {
        store.database.close();
        opening = undefined;
      }
    }
    opening ??= open();
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw storeErrorFrom(error, options.file);
    }
  };

  return {
    read: async (work) => transact((await ready()).db, 'BEGIN', work, options),
    write: async (work) => {
      const result = await transact((await ready()).db, 'BEGIN IMMEDIATE', work, options);
      commits += 1;
      return result;
    },
    async changeToken() {
      // `data_version` tells of other connections only; our own commits are counted beside it.
      const { db, inode } = await ready();
      return `${String(inode)}.${String(number(db.get('PRAGMA data_version') ?? {}, 'data_version'))}.${String(commits)}`;
    },
    async describe(): Promise<EngineDescription> {
      const { file } = await ready();
      return {
        engine: 'node:sqlite',
        engineVersion: support.version,
        location: file,
        journalMode: 'wal',
        bytes: ['', '-wal', '-shm'].reduce((sum, suffix) => sum + sizeOf(file + suffix), 0),
      };
    },
    async close() {
      const store = await opening?.catch(() => undefined);
      opening = undefined;
      if (store?.database.isOpen === true) store.database.close();
    },
  };
}

function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? -1;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
