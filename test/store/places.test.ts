/** Bad locations: each gives a clear error with a remedy, and existing files stay unchanged. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  aFact,
  aFile,
  aFolder,
  codeOf,
  fileEngineNames,
  openStore,
  removeFolders,
  visit,
  noJudgement,
} from './support.ts';

after(removeFolders);

for (const engine of fileEngineNames) {
  describe(`opening a store (${engine})`, () => {
    const codeAt = async (file: string, timeoutMs = 200): Promise<string> => {
      const store = openStore(engine, file, { timeoutMs });
      try {
        return await codeOf(store.facts.get(1));
      } finally {
        await store.close();
      }
    };
    const filled = async (): Promise<string> => {
      const file = aFile();
      const store = openStore(engine, file);
      const caller = await visit(store);
      for (let n = 0; n < 8; n += 1)
        await store.facts.add(aFact(caller, `fact ${String(n)} ${'x'.repeat(300)}`), noJudgement);
      await store.close();
      return file;
    };

    it('touches nothing before the first call', async () => {
      const file = join(aFolder(), 'not yet', 'memory.db');
      await openStore(engine, file).close();
      assert.equal(existsSync(dirname(file)), false);
    });

    it('creates missing folders and the file for the owner only, even if the path has spaces and umlauts', async () => {
      const file = join(aFolder(), 'ein Ordner', 'größer 記憶', 'memory.db');
      assert.equal(await codeAt(file), 'no error');
      if (process.platform === 'win32') return;
      assert.equal(statSync(dirname(file)).mode & 0o777, 0o700);
      assert.equal(statSync(file).mode & 0o777, 0o600);
    });

    it('treats an empty file as a new store', async () => {
      const file = aFile();
      writeFileSync(file, '');
      assert.equal(await codeAt(file), 'no error');
      assert.ok(statSync(file).size > 0);
    });

    it('refuses a folder in place of the file', async () => {
      const file = aFile();
      mkdirSync(file);
      assert.equal(await codeAt(file), 'store_unavailable');
    });

    it('refuses a pipe, a device and circular links immediately, and names them', async function () {
      if (process.platform === 'win32') this.skip();
      const pipe = aFile();
      spawnSync('mkfifo', [pipe]);
      const circle = aFile();
      symlinkSync(circle, circle);
      for (const [file, named] of [
        [pipe, /there is a pipe where the file belongs/u],
        ['/dev/null', /there is a device where the file belongs/u],
        [circle, /its links form a circle/u],
      ] as const) {
        const store = openStore(engine, file);
        await assert.rejects(store.facts.get(1), named);
        await assert.rejects(store.facts.get(1), { code: 'store_unavailable', remedy: /Remove what is there/u });
        await store.close();
      }
    });

    it('creates a store behind a link, but does not replace a link to a missing disk', async function () {
      if (process.platform === 'win32') this.skip();
      const [link, target] = [aFile(), aFile()];
      symlinkSync(target, link);
      assert.equal(await codeAt(link), 'no error');
      assert.ok(lstatSync(link).isSymbolicLink() && statSync(target).size > 0);
      const lost = aFile();
      symlinkSync(join(aFolder(), 'not mounted', 'memory.db'), lost);
      const store = openStore(engine, lost);
      await assert.rejects(visit(store), /it is a link to .*not mounted.*, which is not there/u);
      await store.close();
      assert.ok(lstatSync(lost).isSymbolicLink());
    });

    it('refuses a path below a file', async () => {
      const file = aFile();
      writeFileSync(file, 'a file');
      assert.equal(await codeAt(join(file, 'deeper', 'memory.db')), 'store_unavailable');
      assert.equal(readFileSync(file, 'utf8'), 'a file');
    });

    it('refuses a location where nothing can be created', async function () {
      if (process.platform !== 'linux') this.skip();
      assert.equal(await codeAt('/proc/bigmind/memory.db'), 'store_unavailable');
    });

    it('refuses a folder and a file without write permission', async function () {
      if (process.platform === 'win32') this.skip();
      const file = await filled();
      chmodSync(dirname(file), 0o555);
      chmodSync(file, 0o444);
      const code = asUnprivilegedUser(`
        import { aFact, codeOf, openStore, visit } from ${JSON.stringify(join(import.meta.dirname, 'support.ts'))};
        const store = openStore(${JSON.stringify(engine)}, ${JSON.stringify(file)}, { timeoutMs: 300 });
        const there = await codeOf(visit(store));
        const missing = openStore(${JSON.stringify(engine)}, ${JSON.stringify(join(dirname(file), 'sub', 'memory.db'))});
        process.stdout.write([there, await codeOf(visit(missing))].join(' '));
      `);
      chmodSync(dirname(file), 0o700);
      assert.equal(code, 'store_unavailable store_unavailable');
    });

    it('refuses a file that is not a database', async () => {
      const file = aFile();
      writeFileSync(file, 'Dear diary, today I learned about databases. '.repeat(100));
      const before = readFileSync(file);
      assert.equal(await codeAt(file), 'store_corrupt');
      assert.ok(before.equals(readFileSync(file)));
      assert.deepEqual(readdirSync(dirname(file)), ['memory.db']);
    });

    it('refuses a truncated database', async () => {
      const file = await filled();
      truncateSync(file, 9000);
      assert.equal(await codeAt(file), 'store_corrupt');
      assert.equal(statSync(file).size, 9000);
      truncateSync(file, 60);
      assert.equal(await codeAt(file), 'store_corrupt');
    });

    it('reports damaged pages when it reads them', async () => {
      const file = await filled();
      const bytes = readFileSync(file);
      bytes.fill(0x5a, 4096);
      writeFileSync(file, bytes);
      assert.equal(await codeAt(file), 'store_corrupt');
    });

    it('refuses a database of another program and leaves it unchanged', async () => {
      for (const sql of [
        'CREATE TABLE recipes (id INTEGER)',
        'PRAGMA application_id = 77',
        'CREATE TABLE sessions (x)',
      ]) {
        const file = aFile();
        const database = new DatabaseSync(file);
        database.exec(`${sql}; PRAGMA user_version = 9`);
        database.close();
        const before = readFileSync(file);
        assert.equal(await codeAt(file), 'store_foreign', sql);
        assert.ok(before.equals(readFileSync(file)));
        assert.deepEqual(readdirSync(dirname(file)), ['memory.db']);
      }
    });

    it('gives up with a remedy while another program locks the store, and works once it is unlocked', async () => {
      const file = await filled();
      const store = openStore(engine, file, { timeoutMs: 300 });
      const caller = await visit(store);
      let release = (): void => undefined;
      if (engine === 'native') {
        const other = new DatabaseSync(file);
        other.exec('BEGIN IMMEDIATE');
        release = () => other.close();
      } else {
        mkdirSync(`${file}.lock`);
        const { rmdirSync } = await import('node:fs');
        release = () => rmdirSync(`${file}.lock`);
      }
      const began = performance.now();
      assert.equal(await codeOf(store.facts.add(aFact(caller, 'locked out'), noJudgement)), 'store_locked');
      assert.ok(performance.now() - began < 15_000);
      assert.equal((await store.facts.get(1))?.id, 1, 'reads still work');
      release();
      assert.equal((await store.facts.add(aFact(caller, 'locked out'), noJudgement)).status, 'stored');
      await store.close();
    });

    it('does not block the event loop while waiting for a lock', async function () {
      if (engine !== 'native') this.skip();
      const file = await filled();
      const store = openStore(engine, file, { timeoutMs: 600 });
      await store.facts.get(1);
      const other = new DatabaseSync(file);
      other.exec('BEGIN IMMEDIATE');
      let turns = 0;
      const timer = setInterval(() => {
        turns += 1;
      }, 1);
      assert.equal(await codeOf(visit(store)), 'store_locked');
      clearInterval(timer);
      other.close();
      await store.close();
      assert.ok(turns > 5, `the event loop turned ${String(turns)} times`);
    });
  });
}

describe('the choice of an engine', () => {
  const unsound = (): { sound: false; reason: string } => ({ sound: false, reason: 'has no node:sqlite' });

  it('falls back to sql.js with a notice that names the Node version and the remedy', async () => {
    const notices: string[] = [];
    const store = openStore('auto', aFile(), { probe: unsound, notice: (sentence) => notices.push(sentence) });
    assert.equal((await store.maintenance.inspect()).engine, 'sql.js');
    assert.equal(notices.length, 1);
    assert.ok(notices[0]?.includes(process.versions.node));
    assert.match(notices[0] ?? '', /Use Node 24\.15/u);
    await store.close();
  });

  it('uses the native engine without a notice if it is sound', async () => {
    const store = openStore('auto', aFile(), { notice: (sentence) => assert.fail(sentence) });
    assert.equal((await store.maintenance.inspect()).engine, 'node:sqlite');
    await store.close();
  });

  it('refuses the native engine if it is unsound', async () => {
    const store = openStore('native', aFile(), { probe: unsound });
    assert.equal(await codeOf(store.facts.get(1)), 'engine_unavailable');
    await store.close();
  });

  it('opens a new store if the file was deleted while it was open', async () => {
    const file = aFile();
    const { rmSync } = await import('node:fs');
    for (const engine of fileEngineNames) {
      const store = openStore(engine, file);
      await visit(store);
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      await visit(store);
      await store.close();
      const again = openStore(engine, file);
      assert.equal((await again.identity.listUsers()).length, 1);
      await again.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    }
  });
});

/** Runs a module as an unprivileged user, because root can write anywhere. */
function asUnprivilegedUser(code: string): string {
  const drop = process.getuid?.() === 0 ? 'process.setgid(65534); process.setuid(65534);' : '';
  const source = code.replace(/^\s*import (.*) from (.*);/mu, (_, names: string, from: string) => {
    return `const ${names} = await import(${from}); await import('sql.js/dist/sql-wasm-browser.js'); await import('proper-lockfile'); ${drop}`;
  });
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}
