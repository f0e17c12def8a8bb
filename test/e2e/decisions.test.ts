/** The dialog of a decision by keyboard, as a user sees it: its steps, the way back, Escape and Undo. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openTestWindow } from './testWindow.ts';
import type { TestWindow } from './testWindow.ts';
import { runCommand } from './webUi.ts';

const title = 'Moor at the west quay';

interface SavedRow {
  fact: string;
  decided_by: string;
  alternatives: string;
  deprecated: number;
}

describe('the dialog of a decision', () => {
  let window: TestWindow;
  before(async () => {
    window = await openTestWindow({ remote: 'https://github.com/acme/harbour.git', env: { BIGMIND_USER: 'ada' } });
  });
  after(async () => window.close());

  const input = (): Locator => window.page.locator('.quick-input-widget .quick-input-box input');
  const isAtStep = (step: string): Promise<void> =>
    window.page.locator('.quick-input-title').getByText(`Save Decision (${step})`).waitFor();
  const answer = async (text: string): Promise<void> => {
    await input().fill(text);
    await input().press('Enter');
  };
  const saved = async (): Promise<SavedRow[]> =>
    (JSON.parse(await window.bigmind('export', '--json')) as { tables: { facts: SavedRow[] } }).tables.facts;

  it('stores nothing if it is left with Escape', async () => {
    await runCommand(window.page, 'BigMind: Save Decision...');
    await isAtStep('1/4');
    await answer(title);
    await isAtStep('2/4');
    await input().press('Escape');
    await input().waitFor({ state: 'hidden' });
    assert.deepEqual(await saved(), []);
  });

  it('says what is missing, goes back without losing an answer, and can be undone', async () => {
    const { page } = window;
    await runCommand(page, 'BigMind: Save Decision...');
    await isAtStep('1/4');
    await input().press('Enter');
    await page.locator('.quick-input-message').getByText('Enter what was decided.').waitFor();
    await answer(title);
    await isAtStep('2/4');
    await page.locator('.quick-input-widget').getByRole('button', { name: 'Back' }).click();
    await isAtStep('1/4');
    assert.equal(await input().inputValue(), title);
    await input().press('Enter');
    await isAtStep('2/4');
    await answer('It is deep.');
    await isAtStep('3/4');
    assert.equal(await input().inputValue(), 'ada');
    await input().press('Enter');
    await isAtStep('4/4');
    await answer('The east quay: too shallow; the basin');
    await page.locator('.notification-toast').getByText('Decision saved.').waitFor();
    const [row] = await saved();
    assert.deepEqual(
      [row?.fact, row?.decided_by, row?.alternatives],
      [title, 'ada', JSON.stringify(['The east quay: too shallow', 'the basin'])],
    );
    await page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.notification-toast').getByText('Change undone.').waitFor();
    assert.equal((await saved())[0]?.deprecated, 1);
  });
});
