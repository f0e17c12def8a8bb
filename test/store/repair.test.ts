/** Repair on both engines: it keeps the damaged store and all readable data, and no empty store takes its place. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import type { Backups } from '../../src/memory/upkeep/backups.ts';
import { openBackups } from '../../src/store/sqlite/openBackups.ts';
import { rowsIn } from '../support/rows.ts';
import type { BigMindError } from '../../src/memory/shared/errors.ts';
import { anEmptyStore } from './emptyStore.ts';
import {
  aChunk,
  aFact,
  aFile,
  codeOf,
  fileEngineNames,
  hash,
  indexText,
  loadWasm,
  moment,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from './support.ts';
import type { FileEngineName } from './support.ts';

after(removeFolders);

const page = 4096;
const long = 'words that fill '.repeat(18).trim();
const texts = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => `${String(from + n).padStart(4, '0')} ${long}`);

function backupsOf(engine: FileEngineName, file: string): Backups {
  const now = (): Date => new Date(moment);
  return openBackups({ file, engine, hash, newId: randomUUID, now, indexText, loadWasm, notice: () => undefined });
}

async function fill(engine: FileEngineName, file: string, facts: string[], more?: { chunks: string[] }): Promise<void> {
  const store = openStore(engine, file);
  const caller = await visit(store);
  for (const fact of facts) await store.facts.add(aFact(caller, fact), noJudgement);
  if (more !== undefined) {
    const { session } = await openSession(store, caller, 'a chat');
    for (const chunk of more.chunks) await store.chunks.append(aChunk(caller, session.id, chunk));
  }
  await store.close();
}

/** Returns the numbers of the pages that contain rows of a table, as SQLite counts them from 1. */
function pagesOf(file: string, table: string): number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const sql = `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`;
    return database
      .prepare(sql)
      .all(table)
      .map((row) => Number(row['pageno']));
  } finally {
    database.close();
  }
}

function overwrite(file: string, pages: readonly number[]): void {
  const bytes = readFileSync(file);
  for (const number of pages) bytes.fill(0xa5, (number - 1) * page, number * page);
  writeFileSync(file, bytes);
}

const factsIn = (file: string): string[] =>
  rowsIn(file, 'SELECT fact FROM facts ORDER BY fact').map((row) => String(row['fact']));

for (const engine of fileEngineNames) {
  describe(`repair (${engine})`, () => {
    it('does not change a healthy store', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, ['sound']);
      const { damage, setAside } = await backupsOf(engine, file).repair('ada');
      assert.deepEqual([damage, setAside], [[], null]);
    });

    it('restores the newest backup and adds all readable data of the damaged store', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, texts(0, 40));
      await backupsOf(engine, file).make('manual');
      await fill(engine, file, texts(40, 120));
      const pages = pagesOf(file, 'facts');
      const damagedPage = pages[Math.floor(pages.length * 0.7)] ?? 0;
      overwrite(file, [damagedPage]);
      const before = readFileSync(file);
      const backups = backupsOf(engine, file);
      const planned = await backups.previewRepair('ada');
      assert.ok(planned.damage.length > 0);
      assert.deepEqual(readFileSync(file), before);
      const { base, setAside, counts, unreadable } = await backups.repair('ada');
      assert.equal(base.kind, 'backup');
      assert.ok(setAside !== null);
      assert.deepEqual(readFileSync(join(setAside, 'memory.db')), before);
      const saved = factsIn(file);
      assert.deepEqual(saved.slice(0, 40), texts(0, 40));
      const lost = unreadable.find(({ table }) => table === 'facts')?.rows ?? 0;
      assert.equal(saved.length + lost, 120);
      assert.ok(lost > 0 && lost < 20, String(lost));
      assert.equal(counts.facts, saved.length);
      const store = openStore(engine, file);
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
      await store.close();
    });

    it('starts with the state that was restored last, and never with one that the user discarded', async () => {
      const file = aFile();
      let time = Date.parse(moment);
      const now = (): Date => new Date((time += 60_000));
      const backups = openBackups({
        ...{ file, engine, hash, newId: randomUUID, now, indexText, loadWasm, notice: () => undefined },
      });
      const lost = async (): Promise<string[]> => {
        rmSync(file);
        await backups.repair('ada');
        return factsIn(file);
      };
      await fill(engine, file, ['first']);
      const first = await backups.make('manual');
      await fill(engine, file, ['second']);
      await backups.make('manual');
      const { before } = await backups.restore(first, 'ada');
      assert.deepEqual(await lost(), ['first']);
      await fill(engine, file, ['unwanted']);
      assert.ok(before !== null);
      await backups.restore(before, 'ada');
      assert.deepEqual(await lost(), ['first', 'second']);
      await fill(engine, file, ['third']);
      await backups.make('manual');
      assert.deepEqual(await lost(), ['first', 'second', 'third']);
      rmSync(join(dirname(before.path), 'memory.restored'));
      await backups.restore(first, 'ada');
      rmSync(join(dirname(before.path), 'memory.restored'));
      assert.deepEqual(await lost(), ['first', 'second', 'third']);
    });

    it('keeps edits, deprecations and roles that are newer than the backup it starts with', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, ['said otherwise later', 'deprecated later', 'as it was'], { chunks: ['an exchange'] });
      await backupsOf(engine, file).make('manual');
      const database = new DatabaseSync(file);
      database.exec(`UPDATE facts SET fact = 'said anew', content_hash = 'anew', version = 2 WHERE id = 1;
        UPDATE facts SET deprecated = 1, version = 2 WHERE id = 2;
        INSERT INTO facts (uid, user_id, category, fact, content_hash, version)
          SELECT 'uid-later', user_id, category, 'said otherwise later', 'hash-later', 1 FROM facts WHERE id = 3;
        UPDATE sessions SET one_liner = 'told later', version = version + 1;
        UPDATE users SET role = 'admin'`);
      database.close();
      overwrite(file, pagesOf(file, 'agents'));
      const backups = backupsOf(engine, file);
      const planned = await backups.previewRepair('ada');
      const { base, updated } = await backups.repair('ada');
      assert.equal(base.kind, 'backup');
      assert.deepEqual(updated, { sessions: 1, facts: 2, users: 1 });
      assert.deepEqual(planned.updated, updated);
      assert.deepEqual(factsIn(file), ['as it was', 'deprecated later', 'said anew', 'said otherwise later']);
      assert.deepEqual(rowsIn(file, 'SELECT id FROM facts WHERE deprecated = 1'), [{ id: 2 }]);
      assert.deepEqual(rowsIn(file, 'SELECT one_liner FROM sessions'), [{ one_liner: 'told later' }]);
      assert.deepEqual(rowsIn(file, 'SELECT role FROM users'), [{ role: 'admin' }]);
      const store = openStore(engine, file);
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
      await store.close();
    });

    it('saves what it can without a backup, including exchanges whose session is lost', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, texts(0, 30), { chunks: texts(200, 230) });
      overwrite(file, [...pagesOf(file, 'sessions'), ...pagesOf(file, 'users')]);
      const { base } = await backupsOf(engine, file).repair('ada');
      assert.equal(base.kind, 'empty');
      assert.deepEqual(factsIn(file), texts(0, 30));
      assert.equal(rowsIn(file, 'SELECT content FROM conversation_chunks').length, 30);
      const store = openStore(engine, file);
      const caller = await visit(store);
      assert.equal((await store.facts.list({ userId: caller.user.id, scope: 'all', limit: 50 })).facts.length, 30);
      await store.close();
    });

    it('reads the rest of a truncated file', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, texts(0, 120));
      truncateSync(file, Math.floor(readFileSync(file).length / page / 2) * page);
      const expected = factsOnPages(file);
      await backupsOf(engine, file).repair('ada');
      assert.deepEqual(factsIn(file), expected);
    });

    it('reads a file whose first page is damaged', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, texts(0, 60));
      overwrite(file, [1]);
      await backupsOf(engine, file).repair('ada');
      assert.deepEqual(factsIn(file), texts(0, 60));
    });

    it('is required for a deleted store, which is not created again, even if it was open', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, ['not to be forgotten']);
      await backupsOf(engine, file).make('manual');
      const open = openStore(engine, file);
      await visit(open);
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      await assert.rejects(visit(open), ({ message, remedy }: BigMindError) => {
        assert.match(message, /^The database at .*memory\.db is missing, and there are backups of it\.$/u);
        assert.match(
          typeof remedy === 'string' ? remedy : '',
          /put it back\. The newest backup is memory-.*`bigmind repair`/u,
        );
        return true;
      });
      await assert.rejects(open.maintenance.totals(null), /missing, and there are backups/u);
      await open.close();
      const store = openStore(engine, file);
      assert.equal(await codeOf(store.maintenance.totals(null)), 'store_missing');
      await store.close();
      await backupsOf(engine, file).repair('ada');
      assert.deepEqual(factsIn(file), ['not to be forgotten']);
    });

    it('is required for an emptied store, which is not created again', async () => {
      const file = anEmptyStore(engine);
      await fill(engine, file, ['not to be forgotten']);
      await backupsOf(engine, file).make('manual');
      truncateSync(file, 0);
      const store = openStore(engine, file);
      await assert.rejects(store.maintenance.totals(null), /empty.*/u);
      assert.equal(await codeOf(store.maintenance.totals(null)), 'store_missing');
      await store.close();
      assert.equal(readFileSync(file).length, 0);
      await backupsOf(engine, file).repair('ada');
      assert.deepEqual(factsIn(file), ['not to be forgotten']);
    });
  });
}

/** Returns the facts on complete leaf pages, whether or not another page points to them. */
function factsOnPages(file: string): string[] {
  const bytes = readFileSync(file);
  const found = new Set<string>();
  for (let at = 0; at < bytes.length; at += page) {
    if (bytes[at] !== 0x0d) continue;
    for (const [text] of bytes
      .subarray(at, at + page)
      .toString('latin1')
      .matchAll(/\d{4} (?:words that fill ?){18}/gu))
      found.add(text.trim());
  }
  return [...found].toSorted();
}

describe('a file that was put back next to the log of another one', () => {
  it('is repaired without the log, which is set aside', async () => {
    const file = anEmptyStore('native');
    await fill('native', file, texts(0, 60));
    const older = readFileSync(file);
    // A log with pages of another store, which are at different places in this one.
    const other = anEmptyStore('native');
    await fill('native', other, texts(300, 420));
    const theirs = new DatabaseSync(other);
    theirs.exec('PRAGMA wal_autocheckpoint = 0; UPDATE facts SET fact = fact || 1');
    writeFileSync(`${file}-wal`, readFileSync(`${other}-wal`));
    theirs.close();
    writeFileSync(file, older);
    const backups = backupsOf('native', file);
    const planned = await backups.previewRepair('ada');
    assert.ok(planned.damage.length > 0);
    const { setAside, base } = await backups.repair('ada');
    assert.equal(base.kind, 'without_log');
    assert.ok(setAside !== null && readdirSync(setAside).includes('memory.db-wal'));
    assert.deepEqual(factsIn(file).slice(0, 60), texts(0, 60));
  });
});

describe('a file with a damaged first page next to its log', () => {
  it('is set aside with the log, both unchanged', async () => {
    const file = aFile();
    const whole = anEmptyStore('native');
    await fill('native', whole, texts(0, 60));
    const writing = new DatabaseSync(whole);
    // Updates rows in place, so that the log contains no first page that could replace the damaged one.
    writing.exec('PRAGMA wal_autocheckpoint = 0; UPDATE facts SET confidence = 0');
    for (const suffix of ['', '-wal']) writeFileSync(file + suffix, readFileSync(whole + suffix));
    writing.close();
    overwrite(file, [1]);
    const before = ['', '-wal'].map((suffix) => readFileSync(file + suffix));
    const { setAside } = await backupsOf('native', file).repair('ada');
    assert.ok(setAside !== null);
    const after = ['memory.db', 'memory.db-wal'].map((name) => readFileSync(join(setAside, name)));
    assert.ok(before.every((bytes, place) => after[place]?.equals(bytes)));
    assert.deepEqual(factsIn(file), texts(0, 60));
  });
});
