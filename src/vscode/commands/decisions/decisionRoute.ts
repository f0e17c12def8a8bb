/** Where the page shows decisions: the Decisions view, or the list of memories in a page without that view. */
import type { Fact } from '../../../memory/facts/facts.ts';
import { isRoute } from '../../../protocol/route.ts';
import type { Route } from '../../../protocol/route.ts';

/** A decision, opened. */
export function decisionRoute({ id }: Pick<Fact, 'id'>): Route {
  const item = `fact:${String(id)}`;
  return decisionsView(item) ?? { view: 'memories', item };
}

/** The list of proposed decisions. */
export function proposedRoute(): Route {
  return decisionsView('proposed') ?? { view: 'memories', item: null };
}

function decisionsView(item: string): Route | undefined {
  const route = { view: 'decisions', item };
  return isRoute(route) ? route : undefined;
}
