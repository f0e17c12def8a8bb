/** What `bigmind database prepare` closes, says what to do about, and brings to a database that an older version made. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { PostgresServer } from '../../../../scripts/lib/postgresServer.ts';
import { createServerAdmin } from '../../../../src/store/postgres/serverAdmin.ts';
import { searchPath } from '../../../../src/store/postgres/security/searchPath.ts';
import { hash } from '../../support.ts';
import { administer, describeWithServer, openOn, ownServer, urlWith } from '../server.ts';

describeWithServer('the rights to a database', () => {
  let server: PostgresServer;
  before(async () => {
    server = await ownServer();
    await administer(
      server,
      `CREATE ROLE owning LOGIN; CREATE ROLE app NOLOGIN; CREATE ROLE serving LOGIN IN ROLE app; CREATE ROLE passer LOGIN`,
    );
  });
  after(() => server.stop());

  const urlFor = (user: string, database: string): string => urlWith(server, { user, database });
  const adminOf = (user: string, database: string): ReturnType<typeof createServerAdmin> =>
    createServerAdmin({ url: urlFor(user, database), hash, now: () => new Date() });
  const inDatabase = (database: string, sql: string): Promise<pg.QueryResultRow[]> =>
    administer({ url: urlFor('bigmind', database) }, sql);

  /** Whether a login may create a temporary table, or connect at all. */
  const mayUse = async (user: string, database: string): Promise<'temporary' | 'connect' | 'nothing'> => {
    const client = new pg.Client(urlFor(user, database));
    try {
      await client.connect();
      await client.query('CREATE TEMP TABLE facts (fact text)');
      return 'temporary';
    } catch (error) {
      return String(error).includes('temporary') ? 'connect' : 'nothing';
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  it('are taken from everybody where the owner of the schema may do it', async () => {
    await administer(server, 'CREATE DATABASE mine OWNER owning');
    const { openRights } = await adminOf('owning', 'mine').prepare({ role: 'app' });
    assert.deepEqual(openRights, [
      {
        right: 'CONNECT',
        remedy: 'REVOKE CONNECT ON DATABASE mine FROM PUBLIC; GRANT CONNECT ON DATABASE mine TO owning, app',
      },
    ]);
    assert.equal(await mayUse('serving', 'mine'), 'connect');
    assert.equal(await mayUse('passer', 'mine'), 'connect');
  });

  it('stay otherwise, and the administrator learns how to take them', async () => {
    await administer(server, `CREATE DATABASE "Team's"`);
    await inDatabase("Team's", 'CREATE SCHEMA bigmind AUTHORIZATION owning');
    await administer(server, `GRANT TEMPORARY ON DATABASE "Team's" TO serving`);
    const admin = adminOf('owning', "Team's");
    const { openRights } = await admin.prepare({ role: 'app', key: 'new' });
    assert.deepEqual(
      openRights.map(({ right, remedy }) => [right, remedy]),
      [
        ['TEMPORARY', `REVOKE TEMPORARY ON DATABASE "Team's" FROM PUBLIC, serving`],
        [
          'CONNECT',
          `REVOKE CONNECT ON DATABASE "Team's" FROM PUBLIC; GRANT CONNECT ON DATABASE "Team's" TO owning, app`,
        ],
      ],
    );
    assert.equal(await mayUse('serving', "Team's"), 'temporary');
    const store = openOn(urlFor('owning', "Team's"));
    assert.deepEqual((await store.maintenance.inspect()).openRights, openRights);
    for (const { remedy } of openRights) await inDatabase("Team's", remedy);
    assert.deepEqual((await store.maintenance.inspect()).openRights, []);
    await store.close();
    assert.deepEqual((await admin.prepare({ role: 'app' })).openRights, []);
    assert.equal(await mayUse('serving', "Team's"), 'connect');
    assert.equal(await mayUse('passer', "Team's"), 'nothing');
  });

  it('are of no interest while one login uses the schema', async () => {
    await administer(server, 'CREATE DATABASE alone OWNER owning');
    const store = openOn(urlFor('owning', 'alone'));
    assert.deepEqual((await store.maintenance.inspect()).openRights, []);
    await store.close();
  });

  it('come to a database of an older version, with the functions and the rules for users', async () => {
    await administer(server, 'CREATE DATABASE older OWNER owning');
    const admin = adminOf('owning', 'older');
    await admin.prepare({ role: 'app' });
    const state = async (): Promise<unknown> =>
      inDatabase(
        'older',
        `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS is FROM pg_proc p WHERE pronamespace = 'bigmind'::regnamespace AND prokind = 'f'
         UNION ALL SELECT polname, pg_get_expr(polqual, polrelid) || pg_get_expr(polwithcheck, polrelid) FROM pg_policy
         UNION ALL SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'bigmind.users'::regclass
         UNION ALL SELECT relname, relacl::text FROM pg_class WHERE relnamespace = 'bigmind'::regnamespace
         UNION ALL SELECT attname, attacl::text FROM pg_attribute WHERE attacl IS NOT NULL
         UNION ALL SELECT tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
         UNION ALL SELECT datname, datacl::text FROM pg_database WHERE datname = 'older' ORDER BY 1, 2`,
      );
    const today = await state();
    await inDatabase(
      'older',
      `SET search_path = bigmind;
       ALTER TABLE users DROP CONSTRAINT users_are_people;
       CREATE OR REPLACE FUNCTION bigmind_guard_user() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.created_by := 'bob'; RETURN NEW; END $$;
       DROP POLICY users_insert ON users; CREATE POLICY users_insert ON users FOR INSERT WITH CHECK (role = 'erased');
       ALTER FUNCTION bigmind_claim() SET search_path = bigmind; ALTER FUNCTION bigmind_own_links() RESET search_path;
       INSERT INTO users (id, username, role, workspace_id) VALUES ('*', 'erased *', 'erased', 'acme'), ('', 'erased ', 'erased', 'acme'),
         ('earlier', 'bob', 'member', 'acme');
       GRANT UPDATE, DELETE ON projects, agents, embedding_models TO app; GRANT TEMPORARY ON DATABASE older TO PUBLIC`,
    );
    await admin.prepare({ role: 'app' });
    assert.deepEqual(await state(), today);
    const owners = await inDatabase('older', `SELECT id, username, role, created_by FROM bigmind.users ORDER BY id`);
    assert.deepEqual(owners, [
      { id: '', username: 'erased ', role: 'erased', created_by: null },
      { id: '*', username: 'erased *', role: 'erased', created_by: null },
      { id: 'earlier', username: 'bob', role: 'member', created_by: 'bob' },
    ]);
    const [path] = await inDatabase('older', `SELECT proconfig FROM pg_proc WHERE proname = 'bigmind_claim'`);
    assert.deepEqual(path, { proconfig: [`search_path=${searchPath('bigmind')}`] });
  });

  it('follow from the documents, also for a database that one login has used', async () => {
    const simple = statementsIn('postgresql.md')[0] ?? '';
    const [setUp = '', convert = ''] = statementsIn('postgresql-security.md');
    const cluster = /^CREATE (?:ROLE|DATABASE)/u;
    const run = async (sql: string): Promise<void> => {
      for (const statement of sql.split(/;\n/u).filter((part) => part.trim() !== ''))
        await (cluster.test(statement) ? administer(server, statement) : inDatabase('bigmind', statement));
    };
    await run(simple);
    const store = openOn(urlFor('simple', 'bigmind'));
    await store.maintenance.inspect();
    await store.close();
    await assert.rejects(run(setUp), /schema "bigmind" already exists/u);
    await run(convert);
    await run(setUp.slice(setUp.indexOf('REVOKE')));
    const { openRights } = await adminOf('bigmind_owner', 'bigmind').prepare({ key: 'new' });
    assert.deepEqual(openRights, []);
    assert.equal(await mayUse('bigmind_server', 'bigmind'), 'connect');
    assert.equal(await mayUse('simple', 'bigmind'), 'nothing');
    const left = await inDatabase(
      'bigmind',
      `SELECT 1 FROM pg_class WHERE relowner = 'simple'::regrole UNION ALL SELECT 1 FROM pg_policy WHERE 'simple'::regrole = ANY (polroles)
       UNION ALL SELECT 1 FROM pg_proc WHERE proowner = 'simple'::regrole`,
    );
    assert.deepEqual(left, []);
  });

  it('can be used to block others, and the statement of the documents finds the login', async () => {
    await administer(server, 'CREATE DATABASE blocked OWNER owning');
    await adminOf('owning', 'blocked').prepare({ role: 'app' });
    const [find = ''] = (statementsIn('postgresql-security.md')[2] ?? '').split(';');
    const locks = [
      ['SELECT pg_advisory_xact_lock(42)', 'SELECT pg_advisory_xact_lock_shared(42)'],
      ['LOCK TABLE bigmind.facts', 'SELECT 1 FROM bigmind.facts'],
      ['LOCK TABLE bigmind.facts IN SHARE MODE', 'DELETE FROM bigmind.facts'],
    ] as const;
    for (const [hold, wait] of locks) {
      const client = (): pg.Client => new pg.Client(urlFor('serving', 'blocked'));
      const [holder, first, next] = [client(), client(), client()];
      const clients = [holder, first, next];
      await Promise.all(clients.map((one) => one.connect()));
      await holder.query(`SET application_name = 'holder'; BEGIN; ${hold}`);
      const waiting = [first.query(wait), next.query(wait)];
      const blocked = 'SELECT 1 FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0';
      while ((await inDatabase('blocked', blocked)).length < 2);
      const found = await inDatabase('blocked', find);
      const names = found.map((row) => `${String(row['usename'])} ${String(row['application_name'])}`);
      assert.deepEqual(names, ['serving holder'], hold);
      await holder.query('ROLLBACK');
      await Promise.all(waiting);
      await Promise.all(clients.map((one) => one.end()));
    }
  });
});

/** The blocks of SQL of a page. The superuser of the test has the name of the login there, which is `simple` here. */
function statementsIn(page: string): string[] {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^ *```sql\n(.*?)^ *```$/gmsu)].map((match) =>
    (match[1] ?? '').replaceAll(/--.*$/gmu, ''),
  );
  return blocks.map((block) => block.replaceAll(/(ROLE|OWNER|BY) bigmind\b/gu, '$1 simple'));
}
