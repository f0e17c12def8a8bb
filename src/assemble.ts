/**
 * What the composition roots share: the parts put together, and the settings that the environment gives. Nothing here
 * reads the environment, the clock or the disk by itself; the roots hand these in.
 */
import { createMemory } from './memory/memory.ts';
import type { Memory } from './memory/memory.ts';
import { BigMindError } from './memory/errors.ts';
import { modes } from './memory/ports.ts';
import type { Mode, Ports } from './memory/ports.ts';
import type { Store } from './memory/store.ts';
import { Search } from './search/search.ts';

export interface BigMind {
  readonly memory: Memory;
  readonly search: Search;
  close(): Promise<void>;
}

export function assembleBigMind(store: Store, ports: Ports, mode: Mode): BigMind {
  const memory = createMemory(store, ports, mode);
  return { memory, search: new Search(store.recall, memory.identities), close: () => store.close() };
}

export const engineChoices = ['auto', 'native', 'wasm'] as const;
export type EngineChoice = (typeof engineChoices)[number];

/** The environment's fixed names (see the README's table) as values. */
export interface EnvironmentSettings {
  /** Folder of everything that is BigMind's, `~/.mcp/bigmind` by default. */
  home: string;
  databaseFile: string;
  mode: Mode;
  username: string;
  engine: EngineChoice;
}

export interface HostFacts {
  homeFolder: string;
  osUser: string;
  /** Joins path parts as the host does. */
  join: (...parts: string[]) => string;
}

/** Rejects a variable with a value that means nothing, rather than guess. */
export function settingsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  host: HostFacts,
): EnvironmentSettings {
  if (set(env['BIGMIND_DB_URL']) !== undefined) {
    throw new BigMindError('invalid_input', 'BIGMIND_DB_URL is set, but this version keeps its store in a file only.', {
      remedy: 'Remove the variable, or set BIGMIND_DB_PATH to a file.',
    });
  }
  const home = expanded(env['BIGMIND_HOME'], host) ?? host.join(host.homeFolder, '.mcp', 'bigmind');
  return {
    home,
    databaseFile: expanded(env['BIGMIND_DB_PATH'], host) ?? host.join(home, 'memory.db'),
    mode: choice('BIGMIND_MODE', env['BIGMIND_MODE'], modes, 'personal'),
    username: set(env['BIGMIND_USER']) ?? host.osUser,
    engine: choice('BIGMIND_ENGINE', env['BIGMIND_ENGINE'], engineChoices, 'auto'),
  };
}

function set(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** A path from a setting, with `~` as people write it. */
function expanded(path: string | undefined, host: HostFacts): string | undefined {
  const given = set(path);
  return given === undefined ? undefined : given.replace(/^~(?=$|[\\/])/u, host.homeFolder);
}

function choice<T extends string>(name: string, value: string | undefined, allowed: readonly T[], fallback: T): T {
  const given = set(value)?.toLowerCase();
  if (given === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === given);
  if (found !== undefined) return found;
  throw new BigMindError('invalid_input', `${name} is "${given}".`, { remedy: `Use one of: ${allowed.join(', ')}.` });
}
