/** What reading a file may cost the process that has it open. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentOf } from '../../src/importers/fileContent.ts';

describe('reading the content of a database', () => {
  it('leaves the locks of another extension in this process intact', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bigmind-'));
    const file = join(folder, 'session-store.db');
    const owner = new DatabaseSync(file);
    owner.exec('CREATE TABLE one (a); BEGIN IMMEDIATE');
    assert.deepEqual(await Promise.all([contentOf(file), contentOf(file)]), ['database', 'database']);
    assert.equal(await contentOf(file), 'database');
    const write = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('BEGIN IMMEDIATE')`;
    const other = spawnSync(process.execPath, ['-e', write, file], { encoding: 'utf8' });
    owner.close();
    rmSync(folder, { recursive: true });
    assert.match(other.stderr, /database is locked/u);
  });
});
