/**
 * Confirmations before memories are replaced or erased: a list that says what each backup contains, a page to read, and
 * two buttons that the keyboard reaches. Escape or closing the page changes nothing.
 */
import assert from 'node:assert/strict';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Frame } from 'playwright-core';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { openPanel, runCommand, runListed, takeFocusedRow, webUiFrame } from './webUi.ts';
import { openTestWindow, waitFor, waitForWebview, type TestWindow } from './testWindow.ts';

const kept = 'The lighthouse keeps the north';
const later = Array.from({ length: 4 }, (_, n) => `Ship ${String(n + 1)} came in after the backup`);

describe('a confirmation page', () => {
  let window: TestWindow;

  before(async () => {
    window = await openTestWindow({
      env: { BIGMIND_USER: 'ada' },
      userFiles: { 'settings.json': { 'workbench.startupEditor': 'none' } },
      context: { viewport: { width: 1100, height: 620 } },
    });
    await window.bigmind('save', kept);
    await window.bigmind('backup');
    for (const fact of later) await window.bigmind('save', fact);
  });

  after(async () => {
    await takeScreenshot(window.page, 'confirmations-end');
    await window.close();
  });

  const remembered = async (text: string): Promise<boolean> =>
    (await window.bigmind('export', '--json')).includes(text);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await window.page.keyboard.press(key);
  };

  /** Waits until the page is shown and has the keyboard focus. */
  async function confirmationPage(question: string | RegExp): Promise<Frame> {
    const frame = await waitForWebview(window.page, question);
    await frame.locator('#question:focus').waitFor();
    await waitFor('the keyboard in the page', 60, async () =>
      (await frame.evaluate('document.hasFocus()')) === true ? true : undefined,
    );
    return frame;
  }

  async function gone(frame: Frame): Promise<void> {
    await waitFor('the page to close', 60, () => (frame.isDetached() ? true : undefined));
  }

  async function askToRestore(): Promise<Frame> {
    await runListed(window.page, 'Manage Memory', 'Restore Backup...');
    await window.page.locator('.quick-input-list .focused').getByText('facts: 1').waitFor();
    await takeScreenshot(window.page, 'confirmations-backups');
    await takeFocusedRow(window.page, 'facts: 1');
    return confirmationPage(/Replace the memory with the backup /u);
  }

  it('shows what restoring a backup changes, and cancels on Escape', async () => {
    const frame = await askToRestore();
    for (const fact of later) await frame.getByText(fact).waitFor();
    await takeScreenshot(window.page, 'confirmations-restore');
    await press('Escape');
    await gone(frame);
    assert.ok(await remembered(later[0] ?? ''));
  });

  it('cancels when the page is closed', async () => {
    const frame = await askToRestore();
    await window.page
      .getByRole('tab', { name: 'Restore backup' })
      .getByRole('button', { name: /^Close/u })
      .click();
    await gone(frame);
    assert.ok(await remembered(later[0] ?? ''));
  });

  it('restores by its button, offers an undo, and updates the open panel', async () => {
    const panel = await openPanel(window);
    await panel
      .getByText(later[0] ?? '')
      .first()
      .waitFor();
    await askToRestore();
    await press('Tab', 'Enter');
    await window.page
      .getByText(/The previous memory is now the backup memory-.*-before-restore/u)
      .first()
      .waitFor();
    await takeScreenshot(window.page, 'confirmations-restored');
    assert.ok(!(await remembered(later[0] ?? '')));
    await openPanel(window);
    const shown = await webUiFrame(window.page, kept);
    assert.equal(await shown.getByText(later[0] ?? '').count(), 0);
    await window.page.getByRole('button', { name: 'Undo' }).click();
    await confirmationPage(/Replace the memory with the backup .*-before-restore/u);
    await press('Tab', 'Enter');
    await waitFor('the ships', 60, async () => ((await remembered(later[0] ?? '')) ? true : undefined));
  });

  it('shows in plain words what a repair can save, and repairs by its button', async () => {
    const warning = window.page.locator('.statusbar-item.warning-kind', { hasText: 'BigMind' });
    await runCommand(window.page, 'View: Close All Editors');
    damage(join(window.home, 'memory.db'));
    // Also in a window in which nothing has used the memory yet.
    await runCommand(window.page, 'Developer: Reload Window');
    await warning.waitFor();
    assert.equal(await window.page.locator('.editor-group-container').getByRole('tab').count(), 0);
    await takeScreenshot(window.page, 'confirmations-damaged');
    await runListed(window.page, 'Manage Memory', 'Repair Memory...');
    const frame = await confirmationPage('Repair the memory?');
    await takeScreenshot(window.page, 'confirmations-repair');
    const text = (await frame.locator('main').textContent()) ?? '';
    assert.match(text, /The damage/u);
    assert.doesNotMatch(text, /conversation_chunks|session_summaries|global_knowledge|identity_profile/u);
    await press('Tab', 'Enter');
    await window.page.getByText('The memory was repaired.').first().waitFor();
    await takeScreenshot(window.page, 'confirmations-repaired');
    await warning.waitFor({ state: 'detached' });
    assert.ok(await remembered(kept));
  });

  it('erases a project only when its button is pressed', async () => {
    const ask = async (): Promise<Frame> => {
      await runListed(window.page, 'Manage Memory', 'Erase for Good...');
      const frame = await webUiFrame(window.page, 'What do you want to erase?');
      await frame.getByRole('button', { name: 'Review' }).click();
      await frame.getByText('You cannot undo this.').waitFor();
      return frame;
    };
    const frame = await ask();
    await frame.getByText(/backups? may contain it/u).waitFor();
    await takeScreenshot(window.page, 'confirmations-erase');
    await frame.getByRole('button', { name: 'Cancel' }).click();
    assert.ok(await remembered(kept));
    await (await ask()).getByRole('dialog').getByRole('button', { name: 'Erase for Good', exact: true }).click();
    await frame
      .getByText(/Erased for good: /u)
      .first()
      .waitFor();
    assert.ok(!(await remembered(kept)));
  });
});

/** Overwrites every third page after the first ones, once a checkpoint has moved the log into the file. */
function damage(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const handle = openSync(file, 'r+');
  const pages = Math.floor(statSync(file).size / 4_096);
  for (let page = 4; page < pages; page += 3) writeSync(handle, Buffer.alloc(4_096, 0x5a), 0, 4_096, page * 4_096);
  closeSync(handle);
}
