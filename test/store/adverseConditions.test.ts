/**
 * Difficult conditions: a network share, where SQLite's WAL is not safe; two versions of the program on one file; a
 * full disk. A store on a share does not use WAL, but sql.js still refuses it. On a local disk it uses WAL again. Tests
 * replace the function that detects shares.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../src/memory/store.ts';
import { inspectHeader } from '../../src/store/sqlite/engine/databaseHeader.ts';
import type { DatabaseHeader } from '../../src/store/sqlite/engine/databaseHeader.ts';
import { fileGuard } from '../../src/store/sqlite/backups/files/damageReport.ts';
import { createNativeEngine } from '../../src/store/sqlite/engine/native/nativeEngine.ts';
import { probeNative } from '../../src/store/sqlite/engine/native/nativeSupport.ts';
import { latestVersion } from '../../src/store/sqlite/schema/migrations/migrations.ts';
import { createSchemaKeeper } from '../../src/store/sqlite/schema/schemaKeeper.ts';
import { isBusy, storeErrorFrom } from '../../src/store/sqlite/engine/sqliteErrors.ts';
import { createSqlStore } from '../../src/store/sqlStore.ts';
import { isServerPath, shareFrom } from '../../src/store/sqlite/engine/file/networkShare.ts';
import {
  aFact,
  aFile,
  aFolder,
  codeOf,
  hash,
  indexText,
  moment,
  noJudgement,
  openStore,
  removeFolders,
  visit,
} from './support.ts';
import type { FileEngineName } from './support.ts';
import { backupsOf } from './backupsOf.ts';
import { rowsIn } from '../support/rows.ts';

after(removeFolders);

const onShare = { shareAt: () => Promise.resolve('nfs') };
const onDisk = { shareAt: () => Promise.resolve(undefined) };

const keptAs = (file: string): Pick<DatabaseHeader & { kind: 'sqlite' }, 'wal' | 'marked'> => {
  const header = inspectHeader(readFileSync(file));
  assert.ok(header.kind === 'sqlite');
  return { wal: header.wal, marked: header.marked };
};
const add = async (store: Store, fact: string): Promise<void> => {
  const { status } = await store.facts.add(aFact(await visit(store), fact), noJudgement);
  assert.equal(status, 'stored');
};

describe('a store on a network share', () => {
  it('does not use WAL, gives one notice, and supports several readers and writers', async () => {
    const file = aFile();
    const notices: string[] = [];
    const more = { ...onShare, notice: (sentence: string) => notices.push(sentence) };
    const [one, other] = [openStore('native', file, more), openStore('native', file, more)];
    await add(one, 'said by one');
    await Promise.all([add(other, 'said by the other'), add(one, 'said at once'), one.facts.get(1)]);
    assert.equal((await other.maintenance.inspect()).journalMode, 'truncate');
    assert.equal((await one.facts.get(3))?.id, 3);
    await one.close();
    await other.close();
    assert.deepEqual(keptAs(file), { wal: false, marked: true });
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /network share \(nfs\)/u);
  });

  it('is refused by sql.js, although it does not use WAL', async () => {
    const file = aFile();
    const store = openStore('native', file, onShare);
    await add(store, 'here');
    await store.close();
    const before = readFileSync(file);
    assert.equal(await codeOf(openStore('wasm', file).facts.get(1)), 'engine_unavailable');
    assert.ok(before.equals(readFileSync(file)));
  });

  it('leaves WAL when it is copied to a share, and uses it again on a local disk', async () => {
    const file = aFile();
    const before = openStore('native', file, onDisk);
    await add(before, 'in WAL');
    const copy = join(aFolder(), 'memory.db');
    // A copy of a store in use includes its log.
    for (const suffix of ['', '-wal']) cpSync(file + suffix, copy + suffix);
    await before.close();
    const there = openStore('native', copy, onShare);
    await add(there, 'on the share');
    assert.deepEqual(keptAs(copy), { wal: false, marked: true });
    await there.close();
    const back = openStore('native', copy, onDisk);
    await add(back, 'back again');
    assert.deepEqual(await Promise.all([1, 2, 3].map(async (id) => (await back.facts.get(id))?.fact)), [
      'in WAL',
      'on the share',
      'back again',
    ]);
    assert.deepEqual(keptAs(copy), { wal: true, marked: false });
    await back.close();
  });

  it('is locked while another connection has it open in WAL', async () => {
    const file = aFile();
    const local = openStore('native', file, onDisk);
    await add(local, 'in use');
    const remote = openStore('native', file, { ...onShare, timeoutMs: 100 });
    assert.equal(await codeOf(remote.facts.get(1)), 'store_locked');
    await add(local, 'still in use');
    await local.close();
    assert.equal((await remote.facts.get(2))?.fact, 'still in use');
    await remote.close();
  });
});

describe('a restore on a network share', () => {
  const factsOf = (file: string): string[] => rowsIn(file, 'SELECT fact FROM facts').map((row) => String(row['fact']));

  it('loses no concurrent writes, and preserves the mark that keeps sql.js out', async () => {
    const file = aFile();
    const store = openStore('native', file, onShare);
    await add(store, 'before');
    const caller = await visit(store);
    const backups = backupsOf('native', file);
    const made = await backups.make('manual');
    const restoring = { isDone: false };
    const stored: string[] = [];
    const writing = (async () => {
      for (let n = 0; !restoring.isDone; n += 1) {
        const { status } = await store.facts.add(aFact(caller, `fact ${String(n)}`), noJudgement);
        if (status === 'stored') stored.push(`fact ${String(n)}`);
        await new Promise((done) => setImmediate(done));
      }
    })();
    const kept: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { before } = await backups.restore(made, 'ada');
      assert.ok(before !== null);
      kept.push(...factsOf(before.path));
    }
    restoring.isDone = true;
    await writing;
    assert.deepEqual((await store.maintenance.inspect()).damage, []);
    await store.close();
    const all = new Set([...kept, ...factsOf(file)]);
    assert.ok(stored.length > 5);
    assert.deepEqual(
      stored.filter((fact) => !all.has(fact)),
      [],
    );
    assert.deepEqual(keptAs(file), { wal: false, marked: true });
  });

  it('marks the store if it needs the mark, wherever the backup was created', async () => {
    const [onDiskFile, onShareFile, imageFile] = [aFile(), aFile(), aFile()];
    for (const [engine, file, place] of [
      ['native', onDiskFile, onDisk],
      ['native', onShareFile, onShare],
      ['wasm', imageFile, onDisk],
    ] as const) {
      const store = openStore(engine, file, place);
      await add(store, 'here');
      await store.close();
    }
    const fromDisk = await backupsOf('native', onDiskFile).make('manual');
    const fromShare = await backupsOf('native', onShareFile).make('manual');
    const restore = async (engine: FileEngineName, file: string, path: string): Promise<void> => {
      const backups = backupsOf(engine, file);
      await backups.restore(await backups.find(path), 'ada');
    };
    await restore('native', onShareFile, fromDisk.path);
    assert.deepEqual(keptAs(onShareFile), { wal: false, marked: true });
    await restore('native', onDiskFile, fromShare.path);
    assert.deepEqual(keptAs(onDiskFile), { wal: true, marked: false });
    await restore('wasm', imageFile, fromShare.path);
    assert.deepEqual(keptAs(imageFile), { wal: false, marked: false });
    const image = openStore('wasm', imageFile);
    assert.equal((await image.facts.get(1))?.fact, 'here');
    await image.close();
    assert.equal(await codeOf(restore('wasm', onShareFile, fromDisk.path)), 'engine_unavailable');
    assert.deepEqual(keptAs(onShareFile), { wal: false, marked: true });
  });
});

describe('the detection of network shares', () => {
  const linux = (folder: string, type: number | undefined, mounts = ''): string | undefined =>
    shareFrom({ platform: 'linux', folder, type, rootType: 0xef53, mounts });

  it('uses the file system type on Linux', () => {
    assert.equal(linux('/home/ada', 0xef53), undefined);
    assert.equal(linux('/mnt/team', 0x6969), 'nfs');
    // The type may also be a signed number.
    assert.equal(linux('/mnt/team', 0xff534d42 | 0), 'cifs');
    assert.equal(linux('/mnt/c/Users/ada', 0x01021997), '9p');
    const mounts = [
      '/dev/sda1 / ext4 rw 0 0',
      'ada@server:/ /home/ada/far\\040away fuse.sshfs rw 0 0',
      '/dev/sdb1 /media/stick fuseblk rw 0 0',
    ].join('\n');
    assert.equal(linux('/home/ada/far away/bigmind', 0x65735546, mounts), 'fuse.sshfs');
    assert.equal(linux('/media/stick/bigmind', 0x65735546, mounts), undefined);
    assert.equal(linux('/somewhere', 0x65735546), 'fuse');
  });

  it('uses the path on Windows, after mapped drives are resolved', () => {
    const windows = (folder: string): string | undefined =>
      shareFrom({ platform: 'win32', folder, type: undefined, rootType: undefined, mounts: '' });
    assert.equal(windows('C:\\Users\\Ada Lovelace\\.mcp\\bigmind'), undefined);
    assert.equal(windows('\\\\server\\team share\\bigmind'), 'a network path');
    assert.equal(isServerPath('//server/share'), true);
    assert.equal(isServerPath('\\\\?\\UNC\\server\\share'), true);
    assert.equal(isServerPath('\\\\wsl.localhost\\Ubuntu\\home'), true);
    assert.equal(isServerPath(`\\\\?\\C:\\${'long\\'.repeat(80)}`), false);
    assert.equal(isServerPath('\\\\.\\C:\\bigmind'), false);
  });

  it('makes a cautious guess on macOS', () => {
    const mac = (folder: string, type: number): string | undefined =>
      shareFrom({ platform: 'darwin', folder, type, rootType: 26, mounts: '' });
    assert.equal(mac('/Users/ada/.mcp', 26), undefined);
    assert.equal(mac('/Volumes/Second disk', 26), undefined);
    assert.equal(mac('/Volumes/Team', 31), 'another file system');
    assert.equal(mac('/Users/ada/mounted', 2), 'nfs');
  });
});

describe('two versions of the program on one file', () => {
  for (const [where, share] of [
    ['disk', onDisk],
    ['share', onShare],
  ] as const) {
    it(`do not both write: the older one detects the newer schema (on a ${where})`, async () => {
      const file = aFile();
      const old = openStore('native', file, share);
      await add(old, 'before');
      const newer = new DatabaseSync(file);
      newer.exec('PRAGMA user_version = 4711');
      assert.equal(await codeOf(visit(old)), 'store_newer');
      assert.equal(await codeOf(old.facts.get(1)), 'store_newer');
      newer.exec(`PRAGMA user_version = ${String(latestVersion)}`);
      newer.close();
      await add(old, 'after');
      await old.close();
    });
  }

  it('reopen a store that was reset to an older schema while it was open', async () => {
    const file = aFile();
    const store = openStore('native', file, onDisk);
    await add(store, 'before');
    const other = new DatabaseSync(file);
    other.exec('PRAGMA user_version = 3');
    await add(store, 'after');
    other.close();
    await store.close();
  });
});

describe('a store that is reopened', () => {
  it('completes calls that waited for a lock before it was reopened', async () => {
    const file = aFile();
    const store = openStore('native', file, onDisk);
    await add(store, 'before');
    const caller = await visit(store);
    const other = new DatabaseSync(file);
    other.exec('PRAGMA user_version = 3; BEGIN IMMEDIATE');
    const waiting = store.facts.add(aFact(caller, 'waited'), noJudgement);
    await new Promise((done) => setTimeout(done, 100));
    const reading = store.facts.get(1);
    await new Promise((done) => setTimeout(done, 100));
    other.exec('ROLLBACK');
    assert.equal((await reading)?.fact, 'before');
    assert.equal((await waiting).status, 'stored');
    other.close();
    await store.close();
  });
});

describe('a store that another process locks while it is being opened', () => {
  it('waits, as when the last process that had it open copies its log into the file', async () => {
    const file = aFile();
    const first = openStore('native', file);
    await add(first, 'stored before');
    await first.close();
    const other = new DatabaseSync(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const store = openStore('native', file);
    const found = store.facts.get(1);
    // The first attempts have met the lock by then: SQLite itself waits for 25 ms.
    await new Promise((resolve) => setTimeout(resolve, 200));
    other.close();
    assert.equal((await found)?.fact, 'stored before');
    await store.close();
  });
});

describe('a store that is replaced while it is being opened', () => {
  it('is opened again, so that nothing is written to the file that was set aside', async () => {
    const support = probeNative();
    assert.ok(support.sound);
    const [file, spare] = [aFile(), aFile()];
    const before = openStore('native', file, onDisk);
    await add(before, 'before');
    await before.close();
    cpSync(file, spare);
    const ports = { hash, indexText, newId: randomUUID, now: () => new Date(moment) };
    const keeper = createSchemaKeeper(ports, indexText);
    const aside: string[] = [];
    const pending: typeof keeper.pending = (db) => {
      if (aside.length === 0) {
        for (const suffix of ['', '-wal', '-shm']) {
          const to = `${file}.aside${suffix}`;
          if (existsSync(file + suffix)) renameSync(file + suffix, to);
          aside.push(to);
        }
        cpSync(spare, file);
      }
      return keeper.pending(db);
    };
    const lock = { timeoutMs: 1_000, staleMs: 2_000, jitter: () => 0.5 };
    const place = { file, busyMs: 25, notice: () => undefined, guard: fileGuard(ports), ...onDisk };
    const engine = createNativeEngine(support, { ...ports, ...place, ...lock, keeper: { ...keeper, pending } });
    const store = createSqlStore({ open: () => Promise.resolve(engine) }, ports);
    await visit(store, { username: 'bob' });
    await store.close();
    assert.equal(aside.length, 3);
    assert.deepEqual(
      [file, `${file}.aside`].map((one) => rowsIn(one, `SELECT id FROM users WHERE username = 'bob'`).length),
      [1, 0],
    );
  });
});

describe('a log that many processes start to read at once', () => {
  it('counts as contention, like a lock', () => {
    const error = Object.assign(new Error('locking protocol'), { errcode: 15 });
    assert.ok(isBusy(error));
    assert.equal(storeErrorFrom(error, '/somewhere/memory.db').code, 'store_locked');
  });
});
