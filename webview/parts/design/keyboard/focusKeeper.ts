/**
 * Keeps the focus in a view that removes elements. If the focused element is gone after an update, or a caller requests
 * it, the focus moves to the element that the view names. It never falls back to the body, where keyboard users would
 * be lost.
 */
import type { LitElement, ReactiveController } from 'lit';

export class FocusKeeper implements ReactiveController {
  readonly #host: LitElement;
  readonly #place: () => HTMLElement | null | undefined;
  #had: Element | null = null;
  #isWanted = false;

  /** `place` is called after an update; if it returns nothing, it is called again after the next one. */
  constructor(host: LitElement, place: () => HTMLElement | null | undefined) {
    this.#host = host;
    this.#place = place;
    host.addController(this);
  }

  /** Moves the focus to the view's element with the next update. */
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
      // An element that only moves within a list loses the focus, too.
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
