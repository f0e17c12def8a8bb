/**
 * Gives each store of a test a separate schema on the test server. A schema whose test is over is emptied and used
 * again, because creating one takes longer than most tests.
 */
import pg from 'pg';
import { defaultWorkspace } from '../../src/memory/shared/identity.ts';
import { claimOf } from '../../src/store/postgres/security/identity.ts';

/** The address of the test server, which `npm run test:unit` starts; undefined without one. */
export const postgresUrl = process.env['BIGMIND_TEST_POSTGRES'];

const schemas = new Map<string, string>();
const emptied: string[] = [];
let created = 0;
let pool: pg.Pool | undefined;

/** The same for each call with the same file, until `recycleSchemas`. */
export function schemaOf(file: string): string {
  const known = schemas.get(file);
  if (known !== undefined) return known;
  const schema = emptied.pop() ?? `test_${String(process.pid)}_${String((created += 1))}`;
  schemas.set(file, schema);
  return schema;
}

/** For the stores in a folder, which are closed. */
export function recycleSchemas(folder: string): void {
  for (const [file, schema] of schemas) {
    if (!file.startsWith(folder)) continue;
    schemas.delete(file);
    // One that cannot be emptied is not used again.
    void empty(schema).then(
      () => emptied.push(schema),
      () => undefined,
    );
  }
}

/** Runs statements of a test in the schema of a store. */
export async function queryPostgres<R extends pg.QueryResultRow>(
  file: string,
  sql: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  return inSchema(schemaOf(file), async (client) => (await client.query<R>(sql, [...params])).rows);
}

async function empty(schema: string): Promise<void> {
  await inSchema(schema, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
      [schema],
    );
    const kept = new Set(['schema_migrations', 'store_writes', 'token_places']);
    const tables = rows.map(({ name }) => name).filter((name) => !kept.has(name));
    await client.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY`);
  });
}

/** As a store that was opened without an identity. */
const asEverybody = `SET LOCAL bigmind.identity = '${claimOf({ workspace: defaultWorkspace, username: '', purpose: 'all' })}'`;

async function inSchema<T>(schema: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  pool ??= new pg.Pool({ connectionString: postgresUrl, max: 3, allowExitOnIdle: true });
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL search_path = ${schema}; SET LOCAL lock_timeout = '5s'; ${asEverybody}`);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
