/** The instructions come into the files that assistants read as one block, and go without a trace. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { run, withHomeOfItsOwn } from './support.ts';

describe('writing instruction files', () => {
  const home = withHomeOfItsOwn();
  const folder = mkdtempSync(join(tmpdir(), 'bigmind project '));
  const agents = join(folder, 'AGENTS.md');
  const copilot = join(folder, '.github', 'copilot-instructions.md');
  const own = '# Ours\n\nSay please.\n';

  it('puts the block below what stands there, and makes files that are not there', async () => {
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

  it('takes the block out again, byte for byte', async () => {
    const answer = await run('writeInstructions', { targets: ['agents', 'copilot'], folder, remove: true });
    assert.deepEqual(answer, { status: 'written', changed: [agents, copilot] });
    assert.equal(readFileSync(agents, 'utf8'), own);
    assert.ok(!existsSync(copilot));
  });

  it('writes into the folder of the window when none is named', async () => {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const file = join(workspace, 'CLAUDE.md');
    assert.deepEqual(await run('writeInstructions', { targets: ['claude'] }), { status: 'written', changed: [file] });
    assert.equal((await run('writeInstructions', { targets: ['claude'], remove: true }))['status'], 'written');
    assert.ok(!existsSync(file));
  });

  it('reaches Claude Desktop through the file of the app', async () => {
    const { status, changed } = await run('writeInstructions', { targets: ['claude-desktop'] });
    assert.equal(status, 'written');
    const [file = ''] = changed as string[];
    assert.ok(file.startsWith(home), file);
    assert.match(readFileSync(file, 'utf8'), /BIGMIND:START/u);
  });

  it('writes none of them when one cannot be understood', async () => {
    const broken = `${own}<!-- BIGMIND:START -->\n`;
    writeFileSync(agents, broken);
    const { status, notice } = await run('writeInstructions', { targets: ['claude', 'agents'], folder });
    assert.equal(status, 'failed');
    assert.match(String(notice), /Line 4 of .*AGENTS\.md/u);
    assert.equal(readFileSync(agents, 'utf8'), broken);
    assert.ok(!existsSync(join(folder, 'CLAUDE.md')));
  });

  it('refuses a target and a folder that are not there', async () => {
    const target = await run('writeInstructions', { targets: ['vim'], folder });
    assert.match(String(target['notice']), /"vim".*copilot, agents/u);
    const place = await run('writeInstructions', { targets: ['agents'], folder: join(folder, 'nowhere') });
    assert.deepEqual([place['status'], place['code']], ['failed', 'invalid_input']);
  });
});
