/** Turns a Markdown document into HTML, with the same addresses of headings as on GitHub. */
import MarkdownIt, { type Token } from 'markdown-it';
import { isSiteImage, siteImage, siteLink, relativeTo, type ImageLink, type LinkTargets } from './siteLinks.ts';
import type { SitePage } from './sitePages.ts';

export interface RenderedDocument {
  /** The text of the first heading. */
  title: string;
  html: string;
  images: readonly ImageLink[];
}

/** HTML in a document is shown as text. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

// Wide tables and code scroll by themselves, also by keyboard, so that the page fits a phone.
const scrolls = (label: string): string => `<div class="scrolls" role="group" aria-label="${label}" tabindex="0">`;
markdown.renderer.rules['table_open'] = () => `${scrolls('Table')}<table>\n`;
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
markdown.renderer.rules['fence'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '');
markdown.renderer.rules['code_block'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '');

export function renderDocument(text: string, page: SitePage, targets: LinkTargets): RenderedDocument {
  const tokens = markdown.parse(withoutComments(text), {});
  const headings = addAnchors(tokens);
  unmarkEmptyHeaders(tokens);
  const images: ImageLink[] = [];
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'image') images.push(placeImage(token, page));
  }
  for (const { children } of tokens) images.push(...placeLinks(children ?? [], page, targets));
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return { title: headings[0] ?? page.source, html, images };
}

export function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text);
}

/** As on GitHub: lower case, hyphens for spaces, no other punctuation. */
export function headingSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

function codeBlock(content: string): string {
  return `${scrolls('Code')}<pre><code>${escapeHtml(content)}</code></pre></div>\n`;
}

/** Markers of generated parts, each in its own line. */
function withoutComments(text: string): string {
  return text.replaceAll(/^<!--.*-->$/gmu, '');
}

/** Returns the texts of the headings. */
function addAnchors(tokens: readonly Token[]): string[] {
  const uses = new Map<string, number>();
  const headings: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const heading = textOf(tokens[index + 1]?.children ?? []);
    const slug = headingSlug(heading);
    const count = uses.get(slug) ?? 0;
    uses.set(slug, count + 1);
    token.attrSet('id', count === 0 ? slug : `${slug}-${String(count)}`);
    headings.push(heading);
  }
  return headings;
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}

/** An empty header cell would be announced as a header without a name. */
function unmarkEmptyHeaders(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const [text, end] = tokens.slice(index + 1, index + 3);
    if (token.type !== 'th_open' || text?.content !== '' || end === undefined) continue;
    token.tag = 'td';
    end.tag = 'td';
  }
}

function placeImage(token: Token, page: SitePage): ImageLink {
  const image = siteImage(page, token.attrGet('src') ?? '');
  token.attrSet('src', relativeTo(page.target, image.target));
  token.attrSet('loading', 'lazy');
  return image;
}

/**
 * A link that leads nowhere becomes text. Links contain no links, so an end belongs to the last start. Returns the
 * images to which links lead.
 */
function placeLinks(tokens: readonly Token[], page: SitePage, targets: LinkTargets): ImageLink[] {
  const images: ImageLink[] = [];
  let isText = false;
  for (const token of tokens) {
    if (token.type === 'link_close') token.hidden = isText;
    if (token.type !== 'link_open') continue;
    const href = token.attrGet('href') ?? '';
    const image = isSiteImage(href) ? siteImage(page, href) : undefined;
    if (image !== undefined) images.push(image);
    const address = image === undefined ? siteLink(targets, page, href) : relativeTo(page.target, image.target);
    isText = address === undefined;
    token.hidden = isText;
    if (address !== undefined) token.attrSet('href', address);
  }
  return images;
}
