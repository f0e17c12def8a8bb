/** Where a link of a document leads in the site. */
import { posix } from 'node:path';
import { decisionsTarget, type SitePage } from './sitePages.ts';

export interface LinkTargets {
  pages: readonly SitePage[];
  /** The address of the repository's files, with a slash at the end; undefined if it is unknown. */
  repository: string | undefined;
}

/** An image is copied to the same path, without `docs/`. */
export interface ImageLink {
  source: string;
  target: string;
}

const hasScheme = /^[a-z][a-z\d+.-]*:/iu;

/**
 * The address for `href` of the document `page`. Undefined if it names a file that is not in the site, and the
 * repository is unknown.
 */
export function siteLink({ pages, repository }: LinkTargets, page: SitePage, href: string): string | undefined {
  if (hasScheme.test(href) || href.startsWith('#')) return href;
  const [path = '', anchor] = href.split('#', 2);
  const source = posix.join(posix.dirname(page.source), path);
  const target = targetOf(pages, source);
  if (target === undefined) return repository === undefined ? undefined : `${repository}${source}`;
  return `${relativeTo(page.target, target)}${anchor === undefined ? '' : `#${anchor}`}`;
}

export function isSiteImage(href: string): boolean {
  return !hasScheme.test(href) && /\.(?:png|svg)$/u.test(href);
}

export function siteImage(page: SitePage, src: string): ImageLink {
  const source = posix.join(posix.dirname(page.source), src);
  return { source, target: source.replace(/^docs\//u, '') };
}

/** The address of `target` from the page at `from`; both are paths in the site. */
export function relativeTo(from: string, target: string): string {
  return posix.relative(posix.dirname(from), target);
}

function targetOf(pages: readonly SitePage[], source: string): string | undefined {
  if (source.replace(/\/$/u, '') === 'docs/decisions') return decisionsTarget;
  return pages.find((page) => page.source === source)?.target;
}
