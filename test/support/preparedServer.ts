/** A PostgreSQL server as docs/postgresql-security.md sets it up, for tests and measurements of a team's server. */
import pg from 'pg';
import type { PostgresServer } from '../../scripts/lib/postgresServer.ts';
import { createNodePorts } from '../../src/nodePorts.ts';
import { createServerAdmin } from '../../src/store/postgres/serverAdmin.ts';

/** Creates the roles and the schema `bigmind`. Returns the environment of the team's server, whose user is `admin`. */
export async function prepareServer(server: PostgresServer): Promise<Record<string, string>> {
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`CREATE ROLE bigmind_owner LOGIN; CREATE ROLE bigmind_app NOLOGIN;
    CREATE ROLE bigmind_server LOGIN IN ROLE bigmind_app; CREATE SCHEMA bigmind AUTHORIZATION bigmind_owner`);
  await admin.end();
  const { hash, clock } = createNodePorts();
  const owner = createServerAdmin({ url: addressFor(server, 'bigmind_owner'), hash, now: () => clock.now() });
  const { newKey = '' } = await owner.prepare({ key: 'new' });
  return {
    BIGMIND_MODE: 'enterprise',
    BIGMIND_USER: 'admin',
    BIGMIND_DB_URL: addressFor(server, 'bigmind_server'),
    BIGMIND_DB_KEY: newKey,
  };
}

function addressFor({ url }: PostgresServer, login: string): string {
  const address = new URL(url);
  address.username = login;
  return address.href;
}
