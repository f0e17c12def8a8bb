/** The keyboard flows in the panel of VS Code and in a browser. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { showcaseSnapshot } from '../fixtures/showcase/showcase.ts';
import { runProgram } from '../support/program.ts';
import { focusPanel, openPanel, runCommand, webUiFrame } from './webUi.ts';
import { describeFlows } from './keyboardFlows.ts';
import type { Host } from './keys.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo, goToList, openRow } from './shownViews.ts';
import { openTestWindow, timeoutMs, plainWindow, type TestWindow } from './testWindow.ts';

describe('the keyboard in a browser', () => {
  let shown: ServedPage;
  let page: Page;

  before(async () => {
    shown = await openServedPage({ viewport: { width: 1100, height: 900 } });
    ({ page } = shown);
  });

  after(async () => shown.close());

  describeFlows((): Host => ({
    page,
    frame: () => webUiFrame(page),
    enter: () => Promise.resolve(),
    hideAndShow: async () => {
      const other = await page.context().newPage();
      await other.close();
      await page.bringToFront();
    },
    reload: async () => {
      await page.reload();
    },
    remindersFile: join(shown.home.path, 'tidetable', '.mind', 'REMINDERS.md'),
    bigmind: async (...args) => (await runProgram(shown.home, args)).out,
  }));
});

describe('the keyboard in the panel of VS Code', () => {
  let window: TestWindow;

  before(async () => {
    window = await openTestWindow({
      env: { BIGMIND_USER: showcaseUser },
      remote: 'https://github.com/harbourline/tidetable.git',
      files: { 'docs/runbook.md': 'A line of the runbook.\n'.repeat(50) },
      memory: showcaseSnapshot(),
      notes: true,
      userFiles: {
        'settings.json': plainWindow,
      },
    });
    await openPanel(window);
  });

  after(async () => window.close());

  const panelTab = (): Locator => window.page.locator('.tabs-container').getByRole('tab', { name: 'BigMind' });

  describeFlows((): Host => ({
    page: window.page,
    frame: () => webUiFrame(window.page),
    enter: () => focusPanel(window.page),
    hideAndShow: async () => {
      await runCommand(window.page, 'Help: Welcome');
      await window.page.getByRole('tab', { name: 'Welcome' }).waitFor();
      await panelTab().click();
      await webUiFrame(window.page);
    },
    reload: async () => {
      // The browser's own reload does not wait until VS Code has saved its state.
      await Promise.all([
        window.page.waitForEvent('load', { timeout: timeoutMs }),
        runCommand(window.page, 'Developer: Reload Window'),
      ]);
      // VS Code may not have had time to save which tab was active.
      await panelTab().click({ timeout: timeoutMs });
      await webUiFrame(window.page);
    },
    remindersFile: join(window.workspace, '.mind', 'REMINDERS.md'),
    bigmind: (...args) => window.bigmind(...args),
  }));

  it('opens the file that an outcome names as its source', async () => {
    const frame = await webUiFrame(window.page);
    await goToList(frame, 'Decisions', /\d items/u);
    await openRow(frame, 'The timetable store is SQLite');
    await frame.getByRole('button', { name: 'docs/runbook.md#L31-L44' }).click();
    await window.page.getByRole('tab', { name: 'runbook.md' }).waitFor();
    // The status bar names the end of the selection.
    await window.page.getByText(/Ln 44, Col \d+ \(\d+ selected\)/u).waitFor();
  });

  it('opens the file of a reminder at its line', async () => {
    await panelTab().click();
    const frame = await webUiFrame(window.page);
    await goTo(frame, 'Reminders', 'Renew the certificate of the kiosks');
    await frame.getByRole('button', { name: '.mind/REMINDERS.md:5' }).click();
    await window.page.getByRole('tab', { name: 'REMINDERS.md' }).waitFor();
    await window.page.getByText(/Ln 5, Col 1/u).waitFor();
  });
});
