/**
 * Notices writes of other processes (LISTEN), so that polling the change token costs no request while nothing changes.
 * A notification can be lost with its connection, or never sent through a pooler, so a token is asked for again after
 * `maxAgeMs` in any case.
 */
import type { Client, Pool } from 'pg';
import { channelOf } from './transactions.ts';

/** Milliseconds for which a token counts without a notification. */
const maxAgeMs = 3_000;

interface ChangeTokens {
  /** Changes exactly when a write was committed. */
  read: () => Promise<string>;
  /** After a write of this process, whose notification may not have arrived yet. */
  expire: () => void;
  close: () => Promise<void>;
}

export function createChangeTokens(pool: Pool, connect: () => Client, schema: string, now: () => number): ChangeTokens {
  let listening: Promise<Client | undefined> | undefined;
  let known: { token: string; at: number } | undefined;
  let isClosed = false;
  const expire = (): void => {
    known = undefined;
  };
  const listen = async (): Promise<Client | undefined> => {
    const client = connect();
    const lost = (): void => {
      listening = undefined;
      expire();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', expire);
    try {
      await client.connect();
      await client.query(`LISTEN ${channelOf(schema)}`);
      return client;
    } catch {
      // Without a listener each token is asked for.
      await client.end().catch(() => undefined);
      return undefined;
    }
  };
  return {
    async read() {
      if (!isClosed) listening ??= listen();
      if ((await listening) !== undefined && known !== undefined && now() - known.at < maxAgeMs) return known.token;
      known = undefined;
      const asked = { token: await tokenIn(pool, schema), at: now() };
      known = asked;
      return asked.token;
    },
    expire,
    async close() {
      isClosed = true;
      await (await listening)?.end().catch(() => undefined);
    },
  };
}

async function tokenIn(pool: Pool, schema: string): Promise<string> {
  const sql = `SELECT sum(writes)::text AS token FROM ${schema}.store_writes`;
  return (await pool.query<{ token: string }>(sql)).rows[0]?.token ?? '';
}
