/** Erasing a project, and everything of a user, by keyboard from the page in a browser. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { showcaseMember, showcaseUser } from '../fixtures/showcase/people.ts';
import { runProgram } from '../support/program.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';

describe('erasing for good from the page', () => {
  let shown: ServedPage;
  let page: Page;

  before(async () => {
    shown = await openServedPage({ viewport: { width: 1100, height: 800 } });
    ({ page } = shown);
    await goTo(page.mainFrame(), 'Storage', 'Storage');
  });

  after(async () => {
    await takeScreenshot(page, 'erasing-end');
    await shown.close();
  });

  /** The number of this user's sessions in the export. */
  const sessions = async (): Promise<number> => {
    const { out } = await runProgram(shown.home, ['export', '--json']);
    const { tables } = JSON.parse(out) as {
      tables: { users: { id: string; username: string }[]; sessions: { user_id: string }[] };
    };
    const me = tables.users.find(({ username }) => username === showcaseUser)?.id;
    return tables.sessions.filter(({ user_id: id }) => id === me).length;
  };

  /** Opens the confirmation that says what is erased; returns the chosen option. */
  async function choose(what: { index: number } | { label: string }): Promise<string> {
    await page.getByRole('button', { name: 'Erase for Good…' }).press('Enter');
    const scopes = page.getByLabel('What do you want to erase?');
    await scopes.selectOption(what);
    const chosen = (await scopes.locator('option:checked').textContent()) ?? '';
    await takeScreenshot(page, 'erasing-choice');
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    await page.getByText('You cannot undo this.').waitFor();
    return chosen;
  }

  it('erases nothing after Escape', async () => {
    const before = await sessions();
    await choose({ index: 0 });
    await page.keyboard.press('Escape');
    await page.getByText('You cannot undo this.').waitFor({ state: 'hidden' });
    assert.equal(await sessions(), before);
  });

  it('erases a project with its sessions, and says so', async () => {
    const before = await sessions();
    const project = await choose({ index: 0 });
    await takeScreenshot(page, 'erasing-project');
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for Good', exact: true }).press('Enter');
    await page.getByText(/^Erased for good: /u).waitFor();
    assert.ok((await sessions()) < before);
    assert.notEqual(await choose({ index: 0 }), project);
    await page.keyboard.press('Escape');
  });

  it('erases a user only after the name is typed, and never the only admin', async () => {
    await page.getByRole('button', { name: 'Erase for Good…' }).press('Enter');
    await page.getByLabel('What do you want to erase?').selectOption({ label: 'All my data' });
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    await page.getByText('is the only admin').waitFor();
    await runProgram(shown.home, ['role', showcaseMember, 'admin']);
    await choose({ label: 'All my data' });
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Erase for Good', exact: true });
    await yes.press('Enter');
    assert.equal(await yes.getAttribute('aria-disabled'), 'true');
    await page.getByLabel('Type the name').fill(showcaseUser);
    await takeScreenshot(page, 'erasing-everything');
    await yes.press('Enter');
    await page.getByText(`Erased for good: ${showcaseUser}.`, { exact: false }).waitFor();
    assert.equal(await sessions(), 0);
  });
});
