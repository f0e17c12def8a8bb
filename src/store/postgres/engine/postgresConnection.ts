/** Adapts a client of `pg` to `SqlConnection`: translated statements, and values as SQLite has them. */
import type { ClientBase, CustomTypesConfig, QueryResult } from 'pg';
import type { SqlConnection, SqlRow, SqlValue } from '../../sql/connection/sqlConnection.ts';
import { isAborted } from './postgresErrors.ts';
import { serverStatement } from './translateSql.ts';

/** No answer is returned before `beginning`, and none if it rejects. */
export function createPostgresConnection(
  client: ClientBase,
  beginning: () => Promise<unknown> | undefined = () => undefined,
): SqlConnection {
  // Statements sent with one that failed only say that the transaction is aborted. Between the beginning and the end of a
  // transaction, all statements come from here.
  let cause: unknown;
  const rethrow = (error: unknown): never => {
    if (!isAborted(error)) cause = error;
    throw cause ?? error;
  };
  const begun = async <T>(sent: Promise<T>): Promise<T> => {
    const answer = sent.catch(rethrow);
    // Awaited second, so its own error, which only follows from that of the beginning, is of no interest.
    answer.catch(() => undefined);
    await beginning();
    return answer;
  };
  const query = (sql: string, params: readonly SqlValue[] = []): Promise<QueryResult<SqlRow>> => {
    const { text, name, uses } = serverStatement(sql);
    const values = params.map(storable);
    return begun(client.query<SqlRow>(uses > usesUnprepared ? { name, text, values } : { text, values }));
  };
  return {
    dialect: 'postgres',
    all: async (sql, params) => (await query(sql, params)).rows,
    get: async (sql, params) => (await query(sql, params)).rows[0],
    run: async (sql, params) => ({ changes: (await query(sql, params)).rowCount ?? 0 }),
    async exec(sql) {
      await begun(client.query(sql));
    },
  };
}

/** A statement is prepared, which spares its planning, once this process has used it so often. */
const usesUnprepared = 5;

/** PostgreSQL has no character 0 in text, and SQLite stores a number that is none as NULL. */
function storable(value: SqlValue): SqlValue {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u{fffd}') : value;
}

type Parse = (text: string) => SqlValue;

/** By the number of the type (`pg_type.oid`). Our whole numbers fit: ids, counts and sums. */
const parsers = new Map<number, Parse>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
  ...[20, 21, 23, 700, 701, 1700].map((type): [number, Parse] => [type, Number]),
]);

const asText: Parse = (text) => text;

/** Booleans are 0 and 1, numbers are numbers, and everything unknown is text. */
export const valueTypes: CustomTypesConfig = { getTypeParser: (type) => parsers.get(type) ?? asText };
