/**
 * Every setting, once: its names in VS Code and in the environment, its values, and the programs that receive it. All
 * code reads a setting through its row here. The block in package.json and docs/settings.md are generated from the rows
 * (`test/architecture/settings.test.ts`). A new setting is a row, its place in `settingGroups.ts` beside that test, and
 * its text, `setting.NAME` in package.nls*.json.
 */
import { learnChoices } from './distill/settings/learnSettings.ts';
import { defaultToolsets, toolsetNames } from './mcp/shared/toolsetNames.ts';
import {
  archiveDayLimits,
  auditDayLimits,
  backupCountLimits,
  backupDayLimits,
  contextTokenLimits,
  densityLimits,
  fadingDayLimits,
  handOffDayLimits,
  learnTokenLimits,
  silenceMinuteLimits,
  sleepBackstopLimits,
  sleepIdleLimits,
  sleepTokenLimits,
} from './memory/shared/settingLimits.ts';
import type { Limits } from './memory/shared/settingLimits.ts';
import { auditSettings, modes } from './memory/shared/vocabulary.ts';
import { embeddingChoices } from './search/embedding/servers/providerSettings.ts';

const engineChoices = ['auto', 'native', 'wasm'] as const;
export type EngineChoice = (typeof engineChoices)[number];

export interface Setting<T = unknown> extends Values<T> {
  /** The name in VS Code, after `bigmind.`; absent if only the environment sets it. */
  name?: string;
  /** The environment variable; absent if it only concerns VS Code. */
  variable?: string;
  /** Who may set it in VS Code; if absent, a workspace may too, as is VS Code's default. */
  scope?: 'application' | 'machine' | 'window';
  /** Ignored in an untrusted workspace. */
  isRestricted?: true;
  /** VS Code writes it to a file in BigMind's folder, which programs read, instead of passing a variable. */
  isKeptInFile?: true;
  /** May contain a password or a key, so it is never written to other programs' files. */
  isSecret?: true;
  /**
   * An invalid value gives a warning, and the default applies, because a typo must not leave a chat without its
   * context.
   */
  hasFallback?: true;
  /** For the documentation, if VS Code shows no text. */
  about?: string;
}

/** The allowed values of a setting. */
interface Values<T> {
  /** JSON Schema, for package.json. The default is what VS Code shows, and means that the environment decides. */
  schema: { type: string; default: unknown; enum?: readonly string[]; [keyword: string]: unknown };
  /** The value of a variable's trimmed, non-empty text; undefined if it is invalid. */
  parse: (text: string) => T | undefined;
  /** Completes "Use … ." for an invalid value. */
  allowed: string;
}

/** The default also applies if the environment sets nothing. */
export interface WithDefault<T> {
  schema: { default: T };
}

export const settingsTable = {
  home: inEnvironment(
    'BIGMIND_HOME',
    text(),
    'The folder of all files of BigMind; a full path, or one that starts with `~`. `~/.mcp/bigmind` by default.',
  ),
  mcpEnabled: { ...yesOrNo(true), name: 'mcp.enabled', isRestricted: true },
  instructionsEnabled: { ...yesOrNo(true), name: 'instructions.enabled', isRestricted: true },
  captureEnabled: { ...yesOrNo(false), name: 'capture.enabled', scope: 'application' },
  storagePath: onMachine('storage.path', 'BIGMIND_DB_PATH', text()),
  engine: onMachine('storage.engine', 'BIGMIND_ENGINE', oneOf(engineChoices, 'auto')),
  user: onMachine('user', 'BIGMIND_USER', text()),
  mode: onMachine('mode', 'BIGMIND_MODE', oneOf(modes)),
  instanceName: onMachine('instance.name', 'BIGMIND_INSTANCE', text()),
  instanceUrl: onMachine('instance.url', 'BIGMIND_INSTANCE_URL', text()),
  serverUrl: {
    ...onMachine('server.url', 'BIGMIND_SERVER_URL', text()),
    isRestricted: true,
  },
  toolsets: {
    ...text(),
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(toolsetNames.map((name) => [name, { type: 'boolean', default: isDefault(name) }])),
      default: Object.fromEntries(toolsetNames.map((name) => [name, isDefault(name)])),
    },
    name: 'toolsets',
    variable: 'BIGMIND_TOOLSETS',
    scope: 'application',
    isKeptInFile: true,
  },
  redactionPatterns: {
    ...onMachine('redaction.patterns', 'BIGMIND_REDACTION_PATTERNS', text()),
    schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 500 }, maxItems: 100, default: [] },
    isRestricted: true,
    isKeptInFile: true,
    isSecret: true,
  },
  embeddings: onMachine('embeddings.provider', 'BIGMIND_EMBEDDINGS', oneOf(embeddingChoices)),
  embeddingsUrl: onMachine('embeddings.url', 'BIGMIND_EMBEDDINGS_URL', text()),
  embeddingsModel: onMachine('embeddings.model', 'BIGMIND_EMBEDDINGS_MODEL', text()),
  embeddingsKey: secret(
    'BIGMIND_EMBEDDINGS_KEY',
    'The key of the embedding server, if it wants one. In VS Code, use "BigMind: Manage Memory... > Set Model Server Key...".',
  ),
  rerankUrl: onMachine('rerank.url', 'BIGMIND_RERANK_URL', text()),
  rerankModel: onMachine('rerank.model', 'BIGMIND_RERANK_MODEL', text()),
  rerankKey: secret(
    'BIGMIND_RERANK_KEY',
    'The key of the reranking server, if it wants one. In VS Code, use "BigMind: Manage Memory... > Set Model Server Key...".',
  ),
  contextTokens: {
    ...onMachine('context.tokens', 'BIGMIND_CONTEXT_TOKENS', wholeNumber(contextTokenLimits, 'tokens')),
    hasFallback: true,
  },
  offersEnabled: { ...onMachine('offers.enabled', 'BIGMIND_OFFERS', yesOrNo(true)), hasFallback: true },
  silenceMinutes: onMachine(
    'sessions.silenceMinutes',
    'BIGMIND_SILENCE_MINUTES',
    wholeNumber(silenceMinuteLimits, 'minutes'),
  ),
  handOffDays: onMachine(
    'handOff.days',
    'BIGMIND_HAND_OFF_DAYS',
    wholeNumber(handOffDayLimits, 'days', 'to keep none'),
  ),
  fadingDays: onMachine(
    'fading.days',
    'BIGMIND_FADING_DAYS',
    wholeNumber(fadingDayLimits, 'days', 'to let nothing fade'),
  ),
  archiveDays: onMachine(
    'archive.keepDays',
    'BIGMIND_ARCHIVE_DAYS',
    wholeNumber(archiveDayLimits, 'days', 'to keep everything'),
  ),
  backupCount: onMachine('backups.count', 'BIGMIND_BACKUP_COUNT', wholeNumber(backupCountLimits, 'backups')),
  backupDays: onMachine(
    'backups.keepDays',
    'BIGMIND_BACKUP_DAYS',
    wholeNumber(backupDayLimits, 'days', 'to make no daily backups'),
  ),
  learn: {
    ...onMachine('learn.with', 'BIGMIND_LEARN', oneOf(learnChoices)),
    isRestricted: true,
    hasFallback: true,
  },
  learnCommand: { ...onMachine('learn.command', 'BIGMIND_LEARN_COMMAND', text()), isRestricted: true },
  learnModel: { ...onMachine('learn.modelName', 'BIGMIND_LEARN_MODEL', text()), isRestricted: true },
  learnUrl: { ...onMachine('learn.url', 'BIGMIND_LEARN_URL', text()), isRestricted: true },
  learnTokens: {
    ...onMachine(
      'learn.dailyTokens',
      'BIGMIND_LEARN_DAILY_TOKENS',
      wholeNumber(learnTokenLimits, 'tokens', 'to learn nothing'),
    ),
    isRestricted: true,
    hasFallback: true,
  },
  learnAsk: {
    ...onMachine('learn.askAssistant', 'BIGMIND_LEARN_ASK', yesOrNo(false)),
    isRestricted: true,
    hasFallback: true,
  },
  learnHistories: {
    ...onMachine('learn.everyHistory', 'BIGMIND_LEARN_HISTORY', yesOrNo(false)),
    isRestricted: true,
    hasFallback: true,
  },
  learnKey: secret(
    'BIGMIND_LEARN_KEY',
    'The key of the server that learns, with BIGMIND_LEARN set to `ollama` or `openai`, if it wants one.',
  ),
  sleepIdle: onMachine(
    'sleep.idleMinutes',
    'BIGMIND_SLEEP_IDLE_MINUTES',
    wholeNumber(sleepIdleLimits, 'minutes', 'to turn it off'),
  ),
  sleepBackstop: onMachine(
    'sleep.backstopMinutes',
    'BIGMIND_SLEEP_BACKSTOP_MINUTES',
    wholeNumber(sleepBackstopLimits, 'minutes'),
  ),
  sleepDensity: onMachine('sleep.density', 'BIGMIND_SLEEP_DENSITY', wholeNumber(densityLimits, 'memories')),
  sleepLanguageModel: {
    ...yesOrNo(false),
    name: 'sleep.languageModel',
    scope: 'application',
  },
  sleepTokens: {
    ...wholeNumber(sleepTokenLimits, 'tokens'),
    name: 'sleep.dailyTokens',
    scope: 'application',
  },
  audit: onMachine('audit.level', 'BIGMIND_AUDIT', oneOf(auditSettings)),
  auditDays: onMachine('audit.keepDays', 'BIGMIND_AUDIT_DAYS', wholeNumber(auditDayLimits, 'days')),
  markdownFolder: onMachine('archive.markdownFolder', 'BIGMIND_ARCHIVE_FOLDER', text()),
  userMemoryClaude: { ...yesOrNo(false), name: 'userMemory.claudeCode', scope: 'application' },
  userMemoryPinned: { ...yesOrNo(false), name: 'userMemory.pinnedFacts', scope: 'application' },
  port: inEnvironment(
    'BIGMIND_PORT',
    wholeNumber({ min: 0, max: 65_535, default: 7_700 }, '', 'for any port that is free'),
    'The port of the memory page, 7700 by default; 0 for any that is free.',
  ),
  autoOpen: inEnvironment(
    'BIGMIND_AUTOOPEN',
    yesOrNo(false),
    'Whether the memory page opens automatically when it is served. Off by default.',
  ),
  exportPassphrase: secret(
    'BIGMIND_EXPORT_PASSPHRASE',
    'The passphrase for protected exports and their import, and for the setup of a sync, for programs without a terminal.',
  ),
  agentTokens: secret(
    'AGENT_TOKENS',
    'Tokens of agents for `bigmind serve`, besides those of `bigmind token`: `NAME:TOKEN` or `NAME:sha256:DIGEST`, with commas between them.',
  ),
  personTokens: inEnvironment(
    'BIGMIND_PERSON_TOKENS',
    text(),
    'The names of the tokens of `bigmind serve` that people use in VS Code, with commas between them: their page may approve knowledge. `vscode` by default.',
  ),
  metricsToken: secret(
    'BIGMIND_METRICS_TOKEN',
    'The token that reads `/metrics` of `bigmind serve`, or `sha256:DIGEST`. Without it, nobody reads them.',
  ),
  tracesUrl: secret(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'The address of an OpenTelemetry collector (OTLP over HTTP), to which `bigmind serve` sends traces of requests.',
  ),
  tracesHeaders: secret(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for that collector, such as `authorization=Bearer%20KEY`, with commas between them.',
  ),
  tracesService: secret('OTEL_SERVICE_NAME', 'The name of the server in traces, `bigmind` by default.'),
  databaseUrl: secret(
    'BIGMIND_DB_URL',
    'The address of a PostgreSQL database, with BIGMIND_MODE set to `enterprise`; see [postgresql.md](postgresql.md).',
  ),
  workspace: inEnvironment(
    'BIGMIND_WORKSPACE',
    text(),
    'The workspace in that database, `default` by default. Workspaces see nothing of each other.',
  ),
  databaseKey: secret(
    'BIGMIND_DB_KEY',
    'The key with which `bigmind serve` proves to that database for whom it acts; see [postgresql-security.md](postgresql-security.md).',
  ),
} as const satisfies Record<string, Setting>;

export const allSettings: readonly Setting[] = Object.values(settingsTable);

/** The settings that VS Code passes as variables to the programs that it starts. */
export const settingsPassedAsVariables = allSettings.filter(
  (setting): setting is Setting & { name: string; variable: string } =>
    setting.name !== undefined && setting.variable !== undefined && setting.isKeptInFile === undefined,
);

/** Machine scope, because a workspace must not decide where a memory is stored, whose it is or what happens to it. */
function onMachine<V extends Values<unknown>>(
  name: string,
  variable: string,
  values: V,
): V & { name: string; variable: string; scope: 'machine' } {
  return { ...values, name, variable, scope: 'machine' };
}

function inEnvironment<V extends Values<unknown>>(
  variable: string,
  values: V,
  about: string,
): V & { variable: string; about: string } {
  return { ...values, variable, about };
}

function secret(variable: string, about: string): Values<string> & { variable: string; about: string; isSecret: true } {
  return { ...inEnvironment(variable, text(), about), isSecret: true };
}

function text(): Values<string> {
  return { schema: { type: 'string', default: '' }, parse: (given) => given, allowed: 'a text' };
}

function yesOrNo(defaultValue: boolean): Values<boolean> & WithDefault<boolean> {
  const words = new Map([
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
  ]);
  return {
    schema: { type: 'boolean', default: defaultValue },
    parse: (given) => words.get(given.toLowerCase()),
    allowed: `one of: ${[...words.keys()].join(', ')}`,
  };
}

/** `unset` is the choice in VS Code that leaves the decision to the environment. */
function oneOf<T extends string>(choices: readonly T[], unset: T | '' = ''): Values<T> {
  return {
    schema: { type: 'string', enum: unset === '' ? ['', ...choices] : choices, default: unset },
    parse: (given) => choices.find((choice) => choice === given.toLowerCase()),
    allowed: `one of: ${choices.join(', ')}`,
  };
}

/** `zero` says what 0 means, if it has a special meaning. */
function wholeNumber(
  { min, max, default: defaultValue }: Limits,
  unit: string,
  zero?: string,
): Values<number> & WithDefault<number> {
  const [first, orZero] = zero === undefined ? [min, ''] : [1, `, or 0 ${zero}`];
  return {
    schema: { type: 'integer', minimum: min, maximum: max, default: defaultValue },
    parse: (given) =>
      /^\d{1,7}$/u.test(given) && Number(given) >= min && Number(given) <= max ? Number(given) : undefined,
    allowed: `a whole number${unit === '' ? '' : ` of ${unit}`} from ${first} to ${max}${orZero}`,
  };
}

function isDefault(toolset: (typeof toolsetNames)[number]): boolean {
  return defaultToolsets.includes(toolset);
}
