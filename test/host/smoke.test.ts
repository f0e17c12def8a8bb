/** The minimum for every other suite: VS Code knows the extension and activates it. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in VS Code', () => {
  it('is installed under its identifier', () => {
    assert.ok(vscode.extensions.getExtension('bigmind.bigmind'));
  });

  it('activates without an error', async () => {
    const extension = vscode.extensions.getExtension('bigmind.bigmind');
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });
});
