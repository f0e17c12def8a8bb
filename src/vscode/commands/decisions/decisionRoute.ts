/** Where the page shows decisions. */
import type { Fact } from '../../../memory/facts/facts.ts';
import type { Route } from '../../../protocol/route.ts';

/** A decision, opened. */
export function decisionRoute({ id }: Pick<Fact, 'id'>): Route {
  return { view: 'decisions', item: `fact:${String(id)}` };
}

/** The list of proposed decisions; see `decisionItem.ts` of the page. */
export const proposedRoute: Route = { view: 'decisions', item: 'proposed' };

/** The form that makes a fact a decision. */
export function completingRoute(factId: number): Route {
  return { view: 'decisions', item: `complete:${String(factId)}` };
}
