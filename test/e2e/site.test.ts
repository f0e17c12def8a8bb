/** The static site in a browser: axe finds nothing in light and dark, and pages fit a phone. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { buildSite } from '../../scripts/site/buildSite.ts';
import { writeSite } from '../../scripts/site/writeSite.ts';
import { violationsIn } from '../support/axe.ts';

const root = join(import.meta.dirname, '../..');
/** Among them those with the widest tables, the longest code, images, and lists. */
const pages = ['index', 'settings', 'comparison', 'privacy', 'install', 'performance', 'tools', 'decisions/index'];

describe('the site in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bigmind-site-'));
  let browser: Browser;
  let page: Page;
  const open = (name: string): Promise<unknown> => page.goto(pathToFileURL(join(folder, `${name}.html`)).href);

  before(async () => {
    writeSite(buildSite({ root, repository: 'owner/bigmind' }), folder);
    browser = await launchChromium();
    page = await browser.newPage();
  });

  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1200, 340]) {
      it(`breaks no rule in ${colorScheme} colors, ${String(width)} pixels wide, and fits`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const name of pages) {
          await open(name);
          assert.deepEqual(await violationsIn(page.mainFrame()), [], name);
          const over: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.ok(over <= 0, `${name} is ${String(over)} pixels too wide`);
        }
      });
    }
  }

  it('skips to the content with the keyboard', async () => {
    await open('index');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  });
});
