/**
 * A database as one block of bytes that is replaced as a whole: the storage interface of sql.js. `fileImage.ts`
 * implements it over files; another implementation uses the editor's file system in the browser.
 */

export interface DatabaseImage {
  /** For messages to users. */
  readonly location: string;
  /** The bytes and their token; undefined if nothing is stored yet. Never a partial replacement. */
  read(): Promise<{ bytes: Uint8Array; token: string } | undefined>;
  /**
   * Replaces the bytes atomically and durably; only called inside `lock`. Resolves to the new token. Rejects with
   * `store_locked`, and changes nothing, if the lock was lost or the stored token is no longer `expected`.
   */
  replace(bytes: Uint8Array, expected: string | undefined): Promise<string>;
  /** Changes with each replacement; undefined if nothing is stored. */
  token(): Promise<string | undefined>;
  /**
   * Keeps a copy before an upgrade: among the backups, or next to the image under its name plus suffix and `.bak`.
   * Never replaces an older copy. Absent if no store can be older than this program.
   */
  backUp?(bytes: Uint8Array, suffix: string): Promise<void>;
  /** Runs work while no other process may replace the image. Rejects with `store_locked` on timeout. */
  lock<T>(work: () => Promise<T>): Promise<T>;
}
