/**
 * What somebody leaves on a connection of the pool, which the next person gets: objects with the names of ours,
 * settings, a role, locks. A connection without a signature cannot read, but it could wait for one.
 */
import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createTransactions } from '../../../../src/store/postgres/engine/transactions.ts';
import { valueTypes } from '../../../../src/store/postgres/engine/postgresConnection.ts';
import type { Identity } from '../../../../src/store/postgres/security/identity.ts';
import { ownerTables } from '../../../../src/store/postgres/security/identitySql.ts';
import { searchPath } from '../../../../src/store/postgres/security/searchPath.ts';
import type { SecuredServer } from '../securedServer.ts';
import { aSecuredServer, beginAs, describeOnServers, failureOf, identityOf } from '../securedServer.ts';
import { seedTeam } from '../seededTeam.ts';

describeOnServers('a connection that was stolen', (superuser) => {
  let secured: SecuredServer;
  let pool: pg.Pool;
  let tables: string[];
  /** For each table of ours, one of the thief with its name. */
  let decoys: string[];
  let identity: Identity;
  let transactions: ReturnType<typeof createTransactions>;

  before(async () => {
    secured = await aSecuredServer(superuser);
    await seedTeam(secured);
    const url = new URL(superuser ?? '');
    url.username = secured.server;
    // One connection, so that the thief's is the next person's.
    pool = new pg.Pool({
      connectionString: url.href,
      types: valueTypes,
      max: 1,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
    });
    pool.on('error', () => undefined);
    identity = identityOf('ada');
    transactions = createTransactions({
      ...{ pool, maxWrites: 1, timeoutMs: 10_000, schema: secured.schema, identityKey: secured.key },
      ...{ identity: () => identity, clock: () => new Date(), check: () => undefined, wait: () => sleep(10) },
    });
    const catalogue = await secured.admin.query<{ name: string; columns: string }>(
      `SELECT relname AS name, (SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
         FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns
       FROM pg_class c WHERE relnamespace = to_regnamespace($1) AND relkind = 'r' ORDER BY relname`,
      [secured.schema],
    );
    tables = catalogue.rows.map(({ name }) => name);
    decoys = catalogue.rows.map(({ name, columns }) => `CREATE TEMP TABLE ${name} (${columns})`);
  });
  after(async () => {
    await pool.end();
    await secured.drop();
  });

  /** As somebody who sends any statement, until the connection goes back to the pool. */
  const steal = async (...statements: readonly string[]): Promise<void> => {
    const client = await pool.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      client.release();
    }
  };

  const seen = (): Promise<Record<string, unknown>> =>
    transactions.read(async (db) => {
      const rows: Record<string, unknown> = {};
      for (const table of tables.filter((name) => !hidden.has(name))) {
        rows[table] = (await db.get(`SELECT '${table}'::regclass::oid AS is, count(*) AS n FROM ${table}`))?.['n'];
      }
      return rows;
    });
  const hidden = new Set<string>([...ownerTables, 'document_words', 'scope_words', 'word_totals']);

  it('shadows no table of ours, in reads and in writes', async () => {
    const before = await seen();
    await steal(...decoys);
    assert.deepEqual(await seen(), before);
    await steal(...decoys);
    const place = await transactions.write(async (db) => {
      const sql = `INSERT INTO muted_memories (uid, user_id, kind, memory_uid, created_at)
        SELECT 'after a theft', id, 'fact', 'f', '2026' FROM users WHERE username = 'ada' RETURNING tableoid::regclass::text AS place`;
      return (await db.get(sql))?.['place'];
    });
    assert.equal(place, 'muted_memories');
    const kept = await secured.admin.query(`SELECT 1 FROM muted_memories WHERE uid = 'after a theft'`);
    assert.equal(kept.rowCount, 1);
  });

  for (const [what, sql] of Object.entries({
    views: `CREATE TEMP VIEW facts AS SELECT 'forged' AS fact`,
    sequences: 'CREATE TEMP SEQUENCE facts',
    'tables with the names of PostgreSQL’s own': `CREATE TEMP TABLE pg_class (oid oid); CREATE TEMP TABLE pg_namespace (oid oid)`,
    types: `CREATE TYPE pg_temp.text AS (forged int); CREATE TYPE pg_temp.int8 AS ENUM ('forged'); CREATE DOMAIN pg_temp.tid AS bigint CHECK (value > 5)`,
    'functions, operators and casts': `CREATE FUNCTION pg_temp.bigmind_owners() RETURNS text[] LANGUAGE sql AS $$ SELECT ARRAY['*'] $$;
      CREATE FUNCTION pg_temp.same(pg_catalog.text, pg_catalog.text) RETURNS boolean LANGUAGE sql AS 'SELECT TRUE';
      CREATE OPERATOR pg_temp.= (LEFTARG = pg_catalog.text, RIGHTARG = pg_catalog.text, FUNCTION = pg_temp.same)`,
    'a search path': 'SET search_path = pg_temp, public',
    'a search path with PostgreSQL’s own names last': `CREATE FUNCTION pg_temp.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS 'SELECT NULL::text';
      SET search_path = pg_temp, pg_catalog`,
    settings: `SET row_security = off; SET bytea_output = 'escape'; SET transform_null_equals = on; SET DateStyle = 'German';
      SET extra_float_digits = -15; SET statement_timeout = 1; SET default_transaction_isolation = 'serializable'`,
    'an identity': `SET bigmind.identity = '61636d65.626f62.all'`,
    'words of documents': `SET bigmind.word_frequencies = '{"fact:1":{"forged":1}}'; SET bigmind.word_counts = 'later'`,
    'a cursor': `DECLARE held CURSOR WITH HOLD FOR SELECT 1`,
  })) {
    it(`leaves the next person no trace of ${what}`, async () => {
      const before = await seen();
      await steal(sql);
      assert.deepEqual(await seen(), before);
      const state = await transactions.read(async (db) => ({
        facts:
          (await db.get('SELECT fact FROM facts WHERE user_id = ANY (bigmind_owners()::text[]) LIMIT 1')) ?? 'none',
        left: await db.all(`SELECT relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()`),
        cursors: await db.all('SELECT name FROM pg_cursors WHERE is_holdable'),
        words: (await db.get(`SELECT current_setting('bigmind.word_frequencies', TRUE) AS words`))?.['words'] ?? '',
        who: (await db.get('SELECT bigmind_username() AS who'))?.['who'],
        path: (await db.get(`SELECT current_setting('search_path') AS path`))?.['path'],
      }));
      assert.deepEqual(state, {
        ...{ facts: 'none', left: [], cursors: [], words: '', who: 'ada', path: searchPath(secured.schema) },
      });
      await transactions.write((db) => db.run(`UPDATE users SET last_seen = '2026' WHERE username = 'ada'`));
    });
  }

  it('leaves no role and no lock of the session', async () => {
    await steal(
      `SET ROLE ${secured.app}`,
      `SELECT pg_advisory_lock(hashtextextended('bigmind ${secured.schema} acme workspace', 0))`,
    );
    const roles = await transactions.read((db) => db.get('SELECT current_user::text AS role'));
    assert.deepEqual(roles, { role: secured.server });
    const locks = await secured.admin.query(
      `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND usename = $1`,
      [secured.server],
    );
    assert.equal(locks.rowCount, 0);
  });

  for (const [what, sql] of Object.entries({
    'no statement that we prepared': 'DEALLOCATE ALL',
    'other statements in the place of ours': `DEALLOCATE ALL; PREPARE bigmind_begin_read AS SELECT 1;
      PREPARE bigmind_begin_write AS SELECT 1; PREPARE bigmind_count AS SELECT 1; PREPARE call_bigmind_find_token AS SELECT 1`,
    'a transaction': 'BEGIN; SELECT 1',
    'a transaction that failed': 'BEGIN; SELECT 1/0',
  })) {
    it(`fails no call of the next person by ${what}`, async () => {
      const calls = [
        () => transactions.read((db) => db.get('SELECT bigmind_username() AS who')),
        () => transactions.write((db) => db.get('SELECT bigmind_username() AS who')),
        () => transactions.callFunction('bigmind_find_token', 'no such hash'),
      ];
      for (const call of calls) {
        const before = await call();
        await steal(sql).catch(() => undefined);
        assert.deepEqual(await call(), before);
      }
    });
  }

  it('also calls functions of ours in a session that was cleaned', async () => {
    const words = (): Promise<unknown> => transactions.callFunction('bigmind_find_token', 'no such hash');
    const before = await words();
    await steal(...decoys, `CREATE TYPE pg_temp.text AS (forged int)`, 'SET search_path = pg_temp');
    assert.deepEqual(await words(), before);
  });

  it('answers no function of the owner from a table of the thief', async () => {
    const client = await secured.connect(secured.server);
    const questions = `SELECT bigmind_claim(), bigmind_owners(), bigmind_owner_keys(), bigmind_role_context(), bigmind_scopes(NULL),
      bigmind_word_totals('memory_index'), bigmind_stray_words(), ARRAY(SELECT t.id FROM bigmind_find_token('h') t)`;
    const ask = async (): Promise<unknown> => (await client.query(questions)).rows;
    await beginAs(client, secured, identityOf('bob'));
    const before = await ask();
    await client.query(decoys.join(';'));
    await client.query(
      `INSERT INTO pg_temp.logins VALUES (session_user, 'acme', 'ada');
       INSERT INTO pg_temp.identity_keys (inner_pad, outer_pad) VALUES (repeat(chr(54), 64)::bytea, repeat(chr(92), 64)::bytea);
       INSERT INTO pg_temp.users (id, username, role, workspace_id) VALUES ('*', 'bob', 'admin', 'acme')`,
    );
    for (const path of [searchPath(secured.schema), secured.schema, `pg_temp, ${secured.schema}`]) {
      await client.query(`SET LOCAL search_path = ${path}`);
      assert.deepEqual(await ask(), before, path);
    }
    await client.query('ROLLBACK');
  });

  it('makes no trigger of ours look into a table of the thief', async () => {
    const client = await secured.connect(secured.person);
    await client.query('BEGIN');
    await client.query(decoys.join(';'));
    const { schema } = secured;
    const admin = `UPDATE ${schema}.users SET role = 'admin' WHERE username = 'bob'`;
    await client.query(
      `INSERT INTO pg_temp.users (id, username, role, workspace_id) VALUES ('x', 'bob', 'admin', 'acme')`,
    );
    for (const path of [schema, `pg_temp, ${schema}`]) {
      await client.query(`SET LOCAL search_path = ${path}`);
      assert.match(await failureOf(client, admin), /^42501/u, path);
    }
    await client.query('ROLLBACK');
  });

  it('finds the search path in every function that has rights or fires by itself', async () => {
    const { rows } = await secured.admin.query<{ name: string; path: string | null }>(
      `SELECT p.proname AS name, (SELECT s FROM unnest(p.proconfig) s WHERE s LIKE 'search_path=%') AS path FROM pg_proc p
       WHERE p.pronamespace = to_regnamespace($1) AND (p.prosecdef OR p.prorettype = 'trigger'::regtype)`,
      [secured.schema],
    );
    assert.ok(rows.length > 30, String(rows.length));
    for (const { name, path } of rows) assert.equal(path, `search_path=${searchPath(secured.schema)}`, name);
  });
});
