/** A store is exported to one file and imported without duplicates. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { uniqueText } from './support.ts';

function run(command: string, argument: object): Thenable<Record<string, unknown>> {
  return vscode.commands.executeCommand<Record<string, unknown>>(`bigmind.${command}`, argument);
}

describe('export and import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bigmind-host-'));

  it('write everything to one file, which adds nothing when it is imported again', async () => {
    const text = uniqueText('The tide table hangs in the office');
    await run('rememberNote', { text, category: 'decision' });
    const target = vscode.Uri.file(join(folder, 'memory.json'));
    assert.equal((await run('exportMemory', { target }))['status'], 'exported');
    assert.ok(readFileSync(target.fsPath, 'utf8').includes(text));
    const { added, duplicates, status } = await run('importMemory', { source: target });
    assert.deepEqual({ status, added }, { status: 'imported', added: 0 });
    assert.ok(Number(duplicates) > 0);
  });

  it('overwrite neither the database nor a backup', async () => {
    const store = String(process.env['BIGMIND_HOME']);
    for (const name of ['memory.db', join('backups', 'memory.json')]) {
      const outcome = await run('exportMemory', { target: vscode.Uri.file(join(store, name)) });
      assert.deepEqual([outcome['status'], outcome['code']], ['failed', 'invalid_input'], name);
    }
  });

  it('open an encrypted file with its passphrase only', async () => {
    const text = uniqueText('The lock keeper has the second key');
    await run('rememberNote', { text, category: 'decision' });
    const target = vscode.Uri.file(join(folder, 'memory.json.age'));
    assert.equal((await run('exportMemory', { target, passphrase: 'sluice gate' }))['status'], 'exported');
    assert.ok(!readFileSync(target.fsPath, 'utf8').includes(text), 'The file can be read.');
    const wrong = await run('importMemory', { source: target, passphrase: 'another gate' });
    assert.deepEqual([wrong['status'], wrong['code']], ['failed', 'bad_import']);
    const { status, added } = await run('importMemory', { source: target, passphrase: 'sluice gate' });
    assert.deepEqual({ status, added }, { status: 'imported', added: 0 });
    const short = vscode.Uri.file(join(folder, 'short.json.age'));
    assert.equal((await run('exportMemory', { target: short, passphrase: 'gate' }))['code'], 'invalid_input');
    // Trying a passphrase is slow on purpose, and this test tries three.
  }).timeout(120_000);

  it('import conversations and report the rejected lines', async () => {
    const source = vscode.Uri.file(join(folder, 'talk.jsonl'));
    const message = { session: uniqueText('talk'), seq: 1, role: 'user', content: uniqueText('Who rang the bell') };
    writeFileSync(source.fsPath, `${JSON.stringify(message)}\nnot json\n`);
    const { added, refused } = await run('importMemory', { source });
    assert.deepEqual({ added, refused }, { added: 1, refused: 1 });
  });

  it('reject a file that is not an export', async () => {
    const source = vscode.Uri.file(join(folder, 'other.json'));
    writeFileSync(source.fsPath, '{"hello": 1}');
    const { status, code } = await run('importMemory', { source });
    assert.deepEqual({ status, code }, { status: 'failed', code: 'bad_import' });
  });
});
