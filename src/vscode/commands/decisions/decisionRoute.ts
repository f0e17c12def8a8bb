/** Where the page shows decisions. */
import type { Fact } from '../../../memory/facts/facts.ts';
import type { Route } from '../../../protocol/route.ts';

/** A decision, opened. */
export function decisionRoute({ id }: Pick<Fact, 'id'>): Route {
  return { view: 'knowledge', item: `decision/fact:${String(id)}` };
}

/** The list of proposed decisions; see `knowledgeItem.ts` of the page. */
export const proposedRoute: Route = { view: 'knowledge', item: 'proposed/' };

/** The form that makes a fact a decision. */
export function completingRoute(factId: number): Route {
  return { view: 'knowledge', item: `complete:${String(factId)}` };
}
