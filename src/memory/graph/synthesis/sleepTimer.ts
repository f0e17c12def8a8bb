/**
 * When the sleep cycle, or other work on what is new, runs in a process that lives: once nothing was stored for a
 * while, or after a longer time in which memories kept coming. It asks the store for the newest memory, because other
 * processes write too. A server does so for each of its users, one after another. Failures affect nothing else; the
 * lease keeps processes from working for a user at the same time.
 */

/** For whom the cycle runs. */
export interface Sleeper {
  id: string;
  /** Another text once a memory was stored or changed, by whichever process. */
  newestMemory: () => Promise<string>;
  /** Runs the cycle; `isOver` says that the process ends. */
  run: (isOver: () => boolean) => Promise<void>;
}

export interface SleepTimerParts {
  /** Those of now. One who is new waits for a quiet time like the others. */
  sleepers: () => readonly Sleeper[] | Promise<readonly Sleeper[]>;
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

/** When the store last changed for one sleeper, and when it first did since the last run; undefined if it did not. */
interface Rest {
  token: string | undefined;
  lastChange: number;
  firstChange: number | undefined;
}

/** Waits for quiet after the first `wake`, and again after each run, until `close`. */
export class SleepTimer {
  readonly #parts: SleepTimerParts;
  #cancel: (() => void) | undefined;
  #isClosed = false;
  #rests = new Map<string, Rest>();
  #lookedAt = 0;
  #said: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: SleepTimerParts) {
    this.#parts = parts;
  }

  /** Cheap. Begins to look at the store once a minute. */
  wake(): void {
    if (this.#isClosed || this.#cancel !== undefined || this.#parts.idleMinutes === 0) return;
    this.#lookedAt = this.#parts.now();
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
      const sleepers = await this.#parts.sleepers();
      const known = this.#rests;
      this.#rests = new Map(sleepers.map(({ id }) => [id, known.get(id) ?? this.#newRest()]));
      this.#lookedAt = this.#parts.now();
      for (const sleeper of sleepers) await this.#lookAt(sleeper);
    } catch (thrown) {
      this.#failed(thrown);
    }
    if (!this.#isClosed) this.#wait();
  }

  /** What another process left may be due as well. */
  #newRest(): Rest {
    return { token: undefined, lastChange: this.#lookedAt, firstChange: this.#lookedAt };
  }

  async #lookAt({ id, newestMemory, run }: Sleeper): Promise<void> {
    const rest = this.#rests.get(id) ?? this.#newRest();
    try {
      this.#noteChange(rest, await newestMemory());
      if (!this.#isDue(rest)) return;
      rest.firstChange = undefined;
      await run(() => this.#isClosed);
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  #noteChange(rest: Rest, token: string): void {
    const isFirstLook = rest.token === undefined;
    if (token === rest.token) return;
    rest.token = token;
    if (isFirstLook) return;
    rest.lastChange = this.#parts.now();
    rest.firstChange ??= rest.lastChange;
  }

  #isDue({ firstChange, lastChange }: Rest): boolean {
    const { now, idleMinutes, backstopMinutes } = this.#parts;
    if (firstChange === undefined || this.#isClosed) return false;
    return now() - lastChange >= idleMinutes * minuteMs || now() - firstChange >= backstopMinutes * minuteMs;
  }

  #failed(thrown: unknown): void {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const { note, failure = 'Memories were not consolidated' } = this.#parts;
    if (why !== this.#said && !this.#isClosed) note(`${failure}: ${why}`);
    this.#said = why;
  }
}
