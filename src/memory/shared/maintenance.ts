export interface StoreTotals {
  sessions: number;
  openSessions: number;
  facts: number;
  chunks: number;
  knowledge: number;
  hypotheses: number;
  messages: number;
  /** Size of the store on disk, side files included. */
  bytes: number;
}
export interface StoreReport {
  /** `node:sqlite` or `sql.js`. */
  engine: string;
  engineVersion: string;
  location: string;
  journalMode: string;
  schemaVersion: number;
  totals: StoreTotals;
  /** What `PRAGMA integrity_check` and `foreign_key_check` complain of; empty when sound. */
  damage: string[];
  /** Memories that the full-text index lacks or holds in vain; `rebuildIndex` mends both. */
  indexMissing: number;
  indexOrphans: number;
}
export interface MaintenanceStore {
  /** Totals over everything a user may see; the whole store when `userId` is null. */
  totals(userId: string | null): Promise<StoreTotals>;
  /** A full check; takes seconds on a large store. */
  inspect(): Promise<StoreReport>;
  /** Rebuilds everything derived from the canonical rows. Answers with the number of documents indexed. */
  rebuildIndex(): Promise<number>;
  /**
   * A value that differs whenever something, in this or another process, has been committed since it was last read.
   * Cheap enough to ask every second.
   */
  changeToken(): Promise<string>;
  /** Makes the index forget the words of what was deleted, in steps; there is more to do when it says so. */
  forgetWords(): Promise<'done' | 'more'>;
  /** Room within the file that nothing stands in. */
  freeBytes(): Promise<number>;
}
