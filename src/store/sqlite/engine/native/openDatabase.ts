/** Opens a database that other processes may have open, and registers the connection until it is closed. */
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
