/** The command opens the form of the page, which shows what it erases and asks; it erases nothing itself. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { run, uniqueText, withSetting } from './support.ts';

describe('the command Erase for Good', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens the form of the page, even if the caller claims to have a confirmation', async () => {
    await withSetting('user', 'heron', async () => {
      const text = uniqueText('The heron stays');
      await run('rememberNote', { text, category: 'decision' });
      for (const argument of [undefined, { user: 'heron', confirmed: true }, { project: 'weir', yes: true }]) {
        assert.deepEqual(await run('eraseForGood', argument), { status: 'shown' });
      }
      assert.equal((await run('searchMemory', { query: text, open: 'best' }))['status'], 'opened');
    });
  });
});
