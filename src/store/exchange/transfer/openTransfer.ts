/** Opens both stores of a transfer, without the layer that refuses an unfinished one. Touches nothing before the first call. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { defaultWorkspace } from '../../../memory/shared/identity.ts';
import { checkDatabaseAddress } from '../../../memory/upkeep/databaseAddress.ts';
import type { StorePlace, Transfer } from '../../../memory/upkeep/transfer.ts';
import type { OpenPostgresOptions } from '../../postgres/openPostgresStore.ts';
import { openServerEngine, peekIntoServer } from '../../postgres/openPostgresStore.ts';
import type { Identity, Person } from '../../postgres/security/identity.ts';
import type { SqlConnection, SqlEngine } from '../../sql/connection/sqlConnection.ts';
import { createEngineStack } from '../../sql/connection/stack.ts';
import type { OpenSqliteOptions } from '../../sqlite/openFiles.ts';
import { sqliteLayers } from '../../sqlite/openSqliteStore.ts';
import type { Peek } from './createTransfer.ts';
import { createTransfer } from './createTransfer.ts';
import { requireOwner } from './requireOwner.ts';

interface OpenTransferOptions extends Omit<OpenSqliteOptions, 'file'> {
  from: StorePlace;
  to: StorePlace;
  /** The schema on the server; replaced in tests. */
  schema?: string;
  /** The workspace on the server, and who asks; the workspace `default` if undefined. */
  person?: Person;
  /** As in `OpenPostgresOptions`. */
  identityKey?: Uint8Array;
}

/** Throws `invalid_input` if both places are files or both are servers, or an address is not one. */
export function openTransfer(options: OpenTransferOptions): Transfer {
  const { from, to } = options;
  if (from.kind === 'file' && !existsSync(from.file)) throw noSource(from.file);
  if (from.kind === to.kind) {
    const kind = from.kind === 'file' ? 'files' : 'servers';
    throw new BigMindError('invalid_input', `Both places of the transfer are ${kind}.`, {
      remedy: 'Name one file and one PostgreSQL server. To copy a file, make a backup.',
    });
  }
  const names = { from: nameOf(from), to: nameOf(to) };
  const peek: Peek = (work) => peekInto(to, options, work);
  return createTransfer({ source: open(from, options), target: open(to, options), peek, ...names }, options);
}

function open(place: StorePlace, options: OpenTransferOptions): SqlEngine {
  return place.kind === 'file'
    ? createEngineStack(sqliteLayers({ ...options, file: place.file }))
    : createEngineStack({ open: () => openServerEngine(serverOptions(place.url, options), forAll(options)) });
}

/** A file that does not exist is read as an empty store, which is created elsewhere and deleted. */
async function peekInto<T>(
  place: StorePlace,
  options: OpenTransferOptions,
  work: (db: SqlConnection) => Promise<T>,
): Promise<T> {
  if (place.kind === 'server') return peekIntoServer(serverOptions(place.url, options), forAll(options), work);
  const folder = existsSync(place.file) ? undefined : await mkdtemp(join(tmpdir(), 'bigmind-empty-'));
  const engine = open(folder === undefined ? place : { kind: 'file', file: join(folder, 'memory.db') }, options);
  try {
    return await engine.read(work);
  } finally {
    await engine.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** A transfer has rows of all users. The server believes that of the owner of the schema, or of who has the key. */
function forAll({ person }: OpenTransferOptions): () => Identity {
  return () => ({ workspace: defaultWorkspace, username: '', ...person, purpose: 'all' });
}

function serverOptions(url: string, { schema, ...options }: OpenTransferOptions): OpenPostgresOptions {
  const names = { from: nameOf(options.from), to: nameOf(options.to) };
  return { ...options, url, admit: (db) => requireOwner(db, names), schema };
}

/** The path of a file, or the server and database without user and password. */
function nameOf(place: StorePlace): string {
  if (place.kind === 'file') return place.file;
  if (checkDatabaseAddress(place.url) !== 'valid') {
    throw new BigMindError('invalid_input', 'The address of the database server is not valid.', {
      remedy: 'Write it as postgres://USER@HOST:PORT/DATABASE, with %40 for @, %2F for / and %23 for # in a password.',
    });
  }
  const { host, pathname } = new URL(place.url);
  return `postgres://${host}${pathname}`;
}

function noSource(file: string): BigMindError {
  return new BigMindError('not_found', `There is no file "${file}" to copy from.`, {
    remedy: 'Name the file of a memory with --from. Nothing was changed.',
  });
}
