/** Keeps relative times true while the page is open: once a minute, and when the page becomes visible again. */
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';

const minuteMs = 60_000;

class EveryMinute extends AsyncDirective {
  static readonly #shown = new Set<EveryMinute>();
  static #clock: number | undefined;
  #words: (() => string) | undefined;

  override render(words: () => string): string {
    this.#words = words;
    if (this.isConnected) this.#watch();
    return words();
  }

  protected override disconnected(): void {
    EveryMinute.#shown.delete(this);
  }

  protected override reconnected(): void {
    this.#watch();
    this.#refresh();
  }

  #watch(): void {
    EveryMinute.#shown.add(this);
    if (EveryMinute.#clock !== undefined) return;
    // One clock for the whole page, which lives as long as the page does.
    EveryMinute.#clock = window.setInterval(EveryMinute.#refreshAll, minuteMs);
    document.addEventListener('visibilitychange', EveryMinute.#refreshAll);
  }

  static readonly #refreshAll = (): void => {
    if (document.visibilityState !== 'visible') return;
    for (const one of EveryMinute.#shown) one.#refresh();
  };

  #refresh(): void {
    if (this.#words !== undefined) this.setValue(this.#words());
  }
}

/** Renders `words()` in a child expression, and again every minute. It asks the store for nothing. */
export const everyMinute = directive(EveryMinute);
