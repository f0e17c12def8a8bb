/**
 * Checks whether other users of this computer can read a store, for example because its folder was created manually or
 * the file came from elsewhere. The doctor reports it with the command that fixes it, but never fixes it itself,
 * because a team opens its store to a group on purpose. Only the owner can read what BigMind creates, and SQLite gives
 * the side files the permissions of the store.
 */
import type { Stats } from 'node:fs';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../../../memory/shared/findings.ts';
import type { Mode } from '../../../memory/shared/vocabulary.ts';
import { inShellQuotes } from '../../../util/text.ts';

export interface KeptPlaces {
  /** BigMind's own folder. */
  home: string;
  databaseFile: string;
  mode: Mode;
}

/** Empty on Windows, where a profile folder belongs to its user and permissions are not mode bits. */
export function openToOthers({ home, databaseFile, mode }: KeptPlaces, platform = process.platform): Finding[] {
  if (platform === 'win32') return [];
  const ours = mode === 'personal' ? 0o077 : 0o007;
  const isOpen = (path: string, bits: number): boolean => (modeOf(path) & ours & bits) !== 0;
  const folder = dirname(databaseFile);
  // Anything but a regular file is not our store, and its permissions are not our concern.
  const files = ['', '-wal', '-shm', '-journal'].map((suffix) => databaseFile + suffix).filter(isFile);
  // A file is only as accessible as its folder permits.
  const open = isOpen(folder, 0o011) ? files.filter((file) => isOpen(file, 0o066)) : [];
  const take = mode === 'personal' ? 'go=' : 'o=';
  // The only stored secret. It belongs to its owner even in a team, and `bigmind serve` accepts no other.
  const token = join(home, 'serve-token');
  const isTokenOpen = (modeOf(home) & 0o011) !== 0 && (modeOf(token) & 0o077) !== 0;
  return [
    ...(isOpen(home, 0o066) ? [findingOf(`BigMind's folder ${home}`, `chmod ${take} ${inShellQuotes(home)}`)] : []),
    ...(open.length > 0
      ? [findingOf(`The database ${databaseFile}`, `chmod ${take} ${open.map(inShellQuotes).join(' ')}`)]
      : []),
    ...(isTokenOpen ? [findingOf(`The token of bigmind serve, ${token},`, `chmod go= ${inShellQuotes(token)}`)] : []),
  ];
}

function findingOf(what: string, command: string): Finding {
  return {
    status: 'warning',
    what: `${what} can be read by other users of this computer.`,
    remedy: `To restrict access, run: ${command}`,
  };
}

function modeOf(path: string): number {
  return lookedAt(path)?.mode ?? 0;
}

function isFile(path: string): boolean {
  return lookedAt(path)?.isFile() === true;
}

/** Undefined also if it cannot be read, as for circular links: opening it reports the cause. */
function lookedAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
