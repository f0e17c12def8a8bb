/** The instructions are written as one block to the files that assistants read, and removed without a trace. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { run, withSeparateHome } from './support.ts';

describe('writing instruction files', () => {
  const home = withSeparateHome();
  const folder = mkdtempSync(join(tmpdir(), 'bigmind project '));
  const agents = join(folder, 'AGENTS.md');
  const copilot = join(folder, '.github', 'copilot-instructions.md');
  const own = '# Ours\n\nSay please.\n';

  it('appends the block to existing content and creates missing files', async () => {
    writeFileSync(agents, own);
    const answer = await run('writeInstructions', { targets: ['agents', 'copilot'], folder });
    assert.deepEqual(answer, { status: 'written', changed: [agents, copilot] });
    assert.ok(readFileSync(agents, 'utf8').startsWith(own));
    for (const file of [agents, copilot]) assert.match(readFileSync(file, 'utf8'), /BIGMIND:START[^]*memory_search/u);
  });

  it('changes nothing the second time', async () => {
    const answer = await run('writeInstructions', { targets: ['agents', 'copilot'], folder });
    assert.deepEqual(answer, { status: 'written', changed: [] });
  });

  it('removes the block and restores the file byte for byte', async () => {
    const answer = await run('writeInstructions', { targets: ['agents', 'copilot'], folder, remove: true });
    assert.deepEqual(answer, { status: 'written', changed: [agents, copilot] });
    assert.equal(readFileSync(agents, 'utf8'), own);
    assert.ok(!existsSync(copilot));
  });

  it('writes to the folder of the window if none is named', async () => {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const file = join(workspace, 'CLAUDE.md');
    assert.deepEqual(await run('writeInstructions', { targets: ['claude'] }), { status: 'written', changed: [file] });
    assert.equal((await run('writeInstructions', { targets: ['claude'], remove: true }))['status'], 'written');
    assert.ok(!existsSync(file));
  });

  it('writes the file of the Claude Desktop app', async () => {
    const { status, changed } = await run('writeInstructions', { targets: ['claude-desktop'] });
    assert.equal(status, 'written');
    const [file = ''] = changed as string[];
    assert.ok(file.startsWith(home), file);
    assert.match(readFileSync(file, 'utf8'), /BIGMIND:START/u);
  });

  it('writes no file if one of them is invalid', async () => {
    const broken = `${own}<!-- BIGMIND:START -->\n`;
    writeFileSync(agents, broken);
    const { status, notice } = await run('writeInstructions', { targets: ['claude', 'agents'], folder });
    assert.equal(status, 'failed');
    assert.match(String(notice), /Line 4 of .*AGENTS\.md/u);
    assert.equal(readFileSync(agents, 'utf8'), broken);
    assert.ok(!existsSync(join(folder, 'CLAUDE.md')));
  });

  it('rejects an unknown target and a missing folder', async () => {
    const target = await run('writeInstructions', { targets: ['vim'], folder });
    assert.match(String(target['notice']), /"vim".*copilot, agents/u);
    const place = await run('writeInstructions', { targets: ['agents'], folder: join(folder, 'nowhere') });
    assert.deepEqual([place['status'], place['code']], ['failed', 'invalid_input']);
  });
});
