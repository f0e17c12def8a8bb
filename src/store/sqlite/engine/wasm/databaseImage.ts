/**
 * A database as one block of bytes that is replaced as a whole: what sql.js needs of a place to keep it. There is one
 * over files (`fileImage.ts`) and one over the editor's own file system for the browser.
 */

export interface DatabaseImage {
  /** For messages to people. */
  readonly location: string;
  /** Bytes and the token they had; undefined when nothing is stored yet. Never half of a replacement. */
  read(): Promise<{ bytes: Uint8Array; token: string } | undefined>;
  /**
   * Puts the bytes in place atomically and durably; only called inside `lock`. Rejects with `store_locked`, and
   * changes nothing, when the lock was lost or the stored token is no longer `expected`. Answers with the new token.
   */
  replace(bytes: Uint8Array, expected: string | undefined): Promise<string>;
  /** Differs after each replacement; undefined when nothing is stored. */
  token(): Promise<string | undefined>;
  /**
   * Keeps a copy before an upgrade: among the backups, or beside the image under its name plus suffix and `.bak`; never
   * replaces an older copy. Absent where no store older than this program can be.
   */
  backUp?(bytes: Uint8Array, suffix: string): Promise<void>;
  /** Runs work while no other process may replace the image. Rejects with `store_locked` when patience ends. */
  lock<T>(work: () => Promise<T>): Promise<T>;
}
