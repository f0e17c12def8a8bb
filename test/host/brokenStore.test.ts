/** If the store cannot be opened, a notice says what to do. Nothing throws, and correcting the setting is enough. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { rowsForFailure } from '../../src/vscode/commands/recall/searchRows.ts';
import { uniqueText, withSetting } from './support.ts';

function run(command: string, argument?: object): Thenable<Record<string, unknown>> {
  return vscode.commands.executeCommand<Record<string, unknown>>(`bigmind.${command}`, argument);
}

describe('a store that cannot be opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bigmind-no-file-'));

  it('makes every command that needs it say what to do', async () => {
    await withSetting('storage.path', folder, async () => {
      const answers = [
        await run('rememberNote', { text: uniqueText('lost'), category: 'decision' }),
        await run('searchMemory', { query: 'anything', open: 'best' }),
        await run('exportMemory', { target: vscode.Uri.file(join(folder, 'export.json')) }),
        await run('endSession', { sessionId: 'abcdef', headline: 'x', topics: 'y' }),
      ];
      for (const { status, code, notice } of answers) {
        assert.equal(status, 'failed');
        assert.match(String(code), /^store_/u);
        assert.ok(String(notice).includes(folder), `The notice does not name the place: ${String(notice)}`);
        assert.ok(String(notice).split('. ').length > 1, `The notice names no remedy: ${String(notice)}`);
      }
    });
  });

  it('is reported by the doctor', async () => {
    await withSetting('storage.path', folder, async () => {
      assert.deepEqual(await run('runDoctor'), { status: 'unsound' });
      assert.ok(vscode.window.activeTextEditor?.document.getText().includes(folder));
    });
  });

  it('is reported for a relative path, which would differ in each folder', async () => {
    await withSetting('storage.path', 'here/memory.db', async () => {
      const { status, code, notice } = await run('rememberNote', { text: uniqueText('lost'), category: 'decision' });
      assert.deepEqual({ status, code }, { status: 'failed', code: 'invalid_input' });
      assert.match(String(notice), /bigmind\.storage\.path.*here\/memory\.db.*full path/u);
      assert.deepEqual(await run('runDoctor'), { status: 'unsound' });
    });
  });

  it('is shown by the search with rows that repair it, the likeliest first', () => {
    const [happened, ...remedies] = rowsForFailure(
      new BigMindError('store_corrupt', '/home/ada/memory.db is damaged.'),
    );
    assert.match(String(happened?.label), /damaged\.$/u);
    assert.equal(happened?.detail, '/home/ada/memory.db is damaged.');
    assert.deepEqual(remedies.map(({ label, runs }) => [label, runs?.command]).slice(0, 2), [
      ['Repair...', 'bigmind.repairStore'],
      ['Restore Backup...', 'bigmind.restoreBackup'],
    ]);
  });

  it('is no longer reported once the setting is correct', async () => {
    const { status } = await run('rememberNote', { text: uniqueText('kept'), category: 'decision' });
    assert.equal(status, 'stored');
    assert.deepEqual(await run('runDoctor'), { status: 'sound' });
  });
});
