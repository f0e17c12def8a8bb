/** If the disk is full, before the program starts or during a write, stored data is still readable and nothing is lost. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { fileGuard } from '../../src/store/sqlite/backups/files/damageReport.ts';
import { fileError } from '../../src/store/sqlite/engine/file/storePlace.ts';
import { createNativeEngine } from '../../src/store/sqlite/engine/native/nativeEngine.ts';
import { probeNative } from '../../src/store/sqlite/engine/native/nativeSupport.ts';
import { createSchemaKeeper } from '../../src/store/sqlite/schema/schemaKeeper.ts';
import { createSqlStore } from '../../src/store/sqlStore.ts';
import {
  aFact,
  aFile,
  codeOf,
  hash,
  indexText,
  moment,
  noJudgement,
  openStore,
  removeFolders,
  visit,
} from './support.ts';

describe('a store on a full disk', () => {
  const disks: string[] = [];
  after(() => {
    for (const disk of disks) spawnSync('umount', ['-l', disk]);
    removeFolders();
  });

  it('can be read but not written by a new process, and works normally once there is room', async function () {
    const file = aFile();
    const disk = dirname(file);
    // Only root can mount a small disk.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status !== 0) this.skip();
    disks.push(disk);
    const first = openStore('native', file);
    const caller = await visit(first);
    const added = await first.facts.add(aFact(caller, 'We deploy on Thursdays'), noJudgement);
    await first.close();
    assert.ok(!existsSync(`${file}-shm`));
    fillUp(join(disk, 'ballast'));

    const [store, other] = [openStore('native', file), openStore('native', file)];
    const again = await visit(store);
    assert.equal(again.user.id, caller.user.id);
    const read = await Promise.all([store, other].map((one) => one.facts.get(1)));
    assert.deepEqual(
      read.map((fact) => fact?.fact),
      ['We deploy on Thursdays', 'We deploy on Thursdays'],
    );
    assert.equal(await store.maintenance.changeToken(), 'full');
    await assert.rejects(store.maintenance.inspect(), { code: 'store_full' });
    await assert.rejects(store.facts.add(aFact(again, 'Never on Fridays'), noJudgement), {
      code: 'store_full',
      remedy: /Free about a megabyte/u,
    });
    rmSync(join(disk, 'ballast'));
    await store.facts.add(aFact(again, 'Never on Fridays'), noJudgement);
    assert.equal((await other.facts.get(2))?.fact, 'Never on Fridays');
    assert.ok(added);
    await store.close();
    await other.close();
  });
});

describe('a disk that gets full', () => {
  it('is reported, leaves stored data intact, and accepts writes again once there is room', async () => {
    const support = probeNative();
    assert.ok(support.sound);
    const file = aFile();
    const ports = { hash, indexText, newId: randomUUID, now: () => new Date(moment) };
    const lock = { timeoutMs: 1_000, staleMs: 2_000, jitter: () => 0.5 };
    const keeper = createSchemaKeeper(ports, indexText);
    const place = {
      file,
      busyMs: 25,
      notice: () => undefined,
      guard: fileGuard(ports),
      shareAt: () => Promise.resolve(undefined),
    };
    const engine = createNativeEngine(support, { ...ports, ...place, ...lock, keeper });
    const store = createSqlStore({ open: () => Promise.resolve(engine) }, ports);
    const caller = await visit(store);
    await store.facts.add(aFact(caller, 'before'), noJudgement);
    // SQLite's own size limit for a file gives the same error as a full disk.
    await engine.write((db) => db.exec('PRAGMA max_page_count = 1'));
    const big = aFact(caller, 'too much '.repeat(20_000));
    assert.equal(await codeOf(store.facts.add(big, noJudgement)), 'store_full');
    assert.equal((await store.facts.get(1))?.fact, 'before');
    assert.equal(await store.facts.get(2), undefined);
    // With more room, later statements of the transaction fail.
    const words = Array.from({ length: 1_500 }, (_, n) => `word${String(n)}`);
    const long = aFact(caller, words.join(' '), { words });
    const stray = `SELECT (SELECT count(*) FROM fact_words WHERE fact_id NOT IN (SELECT id FROM facts))
      + (SELECT count(*) FROM memory_documents WHERE kind = 'fact' AND memory_id NOT IN (SELECT id FROM facts)) AS n`;
    let refusals = 0;
    while ((await codeOf(store.facts.add(long, noJudgement))) !== 'no error') {
      refusals += 1;
      assert.equal((await engine.read((db) => db.get(stray)))?.['n'], 0);
      const count = await engine.read((db) => db.get('PRAGMA page_count'));
      await engine.write((db) =>
        db.exec(`PRAGMA max_page_count = ${String(Number(count?.['page_count']) + refusals)}`),
      );
    }
    assert.ok(refusals > 5);
    await engine.write((db) => db.exec('PRAGMA max_page_count = 1000000'));
    assert.equal((await store.facts.add(big, noJudgement)).status, 'stored');
    assert.deepEqual((await store.maintenance.inspect()).damage, []);
    await store.close();
  });

  it('is also recognized from an error of the file system', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const storeError = fileError(error, '/somewhere/memory.db');
    assert.ok(
      storeError instanceof BigMindError && storeError.code === 'store_full' && storeError.remedy !== undefined,
    );
  });
});

/** Fills the disk to the last block. */
function fillUp(ballast: string): void {
  for (const size of [1_048_576, 65_536, 4_096]) {
    const part = Buffer.alloc(size);
    for (;;) {
      try {
        writeFileSync(ballast, part, { flag: 'a' });
      } catch {
        break;
      }
    }
  }
}
