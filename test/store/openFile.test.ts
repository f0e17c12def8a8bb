/** Closing any descriptor of a file drops the locks that its process has on it, so nobody but SQLite opens an open store. */
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { backupsOf } from './backupsOf.ts';
import { aFile, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

describe('Backups beside an open store', () => {
  it('leave its locks alone, so that another process does not take itself for the last one', async () => {
    const file = aFile();
    const store = openStore('native', file, { shareAt: () => Promise.resolve(undefined) });
    await visit(store);
    const backups = backupsOf('native', file);
    const made = await backups.make('manual');
    await backups.preview(made);
    await backups.restore(made, 'ada');
    const program = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]); db.prepare('SELECT count(*) FROM facts').get(); db.close();`;
    execFileSync(process.execPath, ['-e', program, file]);
    assert.ok(existsSync(`${file}-wal`), 'the log is still there for who has it open');
    await store.close();
  });
});
