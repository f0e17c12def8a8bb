/** Searching as the commands do it: always with the reasons, so that whatever is found can be explained later. */
import type { SearchAnswer } from '../../../search/explanation/searchResult.ts';
import type { Services } from '../../services/host.ts';

/** `project` is that of the open folder, with what belongs to no project. */
export type Scope = 'project' | 'everything';

/** The most that is shown of one question; more than fit on a screen. */
export const shownResults = 30;

/** The most that a search answers with. */
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
