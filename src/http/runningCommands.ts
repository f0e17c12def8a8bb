/**
 * Commands of the page while the server shuts down. A running command is completed and answered; a later one finds no
 * server, which the page shows. The time is limited, because another program may keep the store locked; then the
 * process ends and rolls back pending commands.
 */
import type { IncomingMessage } from 'node:http';

/** In milliseconds; slightly less than the time in which the process has to end (`cli/serve/ending.ts`). */
const defaultTimeoutMs = 1_100;

export class RunningCommands {
  readonly #timeoutMs: number;
  readonly #requests = new Set<IncomingMessage>();
  #isEnding = false;
  #onDone: (() => void) | undefined;

  /** `timeoutMs` in milliseconds. */
  constructor(timeoutMs: number = defaultTimeoutMs) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether new commands are refused. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  begin(request: IncomingMessage): void {
    this.#requests.add(request);
  }

  /** Also called for requests that began no command. */
  end(request: IncomingMessage): void {
    this.#requests.delete(request);
    if (this.#requests.size === 0) this.#onDone?.();
  }

  /** Resolves when no command is running, at the latest after `timeoutMs`. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    if (this.#requests.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((done) => {
      this.#onDone = done;
      timer = setTimeout(done, this.#timeoutMs);
    });
    clearTimeout(timer);
  }
}
