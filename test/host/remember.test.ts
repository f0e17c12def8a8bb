/** Notes that a user stores by hand are found again, with their source. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { bestResult } from './mcpCall.ts';
import { theExtension, uniqueText, until } from './support.ts';

function run(command: string, argument?: object): Thenable<Record<string, unknown>> {
  return vscode.commands.executeCommand<Record<string, unknown>>(`bigmind.${command}`, argument);
}

async function bestMatch(query: string): Promise<string> {
  return bestResult((await theExtension().activate()).mcpServers(), query);
}

function isPageOpen(): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('bigmind.panel'));
}

describe('remembering by hand', () => {
  it('stores a repeated note only once', async () => {
    const text = uniqueText('The ferry leaves at dawn');
    const first = await run('rememberNote', { text, category: 'decision' });
    const second = await run('rememberNote', { text: ` ${text.toUpperCase()} `, category: 'decision' });
    assert.equal(first['status'], 'stored');
    assert.deepEqual(second, { status: 'duplicate', id: first['id'] });
  });

  it('stores a note of a type', async () => {
    const text = uniqueText('The quay floods in spring');
    assert.equal((await run('rememberNote', { text, type: 'bug' }))['status'], 'stored');
    assert.ok((await bestMatch(text)).includes(text));
  });

  it('finds a note and opens it in the page, not as a document', async () => {
    const text = uniqueText('The lighthouse keeper counts');
    const { id } = await run('rememberNote', { text, category: 'codebase' });
    const opened = await run('searchMemory', { query: text, open: 'best' });
    assert.deepEqual(opened, { status: 'opened', kind: 'fact', id: String(id) });
    assert.notEqual(vscode.window.activeTextEditor?.document.uri.scheme, 'bigmind');
    await until('the page is open', isPageOpen);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('finds nothing for an unknown word', async () => {
    assert.deepEqual(await run('searchMemory', { query: 'xylophonist', open: 'best' }), { status: 'nothing' });
  });

  it('records the lines of a selection', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder, 'the suite needs a workspace');
    const text = uniqueText('const anchor =');
    const file = join(folder.uri.fsPath, 'harbour.ts');
    writeFileSync(file, `// first\n${text}\n// third\n`);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    editor.selection = new vscode.Selection(1, 0, 2, 0);
    const answer = await run('rememberSelection', { category: 'codebase' });
    assert.equal(answer['status'], 'stored');
    const page = await bestMatch(text);
    assert.ok(page.includes('harbour.ts#L2\n'), page);
  });

  it('records the whole file while it has unsaved changes', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder, 'the suite needs a workspace');
    const text = uniqueText('const buoy =');
    const file = join(folder.uri.fsPath, 'draft.ts');
    writeFileSync(file, '// first\n');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), text));
    editor.selection = new vscode.Selection(1, 0, 1, text.length);
    assert.equal((await run('rememberSelection', { category: 'codebase' }))['status'], 'stored');
    assert.equal(await editor.document.save(), true);
    const page = await bestMatch(text);
    assert.ok(page.includes('draft.ts\n'), page);
  });

  it('cancels for an empty selection', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'nothing chosen' });
    await vscode.window.showTextDocument(document);
    assert.deepEqual(await run('rememberSelection', { category: 'codebase' }), { status: 'cancelled' });
  });
});
