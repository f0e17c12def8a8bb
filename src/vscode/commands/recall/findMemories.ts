/** Search as the commands use it: always with explanations, so that any result can be explained later. */
import type { SearchAnswer } from '../../../search/explanation/searchResult.ts';
import type { Services } from '../../services/host.ts';

/** `project` is the open folder's project, plus memories without a project. */
export type Scope = 'project' | 'everything';

/** The most results that are shown for a query; more than fit on a screen. */
export const shownResults = 30;

/** The most results that a search returns. */
export const maxResults = 100;

export function findMemories(
  { access }: Services,
  query: string,
  scope: Scope,
  limit = shownResults,
): Promise<SearchAnswer> {
  const input = { query, limit, explain: true, ...(scope === 'everything' ? { project: 'all' } : {}) };
  return access.use(({ search, caller }) => search.find(caller, input));
}
