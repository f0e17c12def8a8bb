/** What an engine needs to know about a store's file but leaves to the store's backups. */
export interface FileGuard {
  /**
   * Called before each opening, also if the file was removed while it was open. Rejects with `store_missing` if there
   * was a store and the file is now empty or missing.
   */
  refuseEmptied(file: string): Promise<void>;
  /** Keeps a copy of the store in its current state; `fill` writes it to the given file. */
  backUpBeforeUpgrade(file: string, fill: (target: string) => Promise<void>): Promise<void>;
}
