/** A database of its own on the test server for each transfer, and transfers to and from it. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Store } from '../../../../src/memory/store.ts';
import type { StorePlace, Transfer, TransferReport, TransferWatch } from '../../../../src/memory/upkeep/transfer.ts';
import { openPostgresStore } from '../../../../src/store/postgres/openPostgresStore.ts';
import { defaultWorkspace } from '../../../../src/memory/shared/identity.ts';
import { claimOf, type Person } from '../../../../src/store/postgres/security/identity.ts';
import { openTransfer } from '../../../../src/store/exchange/transfer/openTransfer.ts';
import { postgresUrl } from '../../postgresSchemas.ts';
import { hash, indexText, loadWasm, moment } from '../../support.ts';

const server = postgresUrl ?? '';
const databases: string[] = [];

/** The address of a new database for its owner, who is no superuser, with a password that the server does not ask for. */
export async function aDatabase(): Promise<string> {
  const name = `moves_${randomUUID().slice(0, 8)}`;
  await query(server, `CREATE ROLE ${name} LOGIN`);
  await query(server, `CREATE DATABASE ${name} OWNER ${name}`);
  databases.push(name);
  const url = new URL(server);
  Object.assign(url, { pathname: name, username: name, password: 'pass-word' });
  return url.href;
}

export async function dropDatabases(): Promise<void> {
  for (const name of databases.splice(0)) {
    await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
    await query(server, `DROP ROLE ${name}`);
  }
}

const everybody = claimOf({ workspace: defaultWorkspace, username: '', purpose: 'all' });

/** Runs statements in the schema of the store. */
export async function query<R extends pg.QueryResultRow>(
  url: string,
  sql: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  const options = `-c search_path=bigmind -c bigmind.identity=${everybody}`;
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  try {
    return (await client.query<R>(sql, [...params])).rows;
  } finally {
    await client.end();
  }
}

/** The same in another process, while this one waits. */
export function queryAtOnce(url: string, sql: string): void {
  const program = join(import.meta.dirname, '../../programs/queryServer.ts');
  const { status, stderr } = spawnSync(process.execPath, [program, url, sql], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Ends the connections of all others to the database. */
export async function cutConnections(url: string): Promise<void> {
  const others = 'datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()';
  await query(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
}

const ports = {
  engine: 'native',
  hash,
  newId: randomUUID,
  now: () => new Date(moment),
  indexText,
  loadWasm,
  notice: () => undefined,
} as const;

/** A place that starts with `postgres://` is a server. */
export function aTransfer(from: string, to: string, person?: Person): Transfer {
  const place = (name: string): StorePlace =>
    name.startsWith('postgres:') ? { kind: 'server', url: name } : { kind: 'file', file: name };
  return openTransfer({ ...ports, from: place(from), to: place(to), ...(person && { person }) });
}

export async function transfer(from: string, to: string, watch: Partial<TransferWatch> = {}): Promise<TransferReport> {
  const opened = aTransfer(from, to);
  try {
    return await opened.run({ onProgress: () => undefined, isStopped: () => false, ...watch });
  } finally {
    await opened.close();
  }
}

/** Stops after that many batches. */
export function stoppingAfter(batches: number): Pick<TransferWatch, 'isStopped'> {
  let done = 0;
  return { isStopped: () => (done += 1) >= batches };
}

export function openServerStore(url: string): Store {
  return openPostgresStore({ ...ports, url });
}
