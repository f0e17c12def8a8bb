/**
 * Gives queries priority. A model server processes one request at a time, and a user waits for a query. While a query
 * is running, this process sends no document to be embedded.
 */
export class QuestionLane {
  #asking = 0;
  #waiting: (() => void)[] = [];

  /** Runs `work`, a query to a model, and holds documents back until it ends. */
  async ask<T>(work: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    try {
      return await work();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) for (const goOn of this.#waiting.splice(0)) goOn();
    }
  }

  /** Resolves when no query is running. */
  async free(): Promise<void> {
    while (this.#asking > 0) await new Promise<void>((goOn) => this.#waiting.push(goOn));
  }
}
