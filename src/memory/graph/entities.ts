/**
 * Entities: the named things that memories mention, such as files, symbols and people. These rules know only the
 * spelling of a name; which memories mention it is stored elsewhere.
 */
import { fingerprint } from '../../util/fingerprint.ts';
import { errorCodeFrom } from './forms/errorCodes.ts';
import { fileFrom } from './forms/files.ts';
import { isTicket, linkedFrom, numberedFrom } from './forms/issues.ts';
import { isHandle, isScopedPackage } from './forms/packages.ts';
import { symbolFrom } from './forms/symbols.ts';
import { wellKnownFrom } from './forms/wellKnown.ts';

/** `concept`: stated by a caller; no rule finds one. */
export const entityKinds = [
  'file',
  'symbol',
  'package',
  'service',
  'person',
  'project',
  'issue',
  'error',
  'concept',
] as const;
export type EntityKind = (typeof entityKinds)[number];

export interface FoundEntity {
  /** `entityKey(name)`. */
  key: string;
  /** As first written, on one line, without invisible characters; at most 80 characters. */
  name: string;
  kind: EntityKind;
}

/** In characters. Rules find no longer names; of a longer path, they name the last folders. */
export const maxEntityName = 80;
const maxKey = 120;
const keptOfLongKey = 100;
/** A longer name is a text. */
const maxRead = 1_000;

const quotes = /^["'`“”‘’*]+|["'`“”‘’*]+$/gu;
/** As most names that rules find. */
const isPlain = /^[\w@#/.$~-]+(?:\(\))?$/;
const call = /(?<=[\w$])\([^()]*\)$/u;
/** A stated folder. In a sentence, it could be a branch or an address, so that no rule finds it. */
const folder = /^(?:\.{0,2}\/|~\/|[A-Za-z]:[\\/]|(?:src|lib|apps?|tests?|docs|packages|cmd|internal|scripts)\/)\S+$/u;
/** Without anything that `withoutSeparators` changes. */
const isJoined = /^[A-Za-z.$]+$/;
/** Between two digits, a separator is part of the name: `1-2` is not `12`. */
const separator = /(?<!\p{N})[\p{Pd}_\s'’]+|[\p{Pd}_\s'’]+(?!\p{N})/gu;

/**
 * The spelling that decides identity: lower case, without the separators of words, so that `hive_mind_proxy`,
 * `Hive-Mind Proxy` and `hiveMindProxy` have one key. Paths keep their separators, because `my-file.ts` and
 * `my_file.ts` are two files. The address of a repository or an issue counts as its name. Never empty for a name with a
 * letter or digit; at most 120 characters.
 */
export function entityKey(name: string): string {
  if (name.length > maxRead) return shortened(entityKey(name.slice(0, maxRead)), name);
  const written = plainName(name);
  const plain = linkedFrom(written)?.name ?? written;
  const path = fileFrom(plain);
  return bounded(path === undefined ? withoutSeparators(plain) : path.replaceAll('\\', '/').toLowerCase());
}

/** The kind of a name that a caller states, by its form; `concept` if the form says nothing. */
export function kindOfName(name: string): EntityKind {
  if (name.length > maxRead) return 'concept';
  const plain = plainName(name);
  if (isHandle(plain)) return 'person';
  if (numberedFrom(plain) !== undefined || isTicket(plain)) return 'issue';
  if (errorCodeFrom(plain) !== undefined) return 'error';
  const known = wellKnownFrom(plain) ?? linkedFrom(plain);
  if (known !== undefined) return known.kind;
  if (isScopedPackage(plain)) return 'package';
  if (fileFrom(plain) !== undefined || folder.test(plain)) return 'file';
  return symbolFrom(plain, 'code') === undefined ? 'concept' : 'symbol';
}

/** Without quotes, invisible characters and the arguments of a call. */
function plainName(name: string): string {
  if (isPlain.test(name)) return name.endsWith('()') ? name.slice(0, -2) : name;
  const plain = name.normalize('NFKC').replaceAll(/\s+/gu, ' ').replaceAll(/\p{C}/gu, '').trim();
  return plain.replaceAll(quotes, '').replace(call, '').trim() || plain;
}

function withoutSeparators(plain: string): string {
  if (isJoined.test(plain)) return plain.toLowerCase();
  const numbered = numberedFrom(plain) ?? plain;
  const named = isHandle(numbered) ? numbered.slice(1) : numbered;
  const lower = named.toLowerCase().replaceAll('::', '.');
  return lower.replaceAll(separator, '') || lower;
}

function bounded(key: string): string {
  return key.length <= maxKey ? key : shortened(key, key);
}

/** A long key ends in a hash of the whole, so that names with the same beginning stay apart. */
function shortened(key: string, whole: string): string {
  return `${key.slice(0, keptOfLongKey).toWellFormed()}~${fingerprint(whole)}`;
}
