/** Backups from the Command Palette: a restore removes later memories, and can be undone. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { confirmationTab, run, uniqueText, until } from './support.ts';

describe('backups', () => {
  it('are created and restored, showing what is removed, and a restore can be undone', async () => {
    await run('rememberNote', { text: uniqueText('before the backup'), category: 'decision' });
    const { status, name } = await run('backUpNow');
    assert.equal(status, 'backed_up');
    const later = uniqueText('after the backup');
    await run('rememberNote', { text: later, category: 'decision' });
    const restored = await run('restoreBackup', { name, confirmed: true });
    assert.equal(restored['status'], 'restored');
    assert.ok(
      vscode.window.activeTextEditor?.document.getText().includes(later),
      'The page does not name what is removed.',
    );
    const again = await run('restoreBackup', { name: restored['before'], confirmed: true });
    assert.equal(again['status'], 'restored');
    assert.deepEqual(await run('repairStore', { confirmed: true }), { status: 'sound' });
  });

  it('are not restored if the user closes the page that shows the changes', async () => {
    const { name } = await run('backUpNow');
    const { status } = await run('rememberNote', { text: uniqueText('kept all the same'), category: 'decision' });
    assert.equal(status, 'stored');
    const restoring = run('restoreBackup', { name });
    await until('the page is there', () => confirmationTab() !== undefined);
    const tab = confirmationTab();
    assert.ok(tab);
    await vscode.window.tabGroups.close(tab);
    assert.deepEqual(await restoring, { status: 'cancelled' });
  });
});
