/** Transfers to and from places that cannot be used, or that are full in the middle. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { latestVersion } from '../../../../src/store/sqlite/schema/migrations/migrations.ts';
import { aFile, openStore, removeFolders, visit } from '../../support.ts';
import { describeWithDatabases } from './describeWithDatabases.ts';
import { aFullStore } from './fullStore.ts';
import { aDatabase, dropDatabases, openServerStore, query, stoppingAfter, transfer } from './server.ts';
import { change, rowsIn } from './sqliteRows.ts';

const fixtures = join(import.meta.dirname, '../../../fixtures/stores');

describeWithDatabases('a transfer in trouble', () => {
  let file: string;
  let url: string;
  beforeEach(async () => {
    file = await aFullStore();
    url = await aDatabase();
  });
  afterEach(async () => {
    removeFolders();
    await dropDatabases();
  });

  const failsWith = (run: Promise<unknown>, code: string, message: RegExp): Promise<void> =>
    assert.rejects(run, (error: Error & { code: string; remedy: string }) => {
      assert.doesNotMatch(`${error.message} ${error.remedy}`, /pass-word/u);
      assert.match(error.message, message);
      assert.notEqual(error.remedy, '');
      return error.code === code;
    });

  it('names a server that does not answer, and a database or a login that does not exist', async () => {
    const changed = (parts: Partial<URL>): string => Object.assign(new URL(url), parts).href;
    await failsWith(
      transfer(file, changed({ port: String(await closedPort()) })),
      'store_unavailable',
      /cannot be reached/u,
    );
    await failsWith(transfer(file, changed({ pathname: 'none' })), 'store_unavailable', /no database of the name/u);
    await failsWith(transfer(file, changed({ username: 'nobody_here' })), 'store_unavailable', /refused the user/u);
    await failsWith(transfer(changed({ pathname: 'none' }), aFile()), 'store_unavailable', /no database of the name/u);
  });

  it('refuses a database that only another login may change, and one that is read-only', async () => {
    const other = new URL(await aDatabase());
    other.pathname = new URL(url).pathname;
    await failsWith(transfer(file, other.href), 'store_unavailable', /may not do this/u);
    await query(url, `ALTER ROLE ${new URL(url).username} SET default_transaction_read_only = on`);
    await failsWith(transfer(file, url), 'store_unavailable', /read-only/u);
  });

  it('refuses a newer schema on either side, and changes nothing', async () => {
    const store = openServerStore(url);
    await visit(store);
    await store.close();
    await query(url, `UPDATE schema_migrations SET version = 99 WHERE version = ${String(latestVersion)}`);
    await failsWith(transfer(file, url), 'store_newer', /schema version 99/u);
    await failsWith(transfer(url, aFile()), 'store_newer', /schema version 99/u);
    change(file, `INSERT INTO schema_migrations SELECT 99, name, checksum, applied_at FROM schema_migrations LIMIT 1`);
    const before = rowsIn(file);
    await failsWith(transfer(file, await aDatabase()), 'store_newer', /99/u);
    assert.deepEqual(rowsIn(file), before);
  });

  it('upgrades a source of an older version as opening it does, and copies all of it', async () => {
    const old = aFile();
    copyFileSync(join(fixtures, 'v14.db'), old);
    const report = await transfer(old, url);
    assert.deepEqual([report.outcome, report.added], ['finished', Object.values(rowsIn(old)).flat().length]);
    const back = aFile();
    await transfer(url, back);
    assert.deepEqual(rowsIn(back), rowsIn(old));
  });

  it('refuses an old file with memories as a target, and uses the unfinished one of an older program', async () => {
    await transfer(file, url);
    const old = aFile();
    copyFileSync(join(fixtures, 'v14.db'), old);
    await failsWith(transfer(url, old), 'invalid_input', /already contains/u);
    const unfinished = aFile();
    await transfer(url, unfinished, stoppingAfter(5));
    assert.equal((await transfer(url, unfinished)).outcome, 'finished');
    assert.deepEqual(rowsIn(unfinished), rowsIn(file));
  });

  it('keeps a full disk as it is, and continues once there is room', async function () {
    change(
      file,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO audit (at, level, user_id, action, detail) SELECT '2026-01-01', 'change', 'somebody', 'fact ' || i, hex(randomblob(1000)) FROM n`,
    );
    await transfer(file, url);
    const back = aFile();
    // Only root can mount a small disk.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dirname(back)]).status !== 0) this.skip();
    try {
      await failsWith(transfer(url, back), 'store_full', /full/u);
      spawnSync('mount', ['-o', 'remount,size=60m', dirname(back)]);
      const store = openStore('native', back);
      await failsWith(visit(store), 'store_unavailable', /A transfer into this database, started at/u);
      await store.close();
      assert.equal((await transfer(url, back)).outcome, 'finished');
      assert.deepEqual(rowsIn(back), rowsIn(file));
    } finally {
      spawnSync('umount', ['-l', dirname(back)]);
    }
  });

  it('refuses a file that is no store as its source or target', async () => {
    const text = aFile();
    writeFileSync(text, 'Not a database. '.repeat(500));
    await assert.rejects(transfer(text, url), { code: /^store_(?:foreign|corrupt)$/u });
    const foreign = aFile();
    const db = new DatabaseSync(foreign);
    db.exec('CREATE TABLE songs (title TEXT)');
    db.close();
    await failsWith(transfer(foreign, url), 'store_foreign', /./u);
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
