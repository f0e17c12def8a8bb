/**
 * Tries each table with raw SQL, as each kind of person and with each kind of false identity, on a connection of the
 * team's server. The tables come from the catalogue of the database: one without stated rules fails.
 */
import { strict as assert } from 'node:assert';
import type pg from 'pg';
import type { Identity } from '../../../src/store/postgres/security/identity.ts';
import { claimOf } from '../../../src/store/postgres/security/identity.ts';
import { accessRules } from '../../../src/store/postgres/security/accessRules.ts';
import { ownerTables } from '../../../src/store/postgres/security/identitySql.ts';
import type { Command } from '../../../src/store/postgres/security/policySql.ts';
import { commands, commandsOf, hiddenTables } from '../../../src/store/postgres/security/policySql.ts';
import type { SecuredServer } from './securedServer.ts';
import { aSecuredServer, beginAs, describeOnServers, failureOf, identityOf, processOf } from './securedServer.ts';
import { keyOf, privateProject, seedTeam } from './seededTeam.ts';

/** Tables of the whole server, with counts and versions only. */
const countsOnly = ['schema_migrations', 'store_writes'];

const outsiders = ['zoe', 'nobody', 'unsigned', 'forged', 'replayed', 'expired', 'altered'] as const;
const colleagues = ['dan', 'cy', 'ada'] as const;
type Actor = (typeof outsiders)[number] | (typeof colleagues)[number] | 'bob' | "bob's login";

/** How an actor reaches rows of bob's, apart from bob; everything else must stay out of reach. */
const reach: Record<string, Partial<Record<Command, readonly Actor[]>>> = {
  // Names and roles are public in a workspace; an admin sets roles and erases users.
  users: { select: colleagues, update: ['ada'], delete: ['ada'] },
  // An admin creates and revokes the tokens of others.
  tokens: { select: ['ada'], insert: ['ada'], update: ['ada'], delete: ['ada'] },
  // Where people use BigMind; the directory shows it.
  instances: { select: colleagues },
  // An admin reads the audit, and nobody changes it.
  audit: { select: ['ada'] },
  // Proposals are for those who review them.
  global_knowledge: { select: ['cy', 'ada'], insert: ['cy', 'ada'], update: ['cy', 'ada'], delete: ['cy', 'ada'] },
  knowledge_reviews: { select: ['cy', 'ada'], delete: ['cy', 'ada'], update: ['ada'] },
};

/** Where bob himself may not do something with his rows. */
const refusedToBob: Record<string, readonly Command[]> = {
  // The id of a key is everybody's; bob has the name.
  projects: ['update', 'delete'],
  audit: ['update', 'delete'],
  knowledge_reviews: ['insert'],
};

/** The rows that are bob's alone, as the superuser sees them. */
const bobs: Record<string, string> = {
  projects: `key = '${keyOf(privateProject)}'`,
  own_projects: `user_id = $bob AND project_id IN (SELECT id FROM projects WHERE key = '${keyOf(privateProject)}')`,
  users: `username = 'bob'`,
  global_knowledge: `promoted_by = $bob`,
  facts: `user_id = $bob AND visibility = 'private'`,
  memory_documents: `user_id = $bob AND NOT shared AND kind <> 'knowledge'`,
  memory_counts: `user_id = $bob AND kind <> 'knowledge'`,
};

/** Names that a workspace shares: its programs and models. */
const sharedTables = ['agents', 'embedding_models'];

describeOnServers('row security', (superuser) => {
  let secured: SecuredServer;
  let client: pg.Client;
  let own: pg.Client;
  let tables: string[];
  let bob: string;

  before(async () => {
    secured = await aSecuredServer(superuser);
    await seedTeam(secured);
    client = await secured.connect(secured.server);
    own = await secured.connect(secured.person);
    const catalogue = await secured.admin.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
      [secured.schema],
    );
    tables = catalogue.rows.map(({ name }) => name);
    bob = (await secured.admin.query<{ id: string }>(`SELECT id FROM users WHERE username = 'bob'`)).rows[0]?.id ?? '';
  });
  after(async () => {
    await secured.drop();
  });

  const begin = async (actor: Actor): Promise<pg.Client> => {
    if (actor === "bob's login") {
      await own.query('BEGIN');
      return own;
    }
    const { identity, claim } = await claimFor(actor);
    await beginAs(client, secured, identity, claim);
    return client;
  };

  const claimFor = async (actor: Actor): Promise<{ identity: Identity; claim?: string }> => {
    const identity = identityOf('bob');
    const proof = { key: secured.key, processId: await processOf(client), now: new Date() };
    switch (actor) {
      case 'zoe':
        return { identity: identityOf('zoe', { workspace: 'zeta' }) };
      case 'nobody':
        return { identity, claim: '' };
      case 'unsigned':
        return { identity, claim: claimOf(identity) };
      case 'forged':
        return { identity, claim: claimOf(identity, { ...proof, key: new Uint8Array(32) }) };
      case 'replayed':
        return { identity, claim: claimOf(identity, { ...proof, processId: await processOf(secured.admin) }) };
      case 'expired':
        return { identity, claim: claimOf(identity, { ...proof, now: new Date(Date.now() - 3_600_000) }) };
      case 'altered':
        return { identity, claim: claimOf(identityOf('dan'), proof).replace(/^([^.]*)[.][^.]*/u, `$1.${hex('bob')}`) };
      case 'ada':
      case 'cy':
      case 'dan':
      case 'bob':
      case "bob's login":
        return { identity: identityOf(actor) };
    }
  };

  const rowsOfBob = async (table: string): Promise<{ places: string[]; row: unknown }> => {
    const condition = bobs[table] ?? `${await ownerColumn(table)} = $bob`;
    const sql = `SELECT ctid::text AS place, to_jsonb(t) AS row FROM ${table} t WHERE ${condition.replaceAll('$bob', `'${bob}'`)}`;
    const { rows } = await secured.admin.query<{ place: string; row: unknown }>(sql);
    assert.ok(rows.length > 0, `${table} has no row of bob's, so nothing can be tried`);
    return { places: rows.map(({ place }) => place), row: rows[0]?.row };
  };

  const ownerColumn = async (table: string): Promise<string> => {
    const sql = `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2
      AND column_name IN ('owner_id', 'user_id') ORDER BY column_name = 'user_id' LIMIT 1`;
    return (await secured.admin.query<{ name: string }>(sql, [secured.schema, table])).rows[0]?.name ?? 'none';
  };

  const columnsOf = async (table: string): Promise<string[]> => {
    const sql = `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2
      AND identity_generation IS DISTINCT FROM 'ALWAYS'`;
    return (await secured.admin.query<{ name: string }>(sql, [secured.schema, table])).rows.map(({ name }) => name);
  };

  /** The number of bob's rows that a command reaches, or for an insert what happens to a copy of one. */
  const attempt = async (table: string, command: Command, actor: Actor): Promise<number | string> => {
    const { places, row } = await rowsOfBob(table);
    const columns = (await columnsOf(table)).join(', ');
    const db = await begin(actor);
    try {
      if (command === 'insert') {
        const sql = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`;
        return await failureOf(db, sql, [JSON.stringify(row)]);
      }
      const among = 'WHERE ctid = ANY ($1::tid[])';
      const sql = {
        select: `SELECT 1 FROM ${table} ${among}`,
        update: `UPDATE ${table} SET workspace_id = workspace_id ${among}`,
        delete: `DELETE FROM ${table} ${among}`,
      }[command];
      await db.query('SAVEPOINT attempt');
      return (await db.query(sql, [places])).rowCount ?? 0;
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error);
    } finally {
      await db.query('ROLLBACK');
    }
  };

  it('has stated rules for every table of the schema', () => {
    const stated = [...Object.keys(accessRules), ...countsOnly, ...ownerTables].sort();
    assert.deepEqual(tables, stated);
  });

  it('is forced on every table that a member of the application role can use', async () => {
    const sql = `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'
      AND has_any_column_privilege($2, oid, 'SELECT, INSERT, UPDATE') AND NOT (relrowsecurity AND relforcerowsecurity)`;
    const { rows } = await secured.admin.query<{ name: string }>(sql, [secured.schema, secured.app]);
    assert.deepEqual(rows.map(({ name }) => name).sort(), countsOnly);
  });

  it('gives the application role no right to words, keys and logins, and no sequence', async () => {
    await begin('bob');
    for (const table of [...hiddenTables, ...ownerTables])
      assert.match(await failureOf(client, `SELECT 1 FROM ${table}`), /^42501/u, table);
    const { rows } = await client.query<{ name: string }>(
      `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL`,
      [secured.schema],
    );
    await client.query('ROLLBACK');
    assert.deepEqual(rows, []);
  });

  it('lets bob use his own rows, by the server and by his own login', async () => {
    for (const table of privateTables()) {
      for (const command of commandsOf(table)) {
        if (command === 'insert') continue;
        const isRefused = refusedToBob[table]?.includes(command) === true;
        for (const actor of ['bob', "bob's login"] as const) {
          const reached = await attempt(table, command, actor);
          // A row that others refer to cannot be deleted, which only its owner may learn.
          const isReached = reached === '23503' || (typeof reached === 'number' && reached > 0);
          assert.equal(isReached, !isRefused, `${actor} ${command} ${table}: ${String(reached)}`);
        }
      }
    }
  });

  for (const actor of [...colleagues, ...outsiders]) {
    it(`keeps ${actor} from bob’s rows in every table`, async () => {
      for (const table of privateTables()) {
        for (const command of commands) {
          const reached = await attempt(table, command, actor);
          const mayReach = reach[table]?.[command]?.includes(actor) === true;
          const label = `${actor} ${command} ${table}: ${String(reached)}`;
          // A copy of a row that the actor may see anyway meets it; that of a tombstone becomes the actor's own.
          const isOwnCopy = table === 'tombstones' && colleagues.some((name) => name === actor);
          const refusal = mayReach ? /^23505/u : isOwnCopy ? /^no error/u : /^42501/u;
          if (command === 'insert') assert.match(String(reached), refusal, label);
          else if (mayReach) assert.ok(reached === '23503' || (typeof reached === 'number' && reached > 0), label);
          else assert.ok(reached === 0 || reached === '42501', label);
        }
      }
    });
  }

  for (const actor of outsiders) {
    it(`shows ${actor} nothing of the workspace, not even names or what it shares`, async () => {
      const db = await begin(actor);
      for (const table of tables.filter((name) => commandsOf(name).includes('select'))) {
        const { rows } = await db.query<{ n: string }>(
          `SELECT count(*) AS n FROM ${table} WHERE workspace_id = 'acme'`,
        );
        assert.equal(rows[0]?.n, '0', table);
      }
      await db.query('ROLLBACK');
    });
  }

  it('lets members read what the workspace shares, and change none of it', async () => {
    await begin('dan');
    const shared = `SELECT count(*)::int AS n FROM facts WHERE visibility = 'workspace' AND user_id = $1`;
    assert.deepEqual((await client.query(shared, [bob])).rows, [{ n: 1 }]);
    assert.equal((await client.query(`UPDATE facts SET fact = 'Mine' WHERE user_id = $1`, [bob])).rowCount, 0);
    assert.equal((await client.query(`DELETE FROM memory_documents WHERE user_id = $1`, [bob])).rowCount, 0);
    await client.query('ROLLBACK');
  });

  it('lets only curators and admins approve knowledge, and members read it then', async () => {
    const approve = `UPDATE global_knowledge SET status = 'approved' WHERE promoted_by = '${bob}'`;
    for (const actor of ['bob', 'dan', 'zoe'] as const) {
      const db = await begin(actor);
      const failure = await failureOf(db, approve);
      const approved = await secured.admin.query(`SELECT 1 FROM global_knowledge WHERE status = 'approved'`);
      await db.query('ROLLBACK');
      assert.equal(approved.rowCount, 0, actor);
      assert.match(failure, actor === 'bob' ? /^42501/u : /^no error/u, actor);
    }
    for (const actor of ['cy', 'ada'] as const) {
      const db = await begin(actor);
      assert.equal((await db.query(approve)).rowCount, 1, actor);
      await db.query('ROLLBACK');
    }
    const insert = `INSERT INTO global_knowledge (category, title, content, status, promoted_by, uid)
      VALUES ('standard', 't', 'c', 'approved', $1, 'smuggled')`;
    await begin('bob');
    assert.match(await failureOf(client, insert, [bob]), /^42501/u);
    await client.query('ROLLBACK');
  });

  it('lets nobody but an admin change a role, and nobody take another name', async () => {
    for (const actor of ['bob', 'dan', 'cy', "bob's login"] as const) {
      const db = await begin(actor);
      const mine = actor.startsWith('bob') ? 'bob' : actor;
      assert.match(await failureOf(db, `UPDATE users SET role = 'admin' WHERE username = '${mine}'`), /^42501/u, actor);
      assert.match(
        await failureOf(db, `UPDATE users SET username = 'eve' WHERE username = '${mine}'`),
        /^42501/u,
        actor,
      );
      assert.match(
        await failureOf(db, `INSERT INTO users (id, username, role) VALUES ('x', 'eve', 'admin')`),
        /^42501/u,
      );
      await db.query('ROLLBACK');
    }
    await begin('ada');
    assert.equal((await client.query(`UPDATE users SET role = 'curator' WHERE username = 'dan'`)).rowCount, 1);
    await client.query('ROLLBACK');
  });

  it('cannot be switched off, or passed by another role, from a stolen connection', async () => {
    for (const [actor, db] of [
      ['dan', client],
      ["bob's login", own],
    ] as const) {
      await begin(actor);
      for (const sql of [
        `SET ROLE ${secured.owner}`,
        `SET SESSION AUTHORIZATION ${secured.owner}`,
        'ALTER TABLE facts DISABLE ROW LEVEL SECURITY',
        'CREATE POLICY mine ON facts USING (TRUE)',
        'CREATE FUNCTION bigmind_owners() RETURNS text[] LANGUAGE sql AS $$ SELECT ARRAY[1] $$',
        'SELECT * FROM pg_statistic',
        `CREATE TEMP TABLE fake (LIKE memory_documents);
         CREATE TRIGGER t AFTER INSERT ON fake REFERENCING NEW TABLE AS added
           FOR EACH STATEMENT EXECUTE FUNCTION bigmind_follow_added()`,
      ])
        assert.match(await failureOf(db, sql), /^(42501|42939)/u, `${actor}: ${sql}`);
      await failureOf(db, 'SET row_security = off');
      const failure = await failureOf(db, `SELECT 1 FROM facts WHERE user_id <> '${bob}'`);
      assert.match(failure, /^42501/u);
      await db.query('ROLLBACK');
    }
  });

  it('refuses what would harm others, from a person with an identity', async () => {
    const idOf = async (sql: string): Promise<string> =>
      (await secured.admin.query<{ id: string }>(`SELECT ${sql}`)).rows[0]?.id ?? '';
    const [dan, session, theirs, shared] = [
      await idOf(`id FROM users WHERE username = 'dan'`),
      await idOf(`id FROM sessions WHERE user_id = '${bob}' LIMIT 1`),
      await idOf(`uid AS id FROM facts WHERE user_id = '${bob}' AND visibility = 'private' LIMIT 1`),
      await idOf(`uid AS id FROM facts WHERE user_id = '${bob}' AND visibility = 'workspace' LIMIT 1`),
    ];
    const own = await idOf(`uid AS id FROM facts WHERE user_id = '${dan}' LIMIT 1`);
    await secured.admin.query(
      `INSERT INTO tombstones (uid, kind, erased_at, owner_id, workspace_id) VALUES ('everybody’s', 'fact', '2026', '*', 'acme')`,
    );
    await secured.admin.query(`UPDATE tombstones SET owner_id = '*' WHERE uid = 'everybody’s'`);
    await beginAs(client, secured, identityOf('dan'));
    const link = (from: string): string =>
      `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, created_at)
         VALUES ('forged', 'fact', '${from}', 'fact', '${own}', 'contradicts', '2026')`;
    assert.equal(await failureOf(client, link(own)), 'no error');
    for (const [what, sql] of Object.entries({
      'the name of a later user': `INSERT INTO users (id, username, role) VALUES ('x', 'carol', 'erased')`,
      'the counter of all writes': `UPDATE store_writes SET writes = 9223372036854775807`,
      'the scope of another user': `SELECT bigmind_scope('fact', '${bob}', FALSE, 'acme')`,
      'a link from the fact of another user': link(shared),
      'a link that is moved to it': `UPDATE links SET from_uid = '${shared}' WHERE uid = 'forged'`,
      'an offer in the session of another user': `INSERT INTO offers (session_id, kind, memory_id, offered_at) VALUES ('${session}', 'fact', '9', '2026')`,
      'how long everybody’s rows are kept': `INSERT INTO audit (at, level, user_id, action, kind, memory_uid, count)
        VALUES ('2026', 'change', '${dan}', 'set_retention', 'message', 'retention', 1)`,
      'a message that is moved there': `UPDATE facts SET source_session = '${session}' WHERE uid = '${own}'`,
    }))
      assert.match(await failureOf(client, sql), /^42501/u, what);
    for (const sql of [
      `DELETE FROM tombstones WHERE owner_id = '*'`,
      `UPDATE tombstones SET until = '2027' WHERE owner_id = '*'`,
      `DELETE FROM embedding_vectors`,
      `UPDATE facts SET fact = 'changed' WHERE uid IN ('${theirs}', '${shared}')`,
    ])
      assert.equal((await client.query(sql)).rowCount, 0, sql);
    await client.query('ROLLBACK');
  });

  it('believes no temporary table that has the name of one of the schema', async () => {
    const { rows } = await secured.admin.query<{ id: string }>(
      `SELECT id FROM sessions WHERE user_id = '${bob}' LIMIT 1`,
    );
    await beginAs(client, secured, identityOf('dan'));
    await client.query(`CREATE TEMP TABLE sessions (id text, user_id text, workspace_id text) ON COMMIT DROP`);
    await client.query(
      `INSERT INTO pg_temp.sessions SELECT $1, id, 'acme' FROM ${secured.schema}.users WHERE username = 'dan'`,
      [rows[0]?.id],
    );
    const offer = `INSERT INTO offers (session_id, kind, memory_id, offered_at) VALUES ('${rows[0]?.id ?? ''}', 'fact', '9', '2026')`;
    assert.match(await failureOf(client, offer), /^42501/u);
    await client.query('ROLLBACK');
  });

  it('ignores what a person’s own login says about itself', async () => {
    await own.query('BEGIN');
    const claim = claimOf(identityOf('ada'), { key: secured.key, processId: await processOf(own), now: new Date() });
    await own.query(`SELECT set_config('bigmind.identity', $1, true)`, [claim]);
    const { rows } = await own.query(`SELECT bigmind_username() AS who, bigmind_workspace() AS place`);
    await own.query('ROLLBACK');
    assert.deepEqual(rows, [{ who: 'bob', place: 'acme' }]);
  });

  it('keeps an identity for one transaction only', async () => {
    await begin('bob');
    await client.query('COMMIT');
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM facts');
    assert.deepEqual(rows, [{ n: 0 }]);
  });

  const privateTables = (): string[] =>
    tables.filter((table) => commandsOf(table).length > 0 && !sharedTables.includes(table));
});

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
