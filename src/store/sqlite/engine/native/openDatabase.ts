/** A database that other processes may have open, too: it is known as open here for as long as it is. */
import type * as nodeSqlite from 'node:sqlite';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import { connectedTo } from '../file/sharedDescriptors.ts';

export function openDatabase(sqlite: typeof nodeSqlite, file: string, options: DatabaseSyncOptions): DatabaseSync {
  const database = new sqlite.DatabaseSync(file, options);
  const closed = connectedTo(file);
  const close = database.close.bind(database);
  database.close = () => {
    close();
    closed();
  };
  return database;
}
