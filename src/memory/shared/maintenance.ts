/**
 * What upkeep needs from a store: its totals, a full check, and the repair and cleaning of derived data. The doctor,
 * the vacuum and the change watchers use it.
 */

/** Numbers of memories by kind, and the size of the store. */
export interface StoreTotals {
  sessions: number;
  openSessions: number;
  facts: number;
  chunks: number;
  knowledge: number;
  hypotheses: number;
  messages: number;
  /** Size of the store on disk, including side files. */
  bytes: number;
}

/** What people could do in the database of a server without using BigMind, and how an administrator prevents it. */
export interface OpenRight {
  right: 'CONNECT' | 'TEMPORARY';
  /** Statements for the administrator. */
  remedy: string;
}

/** The result of a full check. */
export interface StoreReport {
  /** `node:sqlite` or `sql.js`. */
  engine: string;
  engineVersion: string;
  location: string;
  journalMode: string;
  /** On a server: whether the login of this process may switch off what keeps people apart. */
  ownsSchema?: boolean;
  /** On a server that others may use, too. */
  openRights?: readonly OpenRight[];
  schemaVersion: number;
  totals: StoreTotals;
  /** People who use the store. */
  users: number;
  /**
   * Results of `PRAGMA integrity_check` and `foreign_key_check`, and of the check of the schema; empty if the store is
   * sound.
   */
  damage: string[];
  /** Memories missing from the full-text index, and index entries without a memory; `rebuildIndex` repairs both. */
  indexMissing: number;
  indexOrphans: number;
}

/** The connections of this process to a server at the moment, and the calls that wait for one. */
export interface StoreLoad {
  busy: number;
  idle: number;
  waitingCalls: number;
  /** Writes that wait for their turn, before they need a connection. */
  waitingWrites: number;
}

/** Implemented by the store. */
export interface MaintenanceStore {
  /** Totals of everything a user may see; of the whole store if `userId` is null. */
  totals(userId: string | null): Promise<StoreTotals>;
  /** A full check; takes seconds for a large store. */
  inspect(): Promise<StoreReport>;
  /** Rebuilds all data derived from the canonical rows. Returns the number of indexed documents. */
  rebuildIndex(): Promise<number>;
  /** A value that changes whenever this or another process commits. Cheap enough to poll every second. */
  changeToken(): Promise<string>;
  /** Removes the words of deleted memories from the index, one step per call; `more` means call again. */
  forgetWords(): Promise<'done' | 'more'>;
  /** Unused bytes within the file. */
  freeBytes(): Promise<number>;
  /** Rejects with what keeps searches from being answered. */
  checkReads(): Promise<void>;
  /** Saves and finds a memory of nobody, and rolls that back. Rejects with what keeps memories from being saved. */
  checkWrites(): Promise<void>;
  /** Undefined for a store that has no connections, and before the first call. */
  load(): StoreLoad | undefined;
}
