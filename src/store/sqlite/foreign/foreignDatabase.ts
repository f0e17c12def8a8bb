/**
 * Opens a database of another program from a private copy, so that nothing is changed or created next to it. One that the
 * program has open is read in place if asked for: in a write-ahead log, a reader changes nothing and delays nobody. The
 * `ForeignDatabase` interprets its content. If it cannot be read, the error names the file and a remedy.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { ForeignConversations } from '../../../memory/archive/foreignConversations.ts';
import { connectedTo } from '../engine/file/sharedDescriptors.ts';
import { createSqliteConnection } from '../engine/native/nativeConnection.ts';
import type { nativeSqlite } from '../engine/native/nativeSupport.ts';
import type { SqliteConnection } from '../engine/sqliteConnection.ts';
import { copyOfDatabase } from './databaseCopy.ts';

export type SqliteModule = NonNullable<ReturnType<typeof nativeSqlite>>;

export interface ForeignDatabase {
  /** The name of such a database in a sentence. */
  name: string;
  /** One sentence: what to do if this Node has no SQLite. */
  withoutSqlite: string;
  /** One sentence: what to do with a file that cannot be read. */
  whenUnreadable: string;
  /** Throws `bad_import` for a readable database of another version or kind. */
  requireKnown: (db: SqliteConnection, file: string) => void;
  /** `understood` converts an SQLite error to `bad_import`. */
  read: (db: SqliteConnection, understood: <T>(work: () => T) => T) => Pick<ForeignConversations, 'list' | 'items'>;
}

/** `sqlite` is the module to read with, null if there is none. Rejects like `OpenForeignConversations`. */
export async function openForeignDatabase(
  format: ForeignDatabase,
  file: string,
  sqlite: SqliteModule | null,
  state?: 'in use',
): Promise<ForeignConversations> {
  if (sqlite === null) throw noEngine(format, file);
  await stat(file);
  const inPlace = state === 'in use' ? openedInPlace(format, file, sqlite) : undefined;
  if (inPlace !== undefined) return inPlace;
  const copy = await copyOfDatabase(file);
  try {
    const database = new sqlite.DatabaseSync(copy.file, { readOnly: true });
    try {
      return conversationsIn(database, format, file, copy.remove);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    await copy.remove();
    throw error instanceof BigMindError && error.code === 'bad_import' ? error : notUnderstood(format, file, error);
  }
}

/** Undefined if the program has closed it, or if it cannot be opened at the moment. */
function openedInPlace(format: ForeignDatabase, file: string, sqlite: SqliteModule): ForeignConversations | undefined {
  // Without them, SQLite would create them.
  if (!['-wal', '-shm'].every((part) => existsSync(file + part))) return undefined;
  const isOver = connectedTo(file);
  const database = openedOrNot(file, sqlite);
  try {
    if (database !== undefined) {
      return conversationsIn(database, format, file, () => {
        isOver();
        return Promise.resolve();
      });
    }
  } catch {
    // For example in the middle of a recovery; the copy says more.
    database?.close();
  }
  isOver();
  return undefined;
}

function openedOrNot(file: string, sqlite: SqliteModule): DatabaseSync | undefined {
  try {
    return new sqlite.DatabaseSync(file, { readOnly: true });
  } catch {
    // The copy says why.
    return undefined;
  }
}

function conversationsIn(
  database: DatabaseSync,
  format: ForeignDatabase,
  file: string,
  remove: () => Promise<void>,
): ForeignConversations {
  // An untrusted file must not call unsafe functions through a view or a default.
  database.exec('PRAGMA trusted_schema = OFF');
  const db = createSqliteConnection(database);
  format.requireKnown(db, file);
  const understood = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw notUnderstood(format, file, error);
    }
  };
  return {
    ...format.read(db, understood),
    async close() {
      if (database.isOpen) database.close();
      await remove();
    },
  };
}

function notUnderstood({ name, whenUnreadable }: ForeignDatabase, file: string, cause: unknown): BigMindError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/[.\s]+$/u, '');
  return new BigMindError('bad_import', `${file} cannot be read as ${name}: ${reason}.`, {
    remedy: `Nothing was changed. ${whenUnreadable}`,
    details: { file },
    cause,
  });
}

function noEngine({ withoutSqlite }: ForeignDatabase, file: string): BigMindError {
  return new BigMindError('engine_unavailable', `${file} cannot be read here, because this Node has no SQLite.`, {
    remedy: withoutSqlite,
    details: { file },
  });
}
