/**
 * Keeps the focus in a view that takes things away: when what had the focus is gone after an update, or when somebody
 * asked for it, the focus goes to the place that the view names. It never falls to the body, where the keyboard is lost.
 */
import type { LitElement, ReactiveController } from 'lit';

export class FocusKeeper implements ReactiveController {
  readonly #host: LitElement;
  readonly #place: () => HTMLElement | null | undefined;
  #had: Element | null = null;
  #isWanted = false;

  /** `place` is asked after an update; where it names none, it is asked again after the next. */
  constructor(host: LitElement, place: () => HTMLElement | null | undefined) {
    this.#host = host;
    this.#place = place;
    host.addController(this);
  }

  /** Brings the focus to the view's place with the next update. */
  want(): void {
    this.#isWanted = true;
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    this.#had = this.#host.shadowRoot?.activeElement ?? null;
  }

  hostUpdated(): void {
    const had = this.#had;
    this.#had = null;
    if (had !== null && this.#host.shadowRoot?.activeElement === null) {
      // What is only moved to another place in a list loses the focus as well.
      if (had instanceof HTMLElement && had.isConnected) had.focus();
      else this.#isWanted = true;
    }
    if (!this.#isWanted) return;
    const place = this.#place();
    if (!place) return;
    this.#isWanted = false;
    place.focus();
    place.scrollIntoView({ block: 'nearest' });
  }
}
