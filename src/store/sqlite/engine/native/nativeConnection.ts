/** Adapts a node:sqlite database: cached statements, plain values. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlConnection, SqlRow, SqlValue } from '../../../sql/connection/sqlConnection.ts';
import type { SqliteConnection } from '../sqliteConnection.ts';
import { asConnection } from '../sqliteConnection.ts';

/** More than our number of distinct statements; the cap only guards against a leak. */
const maxStatements = 300;

export function createNativeConnection(database: DatabaseSync): SqlConnection {
  return asConnection(createSqliteConnection(database));
}

export function createSqliteConnection(database: DatabaseSync): SqliteConnection {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const cached = statements.get(sql);
    if (cached !== undefined) return cached;
    if (statements.size >= maxStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    dialect: 'fts5',
    all: (sql, params = []) =>
      prepare(sql)
        .all(...params)
        .map(plainRow),
    get(sql, params = []) {
      const row = prepare(sql).get(...params);
      return row === undefined ? undefined : plainRow(row);
    },
    run(sql, params: readonly SqlValue[] = []) {
      const { changes } = prepare(sql).run(...params);
      return { changes: Number(changes) };
    },
    exec(sql) {
      database.exec(sql);
    },
  };
}

/**
 * BigInt mode is never enabled for this database, so rows are returned as they are: copying takes longer than reading.
 */
function plainRow(row: Record<string, SqlValue | bigint>): SqlRow {
  if (isPlain(row)) return row;
  const plain: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(row)) plain[name] = typeof value === 'bigint' ? Number(value) : value;
  return plain;
}

function isPlain(row: Record<string, SqlValue | bigint>): row is Record<string, SqlValue> {
  for (const name in row) if (typeof row[name] === 'bigint') return false;
  return true;
}
