/** What a page comes back with after it was hidden, reloaded or restored: where it was, and what each view wants to keep. */
import { isRoute, type Route } from '../../src/protocol/route.ts';
import { shape, type Check } from '../../src/protocol/check.ts';
import type { HostLink } from '../host/hostLink.ts';

const isViews: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKept = shape({ route: isRoute, views: isViews });

export class KeptState {
  readonly #link: HostLink;
  #route: Route;
  readonly #views: Record<string, unknown>;

  /** A state that does not fit is one of another version, and forgotten. */
  constructor(link: HostLink) {
    this.#link = link;
    const state = link.restore();
    this.#route = isKept(state) ? state.route : { view: 'profile', item: null };
    this.#views = isKept(state) ? { ...state.views } : {};
  }

  get route(): Route {
    return this.#route;
  }

  set route(route: Route) {
    this.#route = route;
    this.#write();
  }

  of(view: string): unknown {
    return this.#views[view];
  }

  keep(view: string, state: unknown): void {
    this.#views[view] = state;
    this.#write();
  }

  #write(): void {
    this.#link.keep({ route: this.#route, views: this.#views });
  }
}
