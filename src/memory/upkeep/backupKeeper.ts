/**
 * Backup work of long-lived processes, in the background: soon after the first use of the store, then hourly while it
 * is used. No call and no process exit waits for it, and its failures affect nothing else.
 */
import type { Backups } from './backups.ts';
import type { ChangeStore } from '../governance/changes.ts';
import type { ErasureCleanup } from '../governance/scopeErasure.ts';

interface BackupKeeperParts {
  backups: Pick<Backups, 'keepUp'>;
  /** Deletes expired before-images, so that no backup keeps them. */
  changes: Pick<ChangeStore, 'forgetExpired'>;
  /** Removes erased data from backups if the erasing process could not. */
  erasureCleanup: Pick<ErasureCleanup, 'finishLeft'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Runs `work` later unless the returned function is called first; does not keep the process alive. */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Receives one sentence about a failure or a new backup. */
  note: (sentence: string) => void;
}

/** Lets the first calls finish before the work starts. */
const delayMs = 5_000;
const hourMs = 3_600_000;

/** Runs the backup work after each `wake`, until `close`. */
export class BackupKeeper {
  readonly #parts: BackupKeeperParts;
  #last = -Infinity;
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(parts: BackupKeeperParts) {
    this.#parts = parts;
  }

  /** Cheap. Starts the work at most once an hour, also after the clock was set back. */
  wake(): void {
    const { now, after } = this.#parts;
    if (this.#isClosed || this.#cancel !== undefined || Math.abs(now() - this.#last) < hourMs) return;
    this.#cancel = after(delayMs, () => void this.#keepUp());
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
  }

  async #keepUp(): Promise<void> {
    const { backups, changes, erasureCleanup, now, note } = this.#parts;
    // The next hour tries again.
    await changes.forgetExpired(new Date(now()).toISOString()).catch(() => undefined);
    const said = await backups.keepUp();
    // After a failure a mark remains in the store, so that the next run tries again.
    if (!this.#isClosed) await erasureCleanup.finishLeft(() => this.#isClosed).catch(() => undefined);
    this.#last = now();
    this.#cancel = undefined;
    if (said !== undefined && !this.#isClosed) note(said);
  }
}
