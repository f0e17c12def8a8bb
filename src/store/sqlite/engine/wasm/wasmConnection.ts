/** Adapts a sql.js database. Works on bytes; other code owns the file. */
import type { Database, SqlJsStatic, Statement } from 'sql.js';
import { leaveNoCopies } from '../../../sql/connection/pragmas.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../../../sql/connection/sqlConnection.ts';
import type { SqliteConnection } from '../sqliteConnection.ts';
import { asConnection } from '../sqliteConnection.ts';

export interface WasmDatabase {
  db: SqlConnection;
  /** The whole database as bytes; only outside a transaction. */
  bytes(): Uint8Array;
  close(): void;
}

export async function loadSqlJs(loadWasm: () => Promise<Uint8Array>): Promise<SqlJsStatic> {
  const { default: initSqlJs } = await import('sql.js/dist/sql-wasm-browser.js');
  const wasm = await loadWasm();
  // Copy exactly the module's bytes: they may be a view into a larger buffer.
  return initSqlJs({ wasmBinary: new Uint8Array(wasm).buffer });
}

export async function openWasmDatabase(sql: SqlJsStatic, bytes: Uint8Array | undefined): Promise<WasmDatabase> {
  const database = new sql.Database(bytes);
  const db = asConnection(createWasmConnection(database));
  await db.exec(`PRAGMA foreign_keys = ON; ${leaveNoCopies}`);
  return {
    db,
    bytes: () => database.export(),
    close() {
      database.close();
    },
  };
}

function createWasmConnection(database: Database): SqliteConnection {
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const cached = statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const rows = (sql: string, params: readonly SqlValue[], max: number): SqlRow[] => {
    const statement = prepare(sql);
    const found: SqlRow[] = [];
    try {
      statement.bind([...params]);
      while (found.length < max && statement.step()) found.push(statement.getAsObject());
    } finally {
      statement.reset();
    }
    return found;
  };
  return {
    dialect: 'fts4',
    all: (sql, params = []) => rows(sql, params, Infinity),
    get: (sql, params = []) => rows(sql, params, 1)[0],
    run(sql, params = []) {
      rows(sql, params, Infinity);
      return { changes: database.getRowsModified() };
    },
    exec(sql) {
      database.exec(sql);
    },
  };
}
