/** A project, and everything of a person, erased for good from the page in a browser, by the keyboard. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { runProgram } from '../support/program.ts';
import { openServedPage, type ServedPage } from './servedPage.ts';
import { goTo } from './shownViews.ts';

describe('erasing for good from the page', () => {
  let shown: ServedPage;
  let page: Page;

  before(async () => {
    shown = await openServedPage({ viewport: { width: 1100, height: 800 } });
    ({ page } = shown);
    await goTo(page.mainFrame(), 'Profile', 'Where it is kept');
  });

  after(async () => {
    await takeScreenshot(page, 'erasing-end');
    await shown.close();
  });

  const projects = async (): Promise<string[]> => {
    const { out } = await runProgram(shown.home, ['export', '--json']);
    return (JSON.parse(out) as { tables: { projects: { name: string }[] } }).tables.projects.map(({ name }) => name);
  };

  /** Leads to the question that says what goes. */
  async function choose(what: string): Promise<void> {
    await page.getByRole('button', { name: 'Erase for good…' }).press('Enter');
    await page.getByLabel('What is to go?').selectOption({ label: what });
    await takeScreenshot(page, 'erasing-choice');
    await page.getByRole('button', { name: 'Show what goes' }).press('Enter');
    await page.getByText('Nobody can bring it back.').waitFor();
  }

  it('leaves everything as it is after Escape', async () => {
    const before = await projects();
    const [project = ''] = before;
    await choose(project);
    await page.keyboard.press('Escape');
    await page.getByText('Nobody can bring it back.').waitFor({ state: 'hidden' });
    assert.deepEqual(await projects(), before);
  });

  it('takes a project with what goes with it, and says so', async () => {
    const [project = ''] = await projects();
    await choose(project);
    await takeScreenshot(page, 'erasing-project');
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good', exact: true }).press('Enter');
    await page.getByText(/^Erased for good: /u).waitFor();
    assert.ok(!(await projects()).includes(project));
  });

  it('takes everything of the person only once their name is typed, and goes on as an empty memory', async () => {
    await choose('Everything of mine');
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Erase for good', exact: true });
    await yes.press('Enter');
    assert.equal(await yes.getAttribute('aria-disabled'), 'true');
    await page.getByLabel(/^Type the name/u).fill(shown.home.env['BIGMIND_USER'] ?? '');
    await takeScreenshot(page, 'erasing-everything');
    await yes.press('Enter');
    await page.getByRole('heading', { name: 'Nothing remembered yet' }).waitFor();
    assert.deepEqual(await projects(), []);
  });
});
