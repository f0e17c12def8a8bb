/**
 * What the repositories need of a SQLite engine, so that one implementation of them serves the native and the WASM
 * one. A connection is synchronous and only ever seen inside a transaction that an engine opened.
 */

export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue | undefined>>;

/** Which full-text module the engine has; `memoryIndex.ts` hides the difference. */
export type IndexDialect = 'fts5' | 'fts4';

export interface SqlConnection {
  readonly dialect: IndexDialect;
  all(sql: string, params?: readonly SqlValue[]): SqlRow[];
  get(sql: string, params?: readonly SqlValue[]): SqlRow | undefined;
  run(sql: string, params?: readonly SqlValue[]): { changes: number; lastInsertRowid: number };
  /** One or more statements without parameters. */
  exec(sql: string): void;
}

export interface EngineDescription {
  /** `node:sqlite` or `sql.js`. */
  engine: string;
  engineVersion: string;
  location: string;
  journalMode: string;
  /** Size on disk, side files included. */
  bytes: number;
}

/**
 * Runs work in transactions. `work` is synchronous; it runs once, except that a `read` may begin again while nothing
 * has been read. A `write` is durable when its promise resolves and has left no trace when it rejects.
 * Rejects with `store_locked` when another process holds the store longer than the engine's patience.
 */
export interface SqliteEngine {
  read<T>(work: (db: SqlConnection) => T): Promise<T>;
  write<T>(work: (db: SqlConnection) => T): Promise<T>;
  changeToken(): Promise<string>;
  describe(): Promise<EngineDescription>;
  close(): Promise<void>;
}

/** What an engine does to a file before its first transaction; see `schemaKeeper.ts`. */
export interface SchemaKeeper {
  /** Throws `store_foreign` or `store_newer` where the file is not one for this program; changes nothing. */
  check(db: SqlConnection): void;
  /**
   * Whether the schema is the one that the store was opened with; costs next to nothing to ask in each transaction. Throws
   * `store_newer` before anything is read or written by rules that do not hold any more; false when the file was put back to
   * an older state and has to be opened again.
   */
  isUnchanged(db: SqlConnection, openedWith: number): boolean;
  /**
   * The steps that would make the store current, none when it is; each wants a transaction of its own and looks
   * again, inside, whether it is still needed. Throws `store_foreign` or `store_newer`.
   */
  pending(db: SqlConnection): { upgradesExistingStore: boolean; steps: ((db: SqlConnection) => void)[] };
  /** File name suffix of the copy that is kept of a store before its upgrade, where there is no folder for backups. */
  backupSuffix(): string;
  now: () => Date;
}
