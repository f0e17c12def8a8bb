/** A damaged store can still be written during a repair. Every acknowledged write is in the repaired store. */
import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as sqlite from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { createNativeFiles } from '../../src/store/sqlite/backups/files/nativeFiles.ts';
import { lockOptions } from '../../src/store/sqlite/openFiles.ts';
import { backupsOf, optionsOf } from './backupsOf.ts';
import { factsIn, startWriter, troubleIn } from './processes.ts';
import { aFile, codeOf, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

const page = 4096;

/** Creates a store in which every table works except the extra one `padding`, which has a damaged leaf page. */
async function aDamagedStore(): Promise<string> {
  const file = aFile();
  const store = openStore('native', file);
  await visit(store);
  await store.close();
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE padding (text TEXT); 
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    INSERT INTO padding SELECT printf('%0900d', i) FROM n`);
  const leaf = database.prepare(`SELECT pageno FROM dbstat WHERE name = 'padding' AND pagetype = 'leaf'`).get();
  database.close();
  const bytes = readFileSync(file);
  const number = Number(leaf?.['pageno']);
  bytes.fill(0xa5, (number - 1) * page, number * page);
  writeFileSync(file, bytes);
  return file;
}

describe('a repair during writes', () => {
  it('saves the writes of a process that waited for a lock during the repair', async () => {
    const file = await aDamagedStore();
    const writer = await startWriter('native', file, 'waiting', 400);
    writer.begin();
    while (writer.acknowledged.length < 5) await setTimeout(1);
    const blocker = new DatabaseSync(file, { timeout: 5_000 });
    blocker.exec('BEGIN IMMEDIATE');
    await setTimeout(500);
    assert.ok(writer.acknowledged.length < 400);
    const repairing = backupsOf('native', file).repair('ada');
    await Promise.race([repairing, setTimeout(2_500)]);
    blocker.exec('ROLLBACK');
    blocker.close();
    assert.equal(await writer.done, 0, writer.errors);
    const { setAside } = await repairing;
    assert.ok(setAside !== null);
    const facts = await factsIn('native', file);
    assert.deepEqual(
      writer.acknowledged.filter((fact) => !facts.has(fact)),
      [],
    );
    assert.equal(writer.acknowledged.length, 400);
    assert.deepEqual(await troubleIn('native', file), []);
  });

  it('loses no writes of processes that never pause', async () => {
    const file = await aDamagedStore();
    // Enough that no process finishes before the repair, even on a fast disk.
    const each = 500;
    const writers = await Promise.all(['one', 'two', 'three'].map((name) => startWriter('native', file, name, each)));
    for (const writer of writers) writer.begin();
    while (writers.some(({ acknowledged }) => acknowledged.length < 20)) await setTimeout(10);
    const { setAside } = await backupsOf('native', file, { timeoutMs: 30_000 }).repair('ada');
    assert.ok(setAside !== null);
    for (const { acknowledged } of writers) assert.ok(acknowledged.length < each);
    for (const writer of writers) assert.equal(await writer.done, 0, writer.errors);
    const facts = await factsIn('native', file);
    const written = writers.flatMap(({ acknowledged }) => acknowledged);
    assert.equal(written.length, 3 * each);
    assert.deepEqual(
      written.filter((fact) => !facts.has(fact)),
      [],
    );
    assert.deepEqual(await troubleIn('native', file), []);
  });
});

describe('the lock of a repair', () => {
  const lockOf = (file: string, share: string | undefined): Parameters<typeof createNativeFiles>[2] => ({
    ...lockOptions(optionsOf('native', file)),
    shareAt: () => Promise.resolve(share),
  });

  it('is not taken for a store in WAL on a network share, where shared memory does not work', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await aDamagedStore();
    const seen = (share: string | undefined): Promise<[string, boolean]> =>
      createNativeFiles(sqlite, file, lockOf(file, share)).withoutWriters((hold) =>
        Promise.resolve([hold, existsSync(`${file}-shm`)]),
      );
    assert.deepEqual(await seen('nfs'), ['unlocked', false]);
    assert.deepEqual(await seen(undefined), ['locked', true]);
  });

  it('leaves no connection open if it cannot be taken, and reports one of our own errors', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await aDamagedStore();
    const opened: DatabaseSync[] = [];
    class OneOnly extends DatabaseSync {
      constructor(path: string, options: sqlite.DatabaseSyncOptions) {
        if (options.readOnly === true) throw new Error('unable to open database file');
        super(path, options);
        opened.push(this);
      }
    }
    const files = createNativeFiles({ ...sqlite, DatabaseSync: OneOnly }, file, lockOf(file, undefined));
    const repairing = files.withoutWriters(() => Promise.resolve());
    assert.equal(await codeOf(repairing), 'store_unavailable');
    assert.deepEqual(
      opened.map(({ isOpen }) => isOpen),
      [false],
    );
  });
});
