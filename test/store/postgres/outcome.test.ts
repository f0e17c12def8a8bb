/** What the store believes of a write whose connection was cut while it was committed. */
import assert from 'node:assert/strict';
import pg from 'pg';
import type { PostgresServer } from '../../../scripts/lib/postgresServer.ts';
import { outcomeOf } from '../../../src/store/postgres/engine/outcome.ts';
import { describeWithServer, openOn, ownServer } from './server.ts';

describeWithServer('the outcome of a write whose connection was cut', () => {
  let server: PostgresServer;
  let pool: pg.Pool;
  before(async () => {
    server = await ownServer();
    await openOn(server.url).close();
    const store = openOn(server.url);
    await store.identity.listUsers();
    await store.close();
    pool = new pg.Pool({ connectionString: server.url });
    pool.on('error', () => undefined);
  });
  after(async () => {
    // In the other order, the server may still tell a closing connection that it stops, which nobody would hear.
    await server.stop();
    await pool.end();
  });

  /** Returns the number of its transaction. */
  const write = async (mark: number | undefined, end: 'COMMIT' | 'ROLLBACK'): Promise<string> => {
    const client = await pool.connect();
    await client.query('BEGIN; SET LOCAL search_path = bigmind');
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    if (mark !== undefined) await client.query('SELECT bigmind_count_write($1)', [mark]);
    await client.query(end);
    client.release();
    return rows[0]?.id ?? '';
  };
  const outcome = (transaction: string, mark: number): Promise<string> =>
    outcomeOf(pool, 'bigmind', { transaction, mark }, () => Promise.resolve());

  it('is committed if its mark is there', async () => {
    assert.equal(await outcome(await write(7, 'COMMIT'), 7), 'committed');
    for (let mark = 100; mark < 110; mark += 1) await write(mark, 'COMMIT');
    assert.equal(await outcome(await write(8, 'COMMIT'), 7), 'committed', 'others have written since');
  });

  it('is not committed if the transaction was rolled back, or if the server lost its number in a crash', async () => {
    assert.equal(await outcome(await write(9, 'ROLLBACK'), 9), 'aborted');
    const lost = String(Number(await write(undefined, 'COMMIT')) + 1_000);
    assert.equal(await outcome(lost, 10), 'aborted');
  });

  it('is unknown if another transaction got its number after a crash', async () => {
    assert.equal(await outcome(await write(11, 'COMMIT'), 12), 'unknown');
  });
});
