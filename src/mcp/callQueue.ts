/**
 * Limits how many calls of a client run at once; the others wait in order. A client that calls without ever waiting for
 * an answer gets an error, so that neither many calls nor long ones fill the memory.
 */
import { BigMindError } from '../memory/shared/errors.ts';

export interface CallLimits {
  /** At work at once. A call that waits for the person's yes is at work. */
  atWork: number;
  /** Waiting for their turn. */
  waiting: number;
  /** Characters that all of those may have. */
  characters: number;
}

export const defaultCallLimits: CallLimits = { atWork: 32, waiting: 10_000, characters: 64 * 1024 * 1024 };

export class CallQueue {
  readonly #limits: CallLimits;
  readonly #waiting: { begin: () => void; length: number }[] = [];
  #characters = 0;
  #atWork = 0;

  constructor(limits: CallLimits = defaultCallLimits) {
    this.#limits = limits;
  }

  /** Rejects without doing the work when too many wait already, or when the call was taken back before its turn. */
  async run<T>(work: () => Promise<T>, takenBack: AbortSignal, length = 0): Promise<T> {
    if (this.#atWork >= this.#limits.atWork) await this.#turn(length);
    else this.#atWork += 1;
    try {
      if (takenBack.aborted) throw new BigMindError('invalid_input', 'The client canceled this call before it ran.');
      return await work();
    } finally {
      // Whoever is next takes the place over, so that nobody who comes in between gets ahead.
      const next = this.#waiting.shift();
      if (next === undefined) this.#atWork -= 1;
      else {
        this.#characters -= next.length;
        next.begin();
      }
    }
  }

  #turn(length: number): Promise<void> {
    const { waiting, characters } = this.#limits;
    if (this.#waiting.length < waiting && this.#characters + length <= characters) {
      this.#characters += length;
      return new Promise((begin) => this.#waiting.push({ begin, length }));
    }
    const calls = this.#waiting.length.toLocaleString('en');
    throw new BigMindError('invalid_input', `${calls} calls of this client are already waiting.`, {
      remedy: 'Nothing was done. Wait for answers before you call again.',
    });
  }
}

/** Characters of all texts and names in what came as JSON, wherever they stand; numbers and the like count as one. */
export function lengthOf(value: unknown): number {
  let length = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    length += typeof next === 'string' ? next.length : 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, part] of Object.entries(next)) {
      length += name.length;
      open.push(part);
    }
  }
  return length;
}
