/** Backups on both engines: complete, private, created daily, kept by count and age, and restored without any loss. */
import { strict as assert } from 'node:assert';
import { copyFileSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Store } from '../../src/memory/store.ts';
import { backupsToRemove, defaultBackups, isDailyDue } from '../../src/memory/upkeep/backupPolicy.ts';
import type { Backup, Backups } from '../../src/memory/upkeep/backups.ts';
import { FileBackups } from '../../src/store/sqlite/backups/fileBackups.ts';
import { lockOptions, openFiles } from '../../src/store/sqlite/openFiles.ts';
import { rowsIn } from '../support/rows.ts';
import { aClock, backupsOf, optionsOf } from './backupsOf.ts';
import { anEmptyStore } from './emptyStore.ts';
import { aFact, codeOf, fileEngineNames, noJudgement, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

async function remember(store: Store, caller: Caller, ...facts: string[]): Promise<void> {
  for (const fact of facts) await store.facts.add(aFact(caller, fact), noJudgement);
}

const factsIn = (file: string): unknown[] =>
  rowsIn(file, 'SELECT fact FROM facts ORDER BY fact').map((row) => row['fact']);

for (const engine of fileEngineNames) {
  describe(`backup and restore (${engine})`, () => {
    it('writes one complete file, without side files, to a private folder', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await remember(store, await visit(store), 'kept while the store is open');
      const backups = backupsOf(engine, file);
      const made = await backups.make('manual');
      assert.equal(made.path, join(dirname(file), 'backups', made.name));
      assert.match(made.name, /^memory-2026-03-30T12-\d\d-00Z-manual\.db$/u);
      assert.deepEqual([statSync(dirname(made.path)).mode & 0o777, statSync(made.path).mode & 0o777], [0o700, 0o600]);
      assert.deepEqual(readdirSync(dirname(made.path)), [made.name]);
      assert.deepEqual(factsIn(made.path), ['kept while the store is open']);
      const { damage, counts } = await backups.inspect(made);
      assert.deepEqual([damage, counts?.facts], [[], 1]);
      assert.deepEqual(await backups.list(), [made]);
      await store.close();
    });

    it('stops inspecting a backup when the caller aborts', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await remember(store, await visit(store), 'kept');
      await store.close();
      const backups = backupsOf(engine, file);
      const made = await backups.make('manual');
      await assert.rejects(backups.inspect(made, AbortSignal.abort()), { name: 'AbortError' });
      const over = new AbortController();
      const looking = backups.inspect(made, over.signal);
      setImmediate(() => over.abort());
      await assert.rejects(looking, { name: 'AbortError' });
      assert.equal((await backups.inspect(made)).counts?.facts, 1);
    });

    it('restores nothing of a half-erased user, and does not extend the erasure to later data', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      const eve = await visit(store, { username: 'eve' });
      await remember(store, await visit(store), 'of ada');
      await remember(store, eve, 'of eve');
      const backups = backupsOf(engine, file);
      const early = await backups.make('manual');
      const query = { userId: eve.user.id, agentId: eve.agent.id, mode: 'personal' } as const;
      const erasure = { ...query, ref: { kind: 'user', id: 'eve' } } as const;
      const shown = await store.scopeErasure.preview(erasure);
      assert.ok(typeof shown === 'object');
      await store.scopeErasure.begin({ ...erasure, expected: shown.expected, now: '2026-03-30T12:00:01.000Z' });
      const within = await backups.make('manual');
      for (const backup of [early, within]) {
        await backups.restore(backup, 'ada');
        assert.deepEqual(factsIn(file), ['of ada']);
        assert.deepEqual(rowsIn(file, 'SELECT max(until) AS until FROM tombstones'), [
          { until: '2026-03-30T12:00:01.000Z' },
        ]);
      }
      await store.close();
    });

    for (const times of [1, 5]) {
      const outcome =
        times === 1 ? 'does not bring back a memory that is erased meanwhile' : 'gives up after repeated erasures';
      it(`a restore ${outcome}`, async () => {
        const file = anEmptyStore(engine);
        const store = openStore(engine, file);
        await remember(store, await visit(store), 'fact 1', 'fact 2', 'fact 3', 'fact 4', 'fact 5', 'fact 6');
        await store.close();
        const { name } = await backupsOf(engine, file).make('manual');
        let erased = 0;
        const clock = aClock('2026-04-30T12:00:00.000Z');
        // Called for the time of the restore, after the earlier erasures were read.
        const now = (): Date => {
          if (erased < times && readdirSync(join(dirname(file), 'backups')).some((one) => one.endsWith('.tmp'))) {
            erased += 1;
            const db = new DatabaseSync(file);
            const uid = `SELECT uid FROM facts WHERE fact = 'fact ${String(erased)}'`;
            db.exec(`INSERT INTO tombstones (uid, kind, erased_at) VALUES ((${uid}), 'fact', '2026-04-01T00:00:00.000Z');
              DELETE FROM facts WHERE fact = 'fact ${String(erased)}'`);
            db.close();
          }
          return clock();
        };
        const backups = backupsOf(engine, file, { now });
        const restoring = backups.restore(await backups.find(name), 'ada');
        if (times === 1) assert.equal((await restoring).erasedAgain, 1);
        else assert.equal(await codeOf(restoring), 'conflict');
        assert.equal(erased, times);
        assert.deepEqual(factsIn(file), ['fact 1', 'fact 2', 'fact 3', 'fact 4', 'fact 5', 'fact 6'].slice(times));
        assert.deepEqual(rowsIn(file, "SELECT count(*) AS n FROM tombstones WHERE kind = 'fact'"), [{ n: times }]);
        assert.equal((await backups.list()).length, times === 1 ? 2 : 1);
      });
    }

    it('creates one backup a day, and only if something changed', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await remember(store, await visit(store), 'a first');
      const day = (now: string): Backups => backupsOf(engine, file, { now: aClock(now) });
      const today = new Date().toISOString();
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      await Promise.all([day(today).keepUp(), day(today).keepUp()]);
      await day(today).keepUp();
      assert.equal((await day(today).list()).length, 1);
      await store.close();
      const past = new Date(Date.now() - 3_600_000);
      for (const name of readdirSync(dirname(file)).filter((one) => one.startsWith('memory.db')))
        utimesSync(join(dirname(file), name), past, past);
      await day(tomorrow).keepUp();
      assert.equal((await day(tomorrow).list()).length, 1);
      const again = openStore(engine, file);
      await remember(again, await visit(again), 'a second');
      await again.close();
      await day(tomorrow).keepUp();
      assert.deepEqual(
        (await day(tomorrow).list()).map(({ reason }) => reason),
        ['daily', 'daily'],
      );
    });

    it('creates no backup of a damaged store, and reports the failure', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      const caller = await visit(store);
      await remember(store, caller, ...Array.from({ length: 60 }, (_, n) => `${'long '.repeat(100)}${String(n)}`));
      await store.close();
      damage(file);
      const backups = backupsOf(engine, file);
      assert.equal(await codeOf(backups.make('manual')), 'store_corrupt');
      assert.deepEqual(await backups.list(), []);
      assert.match((await backups.keepUp()) ?? '', /failed/u);
      assert.notEqual(backups.knownDamage(), undefined);
      const findings = await backupsOf(engine, file).findings();
      assert.ok(findings.some(({ what }) => what.startsWith('The last backup failed')));
    });

    it('reports that only the copy is damaged when the disk corrupts it, and still uses the store', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await remember(store, await visit(store), 'sound');
      await store.close();
      const options = optionsOf(engine, file);
      for (const start of [0, 4096]) {
        const backups = new FileBackups({
          ...options,
          policy: defaultBackups,
          lock: lockOptions(options),
          openFiles: async () => {
            const files = await openFiles(options);
            const copyStore = async (target: string): Promise<void> => {
              await files.copyStore(target);
              writeFileSync(target, readFileSync(target).fill(0xa5, start));
            };
            return { ...files, copyStore };
          },
        });
        const warning = (await backups.keepUp()) ?? '';
        assert.ok(warning.includes(file) && warning.includes('itself is intact') && !warning.includes('.tmp'), warning);
        assert.equal(backups.knownDamage(), undefined);
        assert.deepEqual(await backups.list(), []);
      }
    });

    it('restores a backup unchanged and turns the replaced state into a new one', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      const caller = await visit(store);
      await remember(store, caller, 'from before');
      const backups = backupsOf(engine, file);
      const made = await backups.make('manual');
      await remember(store, caller, 'from after');
      const preview = await backups.preview(made);
      assert.deepEqual(preview.differences.find(({ kind }) => kind === 'facts')?.gone, {
        count: 1,
        first: ['from after'],
      });
      assert.equal((await store.maintenance.totals(null)).facts, 2);
      const { before } = await backups.restore(made, 'ada');
      assert.equal((await store.maintenance.totals(null)).facts, 1);
      await remember(store, caller, 'from later');
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
      assert.ok(before !== null);
      assert.deepEqual(factsIn(before.path), ['from after', 'from before']);
      await backups.restore(before, 'ada');
      assert.equal((await store.maintenance.totals(null)).facts, 2);
      await store.close();
      assert.deepEqual(factsIn(file), ['from after', 'from before']);
      assert.deepEqual(
        readdirSync(join(dirname(file), 'backups')).filter((name) => name.includes('.tmp')),
        [],
      );
    });

    it('does not restore memories erased after the backup', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      const caller = await visit(store);
      await remember(store, caller, 'a secret nobody may keep', 'harmless');
      const backups = backupsOf(engine, file);
      const made = await backups.make('manual');
      const id = Number(rowsIn(made.path, `SELECT id FROM facts WHERE fact LIKE 'a secret%'`)[0]?.['id']);
      const query = { userId: caller.user.id, mode: 'personal', ref: { kind: 'fact', id: String(id) } } as const;
      const shown = await store.erasure.preview(query);
      assert.ok(typeof shown !== 'string');
      await store.erasure.erase({ ...query, expected: shown.expected, now: '2026-03-30T12:10:00.000Z' });
      assert.equal((await backups.preview(made)).erasedSince, 1);
      const { erasedAgain } = await backups.restore(made, 'ada');
      assert.equal(erasedAgain, 1);
      await store.close();
      assert.deepEqual(factsIn(file), ['harmless']);
      assert.ok(rowsIn(file, 'SELECT uid FROM tombstones').length > 0);
      assert.equal(rowsIn(file, `SELECT action FROM audit WHERE action = 'erase'`).length, 1);
    });

    it('upgrades a backup with an older schema before it replaces the store', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await remember(store, await visit(store), 'of today');
      const old = join(dirname(file), 'old.db');
      copyFileSync(join(import.meta.dirname, '../fixtures/stores/v5.db'), old);
      const backups = backupsOf(engine, file);
      await backups.restore(await backups.find(old), 'ada');
      const report = await store.maintenance.inspect();
      assert.deepEqual([report.damage, report.indexMissing, report.indexOrphans], [[], 0, 0]);
      await store.close();
      assert.deepEqual(rowsIn(old, 'SELECT max(version) AS v FROM schema_migrations')[0]?.['v'], 5);
    });

    it('restores a backup if the store is missing', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await remember(store, await visit(store), 'kept');
      await store.close();
      const backups = backupsOf(engine, file);
      const made = await backups.make('manual');
      for (const name of readdirSync(dirname(file)).filter((one) => one.startsWith('memory.db')))
        renameSync(join(dirname(file), name), join(dirname(file), `gone-${name}`));
      assert.equal((await backups.preview(made)).differences.find(({ kind }) => kind === 'facts')?.back.count, 1);
      assert.equal((await backups.restore(made, 'ada')).before, null);
      const again = openStore(engine, file);
      assert.equal((await again.maintenance.totals(null)).facts, 1);
      await again.close();
    });

    it('refuses a damaged backup and keeps the store', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await remember(store, await visit(store), 'kept');
      const backups = backupsOf(engine, file);
      const made = await backups.make('manual');
      writeFileSync(made.path, readFileSync(made.path).subarray(0, 9_000));
      assert.equal(await codeOf(backups.restore(made, 'ada')), 'store_corrupt');
      assert.equal((await store.maintenance.totals(null)).facts, 1);
      await store.close();
    });
  });
}

/** Overwrites pages in the middle of a file. */
export function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, Math.floor(bytes.length / 4096 / 3) * 4096, Math.floor((bytes.length / 4096) * 0.6) * 4096);
  writeFileSync(file, bytes);
}

describe('backup retention', () => {
  const day = 86_400_000;
  const now = new Date('2026-11-22T12:00:00.000Z');
  const aBackup = (daysAgo: number, reason: Backup['reason'] = 'daily'): Backup => {
    const madeAt = new Date(now.getTime() - daysAgo * day).toISOString();
    return { name: `${madeAt} ${reason}`, path: madeAt, madeAt, reason, bytes: 1 };
  };
  const afterDays = (backups: Backup[], times: number): Backup[] => {
    let left = backups;
    for (let n = 0; n < times; n += 1) {
      const gone = backupsToRemove(left, now, defaultBackups);
      left = left.filter((backup) => !gone.includes(backup));
    }
    return left;
  };
  const ages = (backups: Backup[]): number[] =>
    backups.map(({ madeAt }) => Math.round((now.getTime() - Date.parse(madeAt)) / day)).toSorted((a, b) => a - b);

  it('keeps all backups of the last week, then one per week, at most twelve', () => {
    const left = ages(
      afterDays(
        Array.from({ length: 200 }, (_, n) => aBackup(n)),
        200,
      ),
    );
    assert.equal(left.length, 12);
    assert.deepEqual(left.slice(0, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('lets weekly backups grow old, even if many backups are created in one day', () => {
    let left: Backup[] = [];
    const make = (daysAgo: number): void => {
      left = [...left, aBackup(daysAgo)];
      const gone = backupsToRemove(left, new Date(now.getTime() - daysAgo * day), defaultBackups);
      left = left.filter((backup) => !gone.includes(backup));
    };
    for (let daysAgo = 60; daysAgo >= 0.5; daysAgo -= 1) make(daysAgo);
    for (let hours = 11; hours >= 0; hours -= 1) make(hours / 24);
    assert.equal(left.length, 12);
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7].filter((age) => !ages(left).includes(age)),
      [],
    );
    assert.ok((ages(left).at(-1) ?? 0) > 14, String(ages(left)));
  });

  it('always keeps the newest three, at any age', () => {
    assert.deepEqual(ages(afterDays([aBackup(400), aBackup(500), aBackup(600), aBackup(700)], 5)), [400, 500, 600]);
  });

  it('keeps copies from before an upgrade for 90 days, and the newest one forever', () => {
    const before = [aBackup(100, 'before-upgrade'), aBackup(120, 'before-upgrade'), aBackup(10, 'before-restore')];
    assert.deepEqual(ages(afterDays(before, 5)), [10]);
    assert.deepEqual(ages(afterDays(before.slice(0, 2), 5)), [100]);
  });

  it('keeps the newest six from before an upgrade, restore or repair', () => {
    const before = Array.from({ length: 20 }, (_, n) => aBackup(n, n % 2 === 0 ? 'before-restore' : 'before-upgrade'));
    assert.deepEqual(ages(afterDays(before, 20)), [0, 1, 2, 3, 4, 5]);
  });

  it('keeps backups dated in the future without counting them', () => {
    const jumped = Array.from({ length: 20 }, (_, n) => aBackup(-400 - n));
    const real = Array.from({ length: 8 }, (_, n) => aBackup(n));
    assert.equal(afterDays([...jumped, ...real], 30).length, 28);
  });

  it('removes at most two at a time, so that a wrong clock does little harm', () => {
    const all = Array.from({ length: 12 }, (_, n) => aBackup(2_000 + n));
    assert.deepEqual(ages(backupsToRemove(all, now, defaultBackups)), [2_010, 2_011]);
  });

  it('allows a daily backup even if the only existing one is dated in the future', () => {
    assert.equal(isDailyDue([aBackup(-3)], now, defaultBackups), true);
    assert.equal(isDailyDue([aBackup(0)], now, defaultBackups), false);
    assert.equal(isDailyDue([], now, { ...defaultBackups, days: 0 }), false);
  });
});
