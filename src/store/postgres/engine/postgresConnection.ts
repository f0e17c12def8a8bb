/** Adapts a client of `pg` to `SqlConnection`: translated statements, numbers and bytes as SQLite gives them. */
import type { ClientBase, QueryResult } from 'pg';
import type { SqlConnection, SqlRow, SqlValue } from '../../sqlite/engine/sqlConnection.ts';
import { translateSql } from './translateSql.ts';

type Row = Record<string, SqlValue | boolean>;

export function createPostgresConnection(client: ClientBase): SqlConnection {
  const query = (sql: string, params: readonly SqlValue[] = []): Promise<QueryResult<Row>> =>
    client.query<Row>(translateSql(sql), params.map((value) => (typeof value === 'number' && Number.isNaN(value) ? null : value))).catch((e: unknown) => { if (process.env['PGONLY'] && e instanceof Error) e.message += ' SQL: ' + translateSql(sql).replace(/\s+/gu, ' ') + JSON.stringify(params).slice(0, 200); throw e; });
  return {
    dialect: 'postgres',
    all: async (sql, params) => (await query(sql, params)).rows.map(plainRow),
    async get(sql, params) {
      const [row] = (await query(sql, params)).rows;
      return row === undefined ? undefined : plainRow(row);
    },
    async run(sql, params) {
      const { rowCount } = await query(sql, params);
      return { changes: rowCount ?? 0 };
    },
    async exec(sql) {
      await client.query(sql.includes('$$') ? sql : translateSql(sql));
    },
  };
}

function plainRow(row: Row): SqlRow {
  const plain: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(row)) plain[name] = typeof value === 'boolean' ? Number(value) : Buffer.isBuffer(value) ? new Uint8Array(value) : value;
  return plain;
}
