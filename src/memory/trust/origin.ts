/**
 * Where a memory came from, which stays with it: a person wrote or confirmed it; a model asked for it to be kept; a rule
 * kept it from a conversation; or it was read on the web, where anybody may have written it.
 */
import type { ProjectRef } from '../shared/identity.ts';
import { origins } from '../shared/vocabulary.ts';
import type { Origin } from '../shared/vocabulary.ts';

/** The less trusted of two. */
export function worseOrigin(one: Origin, other: Origin): Origin {
  return origins.indexOf(one) > origins.indexOf(other) ? one : other;
}

interface Speaker {
  /** Absent: an agent. */
  origin?: Origin;
  project: Pick<ProjectRef, 'key'> | null;
}

/**
 * What somebody says is theirs; what an agent says that names an address as its source is the web's, unless the address
 * lies in the project's own repository and is no talk about it. `sourceRef` may be any text.
 */
export function originOf({ origin = 'agent', project }: Speaker, sourceRef: string | null | undefined): Origin {
  if (origin === 'person' || !isForeignAddress(sourceRef ?? '', project?.key)) return origin;
  return 'web';
}

/** Whether any address in the text is a stranger's; what anybody may write beside one's own code is, too. */
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

/** Tools that bring what strangers wrote, by the names that clients give them: `WebFetch`, `fetch_webpage`, `mcp__playwright__browser_snapshot`. */
export function isWebTool(name: string): boolean {
  return /(?:^|[_\-.:/])(?:web[_-]?(?:fetch|search|page|browse\w*|read\w*)|fetch(?:[_-]?(?:url|web\w*|page|html|markdown))?|browser?[_-]\w+|browse|open_?simple_?browser|google[_-]?search|bing[_-]?search|brave[_-]?\w*search|tavily\w*|firecrawl\w*|exa[_-]search|scrape\w*|crawl\w*|navigate\w*|(?:get|list|read|search)[_-](?:issue|pull_request|discussion)\w*|http[_-]?(?:get|request)|read_url|url_fetch)(?:$|[_\-.:/])/iu.test(
    name,
  );
}
