/** Opens the store on a PostgreSQL server. Connects at the first call. */
import pg from 'pg';
import type { Store } from '../../memory/store.ts';
import type { SqlConnection } from '../sqlite/engine/sqlConnection.ts';
import type { StorePorts } from '../sqlite/shared/storePorts.ts';
import { createSqlStore } from '../sqlite/sqlStore.ts';
import { createPostgresEngine } from './engine/postgresEngine.ts';
import { functions } from './schema/functions.ts';
import { tables } from './schema/tables.ts';

export interface OpenPostgresOptions extends StorePorts {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  schema?: string;
}

const asNumber = (text: string): number => Number(text);

export function openPostgresStore(options: OpenPostgresOptions): Store {
  const { schema = 'bigmind' } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    options: `-c search_path=${schema}`,
    max: 8,
    types: {
      // Our numbers fit: ids, counts and sums.
      getTypeParser: ((id: number, format: 'text') =>
        id === 20 || id === 1700 ? asNumber : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
    },
  });
  const prepare = async (db: SqlConnection): Promise<void> => {
    await db.get('SELECT pg_advisory_xact_lock(42)');
    if ((await db.get('SELECT 1 AS found FROM pg_namespace WHERE nspname = ?', [schema])) !== undefined) return;
    await db.exec(`CREATE SCHEMA ${schema}`);
    await pgExec(db, functions + tables);
  };
  const pgExec = (db: SqlConnection, sql: string): Promise<void> => db.exec(sql);
  return createSqlStore({ open: () => Promise.resolve(createPostgresEngine(pool, prepare)) }, options);
}
