/** Erasing from the palette: as somebody of whom no other suite knows, because it takes all that they keep. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { run, uniqueText, withSetting } from './support.ts';

describe('erasing for good', () => {
  const target = vscode.Uri.file(join(mkdtempSync(join(tmpdir(), 'bigmind-host-')), 'memory.json'));
  const exported = async (): Promise<string> => {
    assert.equal((await run('exportMemory', { target }))['status'], 'exported');
    return readFileSync(target.fsPath, 'utf8');
  };
  const remember = async (beginning: string): Promise<string> => {
    const text = uniqueText(beginning);
    assert.equal((await run('rememberNote', { text, category: 'decision' }))['status'], 'stored');
    assert.ok((await exported()).includes(text));
    return text;
  };

  it('takes what somebody keeps of a project, out of backups as well', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, 'the suite needs a workspace');
    await withSetting('user', 'heron', async () => {
      const text = await remember('The heron nests behind the weir');
      await run('backUpNow');
      const { status, kind, left } = await run('eraseForGood', { project: folder.name, confirmed: true });
      assert.deepEqual({ status, kind, left }, { status: 'erased', kind: 'project', left: 0 });
      assert.ok(!(await exported()).includes(text), 'The note is still there.');
      const again = await run('eraseForGood', { project: folder.name, confirmed: true });
      assert.deepEqual([again['status'], again['code']], ['failed', 'not_found']);
    });
  });

  it('takes everything of a person, who begins anew with the next note', async () => {
    await withSetting('user', 'otter', async () => {
      const text = await remember('The otter sleeps under the bridge');
      const { status, id } = await run('eraseForGood', { user: 'otter', confirmed: true });
      assert.deepEqual({ status, id }, { status: 'erased', id: 'otter' });
      assert.ok(!(await exported()).includes(text), 'The note is still there.');
      await remember('The otter is back');
    });
  });
});
