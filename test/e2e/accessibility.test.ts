/**
 * What people need who see little, see no colours, or use no mouse: axe finds nothing in any view, in any of the four kinds of
 * theme, in VS Code and in a browser; and at 200 % zoom a page in the narrowest side bar is not wider than it.
 */
import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { showcaseNow, showcaseSnapshot } from '../fixtures/showcase/showcase.ts';
import { violationsIn } from '../support/axe.ts';
import { changeTheme, openPanel, shownFace, themes, type Theme } from './face.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { shownViews } from './shownViews.ts';
import { stoppedClock } from './stoppedClock.ts';
import { openTestWindow, type TestWindow } from './testWindow.ts';

async function violationsInAllViews(frame: () => Promise<Frame>, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, open } of shownViews) {
    const shown = await frame();
    await open(shown);
    found.push(...(await violationsIn(shown)).map((violation) => `${where}, ${name}: ${violation}`));
  }
  return found;
}

describe('accessibility in a browser', () => {
  let shown: ServedPage;
  let page: Page;

  before(async () => {
    shown = await openServedPage({
      reducedMotion: 'reduce',
      prepare: async (empty) => {
        await empty.addInitScript(stoppedClock(showcaseNow, 'everywhere'));
      },
    });
    ({ page } = shown);
  });

  after(async () => shown.close());

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1100, 220]) {
      it(`breaks no rule in ${colorScheme} colours, ${String(width)} pixels wide`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const frame = (): Promise<Frame> => Promise.resolve(page.mainFrame());
        assert.deepEqual(await violationsInAllViews(frame, colorScheme), []);
      });
    }
  }

  it('finds what breaks a rule where something does', async () => {
    const tab = await shown.browser.newPage();
    await tab.setContent('<html lang="en"><title>Bad</title><main><h1>Bad</h1><img src="x.png"></main></html>');
    assert.match((await violationsIn(tab.mainFrame())).join(' '), /image-alt/u);
    await tab.close();
  });

  /** As wide as the narrowest side bar, whose 220 pixels are 440 of the screen by then. */
  it('is never wider than its window at 200 % zoom', async () => {
    await page.setViewportSize({ width: 440, height: 1600 });
    await page.evaluate('document.documentElement.style.zoom = "2"');
    const wide: string[] = [];
    for (const { name, open } of shownViews) {
      await open(page.mainFrame());
      const over: number = await page.evaluate(
        'document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth',
      );
      if (over > 0) wide.push(`${name} by ${String(over)} pixels`);
    }
    assert.deepEqual(wide, []);
  });
});

describe('accessibility in VS Code', () => {
  let window: TestWindow;

  before(async () => {
    window = await openTestWindow({
      env: { BIGMIND_USER: showcaseUser },
      memory: showcaseSnapshot(),
      now: showcaseNow,
      userFiles: { 'settings.json': { 'workbench.startupEditor': 'none' } },
    });
    await openPanel(window);
  });

  after(async () => window.close());

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`breaks no rule in the theme ${themes[theme].name}`, async () => {
      await changeTheme(window, theme);
      // A webview is transparent. What VS Code draws behind it is out of sight for axe, which takes it for white.
      const panel = await shownFace(window.page);
      await panel.evaluate('document.documentElement.style.background = "var(--vscode-editor-background)"');
      assert.deepEqual(await violationsInAllViews(() => shownFace(window.page), theme), []);
    });
  }
});
