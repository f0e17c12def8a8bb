/**
 * Commands of the page while the server shuts down. A command that has started is finished and answered; a later one
 * finds no server, which the page shows. The time is limited here, for a store that another program keeps locked; then
 * the process ends and rolls back what still waits.
 */
import type { IncomingMessage } from 'node:http';

/** Milliseconds; what a process has to end in is a little more (`cli/serve/ending.ts`). */
const patience = 1_100;

export class ActsUnderWay {
  readonly #requests = new Set<IncomingMessage>();
  #isEnding = false;
  #told: (() => void) | undefined;

  /** Whether nothing may begin any more. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  begin(request: IncomingMessage): void {
    this.#requests.add(request);
  }

  /** Of a request that began nothing, too. */
  end(request: IncomingMessage): void {
    this.#requests.delete(request);
    if (this.#requests.size === 0) this.#told?.();
  }

  /** Resolves when none is under way any more, or after a second. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    if (this.#requests.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((done) => {
      this.#told = done;
      timer = setTimeout(done, patience);
    });
    clearTimeout(timer);
  }
}
