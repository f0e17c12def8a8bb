/** A model that counts letters and fails on request, and timers that a test fires. */
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { After } from '../../src/search/embedding/embedder.ts';
import type { EmbeddingProvider } from '../../src/search/embedding/servers/provider.ts';
import { direction, model } from '../store/embedded.ts';

export class FakeModel implements EmbeddingProvider {
  readonly model: string;
  readonly label = 'A fake model';
  /** The texts of each request. */
  readonly requests: string[][] = [];
  /** What it does with a request; answers by default. */
  respond: (texts: readonly string[]) => Promise<void> | void = () => undefined;

  constructor(name = model) {
    this.model = name;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.requests.push([...texts]);
    await this.respond(texts);
    return texts.map(direction);
  }
}

export function down(details: Record<string, unknown> = {}): BigMindError {
  return new BigMindError('provider_down', 'Nobody answers.', { details });
}

export function refusal(reason: string): BigMindError {
  return new BigMindError('provider_refused', `Refused because of the ${reason}.`, { details: { reason } });
}

/** Holds timers until a test fires them. */
export class FakeTimers {
  #waiting: { milliseconds: number; work: () => void }[] = [];

  readonly after: After = (milliseconds, work) => {
    const timer = { milliseconds, work };
    this.#waiting.push(timer);
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== timer);
    };
  };

  /** The pauses of all waiting timers, in milliseconds. */
  get pauses(): number[] {
    return this.#waiting.map(({ milliseconds }) => milliseconds);
  }

  /** Fires all waiting timers. */
  ring(): void {
    for (const { work } of this.#waiting.splice(0)) work();
  }
}

/** Resolves when the condition is true; the timeout of the test limits the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
