/** The two places of `bigmind migrate`: one file and one server, with the missing one from the settings. */
import { resolve } from 'node:path';
import type { StorePlace } from '../../../memory/upkeep/transfer.ts';
import { wrongUsage } from '../../shared/command.ts';

interface PlaceOptions {
  from: string | undefined;
  to: string | undefined;
  /** `BIGMIND_DB_URL`. */
  url: string | undefined;
  /** The file of the settings. */
  file: string;
}

/** Throws wrong usage, without the address, if they are not one file and one server. */
export function placesFrom({ from, to, url, file }: PlaceOptions): { from: StorePlace; to: StorePlace } {
  const [source, target] = [placeFrom(from), placeFrom(to)];
  if (source !== undefined && source.kind === target?.kind) throw sameKind(source.kind);
  if (target?.kind === 'file') return { from: source ?? serverIn(url), to: target };
  if (source?.kind === 'server') throw noFile();
  return { from: source ?? { kind: 'file', file }, to: target ?? serverIn(url) };
}

function placeFrom(given: string | undefined): StorePlace | undefined {
  const text = given?.trim() ?? '';
  if (text === '') return undefined;
  return /^postgres(?:ql)?:\/\//iu.test(text) ? { kind: 'server', url: text } : { kind: 'file', file: resolve(text) };
}

function serverIn(url: string | undefined): StorePlace {
  const place = placeFrom(url);
  if (place === undefined) throw noServer();
  if (place.kind === 'file') {
    throw wrongUsage('BIGMIND_DB_URL is not the address of a PostgreSQL server.', addressForm);
  }
  return place;
}

const addressForm = 'Write it as postgres://USER@HOST:PORT/DATABASE.';

function noServer(): Error {
  return wrongUsage(
    'No database server is named.',
    `Name it with --to or --from, or in BIGMIND_DB_URL, which keeps a password out of the list of processes. ${addressForm}`,
  );
}

function noFile(): Error {
  return wrongUsage('No file is named for the copy.', 'Name a new file with --to FILE.');
}

function sameKind(kind: StorePlace['kind']): Error {
  return kind === 'file'
    ? wrongUsage('Both places are files.', 'To copy a file, use `bigmind backup`.')
    : wrongUsage('Both places are servers.', 'To copy a database, a superuser uses pg_dump and pg_restore.');
}
