/**
 * The files in BigMind's folder by which programs outside VS Code start it: `runtime.json`, which a `bigmind` under an old
 * Node reads to run itself again under a better one; a launcher, whose path outlives updates of the extension; and for
 * hooks `runtime.txt`, which a shell can read, beside copies of the scripts. All are derived, written only when they say
 * something else, and replaced in one step; nobody reads half of them.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hookScripts } from './shared/hookEntries.ts';
import { compiledFolder, launcherFile, notedProgram, notedRuntime } from './shared/launch.ts';
import { readIfThere, writeWhole } from './files/replaceFile.ts';

export interface RuntimeRecord {
  /** The program that runs BigMind. */
  execPath: string;
  /** The program is Electron: it is a Node only with ELECTRON_RUN_AS_NODE=1. */
  electronRunAsNode: boolean;
  nodeVersion: string;
  /** Null when this Node has no SQLite of its own. */
  sqliteVersion: string | null;
  /** The command line of this BigMind. */
  cli: string;
  /** What a person set, as variables, so that a hook finds the same store. No key is among them. */
  env: Readonly<Record<string, string>>;
}

const launcher = `// Runs the BigMind that was installed last. Written by BigMind; changes are lost.
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { cli } = JSON.parse(readFileSync(join(__dirname, 'runtime.json'), 'utf8'));
// Compiled once and kept (compiledFolder): a chat waits for its hooks. Absent in older programs.
require('node:module').enableCompileCache?.(join(__dirname, 'cache', 'compiled'));
if (existsSync(cli)) require(cli);
else {
  console.error('bigmind: ' + cli + ' is gone. Install the BigMind extension again, or remove this MCP server.');
  process.exitCode = 1;
}
`;

/**
 * Writes all of them into `home`; `scripts` is the folder of the plugin that holds the scripts. Answers with the record's
 * path. Rejects with the file system's error.
 */
export async function writeRuntimeFiles(home: string, record: RuntimeRecord, scripts: string): Promise<string> {
  await writeAll(home, record, scripts);
  return join(home, 'runtime.json');
}

async function writeAll(home: string, record: RuntimeRecord, scripts: string): Promise<string[]> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  // Each version lies in a folder of its own, and Node removes nothing of what it compiled for the one before.
  // On Windows a program that runs may hold a file of it; then that stays until the next version.
  const remove = (): Promise<unknown> =>
    rm(compiledFolder(home), { recursive: true, force: true }).catch(() => undefined);
  if (notedProgram(home) !== record.cli) await remove();
  return [
    ...(await writeIfOther(join(home, 'runtime.json'), `${JSON.stringify(record, undefined, 2)}\n`)),
    ...(await writeIfOther(launcherFile(home), launcher)),
    ...(await writeIfOther(join(home, 'runtime.txt'), runtimeNote(record))),
    ...(await copyScripts(home, scripts)),
  ];
}

/**
 * The same for a command line that was asked for hooks: what the extension noted stays as it is while its program is
 * there, and only what is missing for hooks is added. Answers with the files that were written. Rejects with the file
 * system's error.
 */
export async function addRuntimeFiles(home: string, record: RuntimeRecord, scripts: string): Promise<string[]> {
  const noted = existsSync(launcherFile(home)) ? notedRuntime(home) : undefined;
  if (noted === undefined) {
    return writeAll(home, record, scripts);
  }
  return [
    ...(await writeIfOther(join(home, 'runtime.txt'), runtimeNote(noted))),
    ...(await copyScripts(home, scripts)),
  ];
}

/** Two lines, because a shell reads lines without any other program: where the program is, and what it is. */
function runtimeNote({ execPath, electronRunAsNode }: Pick<RuntimeRecord, 'execPath' | 'electronRunAsNode'>): string {
  return `${execPath}\n${electronRunAsNode ? 'electron' : 'node'}\n`;
}

async function copyScripts(home: string, scripts: string): Promise<string[]> {
  const written: string[] = [];
  for (const name of hookScripts)
    written.push(...(await writeIfOther(join(home, name), await readFile(join(scripts, name), 'utf8'))));
  return written;
}

/** Answers with the file where it was written. */
async function writeIfOther(file: string, text: string): Promise<string[]> {
  // Not there or not readable: either way it is written anew.
  const present = await readIfThere(file).catch(() => undefined);
  if (present?.toString() === text) return [];
  await writeWhole(file, text);
  return [file];
}
