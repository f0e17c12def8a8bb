/**
 * What a process that lives long does for the backups, in the background: soon after its first work with the store, then
 * once an hour while there is work. Neither a call nor the end of the process waits for it, and none fails with it.
 */
import type { Backups } from './backups.ts';
import type { ChangeStore } from '../governance/changes.ts';
import type { ErasureRest } from '../governance/scopeErasure.ts';

export interface BackupKeeperParts {
  backups: Pick<Backups, 'keepUp'>;
  /** Deletes expired before-images, so that no backup keeps them. */
  changes: Pick<ChangeStore, 'forgetExpired'>;
  /** Takes out of backups what was erased, where whoever erased it could not. */
  rest: Pick<ErasureRest, 'finishLeft'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Does work later, unless what it answers with is called before; keeps no process alive. */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Told of what went wrong, and of what was made, in one sentence. */
  note: (sentence: string) => void;
}

/** Whoever asked first gets their answers first. */
const delayMs = 5_000;
const hourMs = 3_600_000;

export class BackupKeeper {
  readonly #parts: BackupKeeperParts;
  #last = -Infinity;
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(parts: BackupKeeperParts) {
    this.#parts = parts;
  }

  /** Costs nothing, and does something once an hour at most, also where the clock went back. */
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
    const { backups, changes, rest, now, note } = this.#parts;
    // The next hour tries again.
    await changes.forgetExpired(new Date(now()).toISOString()).catch(() => undefined);
    const said = await backups.keepUp();
    // A mark in the store remembers what failed, for the next time.
    if (!this.#isClosed) await rest.finishLeft(() => this.#isClosed).catch(() => undefined);
    this.#last = now();
    this.#cancel = undefined;
    if (said !== undefined && !this.#isClosed) note(said);
  }
}
