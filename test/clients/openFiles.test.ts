/** The note of the files that are open in a window. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noteOpenFiles, openFilesIn } from '../../src/clients/openFiles.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

describe('the note of open files', () => {
  const home = temporaryHome();
  after(() => home.remove());

  it('is found from the same folder in any spelling, and from no other', async () => {
    await noteOpenFiles(home.path, 'C:\\My Code\\Shop', ['src\\retrier.ts', 'README.md']);
    assert.deepEqual(openFilesIn(home.path, 'c:/My Code/Shop/'), ['src\\retrier.ts', 'README.md']);
    assert.deepEqual(openFilesIn(home.path, 'c:/My Code/Shop/src'), []);
  });

  it('has at most six files, and is gone once none is open', async () => {
    await noteOpenFiles(
      home.path,
      '/shop',
      Array.from({ length: 9 }, (_, place) => `${String(place)}.ts`),
    );
    assert.equal(openFilesIn(home.path, '/shop').length, 6);
    await noteOpenFiles(home.path, '/shop', []);
    await noteOpenFiles(home.path, '/shop', []);
    assert.deepEqual(openFilesIn(home.path, '/shop'), []);
  });

  it('is empty if it is damaged', async () => {
    await noteOpenFiles(home.path, '/broken', ['a.ts']);
    const folder = join(home.path, 'cache', 'open-files');
    for (const text of ['', '{"files":', '[]', '{"files":[1,{"a":2}]}', '\0\0\0']) {
      for (const name of await readdir(folder)) await writeFile(join(folder, name), text);
      assert.deepEqual(openFilesIn(home.path, '/broken'), [], text);
    }
  });
});
