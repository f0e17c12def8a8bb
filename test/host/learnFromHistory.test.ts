/** Learning from the history of a project by a command: it needs file memory, counts what it found, and can be undone. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, withSeparateHome } from './support.ts';

describe('learning from history', () => {
  withSeparateHome();
  const folder = mkdtempSync(join(tmpdir(), 'bigmind project '));
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'pipe' });
  };

  it('counts what it found, without file memory and with it', async () => {
    git('init', '--quiet');
    writeFileSync(join(folder, 'a.ts'), '// MEMORY: decided: Vite over Webpack\n');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'Add a\n\nlearned: Safari needs vendor prefixes');
    assert.deepEqual(await run('learnFromHistory', { folder }), { status: 'learned', entries: 2 });
    await run('startFileMemory', { folder });
    assert.deepEqual(await run('learnFromHistory', { folder }), { status: 'learned', entries: 2 });
  });
});
