/**
 * Limits how many calls of a client run at once; the others wait in order. A client that sends too many or too long
 * calls without waiting for answers gets an error, so that the memory of the process stays bounded.
 */
import { BigMindError } from '../memory/shared/errors.ts';

interface CallLimits {
  /** Running calls. A call that waits for the user's confirmation counts as running. */
  atWork: number;
  /** Calls that wait for their turn. */
  waiting: number;
  /** Total characters of the waiting calls. */
  characters: number;
}

const defaultCallLimits: CallLimits = { atWork: 32, waiting: 10_000, characters: 64 * 1024 * 1024 };

export class CallQueue {
  readonly #limits: CallLimits;
  readonly #waiting: { begin: () => void; length: number }[] = [];
  #characters = 0;
  #atWork = 0;

  constructor(limits: CallLimits = defaultCallLimits) {
    this.#limits = limits;
  }

  /** Rejects without running the work if too many calls wait, or if the call was canceled before its turn. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal, length = 0): Promise<T> {
    if (this.#atWork >= this.#limits.atWork) await this.#turn(length);
    else this.#atWork += 1;
    try {
      if (signal.aborted) throw new BigMindError('invalid_input', 'The client canceled this call before it ran.');
      return await work();
    } finally {
      // The next call takes over the slot, so that no call that arrives in between gets ahead.
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

/** Total length of all strings and keys in a JSON value, at any depth; every other value counts as one. */
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
