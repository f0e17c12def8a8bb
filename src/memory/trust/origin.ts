/**
 * The origin of a memory, stored with it: a person wrote or confirmed it, a model stored it, a rule kept it from a
 * conversation, or it was read on the web, where anyone can write.
 */
import type { ProjectRef } from '../shared/identity.ts';
import { origins } from '../shared/vocabulary.ts';
import type { Origin } from '../shared/vocabulary.ts';

/** The less trusted of two. */
export function worseOrigin(one: Origin, other: Origin): Origin {
  return origins.indexOf(one) > origins.indexOf(other) ? one : other;
}

interface Speaker {
  /** Absent means an agent. */
  origin?: Origin;
  project: Pick<ProjectRef, 'key'> | null;
}

/**
 * The origin of a statement. A person's is always `person`. Any other that cites a web address is from the web, unless
 * the address is in the project's own repository and not in its discussions. `sourceRef` may be any text.
 */
export function originOf({ origin = 'agent', project }: Speaker, sourceRef: string | null | undefined): Origin {
  if (origin === 'person' || !isForeignAddress(sourceRef ?? '', project?.key)) return origin;
  return 'web';
}

/**
 * Whether any address in the text is outside the project's repository, or in a part where anyone can write, such as its
 * issues.
 */
function isForeignAddress(text: string, projectKey: string | undefined): boolean {
  const own = projectKey?.toLowerCase() ?? '';
  return [
    ...text.matchAll(/\b(?:(?:https?|ftp):\/\/|(?<![\w./-])(?=www\.))(?:[^/\s@]*@)?(?<address>[^\s#?]+)/giu),
  ].some((match) => {
    const address = (match.groups?.['address'] ?? '').toLowerCase();
    if (/^(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/u.test(address)) return false;
    if (own === '' || !`${address.replace(/\.git$/u, '')}/`.startsWith(`${own}/`)) return true;
    return /^\/(?:-\/)?(?:issues|pull|pulls|discussions|merge_requests|pull-requests|wiki)(?:\/|$)/u.test(
      address.slice(own.length),
    );
  });
}

/**
 * Tools that return text by strangers (web pages, issues), by the names that clients give them: `WebFetch`,
 * `fetch_webpage`, `mcp__playwright__browser_snapshot`.
 */
export function isWebTool(name: string): boolean {
  return /(?:^|[_\-.:/])(?:web[_-]?(?:fetch|search|page|browse\w*|read\w*)|fetch(?:[_-]?(?:url|web\w*|page|html|markdown))?|browser?[_-]\w+|browse|open_?simple_?browser|google[_-]?search|bing[_-]?search|brave[_-]?\w*search|tavily\w*|firecrawl\w*|exa[_-]search|scrape\w*|crawl\w*|navigate\w*|(?:get|list|read|search)[_-](?:issue|pull_request|discussion)\w*|http[_-]?(?:get|request)|read_url|url_fetch)(?:$|[_\-.:/])/iu.test(
    name,
  );
}
