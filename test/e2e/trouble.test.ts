/** How a page in a browser handles a missing permission, a lock, a lost file and an ended server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { showcaseMember } from '../fixtures/showcase/people.ts';
import { runProgram } from '../support/program.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { webUiFrame } from './webUi.ts';
import { openServedPage, serve, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';

/** A backup made at the wrong moment would turn a missing file into a lost store. */
const noBackups = { BIGMIND_BACKUP_DAYS: '0' };

describe('a page with problems', () => {
  let shown: ServedPage;
  let home: TemporaryHome;
  let browser: Browser;
  let page: Page;

  before(async () => {
    shown = await openServedPage({ viewport: { width: 1100, height: 800 }, env: noBackups, notes: [] });
    ({ home, browser, page } = shown);
  });

  after(async () => shown.close());

  it('says who may review, and refuses a review that a member sends anyway', async () => {
    const theirs = await serve(home, { ...noBackups, BIGMIND_USER: showcaseMember });
    const tab = await browser.newPage();
    await tab.goto(theirs.address);
    await goTo(await webUiFrame(tab), 'Review', 'Live regions are polite and short');
    await tab.getByText('Only curators and admins can review').first().waitFor();
    assert.equal(await tab.getByRole('button', { name: 'Approve', exact: true }).getAttribute('aria-disabled'), 'true');
    const command = { type: 'review', id: 11, action: 'approve', version: null, notes: null, corrections: null };
    const response = await fetch(new URL('/api/page', theirs.frontDoor), {
      method: 'POST',
      headers: { authorization: `Bearer ${theirs.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'act', id: 1, act: command }),
    });
    assert.match(await response.text(), /"not_allowed"/u);
    const { out } = await runProgram(home, ['export', '--json']);
    assert.match(out, /"status":"pending"[^}]*"promoted_by":"u-priya"/u);
    await tab.close();
    theirs.process.kill('SIGKILL');
  });

  it('waits while another program writes, and continues afterwards', async () => {
    const other = new DatabaseSync(home.database);
    other.exec('BEGIN IMMEDIATE');
    await goTo(page.mainFrame(), 'Home', 'Pinned facts');
    await page.getByRole('button', { name: 'Edit your role' }).click();
    await page.getByLabel('Your role').fill('Keeper of the locks');
    await page.keyboard.press('Enter');
    await page.getByText('Saving…').waitFor();
    other.exec('COMMIT');
    other.close();
    await page.getByText('Role saved.').waitFor();
  });

  it('reports a file that is no longer a store, and shows the store again when it is back', async () => {
    const isThere = page.getByText('Keeper of the locks');
    await isThere.waitFor();
    putAway();
    writeFileSync(home.database, 'A letter lies where the memory was. '.repeat(40));
    await page.getByText('The file is damaged or is not a BigMind database').first().waitFor();
    await takeScreenshot(page, 'trouble-no-memory');
    renameSync(away(), home.database);
    await page.getByText('The file is damaged or is not a BigMind database').first().waitFor({ state: 'detached' });
    await isThere.waitFor();
  });

  it('reports that an empty store replaced the missing one, and shows the old one when it is back', async () => {
    putAway();
    await page.getByText('was replaced by an empty one').waitFor();
    await page.reload();
    await page.getByText('was replaced by an empty one').waitFor();
    await takeScreenshot(page, 'trouble-gone');
    // The files next to the new store belong only to it.
    for (const part of ['-wal', '-shm']) rmSync(`${home.database}${part}`);
    renameSync(away(), home.database);
    await page.getByText('Keeper of the locks').waitFor();
  });

  it('continues with the empty store when the user chooses it', async () => {
    const tab = await browser.newPage();
    await delayFirstLook(tab);
    // Uses the token, because the key of the address was already used.
    await tab.goto(`${shown.served.frontDoor}#token=${shown.served.token}`);
    await tab.getByText('Keeper of the locks').waitFor();
    putAway();
    await tab.getByRole('button', { name: 'Use This Memory' }).click();
    await tab.getByRole('heading', { name: 'No memories yet' }).waitFor();
    await tab.close();
    for (const part of ['-wal', '-shm']) rmSync(`${home.database}${part}`);
    renameSync(away(), home.database);
    await page.getByText('Keeper of the locks').waitFor();
  });

  /** On a busy machine, the page's queries may overtake its first check for changes. */
  async function delayFirstLook(tab: Page): Promise<void> {
    await tab.route('**/api/changes', (route) => setTimeout(() => void route.continue(), 2_000), { times: 1 });
  }

  const away = (): string => `${home.database}.away`;

  /** Moves the store away completely: without a log, and without backups, next to which no empty store is created. */
  function putAway(): void {
    rmSync(join(dirname(home.database), 'backups'), { recursive: true, force: true });
    const database = new DatabaseSync(home.database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    renameSync(home.database, away());
  }

  it('reports that its server ended, and continues at the address of a new one', async () => {
    shown.served.process.kill('SIGTERM');
    await once(shown.served.process, 'exit');
    await page.getByText('BigMind no longer responds').first().waitFor();
    const port = new URL(shown.served.frontDoor).port;
    shown.served = await serve(home, { ...noBackups, BIGMIND_PORT: port });
    await page.goto(shown.served.address);
    await page.getByText('Keeper of the locks').waitFor();
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });
});
