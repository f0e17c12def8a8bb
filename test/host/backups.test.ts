/** Backups from the palette: what came after one goes when it is put back, and comes again with the state before. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { confirmationTab, run, uniqueText, until } from './support.ts';

describe('backups', () => {
  it('are made, shown before they are restored, and taken back', async () => {
    await run('rememberNote', { text: uniqueText('before the backup'), category: 'decision' });
    const { status, name } = await run('backUpNow');
    assert.equal(status, 'backed_up');
    const later = uniqueText('after the backup');
    await run('rememberNote', { text: later, category: 'decision' });
    const restored = await run('restoreBackup', { name, confirmed: true });
    assert.equal(restored['status'], 'restored');
    assert.ok(vscode.window.activeTextEditor?.document.getText().includes(later), 'The page does not name what goes.');
    const again = await run('restoreBackup', { name: restored['before'], confirmed: true });
    assert.equal(again['status'], 'restored');
    assert.deepEqual(await run('repairStore', { confirmed: true }), { status: 'sound' });
  });

  it('stay where they are when the page that shows what changes is closed', async () => {
    const { name } = await run('backUpNow');
    const { status } = await run('rememberNote', { text: uniqueText('kept all the same'), category: 'decision' });
    assert.equal(status, 'stored');
    const asked = run('restoreBackup', { name });
    await until('the page is there', () => confirmationTab() !== undefined);
    const tab = confirmationTab();
    assert.ok(tab);
    await vscode.window.tabGroups.close(tab);
    assert.deepEqual(await asked, { status: 'cancelled' });
  });
});
