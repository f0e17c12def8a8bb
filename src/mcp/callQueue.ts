/**
 * Lets a client call as fast as it likes while only so many of its calls are at work: the others wait in the order in
 * which they came. A client that calls without ever waiting for an answer is told to, instead of filling the memory.
 */
import { BigMindError } from '../memory/errors.ts';

export interface CallLimits {
  /** At work at once. A call that waits for the person's yes is at work. */
  atWork: number;
  /** Waiting for their turn. */
  waiting: number;
}

export const usualCallLimits: CallLimits = { atWork: 32, waiting: 10_000 };

export class CallQueue {
  readonly #limits: CallLimits;
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;

  constructor(limits: CallLimits = usualCallLimits) {
    this.#limits = limits;
  }

  /** Rejects without doing the work when too many wait already, or when the call was taken back before its turn. */
  async run<T>(work: () => Promise<T>, takenBack: AbortSignal): Promise<T> {
    if (this.#atWork >= this.#limits.atWork) await this.#turn();
    else this.#atWork += 1;
    try {
      if (takenBack.aborted) throw new BigMindError('invalid_input', 'This call was taken back before its turn.');
      return await work();
    } finally {
      // Whoever is next takes the place over, so that nobody who comes in between gets ahead.
      const next = this.#waiting.shift();
      if (next === undefined) this.#atWork -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    const { waiting } = this.#limits;
    if (this.#waiting.length < waiting) return new Promise((next) => this.#waiting.push(next));
    throw new BigMindError('invalid_input', `${waiting.toLocaleString('en')} calls of this client wait already.`, {
      remedy: 'Nothing was done. Wait for answers before you call again.',
    });
  }
}
