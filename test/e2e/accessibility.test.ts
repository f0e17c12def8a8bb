/**
 * Accessibility for users with low vision, without color vision or without a mouse. axe finds nothing in any view, in
 * all four kinds of theme, in VS Code and in a browser. At 200 % zoom, a page fits the narrowest side bar.
 */
import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { showcaseNow, showcaseSnapshot } from '../fixtures/showcase/showcase.ts';
import { violationsIn } from '../support/axe.ts';
import { changeTheme, openPanel, webUiFrame, themes, type Theme } from './webUi.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { checkedViews } from './shownViews.ts';
import { stoppedClock } from './stoppedClock.ts';
import { openTestWindow, type TestWindow } from './testWindow.ts';

async function violationsInAllViews(frame: () => Promise<Frame>, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, open } of checkedViews) {
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
      it(`breaks no rule in ${colorScheme} colors, ${String(width)} pixels wide`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const frame = (): Promise<Frame> => Promise.resolve(page.mainFrame());
        assert.deepEqual(await violationsInAllViews(frame, colorScheme), []);
      });
    }
  }

  it('reports an element that breaks a rule', async () => {
    const tab = await shown.browser.newPage();
    await tab.setContent('<html lang="en"><title>Bad</title><main><h1>Bad</h1><img src="x.png"></main></html>');
    assert.match((await violationsIn(tab.mainFrame())).join(' '), /image-alt/u);
    await tab.close();
  });

  /** The width of the narrowest side bar: its 220 pixels take 440 of the screen at this zoom. */
  it('fits every view into its window at 200 % zoom', async () => {
    await page.setViewportSize({ width: 440, height: 1600 });
    await page.evaluate('document.documentElement.style.zoom = "2"');
    const wide: string[] = [];
    for (const { name, open } of checkedViews) {
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
      notes: true,
      now: showcaseNow,
      userFiles: { 'settings.json': { 'workbench.startupEditor': 'none' } },
    });
    await openPanel(window);
  });

  after(async () => window.close());

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`breaks no rule in the theme ${themes[theme].name}`, async () => {
      await changeTheme(window, theme);
      // A webview is transparent. axe does not see what VS Code draws behind it and assumes white.
      const panel = await webUiFrame(window.page);
      await panel.evaluate('document.documentElement.style.background = "var(--vscode-editor-background)"');
      assert.deepEqual(await violationsInAllViews(() => webUiFrame(window.page), theme), []);
    });
  }
});
