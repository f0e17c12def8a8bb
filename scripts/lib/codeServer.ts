/**
 * A running code-server: on the loopback address, without a password, with separate folders. It neither reads nor
 * changes the data of a user's VS Code.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCodeServer, ensureCodeServer, refuseProposedApis, type CodeServerInstall } from './installCodeServer.ts';
import { end, run, ScriptError, start, type Environment } from './programs.ts';

const startTimeoutSeconds = 60;

export interface CodeServerOptions {
  /** Contains user data, extensions and the log; created if it does not exist. */
  folder: string;
  /** VSIX files to install, or replace, before the start. */
  extensions: readonly string[];
  /** Files of the `User` folder and their JSON; existing files stay unchanged. */
  userFiles?: Readonly<Record<string, unknown>>;
  env?: Environment;
  /** 0, the default, picks any free port. */
  port?: number;
  /** For tests: HOME is a folder inside `folder`, and no question about recording chats appears. */
  isolateHome?: boolean;
  /** For chats, which write into the installation. */
  copyInstall?: boolean;
  /** Whether extensions in the browser's host get no proposed APIs, as in VS Code; only with `copyInstall`. */
  refusesProposedApis?: boolean;
  /** Lets a page start test suites in the extension host. */
  smokeTestDriver?: boolean;
}

export interface CodeServer {
  /** Ends in a slash and has no query. */
  url: string;
  extensionsDir: string;
  userDataDir: string;
  /** The output so far. */
  log(): string;
  stop(): Promise<void>;
}

/** Resolves when the server accepts connections; rejects with the end of its log if it does not. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const install = options.copyInstall ? await copyCodeServer(join(options.folder, 'vs')) : await ensureCodeServer();
  if (options.refusesProposedApis === true) refuseProposedApis(join(options.folder, 'vs'));
  const userDataDir = join(options.folder, 'data');
  const extensionsDir = join(options.folder, 'ext');
  const home = join(options.folder, 'home');
  for (const folder of [join(userDataDir, 'User'), extensionsDir, home]) mkdirSync(folder, { recursive: true });
  writeUserFiles(join(userDataDir, 'User'), userFilesFor(options));

  const env = { ...options.env, ...(options.isolateHome ? { HOME: home } : {}) };
  const folders = ['--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
  const args = [install.entry, '--config', join(options.folder, 'code-server.yaml'), ...folders];
  for (const file of options.extensions) await installExtension(install, args, env, file);

  const socket = join(mkdtempSync(join(tmpdir(), 'bm-s-')), 's.sock');
  const child = start(install.node, [...args, '--session-socket', socket, ...serverFlags(options)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = collectOutput(child);
  try {
    const url = await waitForAddress(child, log);
    return { url, extensionsDir, userDataDir, log, stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

function serverFlags(options: CodeServerOptions): string[] {
  return [
    ...['--bind-addr', `127.0.0.1:${options.port ?? 0}`, '--auth', 'none', '--disable-workspace-trust'],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--ignore-last-opened'],
    ...(options.smokeTestDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
  ];
}

/**
 * Settings of a test's VS Code. The question about recording would cover the tested UI; a test that records overrides
 * this setting. A list closes if a webview that still loads gets the keyboard focus, so lists stay open.
 */
function userFilesFor({ isolateHome, userFiles = {} }: CodeServerOptions): Readonly<Record<string, unknown>> {
  if (isolateHome !== true) return userFiles;
  const { 'settings.json': settings } = userFiles;
  const own = typeof settings === 'object' ? settings : {};
  const ours = { 'bigmind.capture.enabled': false, 'workbench.quickOpen.closeOnFocusLost': false };
  return { ...userFiles, 'settings.json': { ...ours, ...own } };
}

function writeUserFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if (!existsSync(path)) writeFileSync(path, JSON.stringify(content, undefined, 2));
  }
}

async function installExtension(
  install: CodeServerInstall,
  args: readonly string[],
  env: Environment,
  file: string,
): Promise<void> {
  if (!existsSync(file)) throw new ScriptError(`${file} does not exist: run \`npm run package\` first.`);
  let output = '';
  const exitCode = await run(install.node, [...args, '--install-extension', file, '--force'], {
    env,
    timeoutMinutes: 2,
    onOutput: (text) => (output += text),
  });
  if (exitCode !== 0) throw new ScriptError(`VS Code refuses ${file}:\n${output}`);
}

function collectOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return () => output;
}

/** With port 0 the system chooses, so only the server's output has the address, once it listens. */
async function waitForAddress(child: ChildProcess, log: () => string): Promise<string> {
  const deadline = Date.now() + startTimeoutSeconds * 1000;
  while (Date.now() < deadline && child.exitCode === null) {
    const address = /HTTP server listening on (http:\/\/[\d.]+:\d+)/.exec(log())?.[1];
    if (address) return `${address}/`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (log().includes('EADDRINUSE')) throw new ScriptError('The port is taken by another program: choose another one.');
  throw new ScriptError(`code-server did not start within ${startTimeoutSeconds} s:\n${log().slice(-2000)}`);
}
