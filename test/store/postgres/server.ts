/** A server of its own for suites that change its settings, or kill it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres, startPostgres } from '../../../scripts/lib/postgresServer.ts';
import type { PostgresServer, ServerOptions } from '../../../scripts/lib/postgresServer.ts';
import type { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { Store } from '../../../src/memory/store.ts';
import { openPostgresStore } from '../../../src/store/postgres/openPostgresStore.ts';
import { fastFolder } from '../../support/fastFolder.ts';
import { hash, indexText, moment } from '../support.ts';

/** Without PostgreSQL, the suite is left out; `npm run test:unit` fails then where CI is set. */
export const describeWithServer = findPostgres() === undefined ? describe.skip : describe;

export const ownServer = (options: ServerOptions = {}): Promise<PostgresServer> =>
  startPostgres({ parent: fastFolder, ...options });

export function openOn(url: string, more: { schema?: string } = {}): Store {
  return openPostgresStore({ url, hash, newId: randomUUID, now: () => new Date(moment), indexText, ...more });
}

/** Runs statements as the superuser. */
export async function administer<R extends pg.QueryResultRow>(
  { url }: Pick<PostgresServer, 'url'>,
  sql: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql, [...params])).rows;
  } finally {
    await client.end();
  }
}

/** Puts rules before those in `pg_hba.conf`, and makes the server read them. */
export async function prependRules(server: PostgresServer, rules: string): Promise<void> {
  const file = join(server.data, 'pg_hba.conf');
  writeFileSync(file, `${rules}\n${readFileSync(file, 'utf8')}`);
  await administer(server, 'SELECT pg_reload_conf()');
}

/** Adds settings, which the server reads when it is asked to or starts. */
export function addSettings({ data }: PostgresServer, settings: string): void {
  appendFileSync(join(data, 'postgresql.auto.conf'), `${settings}\n`);
}

/** The same server for another user, database or parameters. */
export function urlWith(
  { url }: PostgresServer,
  { user = 'bigmind', password = '', database = 'postgres', search = '' },
): string {
  const changed = new URL(url);
  Object.assign(changed, { username: user, password, pathname: `/${database}`, search });
  return changed.href;
}

/** Of a login, with characters that an address has to escape. */
export const password = 'hunter2-&-more';

/** No part of an error repeats the address or the password. */
export function assertDiscreet(error: BigMindError, url: string): void {
  const texts = [error.message, JSON.stringify(error.remedy), JSON.stringify(error.details)];
  for (const secret of [password, encodeURIComponent(password), url]) {
    assert.ok(!texts.some((text) => text.includes(secret)), texts.join(' '));
  }
}
