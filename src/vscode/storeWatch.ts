/**
 * Notices what other windows and programs write, by asking the store for its change token. It asks only while somebody
 * looks, and more rarely while the store does not answer.
 */

const everyMilliseconds = 1_000;
const everyMillisecondsWhenBroken = 10_000;

export class StoreWatch {
  readonly #readToken: () => Promise<string>;
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  /** Undefined before the first look, and after one that failed. */
  #seen: string | undefined;

  constructor(readToken: () => Promise<string>, onChange: () => void) {
    this.#readToken = readToken;
    this.#onChange = onChange;
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
    // While the answer was awaited somebody may have stopped, and started again.
    if (!this.#running) return;
    if (token !== undefined && token !== this.#seen) this.#onChange();
    this.#seen = token;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#look(),
      token === undefined ? everyMillisecondsWhenBroken : everyMilliseconds,
    );
  }

  async #tokenIfAny(): Promise<string | undefined> {
    try {
      return await this.#readToken();
    } catch {
      // The view shows why when it reads for itself; the watch only has to notice when things get better.
      return undefined;
    }
  }
}
