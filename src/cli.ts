/**
 * Composition root of the command `bigmind`: the only place of the program that reads arguments, environment, paths and
 * the clock. If this Node has no sound SQLite, it hands over to the runtime that the extension recorded in
 * `runtime.json`.
 */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { assembleBigMind } from './assemble.ts';
import { lazyEditableFiles } from './capture/mind/editing/lazyEditableFiles.ts';
import { createCitedFiles } from './capture/citedFiles.ts';
import { pastProjectOf, projectFolderOf, projectOf } from './capture/projects/projectIdentity.ts';
import { PatternsInUse } from './capture/redaction/patternsInUse.ts';
import { readOpencodeRecord } from './capture/transcripts/formats/opencode.ts';
import { leave, leaveWhereStuck } from './cli/serve/ending.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from './cli/shared/command.ts';
import { withOptionNames, wrongOption } from './cli/shared/command.ts';
import { remedyInTerminal } from './cli/shared/remedyInTerminal.ts';
import type { RuntimeRecord } from './clients/runtimeFiles.ts';
import type { LaunchingProcess } from './clients/shared/launch.ts';
import { launchFor, recordedEnvironment, variablesFrom } from './clients/shared/launch.ts';
import { windowFrom } from './clients/windowRequest.ts';
import type { EnvironmentSettings } from './environment.ts';
import { conversationFromEnvironment, databaseLogin, settingsFromEnvironment } from './environment.ts';
import { bigMindErrorFrom, sentenceOf } from './memory/shared/errors.ts';
import type { CitedFiles } from './memory/shared/ports.ts';
import type { Caller, ProjectRef } from './memory/shared/identity.ts';
import { remedyText } from './memory/shared/findings.ts';
import { BackupKeeper } from './memory/upkeep/backupKeeper.ts';
import { patternFindings, settingFindings } from './memory/upkeep/doctor.ts';
import { nodeClientHost, nodeHostFacts } from './nodeHostFacts.ts';
import {
  createNodeHistory,
  createNodeOfferGotchas,
  createNodeRefreshEntries,
  nodeBlockParts,
  nodeFileMemory,
  nodeMindFiles,
  openEditableFiles,
  readNodeReminders,
  refreshNodeBlocks,
} from './nodeMindFiles.ts';
import { createNodePorts } from './nodePorts.ts';
import { providersFrom } from './search/embedding/servers/providersFrom.ts';
import { indexText } from './search/query/words.ts';
import { OutboxFolder } from './remote/outboxFolder.ts';
import { serverFolder } from './remote/serverFolder.ts';
import { serverUsedSince } from './remote/serverUse.ts';
import { openPostgresStore } from './store/postgres/openPostgresStore.ts';
import { createServerAdmin } from './store/postgres/serverAdmin.ts';
import { createServerBackups } from './store/postgres/serverBackups.ts';
import { openBackups } from './store/sqlite/openBackups.ts';
import { createPlaceProbe } from './store/sqlite/engine/file/diskProbe.ts';
import { isSoundVersion } from './store/sqlite/engine/native/nativeSupport.ts';
import { createOpenForeign } from './store/sqlite/foreign/openForeign.ts';
import { createAuditFiles } from './store/sqlite/governance/auditFiles.ts';
import type { OpenSqliteOptions } from './store/sqlite/openFiles.ts';
import { silenceMinuteLimits } from './memory/shared/settingLimits.ts';
import { openSqliteStore } from './store/sqlite/openSqliteStore.ts';
import { fileFindings } from './store/sqlite/upkeep/fileFindings.ts';
import { surroundings } from './surroundings.ts';
import { afterSystemTime } from './systemTimers.ts';

const version = process.env['BIGMIND_VERSION'] ?? 'development';

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'hook' && !asksForHelp(rest)) return runHook(args, rest);
  if (name === 'mcp' && !asksForHelp(rest)) return runServer(args, rest);
  // A hook loads only what it needs, because a chat waits for it.
  const { commands, helpText, usageText } = await import('./cli/commands.ts');
  const asked = name === 'help' ? rest[0] : undefined;
  if (asked !== undefined && !asked.startsWith('-')) return helpWith(asked, commands, usageText);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    write(process.stdout, helpText(version));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === 'version') {
    write(process.stdout, version);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined || asksForHelp(rest)) return helpWith(name, commands, usageText);
  return (
    (await handedOver(args)) ?? runCommand(command, rest, name === 'migrate' ? withoutServer(process.env) : process.env)
  );
}

/** A transfer names both of its stores, whichever of them the environment opens. */
function withoutServer({ BIGMIND_DB_URL: _url, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env['BIGMIND_MODE']?.trim().toLowerCase() === 'enterprise' ? { ...env, BIGMIND_MODE: '' } : env;
}

/** Loads nothing for the other commands, because some clients wait only a second for the list of tools. */
async function runServer(args: string[], rest: string[]): Promise<number> {
  const { mcpCommand } = await import('./cli/serve/mcpCommand.ts');
  return (await handedOver(args)) ?? runCommand(mcpCommand, rest);
}

async function helpWith(
  name: string,
  commands: readonly Command[],
  usageText: (command: Command) => string,
): Promise<ExitCode> {
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const { editsBetween } = await import('./memory/governance/similarProjects.ts');
    const similar = commands.find((known) => editsBetween(known.name, name) <= 2);
    const guess = similar === undefined ? '' : ` Did you mean "${similar.name}"?`;
    write(process.stderr, `bigmind: unknown command "${name}".${guess} Run "bigmind help" for the list.`);
    return 2;
  }
  write(process.stdout, usageText(command));
  return 0;
}

/** Arguments after `--` are text. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}

/**
 * If this Node's SQLite is not sound and no engine was chosen, another runtime may have a better one. Undefined if this
 * process has to run the command itself.
 */
async function handedOver(args: string[], patience?: number): Promise<number | undefined> {
  if (isSoundVersion(process.versions['sqlite'] ?? '0')) return undefined;
  const { engine, home } = settingsFromEnvironment(process.env, nodeHostFacts());
  if (engine !== 'auto') return undefined;
  const { handOver } = await import('./cli/serve/handOver.ts');
  return handOver(home, { execPath: process.execPath, programFile: __filename, env: process.env }, args, patience);
}

/** Milliseconds after which a hook exits, whatever is still running. */
const hookPatience = 2_000;

/** Never fails and never takes longer than `hookPatience`, because a chat waits for it. */
async function runHook(args: string[], rest: string[]): Promise<never> {
  // An uncaught error must neither fail nor delay the hook.
  const { outliveDefects } = await import('./cli/serve/defects.ts');
  outliveDefects((text) => write(process.stderr, text));
  const run = async (): Promise<void> => {
    await homeAnswers(settingsFromEnvironment(process.env, nodeHostFacts()), hookPatience - 200);
    const { hookCommand } = await import('./cli/hook/hookCommand.ts');
    if ((await handedOver(args, hookPatience - 200)) === undefined)
      await runCommand(hookCommand, rest, hookEnvironment());
  };
  await Promise.race([run(), setTimeout(hookPatience)]).catch((thrown: unknown) => {
    write(process.stderr, `bigmind: ${sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)}`);
  });
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done));
  return leave(0);
}

/**
 * Checks that the home folder responds. Its small files are read synchronously, which would block forever on a share
 * whose server is gone.
 */
async function homeAnswers({ home }: EnvironmentSettings, patienceMs?: number): Promise<void> {
  await createPlaceProbe(join(home, 'memory.db'), patienceMs === undefined ? {} : { patienceMs })();
}

/**
 * Includes the user's VS Code settings, which an assistant does not know. No model server is called while a chat waits.
 */
function hookEnvironment(): NodeJS.ProcessEnv {
  const { home } = settingsFromEnvironment(process.env, nodeHostFacts());
  return { ...process.env, ...recordedEnvironment(home), BIGMIND_EMBEDDINGS: 'off', BIGMIND_RERANK_URL: '' };
}

async function runCommand(command: Command, args: string[], env = process.env): Promise<ExitCode> {
  const input = parsedInput(command, args);
  if (input === undefined) {
    write(process.stderr, `Usage: bigmind ${command.name} ${command.usage}`);
    return 2;
  }
  try {
    const settings = settingsFromEnvironment(env, nodeHostFacts());
    await homeAnswers(settings);
    const { context, close } =
      command.name === 'hook' ? openContext(await asHook(settings), 'files') : openContext(asServer(command, settings));
    try {
      return await command.run(input, context);
    } finally {
      await close();
    }
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    const misused = wrongOption(error, input);
    const shown = misused ?? withOptionNames(error, command);
    const { code, message, remedy: coded } = shown;
    const remedy = coded === undefined ? null : remedyText(coded, remedyInTerminal);
    write(process.stderr, `bigmind: ${sentenceOf(shown, remedyInTerminal)}`);
    if (input.values['json'] === true) write(process.stdout, JSON.stringify({ error: { code, message, remedy } }));
    return misused === undefined ? 1 : 2;
  }
}

/**
 * No one reads a hook's output, so the doctor reports a wrong setting. With a team's server, a hook records for it: what
 * it notes about chats is apart from the user's own memory, and their messages wait in the outbox.
 */
async function asHook(settings: EnvironmentSettings): Promise<EnvironmentSettings> {
  const { home, serverUrl, memory } = settings;
  if (serverUrl === undefined) return { ...settings, warnings: [] };
  const { folder, databaseFile, outbox } = serverFolder(home, serverUrl);
  const ports = createNodePorts();
  // Noted at the first event, before anything is said.
  const since = await serverUsedSince(folder, ports.clock.now());
  return {
    ...settings,
    warnings: [],
    mode: 'personal',
    ...{ databaseFile, databaseUrl: undefined },
    memory: { ...memory, outbox: new OutboxFolder(outbox, { ...ports, since: () => Promise.resolve(since) }) },
  };
}

/** A server registers its instance in a shared store. A command that ends at once does not: it comes from one. */
function asServer({ name }: Command, settings: EnvironmentSettings): EnvironmentSettings {
  const { memory, instance } = settings;
  return ['mcp', 'serve'].includes(name) ? { ...settings, memory: { ...memory, instance } } : settings;
}

/** Undefined, after printing the reason, if the arguments do not fit the command. */
function parsedInput(command: Command, args: string[]): CommandInput | undefined {
  try {
    const options = { ...command.options, json: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: true });
    if (positionals.length >= command.takes.min && positionals.length <= command.takes.max) {
      return { positionals, values };
    }
    const trouble = positionals.length < command.takes.min ? 'needs more arguments' : 'has too many arguments';
    write(process.stderr, `bigmind: "${command.name}" ${trouble}.`);
  } catch (thrown) {
    // For an unknown option, Node adds how to pass it as an argument, which is longer than the usage.
    const [what = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('. To specify');
    const sentence = what.replace(/^Unknown/u, 'unknown').replaceAll("'", '"');
    write(process.stderr, `bigmind: ${sentence.replace(/\.?$/u, '.')}`);
  }
  return undefined;
}

/** `refreshed` is as in `createNodeRefreshEntries`. */
function openContext(
  settings: EnvironmentSettings,
  refreshed?: 'files',
): { context: CommandContext; close: () => Promise<void> } {
  const ports = createNodePorts();
  const note = (text: string): void => write(process.stderr, text);
  for (const warning of settings.warnings) note(`bigmind: ${warning}`);
  const patterns = new PatternsInUse({ home: settings.home, fixed: settings.redactionPatterns }, note).start();
  const storeOptions: OpenSqliteOptions = {
    file: settings.databaseFile,
    engine: settings.engine,
    hash: ports.hash,
    newId: ports.newId,
    now: () => ports.clock.now(),
    indexText,
    loadWasm: () => readFile(join(__dirname, 'sql-wasm.wasm')),
    notice: note,
    audit: settings.audit,
  };
  const { databaseUrl: url } = settings;
  const backups =
    url === undefined ? openBackups({ ...storeOptions, policy: settings.backups }) : createServerBackups();
  const store =
    url === undefined
      ? openSqliteStore({ ...storeOptions, knownDamage: () => backups.knownDamage() })
      : openPostgresStore({ ...storeOptions, ...databaseLogin(settings), url });
  const backupKeeper = new BackupKeeper({
    backups,
    changes: store.changes,
    erasureCleanup: store.erasureCleanup,
    now: () => ports.clock.now().getTime(),
    after: afterSystemTime,
    note,
  });
  const models = providersFrom(settings.providers);
  const bigmind = assembleBigMind(store, ports, settings.mode, {
    ...settings.memory,
    // Rows of a server stay there: one user's computer is no place for the rows of others.
    audit: { after: afterSystemTime, ...(url === undefined && { files: createAuditFiles(settings.databaseFile) }) },
    models: { ...models, after: afterSystemTime },
    loadWordVectors: () => readFile(join(__dirname, 'word-vectors.bin')),
    refreshEntries: createNodeRefreshEntries(store.entries, ports, refreshed),
    readReminders: readNodeReminders,
    history: createNodeHistory(store.entries, ports),
  });
  const projectIn = (folder: string): ProjectRef | undefined => projectOf(folder, homedir());
  const project = (): ProjectRef | undefined => projectIn(process.cwd());
  const filesOf = (folder: string): CitedFiles | undefined =>
    projectIn(folder) === undefined ? undefined : createCitedFiles(projectFolderOf(folder, homedir()), folder);
  let caller: Promise<Caller> | undefined;
  const context: CommandContext = {
    memory: bigmind.memory,
    search: bigmind.search,
    ...(models.embedding !== undefined && { embedding: models.embedding }),
    ...(bigmind.embedder !== undefined && { embedder: bigmind.embedder }),
    backups: () => backups,
    transfer: async (places) => {
      const { openTransfer } = await import('./store/transfer/openTransfer.ts');
      return openTransfer({ ...storeOptions, ...databaseLogin(settings), ...places });
    },
    backupKeeper,
    settings,
    actFor: (username, work) => store.actFor(username, work),
    ...(url !== undefined && { serverAdmin: createServerAdmin({ url, hash: ports.hash, now: storeOptions.now }) }),
    version,
    webviewFolder: join(__dirname, 'webview'),
    project,
    projectOf: projectIn,
    projectFolderOf: (folder) => projectFolderOf(folder, homedir()),
    mindFiles: nodeMindFiles,
    fileMemory: nodeFileMemory(ports, settings.memory.silenceMinutes ?? silenceMinuteLimits.default),
    editableFiles: lazyEditableFiles(homedir(), () => openEditableFiles(ports)),
    offerGotchas: createNodeOfferGotchas(ports, bigmind.memory.fileEntries),
    blockParts: nodeBlockParts,
    refreshBlocks: (folder) => refreshNodeBlocks(projectFolderOf(folder, homedir())),
    filesOf,
    pastProjectOf: (folder) => pastProjectOf(folder, homedir()),
    openForeign: (file, format) => createOpenForeign(readOpencodeRecord)(file, format),
    newId: ports.newId,
    conversationOf: (client) => conversationFromEnvironment(process.env, client),
    window: windowFrom(process.env),
    wasHandedOver: process.env['BIGMIND_HANDED_OVER'] !== undefined,
    caller: () =>
      (caller ??= bigmind.memory.identities.resolve({
        username: settings.username,
        agent: { name: 'bigmind', version },
        project: project(),
        files: filesOf(process.cwd()),
        conversationId: null,
        // Programs call this too. A terminal at both ends is the best available sign of a person.
        ...(process.stdin.isTTY && process.stdout.isTTY && { origin: 'person' as const }),
      })),
    host: nodeClientHost(),
    launch: () => launchFor(settings.home, thisProcess()),
    runtime: thisRuntime,
    hookScriptFolder: join(__dirname, '..', 'agent', 'plugin', 'hooks'),
    now: () => ports.clock.now(),
    surroundings: async () => [
      ...(await surroundings(settings, version)),
      ...settingFindings(settings.warnings),
      ...patternFindings(patterns.refused),
      ...(url === undefined ? await fileFindings(settings, backups) : await backups.findings()),
    ],
    out: (text) => write(process.stdout, text),
    note,
  };
  const close = (): Promise<void> => {
    patterns.close();
    backupKeeper.close();
    return bigmind.close();
  };
  return { context, close };
}

function thisProcess(): LaunchingProcess {
  const electronRunAsNode = process.versions['electron'] !== undefined;
  return { execPath: process.execPath, electronRunAsNode, programFile: __filename, env: process.env };
}

function thisRuntime(): RuntimeRecord {
  const { execPath, electronRunAsNode, programFile } = thisProcess();
  const { node, sqlite = null } = process.versions;
  // Hooks derive the folder from the location of their script and take the rest from here, so that they and the servers
  // share one store.
  const { BIGMIND_HOME: _home, ...env } = variablesFrom(process.env);
  return { execPath, electronRunAsNode, nodeVersion: node, sqliteVersion: sqlite, cli: programFile, env };
}

function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}

// The reader of our output may stop early, as `head` does; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// If no one reads stderr, there is no one to report that to.
process.stderr.on('error', () => undefined);

// Node has already read it. The processes that we start are other programs, and would store their compiled code in its
// folder.
Reflect.deleteProperty(process.env, 'NODE_COMPILE_CACHE');

void main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
    leaveWhereStuck();
  },
  (thrown: unknown) => {
    write(process.stderr, `bigmind: ${sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)}`);
    process.exitCode = 1;
  },
);
