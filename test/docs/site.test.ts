/** The static site: every link and anchor resolves, and every page has what readers and assistive technology need. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { buildSite, type SiteFiles } from '../../scripts/site/buildSite.ts';
import { headingSlug, renderDocument } from '../../scripts/site/renderDocument.ts';

const root = join(import.meta.dirname, '../..');
const github = 'https://github.com/owner/bigmind/blob/main/';

/** Only the pages. */
function pagesOf(files: SiteFiles): [target: string, html: string][] {
  return [...files].flatMap(([target, file]) => ('text' in file ? [[target, file.text]] : []));
}

/** Addresses in the site, resolved from its root; with what they name after `#`. */
function linksIn([target, html]: [string, string]): { from: string; path: string; anchor: string | undefined }[] {
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/gu)]
    .map(([, address = '']) => address)
    .filter((address) => !/^[a-z][a-z+.-]*:/iu.test(address))
    .map((address) => {
      const [path = '', anchor] = address.split('#');
      return { from: target, path: path === '' ? target : posix.join(posix.dirname(target), path), anchor };
    });
}

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([^"]*)"/gu)].map(([, id = '']) => id));
}

describe('the site', () => {
  const site = buildSite({ root, repository: undefined });
  const pages = pagesOf(site);

  it('has no broken link and no broken anchor', () => {
    const ids = new Map(pages.map(([target, html]) => [target, idsIn(html)]));
    const links = pages.flatMap(linksIn);
    const broken = links.filter(
      ({ path, anchor }) => !site.has(path) || (anchor !== undefined && !ids.get(path)?.has(anchor)),
    );
    assert.deepEqual(broken, []);
    assert.ok(links.length > 1000, String(links.length));
  });

  it('copies only files that exist', () => {
    const missing = [...site.values()].filter((file) => 'copyOf' in file && !existsSync(file.copyOf));
    assert.deepEqual(missing, []);
  });

  it('shows every document except those written for other places', () => {
    const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const shown = documents.filter((name) => site.has(name.replace(/\.md$/u, '.html')));
    assert.deepEqual(
      documents.filter((name) => !shown.includes(name)),
      ['marketplace.md', 'npm.md'],
    );
    const [, first = ''] = pages.find(([target]) => target === 'index.html') ?? [];
    for (const name of shown) assert.ok(first.includes(`href="${name.replace(/\.md$/u, '.html')}"`), name);
  });

  it('lists every decision', () => {
    const [, list = ''] = pages.find(([target]) => target === 'decisions/index.html') ?? [];
    for (const name of readdirSync(join(root, 'docs/decisions')))
      assert.ok(list.includes(`href="${name.replace(/\.md$/u, '.html')}"`), name);
  });

  it('gives each page one title, one first heading, landmarks, and no script', () => {
    for (const [target, html] of pages) {
      assert.equal(html.match(/<h1/gu)?.length, 1, target);
      assert.match(html, /<title>[^<]*BigMind[^<]*<\/title>/u, target);
      for (const part of ['<html lang="en">', '<main id="content"', '<nav id="pages"', 'href="#content"'])
        assert.ok(html.includes(part), `${target} lacks ${part}`);
      assert.doesNotMatch(html, /<script|<!-- (?!doctype)/iu, target);
    }
  });

  it('leads to the sources on GitHub if the repository is known', () => {
    const known = pagesOf(buildSite({ root, repository: 'owner/bigmind' })).flatMap(([, html]) => html);
    const sources = known.flatMap((html) =>
      [...html.matchAll(/href="([^"]*)"/gu)].flatMap(([, address = '']) =>
        address.startsWith(github) ? [address.slice(github.length)] : [],
      ),
    );
    assert.ok(sources.includes('LICENSE'));
    assert.deepEqual(
      sources.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });
});

describe('a document of the site', () => {
  const page = { source: 'docs/a.md', target: 'a.html' };
  const other = { source: 'docs/decisions/0001-b.md', target: 'decisions/0001-b.html' };
  const render = (text: string): string =>
    renderDocument(text, page, { pages: [page, other], repository: undefined }).html;

  it('links to pages by their place in the site, and keeps other links as text', () => {
    const html = render('[one](decisions/0001-b.md#context) and [two](../src/cli.ts) and [three](https://example.com)');
    assert.equal(
      html,
      '<p><a href="decisions/0001-b.html#context">one</a> and two and <a href="https://example.com">three</a></p>\n',
    );
  });

  it('shows HTML as text, and leaves out the markers of generated parts', () => {
    const html = render('<!-- links: made -->\n\n<script>alert(1)</script>');
    assert.equal(html, '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
  });

  it('has no header cell without a name', () => {
    const html = render('| | Goal |\n|---|---|\n| Start | 1 s |');
    assert.match(html, /<td><\/td>\n<th>Goal<\/th>/u);
  });

  it('gives headings the addresses that GitHub gives them', () => {
    assert.equal(headingSlug('A plugin or `bigmind install`?'.replaceAll('`', '')), 'a-plugin-or-bigmind-install');
    assert.equal(headingSlug("What's new, and why"), 'whats-new-and-why');
    assert.match(render('## Same\n\n## Same'), /id="same"[\s\S]*id="same-1"/u);
  });
});
