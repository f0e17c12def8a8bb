/**
 * BigMind in the extension host of a browser: no processes, no file system, and a sql.js store in the extension's own
 * storage. A note saved from the command palette appears in the view, and is still there after a reload of the page.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { root } from '../../scripts/lib/places.ts';
import { runCommand, webUiFrame } from './webUi.ts';
import { goTo } from './shownViews.ts';
import { openTestWindow, waitForWebview, type TestWindow } from './testWindow.ts';

const note = 'The heron nests at the north gate';

describe('the browser host', () => {
  let window: TestWindow;

  before(async () => {
    window = await openTestWindow({ bigmind: join(root, 'out', 'browser-host.vsix') });
  });

  after(async () => {
    await takeScreenshot(window.page, 'browser-host');
    await window.close();
  });

  async function openView(): Promise<void> {
    await window.page.getByRole('tab', { name: /^BigMind/ }).click();
  }

  it('shows the first-run page for an empty store', async () => {
    await openView();
    const frame = await waitForWebview(window.page, /remember/i);
    await frame.getByText('Recording chats: hooks record them').waitFor();
  });

  it('stores a note and shows it', async () => {
    const { page } = window;
    await runCommand(page, 'BigMind: Remember Note');
    const input = page.locator('.quick-input-box input');
    await page.locator('.quick-input-widget').getByText('Remember Note').waitFor();
    await input.fill(note);
    await input.press('Enter');
    await page.locator('.quick-input-list .focused').waitFor();
    await takeScreenshot(page, 'browser-host-note');
    await input.press('Enter');
    const frame = await webUiFrame(page, 'Newest decisions');
    // A decision is listed once.
    assert.equal(await frame.getByRole('heading', { name: 'Recently remembered' }).count(), 0);
    await goTo(frame, 'Search', note);
  });

  it('still shows the note after a reload', async () => {
    // The side bar stays open.
    await window.page.reload();
    await goTo(await webUiFrame(window.page, 'Search'), 'Search', note);
  });
});
