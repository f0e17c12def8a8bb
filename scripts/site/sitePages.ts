/** Which documents the site shows, in which groups, and at which address. */
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SitePage {
  /** The path of the Markdown file in the repository, with slashes. */
  source: string;
  /** The path of the page in the site, with slashes. */
  target: string;
}

export interface PageGroup {
  title: string;
  pages: readonly SitePage[];
}

export interface SitePages {
  /** What the navigation shows. */
  groups: readonly PageGroup[];
  /** The records of decisions, which have their own list. */
  decisions: readonly SitePage[];
}

/** The page that lists the decisions; no file of the repository is its source. */
export const decisionsTarget = 'decisions/index.html';

/** Written for other places: a gallery and a package registry. */
const shopFronts = ['docs/marketplace.md', 'docs/npm.md'];

const docs = (...names: string[]): string[] => names.map((name) => `docs/${name}.md`);

const groups: Readonly<Record<string, readonly string[]>> = {
  Start: ['README.md', ...docs('install', 'vscode', 'comparison', 'privacy')],
  'Every day': docs('recording', 'learning', 'importing', 'decision-log', 'recap', 'file-memory', 'graph', 'search'),
  Reference: docs('clients', 'command-line', 'settings', 'toolsets', 'tools'),
  Teams: docs('team', 'server', 'kubernetes', 'runbook', 'minds', 'postgresql', 'postgresql-security', 'migrate'),
  'Your data': [...docs('data', 'reliability'), 'SECURITY.md', ...docs('accessibility')],
  More: [],
  'For developers': ['CONTRIBUTING.md', ...docs('architecture', 'domain', 'performance', 'releasing'), 'CHANGELOG.md'],
};

/** The pages of the repository in `root`. A new page of `docs` that is in no group is shown under "More". */
export function sitePages(root: string): SitePages {
  const listed = new Set([...Object.values(groups).flat(), ...shopFronts]);
  const more = markdownIn(root, 'docs').filter((source) => !listed.has(source));
  const sourcesOf = (title: string): readonly string[] => (title === 'More' ? more : (groups[title] ?? []));
  return {
    groups: Object.keys(groups)
      .map((title) => ({ title, pages: sourcesOf(title).map(pageOf) }))
      .filter(({ pages }) => pages.length > 0),
    decisions: markdownIn(root, 'docs/decisions').map(pageOf),
  };
}

export function allPages({ groups: shown, decisions }: SitePages): SitePage[] {
  return [...shown.flatMap(({ pages }) => pages), ...decisions];
}

function markdownIn(root: string, folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.toSorted().map((name) => posix.join(folder, name));
}

function pageOf(source: string): SitePage {
  if (source === 'README.md') return { source, target: 'index.html' };
  const target = source.replace(/^docs\//u, '').replace(/\.md$/u, '.html');
  return { source, target: target.includes('/') ? target : target.toLowerCase() };
}
