/**
 * When the sleep cycle, or other work on what is new, runs in a process that lives: once nothing was stored for a while, or after a longer time in
 * which memories kept coming. It asks the store for its newest memory, because other processes write too. Its
 * failures affect nothing else; the lease keeps processes from working at the same time.
 */

export interface SleepTimerParts {
  /** Another text once a memory was stored or changed, by whichever process. */
  newestMemory: () => Promise<string>;
  /** Runs the cycle; `isOver` says that the process ends. */
  run: (isOver: () => boolean) => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Runs `work` later unless the returned function is called first; does not keep the process alive. */
  after: (milliseconds: number, work: () => void) => () => void;
  /** 0 turns the cycle off. */
  idleMinutes: number;
  backstopMinutes: number;
  /** Receives one sentence about a failure. */
  note: (sentence: string) => void;
  /** The beginning of that sentence; by default that memories were not consolidated. */
  failure?: string;
}

const minuteMs = 60_000;

/** Waits for quiet after the first `wake`, and again after each run, until `close`. */
export class SleepTimer {
  readonly #parts: SleepTimerParts;
  #cancel: (() => void) | undefined;
  #isClosed = false;
  #token: string | undefined;
  /** When the store last changed, and when it first did since the last run; undefined if it did not. */
  #lastChange = 0;
  #firstChange: number | undefined;
  #said: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: SleepTimerParts) {
    this.#parts = parts;
  }

  /** Cheap. Begins to look at the store once a minute. */
  wake(): void {
    if (this.#isClosed || this.#cancel !== undefined || this.#parts.idleMinutes === 0) return;
    this.#lastChange = this.#parts.now();
    // What another process left may be due as well.
    this.#firstChange = this.#lastChange;
    this.#wait();
  }

  /** Ends a run at its next step. Resolves when the store is no longer used. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#looking;
  }

  #wait(): void {
    this.#cancel = this.#parts.after(minuteMs, () => {
      this.#looking = this.#look();
    });
  }

  async #look(): Promise<void> {
    try {
      await this.#noteChange();
      if (this.#isDue()) await this.#run();
    } catch (thrown) {
      this.#failed(thrown);
    }
    if (!this.#isClosed) this.#wait();
  }

  async #noteChange(): Promise<void> {
    const token = await this.#parts.newestMemory();
    if (token === this.#token) return;
    const isFirstLook = this.#token === undefined;
    this.#token = token;
    if (isFirstLook) return;
    this.#lastChange = this.#parts.now();
    this.#firstChange ??= this.#lastChange;
  }

  #isDue(): boolean {
    const { now, idleMinutes, backstopMinutes } = this.#parts;
    if (this.#firstChange === undefined || this.#isClosed) return false;
    const isQuiet = now() - this.#lastChange >= idleMinutes * minuteMs;
    return isQuiet || now() - this.#firstChange >= backstopMinutes * minuteMs;
  }

  async #run(): Promise<void> {
    this.#firstChange = undefined;
    await this.#parts.run(() => this.#isClosed);
  }

  #failed(thrown: unknown): void {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const { note, failure = 'Memories were not consolidated' } = this.#parts;
    if (why !== this.#said && !this.#isClosed) note(`${failure}: ${why}`);
    this.#said = why;
  }
}
