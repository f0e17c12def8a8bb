/**
 * Installs programs into the cache, once per machine. A folder with its final name is always complete, because one
 * rename creates it. If two installations run at the same time, the second one to finish is discarded.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './places.ts';
import { run, ScriptError } from './programs.ts';

/** Returns the folder `name` of the cache. If it does not exist, `fill` creates it. */
export async function installOnce(name: string, fill: (partial: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  removeAbandoned();
  const partial = join(cache, `${name}.partial-${process.pid}`);
  try {
    await fill(partial);
    moveInto(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

/**
 * The variables in which an outer npm describes its own Node and place; an installer would use these values for itself.
 */
const ofOuterNpm = {
  NODE: undefined,
  npm_config_local_prefix: undefined,
  npm_config_user_agent: undefined,
  npm_execpath: undefined,
  npm_node_execpath: undefined,
};

export async function npmInstall(folder: string, spec: string, env: Record<string, string>): Promise<void> {
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
    if (!existsSync(folder)) throw error; // Otherwise another process was faster; use its folder.
  }
}

/** Killed installations leave a folder behind; after an hour no process uses it any more. */
function removeAbandoned(): void {
  for (const name of readdirSync(cache).filter((entry) => entry.includes('.partial-'))) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}
