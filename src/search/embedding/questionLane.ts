/**
 * Gives questions priority. A model server works on one request at a time, and a person waits for a question. While a
 * question is running, this process sends no document to be embedded.
 */
export class QuestionLane {
  #asking = 0;
  #waiting: (() => void)[] = [];

  /** Does `work`, a question to a model, and holds documents back meanwhile. */
  async ask<T>(work: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    try {
      return await work();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) for (const goOn of this.#waiting.splice(0)) goOn();
    }
  }

  /** Resolves when no question is under way. */
  async free(): Promise<void> {
    while (this.#asking > 0) await new Promise<void>((goOn) => this.#waiting.push(goOn));
  }
}
