/**
 * Composition root of the command `bigmind`: the only place of the program that reads arguments, environment, paths and
 * the clock. If this Node has no sound SQLite, it hands over to the runtime that the extension recorded in
 * `runtime.json`.
 */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hookTimeoutMs, timeLeft } from './cli/hook/hookTime.ts';
import { leave, exitIfStuck } from './cli/serve/ending.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from './cli/shared/command.ts';
import { wrongOption } from './cli/shared/command.ts';
import { remedyInTerminal } from './cli/shared/remedyInTerminal.ts';
import { asksForHelp } from './cli/shared/asksForHelp.ts';
import { hasJsonLog, jsonNote } from './cli/shared/noteLine.ts';
import { recordedEnvironment } from './clients/shared/launch.ts';
import { isLearning } from './distill/settings/learnSettings.ts';
import type { EnvironmentSettings } from './environment.ts';
import { settingsFromEnvironment } from './environment.ts';
import { bigMindErrorFrom, sentenceOf } from './memory/shared/errors.ts';
import { remedyText } from './memory/shared/findings.ts';
import { visible } from './memory/trust/quoting.ts';
import { nodeHostFacts } from './nodeHostFacts.ts';
import { createNodePorts } from './nodePorts.ts';
import { OutboxFolder } from './remote/outboxFolder.ts';
import { serverFolder } from './remote/serverFolder.ts';
import { serverUsedSince } from './remote/serverUse.ts';
import { createPlaceProbe } from './store/sqlite/engine/file/diskProbe.ts';
import { isSoundVersion } from './store/sqlite/engine/native/nativeSupport.ts';
import { systemClock } from './systemTime.ts';
import { openContext, write } from './cliContext.ts';

const version = process.env['BIGMIND_VERSION'] ?? 'development';
const logsJson = hasJsonLog(process.argv.slice(2));
const note = (text: string): void =>
  write(process.stderr, logsJson ? jsonNote(text, systemClock.now()) : visible(text));
const program = { version, file: __filename, note };

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'hook' && !asksForHelp(rest)) return isLearning(process.env) ? passOver() : runHook(args, rest);
  if (name === 'mcp' && !asksForHelp(rest)) return runServer(args, rest);
  // A hook loads only what it needs, because a chat waits for it.
  const { commands } = await import('./cli/commands.ts');
  if (name === '--version' || name === 'version') return showVersion(rest);
  const { helpFor } = await import('./cli/help/helpFor.ts');
  const help = helpFor(args, commands, version);
  if (help !== undefined) {
    write(help.isError ? process.stderr : process.stdout, help.text);
    return help.code;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) return 2;
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

/** With `--json`, also what a report of a problem needs, without any path. */
async function showVersion(args: readonly string[]): Promise<ExitCode> {
  if (!args.includes('--json')) {
    write(process.stdout, version);
    return 0;
  }
  const { latestVersion } = await import('./store/sqlite/schema/migrations/migrations.ts');
  const { installKindOf } = await import('./clients/shared/installation.ts');
  const { node, sqlite = null } = process.versions;
  const about = {
    version,
    schema_version: latestVersion,
    node,
    sqlite,
    platform: process.platform,
    arch: process.arch,
  };
  write(process.stdout, JSON.stringify({ ...about, install: installKindOf(__filename) }));
  return 0;
}

/**
 * If this Node's SQLite is not sound and no engine was chosen, another runtime may have a better one. Undefined if this
 * process has to run the command itself.
 */
async function handedOver(args: string[], timeoutMs?: number): Promise<number | undefined> {
  if (isSoundVersion(process.versions['sqlite'] ?? '0')) return undefined;
  const { engine, home } = settingsFromEnvironment(process.env, nodeHostFacts());
  if (engine !== 'auto') return undefined;
  const { handOver } = await import('./cli/serve/handOver.ts');
  return handOver(home, { execPath: process.execPath, programFile: __filename, env: process.env }, args, timeoutMs);
}

/** A hook of a coding agent that learns for BigMind. Some clients take input that nobody reads for a failure. */
async function passOver(): Promise<number> {
  const read = (async () => {
    for await (const _piece of process.stdin);
  })();
  await Promise.race([read, setTimeout(hookTimeoutMs, undefined, { ref: false })]);
  return leave(0);
}

/** Never fails and never takes longer than `hookTimeoutMs`, because a chat waits for it. */
async function runHook(args: string[], rest: string[]): Promise<never> {
  // An uncaught error must neither fail nor delay the hook.
  const { outliveDefects } = await import('./cli/serve/defects.ts');
  outliveDefects(note);
  const run = async (): Promise<void> => {
    await homeAnswers(settingsFromEnvironment(process.env, nodeHostFacts()), hookTimeoutMs - 200);
    const { hookCommand } = await import('./cli/hook/hookCommand.ts');
    if ((await handedOver(args, hookTimeoutMs - 200)) === undefined)
      await runCommand(hookCommand, rest, hookEnvironment(process.env));
  };
  await Promise.race([run(), setTimeout(timeLeft(hookTimeoutMs, performance.now()))]).catch((thrown: unknown) => {
    note(`bigmind: ${sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)}`);
  });
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done));
  return leave(0);
}

/**
 * Checks that the home folder responds. Its small files are read synchronously, which would block forever on a share
 * whose server is gone.
 */
async function homeAnswers({ home }: EnvironmentSettings, timeoutMs?: number): Promise<void> {
  await createPlaceProbe(join(home, 'memory.db'), timeoutMs === undefined ? {} : { timeoutMs })();
}

/**
 * Includes the user's VS Code settings, which an assistant does not know. No model server is called while a chat waits.
 */
function hookEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { home } = settingsFromEnvironment(env, nodeHostFacts());
  return { ...env, ...recordedEnvironment(home), BIGMIND_EMBEDDINGS: 'off', BIGMIND_RERANK_URL: '' };
}

/** What a hook and a server must have in common, because it decides the store, its user, or holds for the whole process. */
const sharedSettings = [
  'home',
  'databaseFile',
  'databaseUrl',
  'serverUrl',
  'workspace',
  'username',
  'mode',
  'engine',
  'redactionPatterns',
] as const satisfies readonly (keyof EnvironmentSettings)[];

/** Hooks with these settings are answered by this process, each with a store that it opens as the hook would. */
function hooksFor(own: EnvironmentSettings): NonNullable<CommandContext['hooks']> {
  return {
    cli: __filename,
    settingsFor: (env) => {
      if (isLearning(env)) return undefined;
      // The record in another home folder is not read: its disk may not respond, and a chat waits for this process.
      if (settingsFromEnvironment(env, nodeHostFacts()).home !== own.home) return undefined;
      const settings = settingsFromEnvironment(hookEnvironment(env), nodeHostFacts());
      return sharedSettings.every((name) => settings[name] === own[name]) ? settings : undefined;
    },
    open: async (settings) =>
      openContext(await asHook(settings), { ...program, note: (text) => noteInHooksLog(own.home, text) }, 'none'),
  };
}

/** As the scripts that run hooks do with standard error. */
function noteInHooksLog(home: string, text: string): void {
  appendFile(join(home, 'hooks.log'), `${visible(text)}\n`).catch(() => note(text));
}

async function runCommand(command: Command, args: string[], env = process.env): Promise<ExitCode> {
  const input = parsedInput(command, args);
  if (typeof input === 'string') {
    const usage = `Usage: bigmind ${command.name} ${command.usage}`.trim();
    note(`bigmind: ${input}\n${usage}`);
    if (args.includes('--json'))
      write(process.stdout, JSON.stringify({ error: { code: 'invalid_input', message: input, remedy: usage } }));
    return 2;
  }
  try {
    const settings = settingsFromEnvironment(env, nodeHostFacts());
    await homeAnswers(settings);
    const { context, close } =
      command.name === 'hook'
        ? openContext(await asHook(settings), program, 'none')
        : openContext(asServer(command, settings, input), program);
    try {
      return await command.run(input, command.name === 'mcp' ? { ...context, hooks: hooksFor(settings) } : context);
    } finally {
      await close();
    }
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    const misused = wrongOption(error, input, command);
    const shown = misused ?? error;
    const { code, message, remedy: coded } = shown;
    const remedy = coded === undefined ? null : remedyText(coded, remedyInTerminal);
    note(`bigmind: ${sentenceOf(shown, remedyInTerminal)}`);
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

/**
 * A server registers its instance in a shared store. A command that ends at once does not: it comes from one. The server
 * of a team acts for the callers with its tokens, and for nobody else.
 */
function asServer({ name }: Command, settings: EnvironmentSettings, { values }: CommandInput): EnvironmentSettings {
  if (!['mcp', 'serve'].includes(name)) return settings;
  const server = { ...settings, memory: { ...settings.memory, instance: settings.instance } };
  return name === 'serve' && values['host'] !== undefined ? { ...server, actsFor: 'callers' } : server;
}

/** Or why the arguments do not fit the command. */
function parsedInput(command: Command, args: string[]): CommandInput | string {
  try {
    const options = { ...command.options, json: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: true });
    if (positionals.length >= command.takes.min && positionals.length <= command.takes.max) {
      return { positionals, values };
    }
    const trouble = positionals.length < command.takes.min ? 'needs more arguments' : 'has too many arguments';
    return `"${command.name}" ${trouble}.`;
  } catch (thrown) {
    // For an unknown option, Node adds how to pass it as an argument, which is longer than the usage.
    const [what = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('. To specify');
    const sentence = what.replace(/^Unknown/u, 'unknown').replaceAll("'", '"');
    return sentence.replace(/\.?$/u, '.');
  }
}

// The reader of our output may stop early, as `head` does; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// If no one reads stderr, there is no one to report that to.
process.stderr.on('error', () => undefined);
// In place of Node's listener, which prints warnings as text.
if (logsJson) process.removeAllListeners('warning').on('warning', ({ name, message }) => note(`${name}: ${message}`));

// Node has already read it. The processes that we start are other programs, and would store their compiled code in its
// folder.
Reflect.deleteProperty(process.env, 'NODE_COMPILE_CACHE');

void main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
    exitIfStuck();
  },
  (thrown: unknown) => {
    note(`bigmind: ${sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)}`);
    process.exitCode = 1;
  },
);
