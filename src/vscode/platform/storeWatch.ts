/**
 * Detects writes of other windows and programs by polling the store's change token, and detects when a store breaks or
 * answers again. It polls only between `start` and `stop`, and less often while the store does not answer.
 */

/** Polling intervals in milliseconds. */
export interface WatchPauses {
  whenWell: number;
  whenBroken: number;
}

const defaultPauses: WatchPauses = { whenWell: 1_000, whenBroken: 10_000 };

export class StoreWatch {
  readonly #readToken: () => Promise<string>;
  readonly #onChange: () => void;
  readonly #pauses: WatchPauses;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  /** Undefined before the first poll, and after one that failed. */
  #seen: string | undefined;

  constructor(readToken: () => Promise<string>, onChange: () => void, pauses = defaultPauses) {
    this.#readToken = readToken;
    this.#onChange = onChange;
    this.#pauses = pauses;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#look();
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const token = await this.#tokenIfAny();
    // The watch may have been stopped, and started again, during the read.
    if (!this.#running) return;
    const changed = token !== this.#seen;
    this.#seen = token;
    if (changed) this.#onChange();
    clearTimeout(this.#timer);
    const pause = token === undefined ? this.#pauses.whenBroken : this.#pauses.whenWell;
    this.#timer = setTimeout(() => void this.#look(), pause);
  }

  async #tokenIfAny(): Promise<string | undefined> {
    try {
      return await this.#readToken();
    } catch {
      // The view shows the reason when it reads. The watch only detects that the store stopped or resumed answering.
      return undefined;
    }
  }
}
