/**
 * A schema of the test server as an administrator would set it up: an owner who is no superuser, the login of a team's
 * server, which signs identities, and a login of one person. `BIGMIND_TEST_POSTGRES` names a superuser.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Store } from '../../../src/memory/store.ts';
import { createPostgresConnection } from '../../../src/store/postgres/engine/postgresConnection.ts';
import { openPostgresStore } from '../../../src/store/postgres/openPostgresStore.ts';
import type { Identity, Person } from '../../../src/store/postgres/security/identity.ts';
import { claimOf } from '../../../src/store/postgres/security/identity.ts';
import { addLogin, prepareForServer } from '../../../src/store/postgres/security/roles.ts';
import { searchPath } from '../../../src/store/postgres/security/searchPath.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import { hash, indexText } from '../support.ts';

export interface SecuredServer {
  schema: string;
  key: Uint8Array;
  /** Names of the roles. */
  owner: string;
  server: string;
  /** The own login of `bob` in the workspace `acme`. */
  person: string;
  app: string;
  /** Opens the store as one of the roles; `person` is that of each call outside of `actFor`. */
  open: (login: string, person?: Person, workspace?: string) => Store;
  /** A connection of its own, whose search path is the schema. */
  connect: (login: string) => Promise<pg.Client>;
  /** As the superuser, whom no policy binds. */
  admin: pg.Client;
  drop: () => Promise<void>;
}

/** Runs a suite on the test server, and on that of another version if there is one; left out without a server. */
export function describeOnServers(name: string, suite: (superuser: string | undefined) => void): void {
  const other = process.env['BIGMIND_TEST_POSTGRES_OTHER'];
  (postgresUrl === undefined ? describe.skip : describe)(name, () => {
    suite(postgresUrl);
  });
  if (other === undefined) return;
  describe(`${name}, on another version of PostgreSQL`, () => {
    suite(other);
  });
}

let created = 0;

export async function aSecuredServer(superuser = postgresUrl): Promise<SecuredServer> {
  const name = `rows_${String(process.pid)}_${String((created += 1))}`;
  const [schema, owner, server, person, app] = [name, `${name}_owner`, `${name}_server`, `${name}_bob`, `${name}_app`];
  const key = new Uint8Array(Buffer.from(hash(randomUUID()), 'hex'));
  const addressOf = (login: string): string => {
    const url = new URL(superuser ?? '');
    url.username = login;
    return url.href;
  };
  const clients: pg.Client[] = [];
  const connect = async (login: string): Promise<pg.Client> => {
    const client = new pg.Client(addressOf(login));
    clients.push(client);
    await client.connect();
    await client.query(`SET search_path = ${searchPath(schema)}`);
    return client;
  };
  const admin = new pg.Client(superuser);
  await admin.connect();
  await admin.query(`CREATE ROLE ${owner} LOGIN; CREATE ROLE ${app} NOLOGIN; CREATE ROLE ${server} LOGIN IN ROLE ${app};
    CREATE ROLE ${person} LOGIN IN ROLE ${app}; CREATE SCHEMA ${schema} AUTHORIZATION ${owner}; SET search_path = ${schema}`);
  const open = (login: string, person?: Person, workspace?: string): Store =>
    openPostgresStore({
      url: addressOf(login),
      schema,
      hash,
      indexText,
      newId: randomUUID,
      now: () => new Date(),
      ...(person !== undefined && { person }),
      ...(workspace !== undefined && { workspace }),
      ...(login === server && { identityKey: key }),
    });
  const first = open(owner);
  await first.maintenance.changeToken();
  await first.close();
  const asOwner = await connect(owner);
  const db = createPostgresConnection(asOwner);
  await prepareForServer(db, { schema, role: app, key });
  await addLogin(db, { login: person, workspace: 'acme', username: 'bob' });
  return {
    ...{ schema, key, owner, server, person, app, open, connect, admin },
    async drop() {
      for (const client of clients) await client.end();
      await admin.query(
        `DROP SCHEMA ${schema} CASCADE; DROP OWNED BY ${app}; DROP ROLE ${person}, ${server}, ${app}, ${owner}`,
      );
      await admin.end();
    },
  };
}

/** Someone of the workspace `acme`, or of another one. */
export function identityOf(username: string, more: Partial<Identity> = {}): Identity {
  return { workspace: 'acme', username, purpose: 'own', ...more };
}

/** Begins a transaction of the server that acts for a person, with a signature unless `claim` is given. */
export async function beginAs(
  client: pg.Client,
  secured: SecuredServer,
  identity: Identity,
  claim?: string,
): Promise<void> {
  const proven = claim ?? claimOf(identity, { key: secured.key, processId: await processOf(client), now: new Date() });
  await client.query('BEGIN');
  await client.query(`SELECT set_config('bigmind.identity', $1, true)`, [proven]);
}

export async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** The SQLSTATE that a statement fails with, and its message; the transaction continues. */
export async function failureOf(client: pg.Client, sql: string, params: unknown[] = []): Promise<string> {
  await client.query('SAVEPOINT attempt');
  try {
    await client.query(sql, params);
    await client.query('RELEASE SAVEPOINT attempt');
    return 'no error';
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    assert.ok(error instanceof pg.DatabaseError, String(error));
    return `${error.code ?? ''} ${error.message} ${error.detail ?? ''}`;
  }
}
