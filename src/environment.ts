/**
 * The settings that the environment gives, as values. It stands apart from `assemble.ts` so that whoever reads settings
 * only, as the extension does when it starts, loads neither the domain nor the search. The environment and the paths are
 * handed in by the roots.
 */
import type { ToolsetName } from './mcp/shared/toolsetNames.ts';
import { toolsetNames, toolsetsFrom } from './mcp/shared/toolsetNames.ts';
import type { MemoryOptions } from './memory/memory.ts';
import { contextTokenLimits } from './memory/recall/contextBudget.ts';
import { BigMindError } from './memory/shared/errors.ts';
import type { AuditSetting, Mode } from './memory/shared/vocabulary.ts';
import { auditSettings, modes } from './memory/shared/vocabulary.ts';
import type { BackupPolicy } from './memory/upkeep/backupPolicy.ts';
import { usualBackups } from './memory/upkeep/backupPolicy.ts';
import type { ModelServerSettings, ProviderSettings } from './search/embedding/servers/providerSettings.ts';
import {
  bearerKey,
  embeddingChoices,
  serverAddress,
  usualServers,
} from './search/embedding/servers/providerSettings.ts';

export const engineChoices = ['auto', 'native', 'wasm'] as const;
export type EngineChoice = (typeof engineChoices)[number];

/** The variables that name a model server; a key is in no settings file, and handed to a server only as it starts. */
export const embeddingVariables = {
  url: 'BIGMIND_EMBEDDINGS_URL',
  model: 'BIGMIND_EMBEDDINGS_MODEL',
  key: 'BIGMIND_EMBEDDINGS_KEY',
} as const;
export const rerankVariables = {
  url: 'BIGMIND_RERANK_URL',
  model: 'BIGMIND_RERANK_MODEL',
  key: 'BIGMIND_RERANK_KEY',
} as const;

/** Expressions of a person's own for what is to be left out: a JSON list, or one on each line. */
export const redactionVariable = 'BIGMIND_REDACTION_PATTERNS';

/** The variables that say how a memory is kept. */
export const memoryVariables = {
  silenceMinutes: 'BIGMIND_SILENCE_MINUTES',
  archiveDays: 'BIGMIND_ARCHIVE_DAYS',
  auditDays: 'BIGMIND_AUDIT_DAYS',
} as const;

/** The variables that say what is put before a model without its asking. */
export const injectionVariables = { contextTokens: 'BIGMIND_CONTEXT_TOKENS', offersEnabled: 'BIGMIND_OFFERS' } as const;

/** The variables that say which backups are kept. */
export const backupVariables = { count: 'BIGMIND_BACKUP_COUNT', days: 'BIGMIND_BACKUP_DAYS' } as const;

const usualPort = 7700;
const yesOrNo = ['true', 'false', '1', '0'] as const;

/** The environment's fixed names (see the README's table) as values. */
export interface EnvironmentSettings {
  /** Folder of everything that is BigMind's, `~/.mcp/bigmind` by default. */
  home: string;
  databaseFile: string;
  mode: Mode;
  username: string;
  engine: EngineChoice;
  /** Where the profile page is served, 1 to 65535; 0 means any free port. */
  port: number;
  /** Whether the profile page opens in the browser by itself. */
  autoOpen: boolean;
  /** Which toolsets every server offers; undefined when nobody fixed them here. */
  toolsets: readonly ToolsetName[] | undefined;
  /** The model servers that search may ask; none unless somebody chose them. */
  providers: ProviderSettings;
  /** What a person wants left out, as it was written; undefined when nobody fixed it here. */
  redactionPatterns: string | undefined;
  /** How a memory is kept; what nobody set is left to what is usual. */
  memory: MemoryOptions;
  /** Which backups are kept, and whether there are daily ones. */
  backups: BackupPolicy;
  /** What the audit notes; undefined leaves it to what is usual for the store. */
  audit: AuditSetting | undefined;
  /** Settings that are wrong and replaced by their defaults, each as a sentence for a person. */
  warnings: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

export interface HostFacts {
  homeFolder: string;
  osUser: string;
  /** Joins path parts as the host does. */
  join: (...parts: string[]) => string;
  /** Whether a path says the same from every working folder, by the host's rules. */
  isAbsolute: (path: string) => boolean;
}

/** Rejects a variable with a value that means nothing, rather than guess. */
export function settingsFromEnvironment(env: Variables, host: HostFacts): EnvironmentSettings {
  if (set(env['BIGMIND_DB_URL']) !== undefined) {
    throw new BigMindError('invalid_input', 'BIGMIND_DB_URL is set, but this version keeps its store in a file only.', {
      remedy: 'Remove the variable, or set BIGMIND_DB_PATH to a file.',
    });
  }
  const injection = injectionOptionsFrom({
    contextTokens: env[injectionVariables.contextTokens],
    offersEnabled: env[injectionVariables.offersEnabled],
  });
  const home = fullPath('BIGMIND_HOME', env['BIGMIND_HOME'], host) ?? host.join(host.homeFolder, '.mcp', 'bigmind');
  return {
    home,
    databaseFile: fullPath('BIGMIND_DB_PATH', env['BIGMIND_DB_PATH'], host) ?? host.join(home, 'memory.db'),
    mode: choice('BIGMIND_MODE', env['BIGMIND_MODE'], modes, 'personal'),
    username: set(env['BIGMIND_USER']) ?? host.osUser,
    engine: choice('BIGMIND_ENGINE', env['BIGMIND_ENGINE'], engineChoices, 'auto'),
    port: portNumber('BIGMIND_PORT', env['BIGMIND_PORT']) ?? usualPort,
    autoOpen: isYes(choice('BIGMIND_AUTOOPEN', env['BIGMIND_AUTOOPEN'], yesOrNo, 'false')),
    toolsets: toolsetList(env['BIGMIND_TOOLSETS']),
    providers: providersFromEnvironment(env),
    redactionPatterns: set(env[redactionVariable]),
    audit: auditSetting(env),
    backups: backupPolicyFrom({ count: env[backupVariables.count], days: env[backupVariables.days] }),
    memory: {
      ...memoryOptionsFrom({
        silenceMinutes: env[memoryVariables.silenceMinutes],
        archiveDays: env[memoryVariables.archiveDays],
        auditDays: env[memoryVariables.auditDays],
      }),
      ...injection.options,
    },
    warnings: injection.warnings,
  };
}

/**
 * What is put before a model without its asking. A wrong value costs a sentence, not the memory: the default holds in its
 * place, because a chat must not go without its context for a typing error. `names` say in the sentence what was set.
 */
export function injectionOptionsFrom(
  given: Record<keyof typeof injectionVariables, string | undefined>,
  names: Record<keyof typeof injectionVariables, string> = injectionVariables,
): { options: Pick<MemoryOptions, 'contextTokens' | 'offersEnabled'>; warnings: string[] } {
  const { min, max, default: usual } = contextTokenLimits;
  const tokens = set(given.contextTokens);
  const offers = set(given.offersEnabled)?.toLowerCase();
  const isNumber = tokens !== undefined && /^\d{1,5}$/u.test(tokens) && Number(tokens) >= min && Number(tokens) <= max;
  const switched = yesOrNo.find((word) => word === offers);
  const range = `a whole number from ${String(min)} to ${String(max)}`;
  return {
    options: {
      ...(isNumber && { contextTokens: Number(tokens) }),
      ...(switched !== undefined && { offersEnabled: isYes(switched) }),
    },
    warnings: [
      ...(tokens === undefined || isNumber
        ? []
        : [`${names.contextTokens} is "${tokens}", which is not ${range}. The default of ${String(usual)} is used.`]),
      ...(offers === undefined || switched !== undefined
        ? []
        : [`${names.offersEnabled} is "${offers}", which is neither true nor false. The default, true, is used.`]),
    ],
  };
}

/** The numbers as somebody wrote them, undefined or empty where nobody did. `names` say in a refusal what was set. */
export function memoryOptionsFrom(
  given: Record<keyof typeof memoryVariables, string | undefined>,
  names: Record<keyof typeof memoryVariables, string> = memoryVariables,
): MemoryOptions {
  const silenceMinutes = wholeNumber(names.silenceMinutes, given.silenceMinutes, {
    least: 5,
    most: 1_440,
    remedy: 'Use a whole number of minutes from 5 to 1440.',
  });
  const archiveDays = wholeNumber(names.archiveDays, given.archiveDays, {
    least: 0,
    most: 3_650,
    remedy: 'Use a whole number of days from 1 to 3650, or 0 to keep everything.',
  });
  const auditDays = wholeNumber(names.auditDays, given.auditDays, {
    least: 1,
    most: 3_650,
    remedy: 'Use a whole number of days from 1 to 3650.',
  });
  return {
    ...(silenceMinutes !== undefined && { silenceMinutes }),
    ...(archiveDays !== undefined && { archiveDays }),
    ...(auditDays !== undefined && { auditDays }),
  };
}

/** As `memoryOptionsFrom`. */
export function backupPolicyFrom(
  given: Record<keyof typeof backupVariables, string | undefined>,
  names: Record<keyof typeof backupVariables, string> = backupVariables,
): BackupPolicy {
  const count = wholeNumber(names.count, given.count, {
    least: 3,
    most: 100,
    remedy: 'Use a whole number of backups from 3 to 100.',
  });
  const days = wholeNumber(names.days, given.days, {
    least: 0,
    most: 3_650,
    remedy: 'Use a whole number of days from 1 to 3650, or 0 to make no daily backups.',
  });
  return { count: count ?? usualBackups.count, days: days ?? usualBackups.days };
}

function auditSetting(env: Variables): AuditSetting | undefined {
  const given = set(env['BIGMIND_AUDIT']);
  return given === undefined ? undefined : choice('BIGMIND_AUDIT', given, auditSettings, 'changes');
}

function wholeNumber(
  name: string,
  value: string | undefined,
  { least, most, remedy }: { least: number; most: number; remedy: string },
): number | undefined {
  const given = set(value);
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d{1,5}$/u.test(given) && number >= least && number <= most) return number;
  throw new BigMindError('invalid_input', `${name} is "${given}", which is no such number.`, { remedy });
}

function set(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/**
 * A path that somebody set, with `~` as people write it; undefined when it is empty. A relative path is refused, because
 * it would make a store for each working folder. `name` says in the refusal what was set.
 */
export function fullPath(name: string, value: string | undefined, host: HostFacts): string | undefined {
  const given = set(value);
  if (given === undefined) return undefined;
  const path = given.replace(/^~(?=$|[\\/])/u, () => host.homeFolder);
  if (host.isAbsolute(path)) return path;
  throw new BigMindError('invalid_input', `${name} is "${given}", which is not a full path.`, {
    remedy: 'Give a full path, or one that begins with "~/"; another one would mean another place in each folder.',
  });
}

/** A port as somebody wrote it; undefined when it is empty. `name` says in the refusal what was set. */
export function portNumber(name: string, value: string | undefined): number | undefined {
  const given = set(value);
  if (given === undefined) return undefined;
  if (/^\d{1,5}$/u.test(given) && Number(given) <= 65_535) return Number(given);
  throw new BigMindError('invalid_input', `${name} is "${given}", which is no port.`, {
    remedy: 'Use a number from 1 to 65535, or 0 for any port that is free.',
  });
}

function toolsetList(value: string | undefined): readonly ToolsetName[] | undefined {
  const given = set(value);
  if (given === undefined) return undefined;
  const parsed = toolsetsFrom(given.split(/[\s,]+/u));
  if ('toolsets' in parsed) return parsed.toolsets;
  throw new BigMindError('invalid_input', `BIGMIND_TOOLSETS names "${parsed.unknown}", and there is no such toolset.`, {
    remedy: `Use all, or any of: ${toolsetNames.join(', ')}; with commas between them.`,
  });
}

/**
 * The chat that this process serves, as its client names it in the environment of the servers that it starts: Claude Code
 * and the Copilot CLI give their hooks the same id. `client` is what the client calls itself; a client that was started in
 * the terminal of another one inherits that one's variable, which says nothing of it. Undefined where none is named.
 */
export function conversationFromEnvironment(env: Variables, client: string): string | undefined {
  const found = chatVariables.find(({ clients }) => clients.test(client));
  const id = found === undefined ? undefined : set(env[found.name]);
  return id !== undefined && /^[\w.:-]{1,200}$/u.test(id) ? id : undefined;
}

/** As seen in Claude Code 2.1.330 and Copilot CLI 1.0.102. */
const chatVariables = [
  { clients: /^claude-code\b/iu, name: 'CLAUDE_CODE_SESSION_ID' },
  { clients: /copilot/iu, name: 'COPILOT_AGENT_SESSION_ID' },
] as const;

/** By itself for whoever needs no more of the environment. Rejects as `settingsFromEnvironment` does. */
export function providersFromEnvironment(env: Variables): ProviderSettings {
  const embeddings = choice('BIGMIND_EMBEDDINGS', env['BIGMIND_EMBEDDINGS'], embeddingChoices, 'off');
  const rerankUrl = set(env['BIGMIND_RERANK_URL']);
  return {
    embeddings:
      embeddings === 'off'
        ? undefined
        : { provider: embeddings, ...serverIn(env, embeddingVariables, usualServers[embeddings]) },
    rerank: rerankUrl === undefined ? undefined : serverIn(env, rerankVariables, { url: rerankUrl, model: '' }),
  };
}

/** The keys of the servers that are switched on, as the variables that say the same. */
export function keyVariables({ embeddings, rerank }: ProviderSettings): Record<string, string> {
  return {
    ...(embeddings?.key === undefined ? {} : { [embeddingVariables.key]: embeddings.key }),
    ...(rerank?.key === undefined ? {} : { [rerankVariables.key]: rerank.key }),
  };
}

function serverIn(
  env: Variables,
  names: typeof embeddingVariables | typeof rerankVariables,
  usual: Pick<ModelServerSettings, 'url' | 'model'>,
): ModelServerSettings {
  const givenKey = set(env[names.key]);
  const key = givenKey === undefined ? undefined : bearerKey(names.key, givenKey);
  return {
    url: serverAddress(names.url, set(env[names.url]) ?? usual.url, key),
    model: set(env[names.model]) ?? usual.model,
    key,
  };
}

function isYes(word: (typeof yesOrNo)[number]): boolean {
  return word === 'true' || word === '1';
}

function choice<T extends string>(name: string, value: string | undefined, allowed: readonly T[], fallback: T): T {
  const given = set(value)?.toLowerCase();
  if (given === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === given);
  if (found !== undefined) return found;
  throw new BigMindError('invalid_input', `${name} is "${given}".`, { remedy: `Use one of: ${allowed.join(', ')}.` });
}
