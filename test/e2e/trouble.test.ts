/** What a page in a browser says and does when something is in the way: a right that is missing, a lock, a file, a server. */
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
import { shownFace } from './face.ts';
import { openServedPage, serve, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';

/** One that is made in the wrong moment would make of a file that is gone a memory that was lost. */
const noBackups = { BIGMIND_BACKUP_DAYS: '0' };

describe('a page to which something happens', () => {
  let shown: ServedPage;
  let home: TemporaryHome;
  let browser: Browser;
  let page: Page;

  before(async () => {
    shown = await openServedPage({ viewport: { width: 1100, height: 800 }, env: noBackups });
    ({ home, browser, page } = shown);
  });

  after(async () => shown.close());

  it('tells a member who decides, and refuses what their page should not send', async () => {
    const theirs = await serve(home, { ...noBackups, BIGMIND_USER: showcaseMember });
    const tab = await browser.newPage();
    await tab.goto(theirs.address);
    await goTo(await shownFace(tab), 'Curation', 'Live regions are polite and short');
    await tab.getByText('Only curators and admins can review').first().waitFor();
    assert.equal(await tab.getByRole('button', { name: 'Approve', exact: true }).getAttribute('aria-disabled'), 'true');
    const act = { type: 'review', id: 11, action: 'approve', version: null, notes: null, corrections: null };
    const response = await fetch(new URL('/api/page', theirs.frontDoor), {
      method: 'POST',
      headers: { authorization: `Bearer ${theirs.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'act', id: 1, act }),
    });
    assert.match(await response.text(), /"not_allowed"/u);
    const { out } = await runProgram(home, ['export', '--json']);
    assert.match(out, /"status":"pending"[^}]*"promoted_by":"u-priya"/u);
    await tab.close();
    theirs.process.kill('SIGKILL');
  });

  it('waits for another program that writes, and goes on when it has ended', async () => {
    const other = new DatabaseSync(home.database);
    other.exec('BEGIN IMMEDIATE');
    await goTo(page.mainFrame(), 'Profile', 'Pinned facts');
    await page.getByRole('button', { name: 'Edit your role' }).click();
    await page.getByLabel('Your role').fill('Keeper of the locks');
    await page.keyboard.press('Enter');
    await page.getByText('Saving…').waitFor();
    other.exec('COMMIT');
    other.close();
    await page.getByText('Role saved.').waitFor();
  });

  it('says that the file is no memory any more, and shows it again when it is', async () => {
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

  it('takes no empty memory for the one whose file is gone, and shows that again when it is back', async () => {
    putAway();
    await page.getByText('was replaced by an empty one').waitFor();
    await page.reload();
    await page.getByText('was replaced by an empty one').waitFor();
    await takeScreenshot(page, 'trouble-gone');
    // What lies beside the new file belongs to it alone.
    for (const part of ['-wal', '-shm']) rmSync(`${home.database}${part}`);
    renameSync(away(), home.database);
    await page.getByText('Keeper of the locks').waitFor();
  });

  it('goes on with the empty one when somebody says so', async () => {
    const tab = await browser.newPage();
    await delayFirstLook(tab);
    // By hand: the key of the address is used up.
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

  /** On a busy machine, the page's queries may overtake its first look for changes. */
  async function delayFirstLook(tab: Page): Promise<void> {
    await tab.route('**/api/changes', (route) => setTimeout(() => void route.continue(), 2_000), { times: 1 });
  }

  const away = (): string => `${home.database}.away`;

  /** Whole: nothing of it is left in the file beside it, nor as a backup, beside which nobody begins an empty one. */
  function putAway(): void {
    rmSync(join(dirname(home.database), 'backups'), { recursive: true, force: true });
    const database = new DatabaseSync(home.database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    renameSync(home.database, away());
  }

  it('says that its server was ended, and goes on at the address of a new one', async () => {
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
