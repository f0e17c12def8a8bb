/** The frame of each page: header, document and navigation, in the order in which they are read. No script. */
import { escapeHtml } from './renderDocument.ts';
import { relativeTo } from './siteLinks.ts';

export interface NavigationEntry {
  title: string;
  target: string;
}

export interface NavigationGroup {
  title: string;
  entries: readonly NavigationEntry[];
}

export interface FramedPage {
  title: string;
  /** The path of the page in the site. */
  target: string;
  /** HTML. */
  content: string;
}

export function framePage({ title, target, content }: FramedPage, groups: readonly NavigationGroup[]): string {
  const to = (path: string): string => relativeTo(target, path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(fullTitle(title))}</title>
<link rel="icon" href="${to('icon.png')}">
<link rel="stylesheet" href="${to('site.css')}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="${to('index.html')}">BigMind</a>
<a class="to-pages" href="#pages">All pages</a>
</header>
<main id="content" tabindex="-1">
${content}</main>
<nav id="pages" aria-label="All pages" tabindex="-1">
${groups.map((group) => navigationGroup(group, target)).join('')}</nav>
</body>
</html>
`;
}

function fullTitle(title: string): string {
  return title.includes('BigMind') ? title : `${title} – BigMind`;
}

function navigationGroup({ title, entries }: NavigationGroup, from: string): string {
  const items = entries.map(({ title: name, target }) => {
    const current = target === from ? ' aria-current="page"' : '';
    return `<li><a href="${relativeTo(from, target)}"${current}>${escapeHtml(name)}</a></li>\n`;
  });
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('')}</ul>\n`;
}
