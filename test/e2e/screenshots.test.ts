/**
 * Compares every view of the web UI in the real VS Code with the pictures in `docs/images`: light and dark, wide in the
 * editor and narrow in the side bar. Store, date, fonts and window are the same in each run.
 */
import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentWithFonts } from '../../scripts/lib/fonts.ts';
import { cache } from '../../scripts/lib/places.ts';
import { showcaseAudit } from '../fixtures/showcase/audit.ts';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { showcaseNow, showcaseSnapshot, showcaseTimeZone } from '../fixtures/showcase/showcase.ts';
import { whatDiffers } from '../support/pictures.ts';
import { changeTheme, openPanel, openSideBar, runCommand, webUiFrame } from './webUi.ts';
import { pictureOf } from './picturesOfViews.ts';
import { shownViews, sideBarViews } from './shownViews.ts';
import { openTestWindow, plainWindow, type TestWindow } from './testWindow.ts';

const colours = ['light', 'dark'] as const;

describe('the web UI in pictures', () => {
  let window: TestWindow;

  before(async function () {
    // Other systems have other fonts.
    if (process.platform !== 'linux') this.skip();
    window = await openTestWindow({
      env: { BIGMIND_USER: showcaseUser },
      remote: 'https://github.com/harbourline/tidetable.git',
      memory: showcaseSnapshot(),
      notes: true,
      audit: showcaseAudit,
      now: showcaseNow,
      browserEnv: await environmentWithFonts(join(cache, 'fonts')),
      userFiles: {
        'settings.json': {
          ...plainWindow,
          'workbench.colorTheme': 'Default Light Modern',
        },
      },
      context: {
        viewport: { width: 1148, height: 1000 },
        deviceScaleFactor: 1,
        timezoneId: showcaseTimeZone,
        locale: 'en-US',
        reducedMotion: 'reduce',
      },
    });
  });

  after(async () => window.close());

  /** Takes all pictures before it reports any difference, so that one run shows everything that changed. */
  async function compareAll(width: 'wide' | 'narrow', views: typeof shownViews): Promise<void> {
    // Reminders that are due.
    await runCommand(window.page, 'Notifications: Clear All Notifications');
    const differences: string[] = [];
    for (const colour of colours) {
      await changeTheme(window, colour);
      for (const { name, open } of views) {
        const frame = await webUiFrame(window.page);
        await open(frame);
        const difference = whatDiffers(`${name}-${colour}-${width}`, await pictureOf(frame));
        if (difference !== undefined) differences.push(difference);
      }
    }
    assert.deepEqual(
      differences,
      [],
      'Look at artifacts/pictures; `npm run update:screenshots` takes them as they are.',
    );
  }

  const stateView = (name: string, says: string | RegExp): typeof shownViews => {
    const open = async (): Promise<void> => {
      await webUiFrame(window.page, says);
    };
    return [{ name, open }];
  };

  it('matches its pictures in the editor', async () => {
    await openPanel(window);
    await runCommand(window.page, 'View: Toggle Primary Side Bar Visibility');
    await compareAll('wide', shownViews);
  });

  it('matches its pictures for an empty store', async () => {
    const notes = join(dirname(window.home), 'home', '.mind');
    renameSync(notes, `${notes} of before`);
    window.changeSettings({ 'bigmind.storage.path': join(window.home, 'empty', 'memory.db') });
    await compareAll('wide', stateView('first-run', 'No memories yet'));
    renameSync(`${notes} of before`, notes);
  });

  it('matches its pictures when the file is no store', async () => {
    const file = join(window.home, 'letter.txt');
    writeFileSync(file, 'This is a letter and no database, although it is long enough to be one.'.repeat(20));
    window.changeSettings({ 'bigmind.storage.path': file });
    await webUiFrame(window.page, 'The file is damaged or is not a BigMind database');
    await runCommand(window.page, 'View: Close All Editors');
    await openPanel(window);
    await compareAll('wide', stateView('failure', 'The file is damaged or is not a BigMind database'));
  });

  it('matches its pictures in the side bar', async () => {
    window.changeSettings({ 'bigmind.storage.path': '' });
    await runCommand(window.page, 'View: Close All Editors');
    await openSideBar(window);
    // Away from the icon of the view. Its tooltip would cover the page, and stays if its badge changes meanwhile.
    await window.page.mouse.move(800, 500);
    await window.page.addStyleTag({ content: '.monaco-hover { visibility: hidden !important; }' });
    await compareAll('narrow', sideBarViews);
  });
});
