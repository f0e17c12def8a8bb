import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { ForeignConversation, ForeignConversations } from '../../src/memory/archive/foreignConversations.ts';
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import { createOpenForeign } from '../../src/store/sqlite/foreign/openForeign.ts';

const noReaders = { opencode: () => [], crush: () => [] };

describe('Copilot’s session store', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bigmind sessions '));
    file = join(folder, 'session-store.db');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Creates a database with the tables that are read, as Copilot creates them. */
  function aDatabase({ journal = 'WAL', version = 3 } = {}): DatabaseSync {
    const database = new DatabaseSync(file);
    database.exec(`
      PRAGMA journal_mode = ${journal};
      CREATE TABLE schema_version (version INTEGER NOT NULL);
      INSERT INTO schema_version VALUES (${String(version)});
      CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, repository TEXT, host_type TEXT, branch TEXT, summary TEXT,
        agent_name TEXT, agent_description TEXT, created_at TEXT, updated_at TEXT);
      CREATE TABLE turns (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id),
        turn_index INTEGER NOT NULL, user_message TEXT, assistant_response TEXT, timestamp TEXT,
        UNIQUE(session_id, turn_index));
      INSERT INTO sessions VALUES ('c1', '/home/ada/shop', NULL, 'vscode', NULL, 'And the ind', 'GitHub Copilot Chat', NULL,
        '2026-03-02T09:00:00.000Z', '2026-03-02T09:10:00.000Z');
      INSERT INTO sessions VALUES ('c0', NULL, NULL, NULL, NULL, 'Choosing a store', NULL, NULL, '2026-03-01 08:00:00', 'never');
      INSERT INTO sessions VALUES ('empty', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-03-01', NULL);
      INSERT INTO turns (session_id, turn_index, user_message, assistant_response, timestamp) VALUES
        ('c1', 1, 'And the index?', 'HNSW.', '2026-03-02T09:05:00.000Z'),
        ('c1', 0, 'Where do the vectors go?', 'Into pgvector.', '2026-03-02T09:00:00.000Z'),
        ('c0', 0, 'Hello', NULL, NULL);`);
    return database;
  }

  const openStore = (path: string): Promise<ForeignConversations> =>
    createOpenForeign(noReaders)(path, 'copilot-store');

  async function readAll(): Promise<{ list: ForeignConversation[]; items: Record<string, TranscriptItem[]> }> {
    const store = await openStore(file);
    try {
      const list = store.list();
      const items: Record<string, TranscriptItem[]> = {};
      for (const { head } of list) {
        const read: TranscriptItem[] = [];
        for await (const item of store.items(head.conversation)) read.push(item);
        items[head.conversation] = read;
      }
      return { list, items };
    } finally {
      await store.close();
    }
  }

  /** Returns the names and content hashes of all files in the database's folder. */
  const filesBeside = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
    );

  const refusal = (code: string, words: RegExp) => (thrown: unknown) =>
    thrown instanceof BigMindError && thrown.code === code && words.test(thrown.sentence);

  it('lists its conversations oldest first and returns their turns in order', async () => {
    aDatabase().close();
    const { list, items } = await readAll();
    assert.deepEqual(list, [
      {
        head: { conversation: 'c0', title: 'Choosing a store', startedAt: '2026-03-01T08:00:00.000Z' },
        turns: 1,
        endedAt: null,
      },
      {
        head: {
          conversation: 'c1',
          folder: '/home/ada/shop',
          startedAt: '2026-03-02T09:00:00.000Z',
          agent: { name: 'GitHub Copilot Chat', version: null },
        },
        turns: 2,
        endedAt: '2026-03-02T09:10:00.000Z',
      },
    ]);
    assert.deepEqual(
      items['c1']?.map((item) => ('message' in item ? [item.message.key, item.message.content] : Object.keys(item)[1])),
      [
        'head',
        ['turn/0/user', 'Where do the vectors go?'],
        ['turn/0/answer', 'Into pgvector.'],
        ['turn/1/user', 'And the index?'],
        ['turn/1/answer', 'HNSW.'],
      ],
    );
    assert.equal(items['c0']?.length, 2);
  });

  for (const journal of ['WAL', 'DELETE']) {
    it(`can be read while Copilot has it open in mode ${journal}, without changing any file`, async () => {
      const copilot = aDatabase({ journal });
      try {
        const before = filesBeside();
        assert.equal((await readAll()).items['c1']?.length, 5);
        assert.deepEqual(filesBeside(), before);
        copilot.exec(`INSERT INTO turns (session_id, turn_index, user_message) VALUES ('c1', 2, 'Newest')`);
        assert.equal((await readAll()).items['c1']?.length, 6);
      } finally {
        copilot.close();
      }
      const before = filesBeside();
      assert.deepEqual(Object.keys(before), ['session-store.db']);
      await readAll();
      assert.deepEqual(filesBeside(), before);
    });
  }

  it('is read in pages if a conversation is long', async () => {
    const database = aDatabase();
    const insert = database.prepare(
      `INSERT INTO turns (session_id, turn_index, user_message) VALUES ('c0', ?, 'more')`,
    );
    database.exec('BEGIN');
    for (let turn = 1; turn < 450; turn += 1) insert.run(turn);
    database.exec('COMMIT');
    database.close();
    assert.equal((await readAll()).items['c0']?.length, 451);
  });

  it('leaves no copy behind', async () => {
    aDatabase().close();
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    try {
      const store = await openStore(file);
      assert.equal(readdirSync(temporary).length, 1);
      await store.close();
      writeFileSync(file, 'no database');
      await assert.rejects(openStore(file));
      assert.deepEqual(readdirSync(temporary), []);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });

  it('is refused in another version, with a hint at what to import instead', async () => {
    aDatabase({ version: 4 }).close();
    await assert.rejects(openStore(file), refusal('bad_import', /version 4.*chat sessions/u));
  });

  it('is refused if it is another database, not a database, or missing', async () => {
    new DatabaseSync(file).exec('CREATE TABLE other (id)');
    await assert.rejects(openStore(file), refusal('bad_import', /session store/u));
    writeFileSync(file, 'no database at all, but a text that is long enough to look at, to be sure of it');
    await assert.rejects(openStore(file), refusal('bad_import', /not a database/u));
    rmSync(file);
    await assert.rejects(openStore(file), { code: 'ENOENT' });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is refused without SQLite, before the file is read', async () => {
    await assert.rejects(
      createOpenForeign(noReaders, null)(file, 'copilot-store'),
      refusal('engine_unavailable', /no SQLite.*22\.13/u),
    );
  });
});
