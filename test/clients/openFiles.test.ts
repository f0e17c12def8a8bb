/** The notes of the files that are open in windows. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessRunning, noteOpenFiles, openFilesIn, removeNote } from '../../src/clients/openFiles.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

describe('the notes of open files', () => {
  const home = temporaryHome();
  after(() => home.remove());
  const open = (folder: string, running = [1, 2]): readonly string[] =>
    openFilesIn(home.path, folder, (window) => running.includes(window));

  it('are found from the same folder in any spelling, and from no other', async () => {
    await noteOpenFiles(home.path, 'C:\\My Code\\Shop', 1, ['src\\retrier.ts', 'README.md']);
    assert.deepEqual(open('c:/My Code/Shop/'), ['src\\retrier.ts', 'README.md']);
    assert.deepEqual(open('c:/My Code/Shop/src'), []);
  });

  it('have at most six files of each window, and none of one that closed or was killed', async () => {
    const many = Array.from({ length: 9 }, (_, place) => `${String(place)}.ts`);
    await noteOpenFiles(home.path, '/shop', 1, many);
    await noteOpenFiles(home.path, '/shop', 2, ['other.ts']);
    assert.deepEqual(open('/shop').toSorted(), [...many.slice(0, 6), 'other.ts']);
    removeNote(home.path, '/shop', 1);
    removeNote(home.path, '/shop', 1);
    assert.deepEqual(open('/shop'), ['other.ts']);
    assert.deepEqual(open('/shop', []), []);
    assert.deepEqual(open('/shop'), [], 'the note of a killed window is removed');
  });

  it('are empty if they are damaged', async () => {
    await noteOpenFiles(home.path, '/broken', 1, ['a.ts']);
    const folder = join(home.path, 'cache', 'open-files');
    for (const text of ['', '{"files":', '[]', '{"files":[1,{"a":2}]}', '\0\0\0']) {
      for (const name of await readdir(folder)) await writeFile(join(folder, name), text);
      assert.deepEqual(open('/broken'), [], text);
    }
  });

  it('know whether a process runs', () => {
    assert.deepEqual([process.pid, 2 ** 30, Number.NaN].map(isProcessRunning), [true, false, false]);
  });
});
