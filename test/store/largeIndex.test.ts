/** Ranking in a large index: rare words find documents of any age; common words only help, and their use is limited. */
import { strict as assert } from 'node:assert';
import { DatabaseSync } from 'node:sqlite';
import { createNativeConnection } from '../../src/store/sqlite/engine/native/nativeConnection.ts';
import { rankDocuments, wordsOfStore } from '../../src/store/sql/index/rankDocuments.ts';
import type { SqlConnection } from '../../src/store/sql/connection/sqlConnection.ts';

const documents = 60_000;
const everything = { sql: '1', params: [] };

describe('ranking in a large index', () => {
  let database: DatabaseSync;
  let db: SqlConnection;

  before(() => {
    database = new DatabaseSync(':memory:');
    database.exec(`CREATE VIRTUAL TABLE memory_index USING fts5(title, body);
      CREATE TABLE memory_documents (id INTEGER PRIMARY KEY, kind TEXT, memory_id TEXT,
        project_id TEXT, user_id TEXT, session_id TEXT);
      CREATE TABLE memory_counts (kind TEXT, documents INTEGER);
      INSERT INTO memory_counts VALUES ('message', ${String(documents)});
      BEGIN`);
    const insert = database.prepare('INSERT INTO memory_index (rowid, title, body) VALUES (?, ?, ?)');
    const document = database.prepare(`INSERT INTO memory_documents VALUES (?1, 'message', ?1, ?, ?, ?)`);
    for (let id = 1; id <= documents; id += 1) {
      const words = [
        'common',
        ...(id % 5 === 0 ? [] : ['usual']),
        ...(id === 7 || id === 9 ? ['rare'] : []),
        // Many documents, but none of the newest.
        ...(id <= 30_000 ? ['deploy'] : []),
        ...(id > 50_000 && id <= 50_050 ? ['kubernetes'] : []),
        ...(id === 3 ? ['common common common'] : []),
        id === 8 ? '文件' : 'padding words of a message',
      ];
      insert.run(id, '', words.join(' '));
      const isAdas = id > 100 && id <= 200;
      document.run(
        id,
        id === 11 ? 'own' : isAdas ? 'rocket' : 'other',
        isAdas ? 'ada' : 'bob',
        isAdas ? 'chat' : 'talk',
      );
    }
    database.exec('COMMIT');
    db = createNativeConnection(database);
  });
  after(() => database.close());

  const idsOf = async (
    terms: string[],
    limit: number,
    filter: Parameters<typeof rankDocuments>[3] = everything,
  ): Promise<number[]> =>
    (await rankDocuments(wordsOfStore(db), 'memory_index', terms, filter, limit)).map(({ id }) => id);

  it('finds documents with a rare word at any age, however many contain the common one', async () => {
    assert.deepEqual(new Set(await idsOf(['common', 'rare'], 2)), new Set([7, 9]));
    assert.deepEqual(await idsOf(['common', '文件'], 1), [8]);
  });

  it('fills the results with the newest documents that contain a common word', async () => {
    const ids = await idsOf(['rare', 'common'], 50);
    assert.equal(ids.length, 50);
    assert.deepEqual(new Set(ids.slice(0, 2)), new Set([7, 9]));
    assert.ok(ids.slice(2).every((id) => id > documents - 20_000));
  });

  it('returns no document twice', async () => {
    const ids = await idsOf(['common', 'usual'], 300);
    assert.equal(new Set(ids).size, 300);
  });

  it('ranks documents with both common words first', async () => {
    assert.ok((await idsOf(['common', 'usual'], 20)).every((id) => id % 5 !== 0));
  });

  it('finds the only document that matches a narrow filter, even if it is old', async () => {
    assert.deepEqual(await idsOf(['common'], 10, { sql: 'd.project_id = ?', params: ['own'] }), [11]);
  });

  for (const [column, value] of Object.entries({ user_id: 'ada', project_id: 'rocket', session_id: 'chat' })) {
    it(`finds documents that match a narrow filter, even if the rare word is elsewhere: ${column}`, async () => {
      const filter = { sql: `d.${column} = ?`, params: [value] };
      for (const terms of [
        ['deploy', 'kubernetes'],
        ['kubernetes', 'absent', 'deploy'],
      ]) {
        const ids = await idsOf(terms, 150, filter);
        assert.deepEqual([ids.length, Math.min(...ids), Math.max(...ids)], [100, 101, 200]);
      }
    });
  }

  it('finds nothing for words that no document contains', async () => {
    assert.deepEqual(await idsOf(['absent', 'too'], 10), []);
    assert.deepEqual(await idsOf([], 10), []);
  });
});
