/** What rows cannot tell, must not be told by statistics, counts, keys, errors or notifications either. */
import { strict as assert } from 'node:assert';
import type pg from 'pg';
import type { Store } from '../../../src/memory/store.ts';
import { aFact, findMemories, noJudgement, recallOf } from '../support.ts';
import type { SecuredServer } from './securedServer.ts';
import { aSecuredServer, beginAs, describeOnServers, failureOf, identityOf } from './securedServer.ts';
import { comeIn, inStoreOf, keyOf, privateProject, seedTeam } from './seededTeam.ts';

const secret = 'chimera';

describeOnServers('what row security hides besides rows', (superuser) => {
  let secured: SecuredServer;
  let client: pg.Client;
  let bob: string;

  before(async () => {
    secured = await aSecuredServer(superuser);
    await seedTeam(secured);
    client = await secured.connect(secured.server);
    bob = (await secured.admin.query<{ id: string }>(`SELECT id FROM users WHERE username = 'bob'`)).rows[0]?.id ?? '';
  });
  after(() => secured.drop());

  const say = (username: string, facts: readonly string[], more = {}): Promise<void> =>
    inStoreOf(secured, username, async (store) => {
      const caller = await comeIn(store, username);
      for (const fact of facts) await store.facts.add(aFact(caller, fact, more), noJudgement);
    });

  const seenByDan = async (store: Store): Promise<unknown> => {
    const caller = await comeIn(store, 'dan');
    const recall = recallOf(store);
    const found = await findMemories(store, caller, [secret, 'deploys']);
    return {
      statistics: await recall.statistics([secret, 'deploys', 'rocket']),
      prefixes: await recall.wordsFrom('chi'),
      found: found.map(({ id }) => id),
      sessions: await recall.findSessions({ terms: ['deploys'], userId: caller.user.id, scope: 'all', limit: 9 }),
      count: await recall.count({ userId: caller.user.id, scope: 'all' }),
    };
  };

  /** What scores are made of. */
  const counted = async (): Promise<unknown> => {
    await beginAs(client, secured, identityOf('dan'));
    const sql = `SELECT (bigmind_word_totals('memory_index')).*, (SELECT n FROM bigmind_count_holding('memory_index', '["deploys"]', 99)) AS holding,
      ARRAY(SELECT f.bm25 FROM bigmind_rank_words('memory_index', '["deploys"]', '[1]', 1, 1, 'any', 9, NULL, NULL) f) AS found`;
    const { rows } = await client.query(sql);
    await client.query('COMMIT');
    return rows;
  };

  it('are the tokens of others, which only the server finds', async () => {
    const found = async (purpose: 'own' | 'all', username: string): Promise<unknown[]> => {
      await beginAs(client, secured, identityOf(username, { purpose }));
      const { rows } = await client.query<{ username: string }>('SELECT username FROM bigmind_find_token($1)', [
        'hash of bob',
      ]);
      await client.query('ROLLBACK');
      return rows;
    };
    await secured.admin.query(
      `INSERT INTO tokens (id, user_id, agent, token_hash, is_read_only, created_at, workspace_id)
       SELECT 'of bob', id, 'codex', 'hash of bob', 0, '2026', 'acme' FROM users WHERE username = 'bob'`,
    );
    const his = [{ username: 'bob' }];
    assert.deepEqual([await found('all', 'dan'), await found('own', 'bob')], [his, his]);
    assert.deepEqual([await found('own', 'dan'), await found('own', 'nobody')], [[], []]);
  });

  it('are whether others have a project that a login names, and since when', async () => {
    await beginAs(client, secured, identityOf('dan'));
    const answers: unknown[] = [];
    for (const name of [privateProject, 'nowhere']) {
      const key = keyOf(name);
      const named =
        'INSERT INTO own_projects (user_id, project_id, name) SELECT u.id, bigmind_project_id($1), $2 FROM users u';
      await client.query(`${named} WHERE u.username = 'dan'`, [key, name]);
      const { rows } = await client.query<object>('SELECT * FROM projects WHERE key = $1', [key]);
      answers.push(rows.map((row) => ({ ...row, id: null, key: null, name: null, rowid: null })));
      assert.equal((await client.query('SELECT * FROM own_projects WHERE name = $1', [name])).rowCount, 1);
    }
    assert.deepEqual(answers[0], answers[1]);
    await client.query('ROLLBACK');
  });

  it('are the places of documents among those of everybody', async () => {
    const newest = async (): Promise<unknown> => {
      await beginAs(client, secured, identityOf('dan'));
      const sql = `SELECT at, ARRAY(SELECT f.id FROM bigmind_rank_words('memory_index', '["deploys"]', '[1]', 1, 1, 'any', 9, at, NULL) f) AS found
        FROM generate_series(1, 9) AS at`;
      const { rows } = await client.query(sql);
      await client.query('COMMIT');
      return rows;
    };
    const before = await newest();
    await say('bob', ['Nine', 'more', 'documents', 'of', 'somebody', 'else', 'than', 'the', 'reader']);
    assert.deepEqual(await newest(), before);
  });

  it('are document frequencies, words and scores that another user changes', async () => {
    const before = [await inStoreOf(secured, 'dan', seenByDan), await counted()];
    await say('bob', [`The ${secret} deploys a rocket`, `Another ${secret} deploys`, `A third ${secret}`]);
    assert.deepEqual([await inStoreOf(secured, 'dan', seenByDan), await counted()], before);
    assert.equal((await inStoreOf(secured, 'bob', (store) => recallOf(store).wordsFrom('chi'))).includes(secret), true);
  });

  it('but a word counts for everybody as soon as its memory is shared with the workspace', async () => {
    await say('bob', ['Our manticore guards the gate'], { visibility: 'workspace' });
    const words = (username: string, workspace: string): Promise<string[]> =>
      inStoreOf(secured, username, (store) => recallOf(store).wordsFrom('manti'), workspace);
    assert.deepEqual(await words('dan', 'acme'), ['manticore']);
    assert.deepEqual(await words('zoe', 'zeta'), []);
    await inStoreOf(secured, 'dan', async (store) => {
      const found = await findMemories(store, await comeIn(store, 'dan'), ['manticore']);
      assert.equal(found.length, 1);
    });
  });

  it('are words of a document that is no longer shared', async () => {
    const visibility = async (value: string): Promise<void> => {
      await beginAs(client, secured, identityOf('bob'));
      await client.query(`UPDATE facts SET visibility = $1 WHERE fact LIKE '%manticore%'`, [value]);
      await client.query('COMMIT');
    };
    const holding = async (username: string): Promise<number | undefined> => {
      await beginAs(client, secured, identityOf(username));
      const { rows } = await client.query<{ n: number }>(
        `SELECT n::int FROM bigmind_count_holding(NULL, '["manticore"]', 9)`,
      );
      await client.query('COMMIT');
      return rows[0]?.n;
    };
    await visibility('private');
    assert.deepEqual([await holding('bob'), await holding('dan')], [1, 0]);
    await visibility('workspace');
    assert.deepEqual([await holding('bob'), await holding('dan')], [1, 1]);
  });

  it('are the estimates and statistics of the planner', async () => {
    await secured.admin.query(`ANALYZE facts, fact_words, messages, memory_documents, audit`);
    const before = await estimates();
    await say(
      'bob',
      Array.from({ length: 40 }, (_, n) => `Number ${String(n)} of ${secret} is private`),
    );
    await secured.admin.query(`ANALYZE facts, fact_words, messages, memory_documents, audit`);
    const sql = `SELECT DISTINCT attname::text AS name FROM pg_stats
      WHERE schemaname = $1 AND tablename NOT IN ('store_writes', 'schema_migrations') ORDER BY name`;
    const { rows } = await secured.admin.query<{ name: string }>(sql, [secured.schema]);
    // Their few values say nothing of anybody.
    const harmless = ['deprecated', 'kind', 'shared', 'visibility'];
    assert.deepEqual(
      rows.filter(({ name }) => !harmless.includes(name)),
      [],
    );
    const after = await estimates();
    // All values are assumed to be equally frequent, so a word says as much as one that nobody uses.
    assert.equal(after[0], after[1]);
    assert.equal(before[0], before[1]);
  });

  const estimates = async (): Promise<(string | undefined)[]> => {
    await beginAs(client, secured, identityOf('dan'));
    const rows: (string | undefined)[] = [];
    for (const word of [secret, 'unheard']) {
      const plan = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT * FROM fact_words WHERE word = '${word}'`,
      );
      rows.push(/rows=\d+/u.exec(plan.rows[0]?.['QUERY PLAN'] ?? '')?.[0]);
    }
    await client.query('ROLLBACK');
    return rows;
  };

  it('are functions in a condition that see rows before the policy does', async () => {
    await beginAs(client, secured, identityOf('dan'));
    const seen: string[] = [];
    client.on('notice', ({ message }) => seen.push(message ?? ''));
    await client.query(`CREATE FUNCTION pg_temp.peek(said text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS
      $$ BEGIN RAISE NOTICE '%', said; RETURN TRUE; END $$`);
    await client.query('SELECT 1 FROM facts WHERE pg_temp.peek(fact)');
    const failure = await failureOf(
      client,
      `SELECT 1 FROM facts WHERE 1 / (length(fact) - length(fact)) > 0 AND user_id = '${bob}'
      AND visibility = 'private'`,
    );
    await client.query('ROLLBACK');
    assert.deepEqual(
      seen.filter((message) => message.includes(secret)),
      [],
    );
    assert.match(failure, /^no error/u, 'no row was computed');
  });

  it('are foreign keys: the session of another user is refused like one that does not exist', async () => {
    const session = (await secured.admin.query<{ id: string }>('SELECT id FROM sessions LIMIT 1')).rows[0]?.id ?? '';
    const dan = (await secured.admin.query<{ id: string }>(`SELECT id FROM users WHERE username = 'dan'`)).rows[0]?.id;
    await beginAs(client, secured, identityOf('dan'));
    const insert = `INSERT INTO conversation_chunks (session_id, user_id, role, content, seq) VALUES ($1, $2, 'user', 'x', 1)`;
    const [theirs, nowhere] = [
      await failureOf(client, insert, [session, dan]),
      await failureOf(client, insert, ['none', dan]),
    ];
    await client.query('ROLLBACK');
    assert.equal(theirs, nowhere);
    assert.match(theirs, /^42501/u);
  });

  it('are keys of another workspace: the same ids and names exist there again', async () => {
    const insert = `INSERT INTO users (id, username) SELECT $1, 'zoe'`;
    await beginAs(client, secured, identityOf('zoe', { workspace: 'yotta' }));
    assert.match(await failureOf(client, insert, [bob]), /^no error/u);
    await client.query('ROLLBACK');
  });

  it('are words that a caller puts into the document of another user', async () => {
    const wordsOf = async (condition: string, params: readonly string[]): Promise<string[]> => {
      const sql = `SELECT d.kind || ':' || d.memory_id AS document, w.words::text FROM memory_documents d JOIN document_words w ON w.id = d.id
        WHERE ${condition} ORDER BY d.id`;
      const { rows } = await secured.admin.query<{ document: string; words: string }>(sql, [...params]);
      return rows.map(({ document, words }) => `${document} ${words}`);
    };
    const theirs = await wordsOf('d.user_id = $1', [bob]);
    await beginAs(client, secured, identityOf('dan'));
    const documents = [...theirs.map((one) => one.split(' ')[0] ?? ''), 'message:9'];
    const frequencies = JSON.stringify(Object.fromEntries(documents.map((name) => [name, { x: 1 }])));
    await client.query(`SELECT set_config('bigmind.word_frequencies', $1, true)`, [frequencies]);
    await client.query(
      `INSERT INTO memory_documents (kind, memory_id, user_id, words) SELECT 'message', '9', id, 1 FROM users WHERE username = 'dan'`,
    );
    await client.query('COMMIT');
    assert.ok(theirs.length > 0);
    assert.deepEqual(await wordsOf('d.user_id = $1', [bob]), theirs);
    assert.match(String(await wordsOf(`d.kind = 'message' AND d.memory_id = $1`, ['9'])), /^message:9 '\w+:x'$/u);
  });

  it('is who wrote what: a notification says only that something was written', async () => {
    const heard: (string | undefined)[] = [];
    const listener = await secured.connect(secured.server);
    listener.on('notification', ({ payload }) => heard.push(payload));
    await listener.query(`LISTEN ${secured.schema}_writes`);
    await say('bob', ['Another private fact']);
    await listener.query('SELECT 1');
    assert.deepEqual([...new Set(heard)], ['']);
  });

  it('is a search of all the words of a workspace by a person with a login of their own', async () => {
    const own = await secured.connect(secured.person);
    await own.query('BEGIN');
    await own.query(`SELECT set_config('bigmind.identity', '61636d65.61.all', true)`);
    const { rows } = await own.query(`SELECT bigmind_sees_all() AS all, bigmind_username() AS who`);
    await own.query('ROLLBACK');
    assert.deepEqual(rows, [{ all: false, who: 'bob' }]);
  });
});
