/** What a page restores after it was hidden or reloaded: the route, and the state that each view keeps. */
import { routeFrom, type Route } from '../../src/protocol/route.ts';
import { isObject, isText, orNull, shape, type Checked } from '../../src/protocol/shared/check.ts';
import type { OverviewCard } from '../../src/protocol/overview.ts';
import type { HostLink } from '../host/hostLink.ts';

/** The memory to which the rest belongs, and its location. */
const isMemory = shape({ id: isText, username: isText, location: isText });
type KeptMemory = Checked<typeof isMemory>;
const isKept = shape({ route: isObject, views: isObject, memory: orNull(isMemory) });

export class KeptState {
  readonly #link: HostLink;
  #route: Route;
  readonly #views: Record<string, unknown>;
  #memory: KeptMemory | null;

  /** Invalid state comes from another version and is ignored. */
  constructor(link: HostLink) {
    this.#link = link;
    const state = link.restore();
    this.#route = (isKept(state) ? routeFrom(state.route) : undefined) ?? { view: 'home', item: null };
    this.#views = isKept(state) ? { ...state.views } : {};
    this.#memory = isKept(state) ? state.memory : null;
  }

  get route(): Route {
    return this.#route;
  }

  set route(route: Route) {
    this.#route = route;
    this.#write();
  }

  /**
   * Whether this is the memory that was shown before. Another location or user is a deliberate choice and counts as
   * known. Another memory at the same location was put there and is not known, unless it replaces one that was erased
   * completely.
   */
  knows({
    memoryId,
    formerMemoryId,
    username,
    location,
  }: Pick<OverviewCard, 'memoryId' | 'formerMemoryId' | 'username' | 'location'>): boolean {
    const known = this.#memory;
    if (known === null || known.id === formerMemoryId) return true;
    return known.id === memoryId || known.username !== username || known.location !== location;
  }

  /** From now on, this is the memory that is shown. */
  adopt({ memoryId: id, username, location }: Pick<OverviewCard, 'memoryId' | 'username' | 'location'>): void {
    if (this.#memory?.id === id && this.#memory.location === location) return;
    this.#memory = { id, username, location };
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
    this.#link.keep({ route: this.#route, views: this.#views, memory: this.#memory });
  }
}
