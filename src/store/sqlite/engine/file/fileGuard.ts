/** What an engine needs to know of a store's file and leaves to the backups of the store. */
export interface FileGuard {
  /**
   * Comes before each opening, that of a store which was removed under an open one included. Rejects with `store_corrupt`
   * where there was a store and the file is empty or missing.
   */
  refuseEmptied(file: string): Promise<void>;
  /** Keeps a copy of the store as it is, which `fill` writes to the file that it is given. */
  backUpBeforeUpgrade(file: string, fill: (target: string) => Promise<void>): Promise<void>;
}
