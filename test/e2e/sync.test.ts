/** The sync of one person's memory in a real VS Code: set up in a folder, sent, and turned off. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { openTestWindow, plainWindow, repeatUntil, waitFor, type TestWindow } from './testWindow.ts';
import { runListed, takeFocusedRow } from './webUi.ts';

const passphrase = 'four random words here';

describe('the sync in VS Code', () => {
  let window: TestWindow;
  let place: string;

  before(async () => {
    window = await openTestWindow({ userFiles: { 'settings.json': plainWindow } });
    place = join(dirname(window.home), 'cloud drive ü');
    mkdirSync(place);
    await window.bigmind('save', 'We deploy on Thursdays only');
  });

  after(async () => {
    await takeScreenshot(window.page, 'sync-end');
    await window.close();
  });

  const input = (): Locator => window.page.locator('.quick-input-box input');
  const dialog = (): Locator => window.page.getByRole('dialog');

  async function enter(text: string, next: Locator): Promise<void> {
    await repeatUntil(
      `what follows "${text.slice(0, 20)}"`,
      async () => {
        if (!(await input().isVisible())) return;
        await input().fill(text);
        await input().press('Enter');
      },
      () => next.isVisible(),
    );
  }

  it('shows what would leave the computer before it changes anything', async () => {
    await runListed(window.page, 'Manage Memory', 'Sync...');
    // Pressed once: the dialog for the folder is a list, too, and a second Enter would accept it.
    await window.page.locator('.quick-input-list .focused').getByText('Set Up in a Folder').first().waitFor();
    await input().press('Enter');
    // VS Code writes the folder of the workspace into the input first.
    await waitFor('a path in the input', 60, async () =>
      (await input().inputValue()).startsWith('/') ? true : undefined,
    );
    // The button takes the row that is active, so the rows must be those of the folder that was typed.
    const row = window.page.locator('.quick-input-list').getByText(basename(place));
    await repeatUntil(
      'the folder among the rows of its parent',
      () => input().fill(`${dirname(place)}/`),
      () => row.isVisible(),
    );
    await repeatUntil(
      'the rows of the folder',
      () => input().fill(`${place}/`),
      () => row.isHidden(),
    );
    await window.page.getByRole('button', { name: 'Use Folder' }).click();
    await dialog().getByText(`Set up the sync with ${place}`).waitFor();
    await dialog().getByText('facts: 1').waitFor();
    await takeScreenshot(window.page, 'sync-outline');
    assert.deepEqual(readdirSync(place), []);
    await dialog().getByRole('button', { name: 'Set Up' }).click();
  });

  it('asks for a passphrase twice, and sends nothing by itself', async () => {
    await enter(passphrase, window.page.getByText('Enter the passphrase again').first());
    await enter(passphrase, window.page.getByText('Nothing was sent yet').first());
    await takeScreenshot(window.page, 'sync-set-up');
    assert.deepEqual(readdirSync(place), ['key.age']);
  });

  it('sends the memory encrypted, and says so', async () => {
    await runListed(window.page, 'Manage Memory', 'Sync...');
    await takeFocusedRow(window.page, 'Sync Now');
    await window.page.getByText('Sent: 1.').first().waitFor();
    await takeScreenshot(window.page, 'sync-done');
    assert.deepEqual(readdirSync(place).toSorted(), ['key.age', 'machines']);
  });
});
