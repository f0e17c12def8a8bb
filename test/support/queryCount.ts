/** Counts what a program asks of a PostgreSQL server, at the driver: each statement, also those that begin and end. */
import type { Client } from 'pg';

interface Queries {
  prototype: Pick<Client, 'query'>;
}

export async function countQueries<T>(
  { prototype }: Queries,
  work: () => Promise<T>,
): Promise<{ result: T; queries: number }> {
  const original = prototype.query;
  let queries = 0;
  prototype.query = function counted(this: Client, ...args: unknown[]): unknown {
    queries += 1;
    return Reflect.apply(original, this, args);
  } as Client['query'];
  try {
    return { result: await work(), queries };
  } finally {
    prototype.query = original;
  }
}
