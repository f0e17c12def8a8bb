/** Databases of every earlier schema open with either engine, keep every row, and are backed up first. */
import { strict as assert } from 'node:assert';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { statementHash } from '../../src/memory/shared/contentHash.ts';
import { snapshotFrom, snapshotTables, type Snapshot } from '../../src/memory/upkeep/snapshot.ts';
import { latestVersion, migrations } from '../../src/store/sqlite/schema/migrations/migrations.ts';
import { rowsIn } from '../support/rows.ts';
import {
  aFact,
  aFile,
  aFolder,
  codeOf,
  fileEngineNames,
  hash,
  noJudgement,
  openStore,
  removeFolders,
  visit,
  recallOf,
} from './support.ts';

after(removeFolders);

const fixtures = join(import.meta.dirname, '../fixtures/stores');
const planTables = [
  'users',
  'global_knowledge',
  'identity_profile',
  'sessions',
  'session_summaries',
  'conversation_chunks',
  'facts',
];

function aFixture(version: number): string {
  const file = aFile();
  copyFileSync(join(fixtures, `v${String(version)}.db`), file);
  return file;
}

const backupsOf = (file: string): string => join(dirname(file), 'backups');

const copiesOf = (file: string): string[] =>
  existsSync(backupsOf(file)) ? readdirSync(backupsOf(file)).toSorted() : [];

const aside = `memory-2026-03-30T12-00-00Z-before-v${String(latestVersion)}.db`;

const isTime = (name: string): boolean => name.endsWith('_at') || name === 'last_seen';

for (const engine of fileEngineNames) {
  describe(`schema migration (${engine})`, () => {
    for (const version of [1, 2, 3]) {
      describe(`from version ${String(version)}`, () => {
        const tables = version === 3 ? [...planTables, 'hypotheses'] : planTables;

        it('keeps every row, and every column except times, unchanged', async () => {
          const file = aFixture(version);
          const before = tables.map((table) => rowsIn(file, `SELECT * FROM ${table} ORDER BY id`));
          const store = openStore(engine, file);
          assert.equal((await store.maintenance.inspect()).schemaVersion, latestVersion);
          await store.close();
          tables.forEach((table, place) => {
            const now = rowsIn(file, `SELECT * FROM ${table} ORDER BY id`);
            for (const row of before[place] ?? []) {
              const kept = now.find((candidate) => candidate['id'] === row['id']);
              const names = Object.keys(row).filter((name) => !isTime(name));
              assert.deepEqual(
                names.map((name) => kept?.[name]),
                names.map((name) => row[name]),
                table,
              );
            }
          });
        });

        it('results in a healthy store with a complete index, ledger and permanent ids', async () => {
          const file = aFixture(version);
          const store = openStore(engine, file);
          const report = await store.maintenance.inspect();
          assert.deepEqual([report.damage, report.indexMissing, report.indexOrphans], [[], 0, 0]);
          await store.close();
          const ledger = rowsIn(file, 'SELECT version, name FROM schema_migrations ORDER BY version');
          assert.deepEqual(
            ledger.map((row) => row['name']),
            migrations.map(({ name }) => name),
          );
          assert.deepEqual(rowsIn(file, 'PRAGMA user_version'), [{ user_version: latestVersion }]);
          const uids = rowsIn(file, 'SELECT uid FROM facts UNION SELECT uid FROM conversation_chunks').map(
            (row) => row['uid'],
          );
          assert.equal(new Set(uids).size, 10);
          assert.ok(!uids.includes(null));
          const names = rowsIn(file, `SELECT name FROM sqlite_schema`).map((row) => String(row['name']));
          assert.deepEqual(
            names.filter((name) => name.includes('_fts') || name.endsWith('_ai') || name.endsWith('_au')),
            [],
          );
          assert.deepEqual(rowsIn(file, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
        });

        it('converts times to one format, and leaves other values unchanged', async () => {
          const file = aFixture(version);
          const store = openStore(engine, file);
          await store.maintenance.totals(null);
          await store.close();
          const [pplate] = rowsIn(file, `SELECT created_at, last_seen FROM users WHERE id = 'u-1'`);
          assert.deepEqual(pplate, { created_at: '2026-01-02T03:04:05.000Z', last_seen: '2026-03-30T12:15:16.123Z' });
          const times = rowsIn(
            file,
            `SELECT started_at, ended_at FROM sessions WHERE id IN ('s-2', 's-3') ORDER BY id`,
          );
          assert.deepEqual(times, [
            { started_at: '2026-03-02T07:00:00.000Z', ended_at: null },
            { started_at: 'last Tuesday', ended_at: '2026-03-03T00:00:00.000Z' },
          ]);
          assert.deepEqual(rowsIn(file, `SELECT created_at FROM conversation_chunks WHERE id = 5`), [
            { created_at: 1_700_000_000 },
          ]);
        });

        it('keeps old duplicates and recognizes them when a statement is repeated', async () => {
          const store = openStore(engine, aFixture(version));
          const caller = await visit(store, { username: 'pplate', project: null });
          assert.deepEqual(
            [caller.user.id, caller.user.role, caller.user.displayName],
            ['u-1', 'curator', 'Peter Plate'],
          );
          const again = await store.facts.add(
            aFact(caller, 'prefers tabs over spaces', { contentHash: statementHash(hash, 'Prefers tabs over spaces') }),
            noJudgement,
          );
          assert.deepEqual([again.status, again.fact.id], ['duplicate', 1]);
          const { tables } = await store.portability.read('2026-03-30T09:15:00.000Z', 'pplate');
          assert.equal(tables.facts.filter((row) => row['user_id'] === 'u-1').length, 3);
          await store.close();
        });

        it('reads data of other programs: bullets, topics, missing values', async () => {
          const store = openStore(engine, aFixture(version));
          const profile = await store.profiles.get('u-1');
          assert.deepEqual(profile?.pinnedFacts, ['First pinned', 'Second pinned', 'Third without bullet']);
          assert.deepEqual((await store.sessions.get('s-1'))?.topics, ['sqlite', 'storage', 'WAL']);
          assert.equal((await store.sessions.get('s-3'))?.importance, 5);
          assert.equal((await store.facts.get(3))?.confidence, 1);
          const found = await recallOf(store).find({ terms: ['решили'], userId: 'u-2', scope: 'all', limit: 5 });
          const [[memory] = []] = await recallOf(store).passages(found, 0);
          assert.equal(memory?.text, 'Решили использовать SQLite');
          await store.close();
        });

        it('exports everything for an empty store to import, orphans of lost sessions and users included', async () => {
          const store = openStore(engine, aFixture(version));
          const snapshot = await store.portability.read('now', 'ada');
          const empty = openStore(engine, aFile());
          await empty.portability.merge(snapshot, 'ada');
          assert.deepEqual(await empty.portability.read('now', 'ada'), snapshot);
          assert.deepEqual((await empty.maintenance.inspect()).damage, []);
          await Promise.all([store.close(), empty.close()]);
        });

        it('backs up the store once, complete and intact, before it changes anything', async () => {
          const file = aFixture(version);
          const before = tables.map((table) => rowsIn(file, `SELECT * FROM ${table} ORDER BY id`));
          for (let round = 0; round < 2; round += 1) {
            const store = openStore(engine, file);
            await store.maintenance.totals(null);
            await store.close();
          }
          assert.deepEqual(copiesOf(file), [aside]);
          const copy = join(backupsOf(file), copiesOf(file)[0] ?? '');
          assert.deepEqual(
            tables.map((table) => rowsIn(copy, `SELECT * FROM ${table} ORDER BY id`)),
            before,
          );
          assert.deepEqual(rowsIn(copy, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
        });
      });
    }

    it('never replaces an existing backup', async () => {
      const file = aFixture(3);
      const older = join(backupsOf(file), aside);
      mkdirSync(backupsOf(file));
      writeFileSync(older, 'precious');
      const store = openStore(engine, file);
      await store.maintenance.totals(null);
      await store.close();
      assert.equal(readFileSync(older, 'utf8'), 'precious');
      assert.equal(copiesOf(file).length, 2);
    });

    it('upgrades version 4 with every table filled, and keeps every value', async () => {
      const file = aFixture(4);
      const store = openStore(engine, file);
      const old = snapshotFrom(readFileSync(join(fixtures, 'v4.json'), 'utf8'));
      const now = await store.portability.read(old.exported_at, 'ada');
      assertHoldsEveryCell(now, old);
      assert.equal(now.tables.hypotheses[0]?.['content_hash'], statementHash(hash, 'WAL is faster'));
      const report = await store.maintenance.inspect();
      assert.deepEqual([report.damage, report.indexMissing, report.indexOrphans], [[], 0, 0]);
      await store.close();
      assert.equal(copiesOf(file).length, 1);
    });

    it('upgrades version 5, and queues memories for embedding only once a model is in use', async () => {
      const store = openStore(engine, aFixture(5));
      const old = snapshotFrom(readFileSync(join(fixtures, 'v5.json'), 'utf8'));
      const now = await store.portability.read(old.exported_at, 'ada');
      assertHoldsEveryCell(now, old);
      assert.deepEqual(await store.embeddings.report(), []);
      await store.embeddings.useModel('tests:tiny');
      const { total, waiting } = await store.embeddings.progress('tests:tiny');
      assert.ok(total > 4);
      assert.equal(waiting, total);
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
      await store.close();
    });

    it('upgrades version 6, and adds every archived message to a heap and the heap to an era', async () => {
      const store = openStore(engine, aFixture(6));
      const old = snapshotFrom(readFileSync(join(fixtures, 'v6.json'), 'utf8'));
      const now = await store.portability.read(old.exported_at, 'ada');
      assertHoldsEveryCell(now, old);
      const [heap, ...otherHeaps] = now.tables.heaps;
      const [era, ...otherEras] = now.tables.eras;
      assert.deepEqual([heap?.['type'], heap?.['session_id'], otherHeaps], ['FRESH', 's-3', []]);
      assert.deepEqual([heap?.['era_id'], era?.['project_id'], otherEras], [era?.['id'], 'p-1', []]);
      assert.ok(now.tables.messages.every((message) => message['heap_id'] === heap?.['id']));
      const summarySources = now.tables.sessions.map((session) => session['told_by']);
      assert.deepEqual(summarySources, ['agent', null, null]);
      await store.close();
    });

    for (const [version, column] of Object.entries({ 7: 'summarised_through', 10: 'branch' })) {
      it(`upgrades version ${version} with every table filled, and leaves ${column} empty`, async () => {
        const store = openStore(engine, aFixture(Number(version)));
        const old = snapshotFrom(readFileSync(join(fixtures, `v${version}.json`), 'utf8'));
        const now = await store.portability.read(old.exported_at, 'ada');
        assertHoldsEveryCell(now, old);
        assert.ok(now.tables.sessions.every((row) => row[column] === null));
        await store.close();
      });
    }

    it('finds the vectors of the current fixture, and counts the other memories as waiting', async () => {
      const store = openStore(engine, aFixture(latestVersion));
      const [progress] = await store.embeddings.report();
      assert.deepEqual([progress?.model, progress?.embedded], ['fixture:tiny', 2]);
      assert.equal(progress?.waiting, (progress?.total ?? 0) - 2);
      const near = await store.embeddings.nearest(
        'fixture:tiny',
        Float32Array.of(3, -4, 0),
        { userId: 'u-1', scope: 'all' },
        5,
      );
      assert.ok(near.length > 0);
      assert.ok(near.every(({ similarity }) => Math.abs(similarity - 1) < 1e-6));
      await store.close();
    });

    it('imports an export of version 4', async () => {
      const old = snapshotFrom(readFileSync(join(fixtures, 'v4.json'), 'utf8'));
      const store = openStore(engine, aFile());
      const report = await store.portability.merge(old, 'ada');
      for (const table of snapshotTables) assert.equal(report[table].added, old.tables[table].length, table);
      await store.close();
    });

    it('opens the fixture of the current version with every table filled', async () => {
      const file = aFixture(latestVersion);
      const store = openStore(engine, file);
      const filled = snapshotFrom(readFileSync(join(fixtures, `v${String(latestVersion)}.json`), 'utf8'));
      for (const table of snapshotTables) assert.notEqual(filled.tables[table].length, 0, table);
      assert.deepEqual(await store.portability.read(filled.exported_at, 'ada'), filled);
      const found = await recallOf(store).find({ terms: ['journal'], userId: 'u-1', scope: 'all', limit: 9 });
      assert.equal(found.length, 2);
      const report = await store.maintenance.inspect();
      assert.deepEqual([report.damage, report.indexMissing, report.indexOrphans], [[], 0, 0]);
      await store.close();
      assert.deepEqual(copiesOf(file), []);
    });

    it('refuses a newer schema and leaves the file unchanged', async () => {
      const file = aFixture(latestVersion);
      const future = String(latestVersion + 1);
      const database = new DatabaseSync(file);
      database.exec(
        `INSERT INTO schema_migrations VALUES (${future}, 'future', 'x', 'y'); PRAGMA user_version = ${future}`,
      );
      database.close();
      const before = readFileSync(file);
      const store = openStore(engine, file);
      assert.equal(await codeOf(store.facts.get(1)), 'store_newer');
      await store.close();
      assert.ok(before.equals(readFileSync(file)));
      assert.deepEqual(copiesOf(file), []);
    });

    it('reports different checksums in the ledger, but still opens the store', async () => {
      const file = aFixture(latestVersion);
      const database = new DatabaseSync(file);
      database.exec(`UPDATE schema_migrations SET checksum = 'other' WHERE version = 2`);
      database.close();
      const store = openStore(engine, file);
      assert.equal((await store.facts.get(1))?.id, 1);
      assert.match((await store.maintenance.inspect()).damage.join(), /Migration 2/u);
      await store.close();
    });

    it('keeps the table of another program that has the name of our ledger', async () => {
      const file = aFixture(2);
      const database = new DatabaseSync(file);
      database.exec(`CREATE TABLE schema_migrations (version TEXT); INSERT INTO schema_migrations VALUES ('theirs')`);
      database.close();
      const store = openStore(engine, file);
      await store.maintenance.totals(null);
      await store.close();
      assert.deepEqual(rowsIn(file, 'SELECT * FROM schema_migrations_of_another_program'), [{ version: 'theirs' }]);
    });
  });
}

describe('schema migration of a store in WAL mode (native)', () => {
  it('keeps rows that another program has not checkpointed yet, in the store and in its backup', async () => {
    const file = aFixture(3);
    const theirs = new DatabaseSync(file);
    theirs.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0`);
    theirs.exec(`INSERT INTO facts (user_id, category, fact) VALUES ('u-1', 'codebase', 'only in the log')`);
    const store = openStore('native', file);
    const { facts } = await store.facts.list({ userId: 'u-1', scope: 'all', limit: 50 });
    assert.ok(facts.some(({ fact }) => fact === 'only in the log'));
    const copy = join(backupsOf(file), copiesOf(file)[0] ?? '');
    assert.equal(rowsIn(copy, `SELECT fact FROM facts WHERE fact = 'only in the log'`).length, 1);
    theirs.close();
    await store.close();
  });

  it('does not upgrade a store with damaged pages', async () => {
    const file = aFixture(3);
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 * 3, 4096 * 20);
    writeFileSync(file, bytes);
    const store = openStore('native', file);
    assert.equal(await codeOf(store.facts.get(1)), 'store_corrupt');
    await store.close();
    assert.deepEqual(copiesOf(file), []);
  });
});

describe('a new store', () => {
  it('has the same tables with either engine', async () => {
    const shapes: string[][] = [];
    for (const engine of fileEngineNames) {
      const file = join(aFolder(), 'deeper', 'memory.db');
      const store = openStore(engine, file);
      await store.maintenance.totals(null);
      await store.close();
      const rows = rowsIn(
        file,
        `SELECT name || coalesce(sql, '') AS line FROM sqlite_schema
         WHERE name NOT LIKE '%memory!_index%' ESCAPE '!' AND name NOT LIKE '%session!_index%' ESCAPE '!' ORDER BY name`,
      );
      shapes.push(rows.map((row) => String(row['line'])));
    }
    assert.deepEqual(shapes[0], shapes[1]);
    assert.ok((shapes[0]?.length ?? 0) > 20);
  });
});

/** Checks that the upgraded store has every value of the older one. */
function assertHoldsEveryCell(now: Snapshot, old: Snapshot): void {
  for (const table of snapshotTables.filter((one) => old.tables[one].length > 0)) {
    const kept = now.tables[table].map((row, place) => {
      const names = Object.keys(old.tables[table][place] ?? {});
      return Object.fromEntries(names.map((name) => [name, row[name]]));
    });
    assert.deepEqual(kept, old.tables[table], table);
  }
}
