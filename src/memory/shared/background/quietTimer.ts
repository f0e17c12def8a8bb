/**
 * When background work runs in a process that lives: once nothing was stored for a while, or after a longer time in
 * which memories kept coming. It asks the store for the newest memory, because other processes write too. A server has
 * one job for each of its users, and they run one after another. A failure affects nothing else.
 */

/** One piece of background work. */
export interface QuietJob {
  id: string;
  /** Another text once a memory was stored or changed, by whichever process. */
  changeToken: () => Promise<string>;
  /** Does the work; `isOver` says that the process ends. */
  run: (isOver: () => boolean) => Promise<void>;
}

export interface QuietTimerParts {
  /** The current jobs. A new one waits for a quiet time like the others. */
  jobs: () => readonly QuietJob[] | Promise<readonly QuietJob[]>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Runs `work` later unless the returned function is called first; does not keep the process alive. */
  after: (milliseconds: number, work: () => void) => () => void;
  /** 0 turns the timer off. */
  idleMinutes: number;
  backstopMinutes: number;
  /** Receives one sentence about a failure. */
  note: (sentence: string) => void;
  /** The beginning of that sentence, such as "Syntheses were not written". */
  failure: string;
}

const minuteMs = 60_000;

/** When the store last changed for a job, and when it first did since the last run; undefined if it did not. */
interface JobState {
  token: string | undefined;
  lastChange: number;
  firstChange: number | undefined;
}

/** Waits for quiet after the first `wake`, and again after each run, until `close`. */
export class QuietTimer {
  readonly #parts: QuietTimerParts;
  #cancel: (() => void) | undefined;
  #isClosed = false;
  #states = new Map<string, JobState>();
  #lookedAt = 0;
  #said: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: QuietTimerParts) {
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
      const jobs = await this.#parts.jobs();
      const known = this.#states;
      this.#states = new Map(jobs.map(({ id }) => [id, known.get(id) ?? this.#newState()]));
      this.#lookedAt = this.#parts.now();
      for (const job of jobs) await this.#lookAt(job);
    } catch (thrown) {
      this.#failed(thrown);
    }
    if (!this.#isClosed) this.#wait();
  }

  /** What another process left may be due as well. */
  #newState(): JobState {
    return { token: undefined, lastChange: this.#lookedAt, firstChange: this.#lookedAt };
  }

  async #lookAt({ id, changeToken, run }: QuietJob): Promise<void> {
    const state = this.#states.get(id) ?? this.#newState();
    try {
      this.#noteChange(state, await changeToken());
      if (!this.#isDue(state)) return;
      state.firstChange = undefined;
      await run(() => this.#isClosed);
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  #noteChange(state: JobState, token: string): void {
    const isFirstLook = state.token === undefined;
    if (token === state.token) return;
    state.token = token;
    if (isFirstLook) return;
    state.lastChange = this.#parts.now();
    state.firstChange ??= state.lastChange;
  }

  #isDue({ firstChange, lastChange }: JobState): boolean {
    const { now, idleMinutes, backstopMinutes } = this.#parts;
    if (firstChange === undefined || this.#isClosed) return false;
    return now() - lastChange >= idleMinutes * minuteMs || now() - firstChange >= backstopMinutes * minuteMs;
  }

  #failed(thrown: unknown): void {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const { note, failure } = this.#parts;
    if (why !== this.#said && !this.#isClosed) note(`${failure}: ${why}`);
    this.#said = why;
  }
}
