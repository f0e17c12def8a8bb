/** A store that cannot be opened is a notice that says what to do, never an exception, and heals with the setting. */
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

  it('is told with what to do about it, by every command that needs it', async () => {
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
        assert.ok(String(notice).split('. ').length > 1, `The notice says no way on: ${String(notice)}`);
      }
    });
  });

  it('is what the doctor reports', async () => {
    await withSetting('storage.path', folder, async () => {
      assert.deepEqual(await run('runDoctor'), { status: 'unsound' });
      assert.ok(vscode.window.activeTextEditor?.document.getText().includes(folder));
    });
  });

  it('is not looked for at a relative path, which would be another place in each folder', async () => {
    await withSetting('storage.path', 'here/memory.db', async () => {
      const { status, code, notice } = await run('rememberNote', { text: uniqueText('lost'), category: 'decision' });
      assert.deepEqual({ status, code }, { status: 'failed', code: 'invalid_input' });
      assert.match(String(notice), /bigmind\.storage\.path.*here\/memory\.db.*full path/u);
      assert.deepEqual(await run('runDoctor'), { status: 'unsound' });
    });
  });

  it('is told by a search as you type in rows that mend it, the likeliest first', () => {
    const [happened, ...ways] = rowsForFailure(new BigMindError('store_corrupt', '/home/ada/memory.db is damaged.'));
    assert.match(String(happened?.label), /damaged\.$/u);
    assert.equal(happened?.detail, '/home/ada/memory.db is damaged.');
    assert.deepEqual(ways.map(({ label, runs }) => [label, runs?.command]).slice(0, 2), [
      ['Repair...', 'bigmind.repairStore'],
      ['Restore Backup...', 'bigmind.restoreBackup'],
    ]);
  });

  it('is forgotten once the setting is right', async () => {
    const { status } = await run('rememberNote', { text: uniqueText('kept'), category: 'decision' });
    assert.equal(status, 'stored');
    assert.deepEqual(await run('runDoctor'), { status: 'sound' });
  });
});
