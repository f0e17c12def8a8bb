/** File memory is started by a command: it creates what is missing, and changes no file. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, withSeparateHome } from './support.ts';

describe('starting file memory', () => {
  const home = withSeparateHome();
  const folder = mkdtempSync(join(tmpdir(), 'bigmind project '));
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'src'));
  const memory = join(folder, '.mind', 'MEMORY.md');

  it('creates the files in the project of a folder, and lists the project', async () => {
    const { status, created } = await run('startFileMemory', { folder: join(folder, 'src') });
    assert.deepEqual([status, (created as string[]).length], ['started', 6]);
    assert.match(readFileSync(memory, 'utf8'), /^## Session Log$/mu);
    assert.match(readFileSync(join(home, '.mind', 'projects.json'), 'utf8'), /bigmind project /u);
  });

  it('changes nothing the second time', async () => {
    writeFileSync(memory, 'decided: mine\n');
    assert.deepEqual(await run('startFileMemory', { folder }), { status: 'unchanged', created: [] });
    assert.equal(readFileSync(memory, 'utf8'), 'decided: mine\n');
  });

  it('says what is in its way', async () => {
    const other = mkdtempSync(join(tmpdir(), 'bigmind project '));
    writeFileSync(join(other, '.mind'), 'mine');
    const { status, notice } = await run('startFileMemory', { folder: other });
    assert.equal(status, 'failed');
    assert.match(String(notice), /\.mind is a file, where a folder is needed\..*Rename that file\./u);
    assert.ok(existsSync(join(other, '.mind')));
  });
});
