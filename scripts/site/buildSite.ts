/** The files of the site, made from the documents of the repository. Nothing is written here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { framePage, type FramedPage, type NavigationEntry, type NavigationGroup } from './pageTemplate.ts';
import { escapeHtml, renderDocument, type RenderedDocument } from './renderDocument.ts';
import { relativeTo, type LinkTargets } from './siteLinks.ts';
import { allPages, decisionsTarget, sitePages, type SitePage, type SitePages } from './sitePages.ts';

export interface SiteOptions {
  root: string;
  /** `OWNER/NAME` on GitHub. Without it, links to files outside of the site become text. */
  repository: string | undefined;
}

/** A text, or the absolute path of a file to copy. */
export type SiteFile = { text: string } | { copyOf: string };
/** By their paths in the site. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;
type Entry = readonly [target: string, file: SiteFile];

interface Rendered extends SitePage {
  document: RenderedDocument;
}

export function buildSite({ root, repository }: SiteOptions): SiteFiles {
  const pages = sitePages(root);
  const targets: LinkTargets = {
    pages: allPages(pages),
    repository: repository === undefined ? undefined : `https://github.com/${repository}/blob/main/`,
  };
  const rendered = targets.pages.map((page): Rendered => {
    const text = readFileSync(join(root, page.source), 'utf8');
    return { ...page, document: renderDocument(text, page, targets) };
  });
  const groups = navigationOf(pages, rendered);
  const framed = [...rendered.map(framedPart), decisionsPage(pages, rendered)];
  const texts = framed.map((page): Entry => [page.target, { text: framePage(page, groups) }]);
  return new Map<string, SiteFile>([...texts, ...copiedFiles(root, rendered)]);
}

function framedPart({ target, document: { title, html } }: Rendered): FramedPage {
  return { target, title, content: html };
}

function copiedFiles(root: string, rendered: readonly Rendered[]): Entry[] {
  const images = rendered.flatMap(({ document }) => document.images);
  return [
    ...images.map(({ source, target }): Entry => [target, { copyOf: join(root, source) }]),
    ['site.css', { copyOf: join(root, 'scripts/site/site.css') }],
    ['icon.png', { copyOf: join(root, 'media/icon.png') }],
  ];
}

function navigationOf({ groups }: SitePages, rendered: readonly Rendered[]): NavigationGroup[] {
  const decisions: NavigationEntry = { title: 'Decisions', target: decisionsTarget };
  return groups.map(({ title, pages }, index) => {
    const entries = entriesOf(pages, rendered);
    return { title, entries: index === groups.length - 1 ? [...entries, decisions] : entries };
  });
}

function entriesOf(pages: readonly SitePage[], rendered: readonly Rendered[]): NavigationEntry[] {
  const titles = new Map(rendered.map(({ target, document }) => [target, document.title]));
  return pages.map(({ target }) => ({ target, title: titles.get(target) ?? target }));
}

function decisionsPage({ decisions }: SitePages, rendered: readonly Rendered[]): FramedPage {
  const items = entriesOf(decisions, rendered).map(
    ({ title, target }) => `<li><a href="${relativeTo(decisionsTarget, target)}">${escapeHtml(title)}</a></li>\n`,
  );
  const content = `<h1>Decisions</h1>
<p>What was decided about BigMind, and why. A later decision replaces an earlier one, which stays as it was.</p>
<ul class="plain">
${items.join('')}</ul>
`;
  return { target: decisionsTarget, title: 'Decisions', content };
}
