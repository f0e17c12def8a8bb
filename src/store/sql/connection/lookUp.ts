/**
 * A join that reads the rows of a table for each row before it. SQLite reads in the order of a CROSS JOIN. A server, which
 * has no statistics (`postgres/security/guards.ts`), would often read the whole table first; `OFFSET 0` prevents it.
 */
import type { SqlConnection } from './sqlConnection.ts';

interface LookedUp {
  table: string;
  alias: string;
  /** Names aliases before this one. */
  where: string;
  /** An ORDER BY and a LIMIT, for each row before. The table needs a column `id`. */
  limited?: string;
}

export function lookUp(
  { dialect }: Pick<SqlConnection, 'dialect'>,
  { table, alias, where, limited }: LookedUp,
): string {
  if (dialect === 'postgres') {
    return `CROSS JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${where} ${limited ?? ''} OFFSET 0) ${alias}`;
  }
  if (limited === undefined) return `CROSS JOIN ${table} ${alias} ON ${where}`;
  return `CROSS JOIN ${table} ${alias} ON ${alias}.id IN (SELECT ${alias}.id FROM ${table} ${alias} WHERE ${where} ${limited})`;
}
