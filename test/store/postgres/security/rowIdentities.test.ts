/**
 * Nobody becomes the owner of rows that are nobody's, everybody's or somebody else's: each such identity is tried as a
 * user, and as the owner of a row in every table, by a person's own login and by the server's login for a person.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { accessRules } from '../../../../src/store/postgres/security/accessRules.ts';
import { commandsOf } from '../../../../src/store/postgres/security/policySql.ts';
import type { SecuredServer } from '../securedServer.ts';
import { aSecuredServer, beginAs, describeOnServers, failureOf, identityOf } from '../securedServer.ts';
import { comeIn, inStoreOf, seedTeam } from '../seededTeam.ts';

/** Owners that everybody of the workspace may give a row: counts of what all read, and the mark of copies to clean. */
const forAll: Record<string, readonly string[]> = { memory_counts: ['*'], erasures: [''] };

/** A person without rows, who could leave and come back. */
const wanderer = 'eve';

describeOnServers('an identity of nobody, of everybody or of somebody else', (superuser) => {
  let secured: SecuredServer;
  let client: pg.Client;
  let own: pg.Client;
  let bob: string;
  const identities: Record<string, string | null> = {};

  before(async () => {
    secured = await aSecuredServer(superuser);
    await seedTeam(secured);
    client = await secured.connect(secured.server);
    own = await secured.connect(secured.person);
    await inStoreOf(secured, wanderer, (store) => comeIn(store, wanderer));
    bob = await idOf('bob');
    const [ada, dan, gone] = [await idOf('ada'), await idOf('dan'), randomUUID()];
    const erased = await erasedBy('dan');
    const later = randomUUID();
    Object.assign(identities, {
      ...{ nobody: '', everybody: '*', 'everybody and more': '**', nothing: null, blank: ' ', unknown: '0' },
      ...{
        "ada's": ada,
        "dan's": dan,
        'that of a user who left': gone,
        'what dan erased': erased,
        'a chosen one': later,
      },
      ...{ 'ada’s in capitals': ada.toUpperCase(), 'a name': 'ada', 'everybody of the workspace': '*acme' },
      ...{
        'ada’s as a key': `4:acme${ada}`,
        'everybody’s as a key': '4:acme*',
        'a key of another workspace': `4:zeta${ada}`,
      },
    });
    await secured.admin.query(
      `INSERT INTO audit (at, level, user_id, action, workspace_id) VALUES ('2026', 'read', $1, 'search', 'acme')`,
      [gone],
    );
  });
  after(() => secured.drop());

  const idOf = async (username: string): Promise<string> =>
    (await secured.admin.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [username])).rows[0]?.id ??
    '';

  const erasedBy = async (username: string, id: string = randomUUID()): Promise<string> => {
    const insert = `INSERT INTO users (id, username, role) VALUES ($1, 'erased ' || $1, 'erased') RETURNING id`;
    await beginAs(client, secured, identityOf(username));
    const { rows } = await client.query<{ id: string }>(insert, [id]);
    await client.query('COMMIT');
    return rows[0]?.id ?? '';
  };

  const actors = (): [string, () => Promise<pg.Client>][] => [
    ["bob's login", () => own.query('BEGIN').then(() => own)],
    ...['bob', wanderer, 'ada'].map((username): [string, () => Promise<pg.Client>] => [
      username,
      () => beginAs(client, secured, identityOf(username)).then(() => client),
    ]),
  ];

  const ownersOf = async (db: pg.Client): Promise<string[]> =>
    (await db.query<{ owners: string[] }>('SELECT bigmind_owners() AS owners')).rows[0]?.owners ?? [];

  it('is that of no user, whatever a login tells the database', async () => {
    for (const [actor, begin] of actors()) {
      const username = actor.startsWith('bob') ? 'bob' : actor;
      for (const [what, id] of Object.entries(identities)) {
        const db = await begin();
        const before = await ownersOf(db);
        assert.ok(!before.includes(String(id)) || actor === 'ada', `${actor} before: ${what}`);
        const isOwn = id !== null && before.includes(id);
        for (const [role, name] of [
          ['erased', `erased ${String(id)}`],
          ['erased', 'erased '],
          ['erased', String(id)],
          ['ERASED', `erased ${String(id)}`],
          ['member', username],
        ])
          await failureOf(db, 'INSERT INTO users (id, username, role) VALUES ($1, $2, $3)', [id, name, role]);
        await failureOf(db, 'UPDATE users SET id = $1 WHERE username = $2', [id, username]);
        await failureOf(
          db,
          `INSERT INTO users (id, username) VALUES ($1, $2) ON CONFLICT (username, workspace_id) DO UPDATE SET id = excluded.id`,
          [id, username],
        );
        await failureOf(db, 'DELETE FROM users WHERE username = $1', [username]);
        await failureOf(db, `INSERT INTO users (id, username, role) VALUES ($1, $2, 'member')`, [id, username]);
        const owners = await ownersOf(db);
        await db.query('ROLLBACK');
        assert.ok(isOwn || !owners.includes(String(id)), `${actor}: ${what}`);
        for (const owner of owners) assert.match(owner, /^[0-9a-f-]{36}$/u, `${actor}: ${what}`);
      }
    }
  });

  it('is chosen by the database for what a person erases', async () => {
    const id = randomUUID();
    assert.notEqual(await erasedBy('dan', id), id);
  });

  it('is refused by name if it is that of nobody or everybody, also from the server', async () => {
    for (const id of ['', '*']) {
      const insert = `INSERT INTO users (id, username, role) VALUES ('${id}', 'erased ${id}', 'erased')`;
      await own.query('BEGIN');
      assert.match(await failureOf(own, insert), /^42501/u);
      await own.query('ROLLBACK');
      await beginAs(client, secured, identityOf('ada', { purpose: 'all' }));
      assert.match(await failureOf(client, insert), /^23514/u);
      assert.match(await failureOf(client, `UPDATE users SET id = '${id}' WHERE username = '${wanderer}'`), /^23514/u);
      await client.query('ROLLBACK');
    }
  });

  it('owns no row of any table afterwards', async () => {
    for (const [table, column] of await ownerColumns()) {
      const { rows } = await secured.admin.query<{ place: string }>(
        `SELECT ctid::text AS place FROM ${table} WHERE ${column} = $1 LIMIT 1`,
        [bob],
      );
      const place = rows[0]?.place;
      assert.ok(place !== undefined, `${table} has no row of bob's`);
      const columns = await columnsOf(table);
      for (const [what, id] of Object.entries(identities)) {
        if (id !== null && forAll[table]?.includes(id) === true) continue;
        // Curators and admins may write for others where `access.ts` says so.
        for (const [actor, begin] of actors().slice(0, 2)) {
          const db = await begin();
          const chosen = columns.map((name) => (name === column ? '$1' : name)).join(', ');
          const copy = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${chosen} FROM ${table} WHERE ctid = '${place}'`;
          const move = `UPDATE ${table} SET ${column} = $1 WHERE ctid = '${place}'`;
          const written: (string | null)[] = [];
          for (const sql of [copy, move]) written.push(await ownerAfter(db, `${sql} RETURNING ${column} AS owner`, id));
          await db.query('ROLLBACK');
          for (const owner of written) {
            const isBobs = owner === 'refused' || owner === 'no row' || (owner === bob && owner !== id);
            assert.ok(isBobs, `${actor} made a row of ${table} belong to ${what}: ${String(owner)}`);
          }
        }
      }
    }
  });

  it('gives no answer by a key to whether another user has a word', async () => {
    const hidden = await secured.admin.query<{ document: string; entity: string }>(
      `SELECT document_id AS document, entity FROM mentions WHERE owner_id = $1 LIMIT 1`,
      [bob],
    );
    const [row] = hidden.rows;
    await beginAs(client, secured, identityOf(wanderer));
    await failureOf(client, `INSERT INTO users (id, username, role) VALUES ('', 'erased ', 'erased')`);
    const guess = `INSERT INTO mentions (document_id, entity, kind, name, role) VALUES ($1, $2, 'concept', 'x', 'text')`;
    const right = await failureOf(client, guess, [row?.document, row?.entity]);
    const wrong = await failureOf(client, guess, [row?.document, 'nothing of the kind']);
    await client.query('ROLLBACK');
    assert.match(right, /^42501/u);
    assert.equal(right, wrong);
  });

  /** What a write made the owner of the row. */
  const ownerAfter = async (db: pg.Client, sql: string, id: string | null): Promise<string | null> => {
    await db.query('SAVEPOINT attempt');
    try {
      const { rows } = await db.query<{ owner: string | null }>(sql, [id]);
      return rows.length === 0 ? 'no row' : (rows[0]?.owner ?? null);
    } catch {
      return 'refused';
    } finally {
      await db.query('ROLLBACK TO SAVEPOINT attempt');
    }
  };

  /** Of the tables that a member may write. */
  const ownerColumns = async (): Promise<[string, string][]> => {
    const sql = `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = $1
      AND column_name IN ('owner_id', 'user_id', 'promoted_by') ORDER BY table_name, column_name`;
    const { rows } = await secured.admin.query<{ table: string; column: string }>(sql, [secured.schema]);
    const written = rows.filter(
      ({ table }) => accessRules[table] !== undefined && commandsOf(table).includes('insert'),
    );
    assert.ok(written.length > 25, String(written.length));
    return written.map(({ table, column }) => [table, column]);
  };

  const columnsOf = async (table: string): Promise<string[]> => {
    const sql = `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2
      AND is_identity = 'NO'`;
    return (await secured.admin.query<{ name: string }>(sql, [secured.schema, table])).rows.map(({ name }) => name);
  };
});
