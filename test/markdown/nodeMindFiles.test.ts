/** Memory files on a real disk. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeMindFiles } from '../../src/nodeMindFiles.ts';

describe('the version of a memory file on a disk', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bigmind-version-'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('stays while nobody writes, and differs after another text with the same time and length', async () => {
    const file = join(folder, 'MEMORY.md');
    assert.equal(await nodeMindFiles.version(file), undefined);
    const time = new Date('2026-11-24T12:00:00Z');
    writeFileSync(file, 'one');
    utimesSync(file, time, time);
    const first = await nodeMindFiles.version(file);
    assert.equal(await nodeMindFiles.version(file), first);
    await nodeMindFiles.write(file, 'two', folder, undefined, time);
    assert.notEqual(await nodeMindFiles.version(file), first);
    assert.deepEqual(await nodeMindFiles.modified(file), time);
  });
});
