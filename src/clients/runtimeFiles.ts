/**
 * Writes the files in BigMind's folder with which programs outside VS Code start it. `runtime.json` lets a `bigmind`
 * under an old Node restart itself under a better one. The launcher's path does not change with updates of the
 * extension. For hooks, a shell can read `runtime.txt`, next to copies of the scripts. All are derived, written only
 * if their content differs, and replaced atomically.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hookScripts } from './shared/hookEntries.ts';
import {
  compiledFolder,
  launchableRuntime,
  launcherFile,
  recordedEnvironment,
  recordedProgram,
} from './shared/launch.ts';
import { makeFolder } from './files/makeFolder.ts';
import { readIfThere, writeWhole } from './files/replaceFile.ts';
import { isKeptIn, isOlderCopy, lastingProgram, removeOldCopies } from './keptProgram.ts';

export interface RuntimeRecord {
  /** The program that runs BigMind. */
  execPath: string;
  /** The program is Electron: it acts as Node only with ELECTRON_RUN_AS_NODE=1. */
  electronRunAsNode: boolean;
  nodeVersion: string;
  /** Null if this Node has no built-in SQLite. */
  sqliteVersion: string | null;
  /** The file of this BigMind's command line. */
  cli: string;
  /** The user's settings as variables, so that a hook finds the same store. Contains no keys. */
  env: Readonly<Record<string, string>>;
}

const launcher = `// Runs the BigMind that was installed last. Written by BigMind; changes are lost.
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { cli } = JSON.parse(readFileSync(join(__dirname, 'runtime.json'), 'utf8'));
const { argv: [, , command, event], env } = process;
const small = join(dirname(cli), event === 'PreToolUse' ? 'toolUse.js' : 'hook.js');
const isHook = command === 'hook' && existsSync(small);
// Compiled once and kept (compiledFolder): a chat waits for its hooks. Absent in older programs.
require('node:module').enableCompileCache?.(join(__dirname, 'cache', 'compiled'));
if (isHook && event === 'PreToolUse') require(small).runToolUseHook(env.BIGMIND_HOME || __dirname, env);
else if (isHook) require(small).runHook(__dirname, env).then((isDone) => isDone || require(cli));
else if (existsSync(cli)) require(cli);
else {
  console.error('bigmind: ' + cli + ' is gone. Install BigMind again, or remove this MCP server.');
  process.exitCode = 1;
}
`;

/**
 * Writes all files into `home`; `scripts` is the plugin's folder of scripts. Returns the path of `runtime.json`.
 * Rejects with the file system's error.
 */
export async function writeRuntimeFiles(home: string, record: RuntimeRecord, scripts: string): Promise<string> {
  await writeAll(home, record, scripts);
  return join(home, 'runtime.json');
}

async function writeAll(home: string, record: RuntimeRecord, scripts: string): Promise<string[]> {
  await makeFolder(home, 0o700);
  // Each version is in its own folder, and Node does not remove the code that it compiled for earlier ones. On Windows,
  // a running program may keep a file open; then the files remain until the next version.
  const remove = (): Promise<unknown> =>
    rm(compiledFolder(home), { recursive: true, force: true }).catch(() => undefined);
  if (recordedProgram(home) !== record.cli) await remove();
  return [
    ...(await writeIfOther(join(home, 'runtime.json'), `${JSON.stringify(record, undefined, 2)}\n`)),
    ...(await writeIfOther(launcherFile(home), launcher)),
    ...(await writeIfOther(join(home, 'runtime.txt'), runtimeNote(record))),
    ...(await copyScripts(home, scripts)),
  ];
}

/**
 * Like `writeRuntimeFiles`, for a command line: the record of another installation is kept while its program exists,
 * and only missing files of the hooks are added. A program that a package runner downloaded is copied first; it
 * replaces a copy of the same or an earlier version. Returns the files that were written. Rejects with the file system's error.
 */
export async function addRuntimeFiles(
  home: string,
  record: RuntimeRecord,
  scripts: string,
  version: string,
  now: Date,
): Promise<string[]> {
  const recorded = launchableRuntime(home);
  if (recorded === undefined || (isKeptIn(home, recordedProgram(home)) && !isOlderCopy(home, record.cli, version))) {
    const cli = await lastingProgram(home, record.cli, version);
    const env = recorded === undefined ? record.env : recordedEnvironment(home);
    const written = await writeAll(home, { ...record, cli, env }, scripts);
    await removeOldCopies(home, now);
    return written;
  }
  return [
    ...(await writeIfOther(launcherFile(home), launcher)),
    ...(await writeIfOther(join(home, 'runtime.txt'), runtimeNote(recorded))),
    ...(await copyScripts(home, scripts)),
  ];
}

/** The program's path and its type on two lines, because a shell can read lines without another program. */
function runtimeNote({ execPath, electronRunAsNode }: Pick<RuntimeRecord, 'execPath' | 'electronRunAsNode'>): string {
  return `${execPath}\n${electronRunAsNode ? 'electron' : 'node'}\n`;
}

async function copyScripts(home: string, scripts: string): Promise<string[]> {
  const written: string[] = [];
  for (const name of hookScripts)
    written.push(...(await writeIfOther(join(home, name), await readFile(join(scripts, name), 'utf8'))));
  return written;
}

/** Returns the file if it was written. */
async function writeIfOther(file: string, text: string): Promise<string[]> {
  // Missing or not readable: it is written in both cases.
  const present = await readIfThere(file).catch(() => undefined);
  if (present?.toString() === text) return [];
  await writeWhole(file, text);
  return [file];
}
