/** The side bar view and the panel, with a store of hostile texts into which another program writes. */
import assert from 'node:assert/strict';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { hostileSnapshot } from '../fixtures/showcase/hostile.ts';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { showcaseNow } from '../fixtures/showcase/showcase.ts';
import { openPanel, openSideBar, runCommand, webUiFrame } from './webUi.ts';
import { assertHarmless } from './harmless.ts';
import { goTo, sideBarViews } from './shownViews.ts';
import { openTestWindow, type TestWindow } from './testWindow.ts';

describe('the BigMind view', () => {
  let window: TestWindow;
  /** What the content security policies of the webviews blocked. */
  const blocked: string[] = [];

  before(async () => {
    window = await openTestWindow({
      env: { BIGMIND_USER: showcaseUser },
      memory: hostileSnapshot(),
      notes: true,
      now: showcaseNow,
      userFiles: { 'settings.json': { 'workbench.startupEditor': 'none' } },
    });
    window.page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    });
  });

  after(async () => {
    await takeScreenshot(window.page, 'view-end');
    await window.close();
  });

  it('opens from the activity bar and counts four proposals and three due reminders', async () => {
    await openSideBar(window);
    await webUiFrame(window.page, 'Mira Solberg');
    await window.page.locator('.activitybar .badge').getByText('7', { exact: true }).waitFor();
    await takeScreenshot(window.page, 'view');
  });

  it('shows without a reload what another program stores', async () => {
    const frame = await webUiFrame(window.page);
    await goTo(frame, 'Search', /\d items/u);
    await window.bigmind('save', 'The harbour lights are green on Tuesdays');
    await frame.getByText('The harbour lights are green on Tuesdays').waitFor();
    await takeScreenshot(window.page, 'view-with-fact');
  });

  it('shows hostile texts as plain text in the side bar', async () => {
    await assertHarmless(() => webUiFrame(window.page), sideBarViews);
  });

  it('opens in the editor what the side bar does not show', async () => {
    const beside = await webUiFrame(window.page);
    const places = beside.getByRole('navigation').getByRole('button');
    assert.deepEqual(await places.allTextContents().then((names) => names.map((name) => name.trim()).slice(0, 2)), [
      'Home',
      'Search',
    ]);
    await goTo(beside, 'Search', /\d items/u);
    await beside.getByText('The harbour lights are green on Tuesdays').first().click();
    const editor = window.page.locator('.editor-group-container').getByRole('tab', { name: 'BigMind' });
    await editor.waitFor();
    await takeScreenshot(window.page, 'view-opened-in-editor');
    assert.equal(await beside.getByRole('navigation').isVisible(), true);
    await runCommand(window.page, 'View: Close All Editors');
    await goTo(beside, 'Home', 'Pinned facts');
    await beside
      .getByRole('button', { name: /^Open in Editor/u })
      .first()
      .click();
    await editor.waitFor();
    await runCommand(window.page, 'View: Close All Editors');
  });

  it('shows hostile texts as plain text in the panel', async () => {
    await window.page.getByRole('tab', { name: 'Explorer' }).click();
    await openPanel(window);
    await assertHarmless(() => webUiFrame(window.page));
    assert.deepEqual(blocked, []);
  });
});
