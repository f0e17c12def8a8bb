/**
 * The settings from the environment, as values. It is separate from `assemble.ts`, so that code that only reads
 * settings, such as the starting extension, loads neither the domain nor the search. The roots pass in the environment
 * and the paths.
 */
import type { LearnSettings } from './distill/settings/learnSettings.ts';
import type { ToolsetName } from './mcp/shared/toolsetNames.ts';
import { toolsetNames, toolsetsFrom } from './mcp/shared/toolsetNames.ts';
import type { MemoryOptions } from './memory/memory.ts';
import type { InstanceSettings } from './memory/people/people.ts';
import { BigMindError } from './memory/shared/errors.ts';
import { defaultWorkspace } from './memory/shared/identity.ts';
import type { AuditSetting, Mode } from './memory/shared/vocabulary.ts';
import type { BackupPolicy } from './memory/upkeep/backupPolicy.ts';
import { checkDatabaseAddress } from './memory/upkeep/databaseAddress.ts';
import { teamServerAddress } from './remote/serverAddress.ts';
import type { ModelServerSettings, ProviderSettings } from './search/embedding/servers/providerSettings.ts';
import { bearerKey, defaultServers, serverAddress } from './search/embedding/servers/providerSettings.ts';
import type { EngineChoice, Setting, WithDefault } from './settingsTable.ts';
import { settingsTable as table } from './settingsTable.ts';

/** The environment variables (see docs/settings.md) as values. */
export interface EnvironmentSettings {
  /** The folder of all BigMind files, `~/.mcp/bigmind` by default. */
  home: string;
  databaseFile: string;
  /** The address of the PostgreSQL database, with its password; undefined if the store is a file. */
  databaseUrl: string | undefined;
  /** The address of a team's server that the extension and the hooks use instead of the store; undefined for none. */
  serverUrl: string | undefined;
  /** The workspace in that database. */
  workspace: string;
  /** Proves to that database for whom this process acts; undefined if its login does. */
  databaseKey: Uint8Array | undefined;
  /** A server is always a team's. */
  mode: Mode;
  username: string;
  /** The process has a person apart from its callers, `username`, unless it is the server of a team. */
  actsFor?: 'callers';
  /** Where this process runs, as the directory of a shared store shows it. */
  instance: InstanceSettings;
  engine: EngineChoice;
  /** The port of the memory page, 1 to 65535; 0 means any free port. */
  port: number;
  /** Whether the memory page opens in the browser automatically. */
  autoOpen: boolean;
  /** The toolsets that every server offers; undefined if the variable is not set. */
  toolsets: readonly ToolsetName[] | undefined;
  /** The model servers that search may use; none by default. */
  providers: ProviderSettings;
  /** The language model that learns from recordings, and how much it may use. */
  learn: LearnSettings;
  /** The user's redaction patterns, as written; undefined if the variable is not set. */
  redactionPatterns: string | undefined;
  /** Tokens of agents, as written; see `cli/serve/fixedTokens.ts`. */
  agentTokens: string | undefined;
  /** The names of tokens whose page a person uses, in lower case. */
  personTokens: readonly string[];
  metricsToken: string | undefined;
  traces: { url: string | undefined; headers: string | undefined; service: string | undefined };
  /** Options of the memory, such as how long messages are kept. */
  memory: MemoryOptions;
  /** The full path of the Markdown archive that is kept up to date; undefined if there is none. */
  markdownFolder: string | undefined;
  /** When syntheses are written. */
  sleep: { idleMinutes: number; backstopMinutes: number };
  /** Which backups are kept, and whether daily ones are made. */
  backups: BackupPolicy;
  /** The audit level; undefined means the default of the store. */
  audit: AuditSetting | undefined;
  /** Invalid settings that were replaced by their defaults, each as a sentence for the user. */
  warnings: readonly string[];
}

const minKeyBytes = 32;

type Variables = Readonly<Record<string, string | undefined>>;

export interface HostFacts {
  homeFolder: string;
  osUser: string;
  /** The name of the machine, without its domain. */
  hostName: string;
  /** Joins path parts by the host's rules. */
  join: (...parts: string[]) => string;
  /** Whether a path is absolute by the host's rules. */
  isAbsolute: (path: string) => boolean;
}

/** How an error names a setting. */
export type NameOf = (setting: Setting) => string;

/** Reads variables according to the settings table. */
export class SettingsReader {
  /** Invalid values so far that were replaced by their defaults, each as a sentence for the user. */
  readonly warnings: string[] = [];
  readonly nameOf: NameOf;
  readonly #env: Variables;

  constructor(env: Variables, nameOf: NameOf = ({ variable = '' }) => variable) {
    this.#env = env;
    this.nameOf = nameOf;
  }

  /**
   * Undefined if it is not set. Throws for an invalid value; a setting with a fallback gets a warning and undefined
   * instead.
   */
  read<T>(setting: Setting<T>): T | undefined {
    const text = given(this.#env[setting.variable ?? '']);
    if (text === undefined || setting.hasFallback === undefined) return valueOf(setting, this.nameOf(setting), text);
    const value = setting.parse(text);
    if (value === undefined) {
      const used =
        setting.schema.default === '' ? 'It is ignored' : `The default of ${String(setting.schema.default)} is used`;
      const remedy = `Use ${setting.allowed}. ${used}.`;
      this.warnings.push(`${this.nameOf(setting)} is "${text}". ${remedy}`);
    }
    return value;
  }

  readOrDefault<T>(setting: Setting<T> & WithDefault<T>): T {
    return this.read(setting) ?? setting.schema.default;
  }
}

/** The value of a setting; undefined if it is blank. Throws if it is invalid. `name` is its name in the error. */
export function valueOf<T>(setting: Setting<T>, name: string, set: string | undefined): T | undefined {
  const text = given(set);
  if (text === undefined) return undefined;
  const value = setting.parse(text);
  if (value !== undefined) return value;
  throw new BigMindError('invalid_input', `${name} is "${text}".`, {
    remedy: `Use ${setting.allowed}.`,
    details: { field: name },
  });
}

/** Throws for an invalid value of a variable that has no fallback. `nameOf` names the setting in the error. */
export function settingsFromEnvironment(env: Variables, host: HostFacts, nameOf?: NameOf): EnvironmentSettings {
  const reader = new SettingsReader(env, nameOf);
  const databaseUrl = serverAddressIn(env, reader);
  const home = fullPath(reader, table.home, host) ?? host.join(host.homeFolder, '.mcp', 'bigmind');
  return {
    home,
    databaseFile: fullPath(reader, table.storagePath, host) ?? host.join(home, 'memory.db'),
    databaseUrl,
    serverUrl: teamServerIn(reader),
    workspace: reader.read(table.workspace) ?? defaultWorkspace,
    databaseKey: databaseKeyIn(reader),
    mode: databaseUrl === undefined ? (reader.read(table.mode) ?? 'personal') : 'team',
    username: reader.read(table.user) ?? host.osUser,
    instance: instanceFrom(reader, host),
    engine: reader.read(table.engine) ?? 'auto',
    port: reader.readOrDefault(table.port),
    autoOpen: reader.readOrDefault(table.autoOpen),
    toolsets: toolsetList(reader),
    providers: providersFromEnvironment(env, nameOf),
    learn: learnSettingsFrom(reader),
    redactionPatterns: reader.read(table.redactionPatterns),
    agentTokens: reader.read(table.agentTokens),
    personTokens: (reader.read(table.personTokens) ?? 'vscode').split(',').map((name) => name.trim().toLowerCase()),
    metricsToken: reader.read(table.metricsToken),
    traces: {
      url: reader.read(table.tracesUrl),
      headers: reader.read(table.tracesHeaders),
      service: reader.read(table.tracesService),
    },
    audit: reader.read(table.audit),
    markdownFolder: fullPath(reader, table.markdownFolder, host),
    sleep: {
      idleMinutes: reader.readOrDefault(table.sleepIdle),
      backstopMinutes: reader.readOrDefault(table.sleepBackstop),
    },
    backups: { count: reader.readOrDefault(table.backupCount), days: reader.readOrDefault(table.backupDays) },
    memory: memoryOptionsFrom(reader),
    warnings: reader.warnings,
  };
}

function teamServerIn(reader: SettingsReader): string | undefined {
  const url = reader.read(table.serverUrl);
  return url === undefined ? undefined : teamServerAddress(reader.nameOf(table.serverUrl), url);
}

function instanceFrom(reader: SettingsReader, host: HostFacts): InstanceSettings {
  const url = reader.read(table.instanceUrl);
  return {
    name: reader.read(table.instanceName) ?? host.hostName,
    ...(url !== undefined && { url: serverAddress(reader.nameOf(table.instanceUrl), url, undefined) }),
  };
}

/**
 * The mode `enterprise` and the address belong together: a user who names a server believes that their data is on it,
 * so nothing falls back to a file. No error repeats the address.
 */
function serverAddressIn(env: Variables, reader: SettingsReader): string | undefined {
  const url = reader.read(table.databaseUrl);
  const isEnterprise = given(env[table.mode.variable])?.toLowerCase() === 'enterprise';
  const [mode, address] = [reader.nameOf(table.mode), reader.nameOf(table.databaseUrl)];
  if (url === undefined && !isEnterprise) return undefined;
  if (!isEnterprise) {
    throw new BigMindError('invalid_input', `${address} is set, but ${mode} is not "enterprise".`, {
      remedy: `Set BIGMIND_MODE to enterprise to use the database server, or remove ${address} to use a file.`,
    });
  }
  const trouble = url === undefined ? 'is not set' : addressTroubles[checkDatabaseAddress(url)];
  if (url === undefined || trouble !== undefined) {
    throw new BigMindError('invalid_input', `${mode} is "enterprise", but ${address} ${trouble}.`, {
      remedy: `Set ${address} to an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE. Characters such as @, / and # in a password are written as %40, %2F and %23.`,
    });
  }
  return url;
}

const addressTroubles = {
  valid: undefined,
  invalid: 'is not the address of a PostgreSQL database',
  unescaped: 'has a character in the password, or in the user, that must be percent-encoded',
} as const;

/** The error does not repeat the key. */
function databaseKeyIn(reader: SettingsReader): Uint8Array | undefined {
  const set = reader.read(table.databaseKey);
  if (set === undefined) return undefined;
  const key = Buffer.from(set, 'base64url');
  if (key.byteLength >= minKeyBytes && key.toString('base64url') === set) return key;
  const name = reader.nameOf(table.databaseKey);
  throw new BigMindError('invalid_input', `${name} is not a key.`, {
    remedy: `Set ${name} to the key that "bigmind database prepare --new-key" printed.`,
  });
}

/** For whom a process acts in the database, and with which proof. Only a key proves callers. */
export function databaseLogin({
  workspace,
  username,
  databaseKey: identityKey,
  actsFor,
}: Pick<EnvironmentSettings, 'workspace' | 'username' | 'databaseKey' | 'actsFor'>): {
  workspace: string;
  person?: { workspace: string; username: string };
  identityKey?: Uint8Array;
} {
  if (identityKey === undefined) return { workspace, person: { workspace, username } };
  return { workspace, identityKey, ...(actsFor === undefined && { person: { workspace, username } }) };
}

/** Where the memory is, for people; never the address of a server. */
export function locationOf({
  databaseFile,
  databaseUrl,
}: Pick<EnvironmentSettings, 'databaseFile' | 'databaseUrl'>): string {
  return databaseUrl === undefined ? databaseFile : 'PostgreSQL (BIGMIND_DB_URL)';
}

/** Whether what it needs is set is checked where it is used: a program that does not learn must not fail for it. */
export function learnSettingsFrom(reader: SettingsReader): LearnSettings {
  return {
    choice: reader.read(table.learn) ?? 'off',
    command: reader.read(table.learnCommand),
    model: reader.read(table.learnModel),
    url: reader.read(table.learnUrl),
    key: reader.read(table.learnKey),
    dailyTokens: reader.readOrDefault(table.learnTokens),
    asksToSave: reader.readOrDefault(table.learnAsk),
    histories: reader.readOrDefault(table.learnHistories) ? 'all' : 'learned',
  };
}

export function memoryOptionsFrom(reader: SettingsReader): MemoryOptions {
  return {
    silenceMinutes: reader.readOrDefault(table.silenceMinutes),
    handOffDays: reader.readOrDefault(table.handOffDays),
    density: reader.readOrDefault(table.sleepDensity),
    fadingDays: reader.readOrDefault(table.fadingDays),
    archiveDays: reader.readOrDefault(table.archiveDays),
    auditDays: reader.readOrDefault(table.auditDays),
    contextTokens: reader.readOrDefault(table.contextTokens),
    offersEnabled: reader.readOrDefault(table.offersEnabled),
  };
}

function given(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/**
 * Expands `~`; undefined if it is not set. Throws for a relative path, which would mean another store in each working
 * folder.
 */
function fullPath(reader: SettingsReader, setting: Setting<string>, host: HostFacts): string | undefined {
  const set = reader.read(setting);
  const path = set?.replace(/^~(?=$|[\\/])/u, () => host.homeFolder);
  if (path === undefined || host.isAbsolute(path)) return path;
  throw new BigMindError('invalid_input', `${reader.nameOf(setting)} is "${set}", which is not a full path.`, {
    remedy:
      'Use a full path, or one that starts with "~/". A relative path would mean a different location in each folder.',
  });
}

function toolsetList(reader: SettingsReader): readonly ToolsetName[] | undefined {
  const names = reader.read(table.toolsets);
  if (names === undefined) return undefined;
  const parsed = toolsetsFrom(names.split(/[\s,]+/u));
  if ('toolsets' in parsed) return parsed.toolsets;
  throw new BigMindError('invalid_input', `BIGMIND_TOOLSETS names "${parsed.unknown}", which is not a toolset.`, {
    remedy: `Use all, or a list with commas of: ${toolsetNames.join(', ')}.`,
  });
}

/**
 * The chat that this process serves, as its client names it in the environment of the servers that it starts. Claude
 * Code and the Copilot CLI give their hooks the same id. `client` is the client's name for itself: a client that was
 * started in the terminal of another one inherits that one's variable, which does not apply to it. Undefined if none is
 * named.
 */
export function conversationFromEnvironment(env: Variables, client: string): string | undefined {
  const found = chatVariables.find(({ clients }) => clients.test(client));
  const id = found === undefined ? undefined : given(env[found.name]);
  return id !== undefined && /^[\w.:-]{1,200}$/u.test(id) ? id : undefined;
}

/** As seen in Claude Code 2.1.330 and Copilot CLI 1.0.102. */
const chatVariables = [
  { clients: /^claude-code\b/iu, name: 'CLAUDE_CODE_SESSION_ID' },
  { clients: /copilot/iu, name: 'COPILOT_AGENT_SESSION_ID' },
] as const;

/** For callers that need no other settings. Throws as `settingsFromEnvironment` does. */
export function providersFromEnvironment(env: Variables, nameOf?: NameOf): ProviderSettings {
  const reader = new SettingsReader(env, nameOf);
  const embeddings = reader.read(table.embeddings) ?? 'off';
  const [embeddingRows, rerankRows] = [
    { url: table.embeddingsUrl, model: table.embeddingsModel, key: table.embeddingsKey },
    { url: table.rerankUrl, model: table.rerankModel, key: table.rerankKey },
  ];
  const rerankUrl = reader.read(rerankRows.url);
  return {
    embeddings:
      embeddings === 'off'
        ? undefined
        : { provider: embeddings, ...serverIn(reader, embeddingRows, defaultServers[embeddings]) },
    rerank: rerankUrl === undefined ? undefined : serverIn(reader, rerankRows, { url: rerankUrl, model: '' }),
  };
}

/** The keys of the enabled servers, as their variables. */
export function keyVariables({ embeddings, rerank }: ProviderSettings): Record<string, string> {
  return {
    ...(embeddings?.key === undefined ? {} : { [table.embeddingsKey.variable]: embeddings.key }),
    ...(rerank?.key === undefined ? {} : { [table.rerankKey.variable]: rerank.key }),
  };
}

function serverIn(
  reader: SettingsReader,
  rows: Record<'url' | 'model' | 'key', Setting<string>>,
  defaults: Pick<ModelServerSettings, 'url' | 'model'>,
): ModelServerSettings {
  const set = reader.read(rows.key);
  const key = set === undefined ? undefined : bearerKey(reader.nameOf(rows.key), set);
  return {
    url: serverAddress(reader.nameOf(rows.url), reader.read(rows.url) ?? defaults.url, key),
    model: reader.read(rows.model) ?? defaults.model,
    key,
  };
}
