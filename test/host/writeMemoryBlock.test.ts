/** The memory of a project is written into instruction files by a command, and removed without a trace. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, withSeparateHome } from './support.ts';

describe('writing the memory into instruction files', () => {
  withSeparateHome();
  const folder = mkdtempSync(join(tmpdir(), 'bigmind project '));
  mkdirSync(join(folder, '.git'));
  const claude = join(folder, 'CLAUDE.md');

  it('needs file memory in the project', async () => {
    const { status, notice } = await run('writeMemoryBlock', { folder, files: ['claude'] });
    assert.equal(status, 'failed');
    assert.match(String(notice), /Start File Memory in This Project/u);
    assert.ok(!existsSync(claude));
  });

  it('writes exactly the chosen files, and keeps what is in them', async () => {
    await run('startFileMemory', { folder });
    writeFileSync(join(folder, '.mind', 'MEMORY.md'), 'decided: Vite\n');
    writeFileSync(claude, '# Ours\r\n');
    const files = ['claude', 'AGENTS.md'];
    assert.deepEqual(await run('writeMemoryBlock', { folder, files }), {
      status: 'written',
      changed: ['CLAUDE.md', 'AGENTS.md'],
    });
    assert.match(readFileSync(claude, 'utf8'), /^# Ours\r\n\r\n<!-- MIND:CONTEXT[^]*- Vite\r\n<!-- MIND:END -->\r\n$/u);
    assert.deepEqual(await run('writeMemoryBlock', { folder, files }), { status: 'written', changed: [] });
  });

  it('removes the block from the others, byte for byte', async () => {
    const answer = await run('writeMemoryBlock', { folder, files: [] });
    assert.deepEqual(answer, { status: 'written', changed: ['CLAUDE.md', 'AGENTS.md'] });
    assert.equal(readFileSync(claude, 'utf8'), '# Ours\r\n');
    assert.ok(!existsSync(join(folder, 'AGENTS.md')));
  });

  it('rejects a file that no assistant reads', async () => {
    const { status, notice } = await run('writeMemoryBlock', { folder, files: ['vim'] });
    assert.deepEqual([status, String(notice).includes('"vim"')], ['failed', true]);
  });
});
