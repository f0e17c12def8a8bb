/**
 * Prepares a fresh clone: installs the packages of package-lock.json and continues under the Node in them, the version
 * for which every test is written. Runs on Node 20 or newer with nothing installed, so it imports only Node's own
 * modules.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const onWindows = process.platform === 'win32';

/** Returns only under the Node of node_modules. Otherwise this process runs that one and exits with its exit code. */
export async function bootstrap() {
  if (!isInstalled()) await install();
  const node = join(modules, 'node', 'bin', onWindows ? 'node.exe' : 'node');
  if (process.version !== `v${readJson(join(modules, 'node', 'package.json')).version}`) {
    process.exit(await runVisibly(node, process.argv.slice(1)));
  }
  // npm and all tools started from here find the same Node first.
  process.env.PATH = [join(modules, '.bin'), dirname(node), process.env.PATH].join(delimiter);
}

/** Compares the locked packages with those that npm lists as installed. This platform may lack optional packages. */
function isInstalled() {
  const installedLock = join(modules, '.package-lock.json');
  if (!existsSync(installedLock) || !existsSync(join(modules, 'node', 'bin'))) return false;
  const installed = readJson(installedLock).packages;
  const locked = Object.entries(readJson(join(root, 'package-lock.json')).packages);
  return locked.every(([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version);
}

async function install() {
  console.log('Installing the packages of package-lock.json (npm ci) …');
  const npmScript = process.env.npm_execpath;
  const exitCode = npmScript?.endsWith('.js')
    ? await runVisibly(process.execPath, [npmScript, 'ci'])
    : await runVisibly('npm', ['ci'], onWindows);
  if (exitCode === 0) return;
  console.error('Installing the packages failed: see npm’s message above, then run `npm ci` and try again.');
  process.exit(1);
}

/** Ctrl+C reaches the whole foreground group, so this process only waits for the program that it started. */
function runVisibly(command, args, shell = false) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell });
    const ignore = () => {};
    const forward = () => child.kill('SIGTERM');
    process.on('SIGINT', ignore).on('SIGTERM', forward);
    child.on('error', (error) => {
      console.error(`Cannot start ${command}: ${error.message}. Install Node 20 or newer with npm, then try again.`);
      resolve(1);
    });
    child.on('close', (code) => {
      process.off('SIGINT', ignore).off('SIGTERM', forward);
      resolve(code ?? 1);
    });
  });
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
