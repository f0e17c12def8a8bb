/**
 * What the repositories need of a database engine, so that one implementation serves every engine. A connection is only
 * visible inside a transaction that an engine opened.
 */
import type { OpenRight, StoreLoad } from '../../../memory/shared/maintenance.ts';

export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue | undefined>>;

/** The engine's full-text module; `memoryIndex.ts` hides the difference. */
export type IndexDialect = 'fts5' | 'fts4' | 'postgres';

export interface SqlConnection {
  readonly dialect: IndexDialect;
  all(sql: string, params?: readonly SqlValue[]): Promise<SqlRow[]>;
  get(sql: string, params?: readonly SqlValue[]): Promise<SqlRow | undefined>;
  run(sql: string, params?: readonly SqlValue[]): Promise<{ changes: number }>;
  /** One or more statements without parameters. */
  exec(sql: string): Promise<void>;
}

export interface EngineDescription {
  /** `node:sqlite`, `sql.js` or `PostgreSQL`. */
  engine: string;
  engineVersion: string;
  location: string;
  journalMode: string;
  /** Size on disk, including side files. */
  bytes: number;
  /** On a server: whether the login of this process may switch off what keeps people apart. */
  ownsSchema?: boolean;
  openRights?: readonly OpenRight[];
}

/**
 * Runs work in transactions. `work` waits for nothing but its connection. It runs once, except that a `read` may restart
 * if nothing has been read yet, and that a server may roll back a `write` that met another one and run it again. A
 * `write` is durable when its promise resolves, and leaves no trace when it rejects. Rejects with `store_locked` if
 * another process keeps the store locked longer than the engine waits.
 *
 * `ownerId`: the write changes only rows of this user, and no decision depends on rows of others. A server runs the
 * writes of different users at the same time. Without it, and in a file, a write runs alone.
 */
export interface SqlEngine {
  read<T>(work: (db: SqlConnection) => T | Promise<T>): Promise<T>;
  write<T>(work: (db: SqlConnection) => T | Promise<T>, ownerId?: string): Promise<T>;
  /**
   * The rows that a reading function of a server's schema returns, in one statement: a transaction has three more.
   * Undefined from an engine without functions.
   */
  callFunction?(name: string, value: string): Promise<SqlRow[] | undefined>;
  changeToken(): Promise<string>;
  /** Only of an engine with connections. */
  load?(): StoreLoad | undefined;
  describe(): Promise<EngineDescription>;
  close(): Promise<void>;
}

/** What an engine does to a file before its first transaction; see `schemaKeeper.ts`. */
export interface SchemaKeeper {
  /** Rejects with `store_foreign` or `store_newer` if this program must not use the file; changes nothing. */
  check(db: SqlConnection): Promise<void>;
  /**
   * Whether the schema version is still the one that the store was opened with; cheap enough for each transaction.
   * Rejects with `store_newer` before anything is read or written under outdated rules. Returns false if the file was
   * replaced by an older state and must be reopened.
   */
  isUnchanged(db: SqlConnection, openedWith: number): Promise<boolean>;
  /**
   * The steps that would make the store current; empty if it is. Each step needs its own transaction, and checks again
   * inside it whether it is still needed. Rejects with `store_foreign` or `store_newer`.
   */
  pending(
    db: SqlConnection,
  ): Promise<{ upgradesExistingStore: boolean; steps: ((db: SqlConnection) => Promise<void>)[] }>;
  /** File name suffix of the copy made before an upgrade if there is no backup folder. */
  backupSuffix(): string;
  now: () => Date;
}
