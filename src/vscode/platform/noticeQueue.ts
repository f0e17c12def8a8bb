/**
 * The queue of notifications that no command asked for: they appear one at a time, and at most two before the first
 * chat. The others wait for it. What they ask is also on Home, in the side bar or in the menu of the status bar, so one
 * that was closed or timed out is not lost.
 */

export interface FirstChat {
  /** How many were shown before the first chat, in any window. */
  shown(): number;
  keepShown(count: number): void;
  /** Whether any assistant has run a hook on this machine. */
  hasChatted(): boolean;
}

const maxBeforeFirstChat = 2;
/** VS Code hides a notification after some seconds and does not say so; it is no answer, but the next one may appear. */
const hiddenAfterMs = 60_000;

export class NoticeQueue {
  readonly #firstChat: FirstChat | undefined;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isShowing = false;

  /** Without `firstChat`, no number limits them. */
  constructor(firstChat?: FirstChat) {
    this.#firstChat = firstChat;
  }

  /** `show` shows one and settles with its answer, as the result does. */
  add<T>(show: () => Thenable<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(async () => {
        const answer = show();
        answer.then(resolve, reject);
        await hiddenOrAnswered(answer);
      });
      this.look();
    });
  }

  /** Also called after a chat. */
  look(): void {
    if (this.#isShowing || !this.#mayShow()) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#isShowing = true;
    this.#count();
    void next().finally(() => {
      this.#isShowing = false;
      this.look();
    });
  }

  #mayShow(): boolean {
    const first = this.#firstChat;
    return first === undefined || first.shown() < maxBeforeFirstChat || first.hasChatted();
  }

  #count(): void {
    const first = this.#firstChat;
    if (first !== undefined && first.shown() < maxBeforeFirstChat) first.keepShown(first.shown() + 1);
  }
}

function hiddenOrAnswered(answer: Thenable<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, hiddenAfterMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    answer.then(end, end);
  });
}
