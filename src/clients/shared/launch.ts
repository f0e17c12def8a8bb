/**
 * How a program on this machine starts BigMind's MCP server. Clients are given the launcher that the extension keeps in
 * BigMind's folder, because its path outlives updates of the extension; without one, the program that is running now.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSettings } from '../../settingsTable.ts';

/** A command with its arguments, and the variables that it needs beside those it inherits. */
export interface McpLaunch {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** The process that asks. */
export interface LaunchingProcess {
  execPath: string;
  /** It is Electron, and so a Node only with ELECTRON_RUN_AS_NODE=1. */
  electronRunAsNode: boolean;
  /** The program file that it runs. */
  programFile: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Variables that the server is given when somebody set them. They end up in files, so that nothing with a password or a key is among them. */
const handedOn = allSettings.flatMap(({ variable, isSecret }) =>
  variable === undefined || isSecret === true ? [] : [variable],
);

/** Where the launcher lies; it is there once the extension ran. `home` is BigMind's own folder. */
export function launcherFile(home: string): string {
  return join(home, 'bigmind.cjs');
}

/** Where Node keeps what it made of the program's sources, for whoever starts it: the launcher and VS Code's own server. */
export function compiledFolder(home: string): string {
  return join(home, 'cache', 'compiled');
}

/**
 * The same launch, with what Node made of the program's sources kept, so that the next server starts in four fifths of the
 * time. `home` may throw while a setting means nothing: the server that is started then says so.
 */
export function compiledOnce(launch: McpLaunch, home: () => string): McpLaunch {
  try {
    return { ...launch, env: { ...launch.env, NODE_COMPILE_CACHE: compiledFolder(home()) } };
  } catch {
    // Whoever needs the setting tells of it.
    return launch;
  }
}

/** The launch that other clients are given, from what lies in BigMind's folder `home`. */
export function launchFor(home: string, self: LaunchingProcess): McpLaunch {
  const launcher = launcherFile(home);
  const runtime = existsSync(launcher) ? notedRuntime(home) : undefined;
  return launchOf({ ...self, ...runtime, programFile: runtime === undefined ? self.programFile : launcher });
}

/** The launch by that very program, with the variables that somebody set. */
export function launchOf({ execPath, electronRunAsNode, programFile, env }: LaunchingProcess): McpLaunch {
  const asNode = electronRunAsNode ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  return { command: execPath, args: [programFile, 'mcp'], env: { ...asNode, ...variablesFrom(env) } };
}

/** Whether a server's entry gets this variable from the shell in which it is made. */
export function isHandedOn(name: string): boolean {
  return handedOn.includes(name);
}

/** The variables of BigMind that somebody set, without passwords and keys: what ends up in files. */
export function variablesFrom(env: LaunchingProcess['env']): Record<string, string> {
  const set = handedOn.flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/** The runtime that the extension noted in BigMind's folder, if it is there still. */
export function notedRuntime(home: string): Pick<LaunchingProcess, 'execPath' | 'electronRunAsNode'> | undefined {
  const noted = readNote(home);
  if (noted === undefined || !('execPath' in noted)) return undefined;
  const { execPath } = noted;
  if (typeof execPath !== 'string' || !existsSync(execPath)) return undefined;
  return { execPath, electronRunAsNode: 'electronRunAsNode' in noted && noted.electronRunAsNode === true };
}

/**
 * What a person set in VS Code, as the variables that say the same; empty when there is no note. A hook that is run
 * elsewhere lays it over its own environment, as the extension does, and so finds the same store and user.
 */
export function notedEnvironment(home: string): Record<string, string> {
  const noted = readNote(home);
  const env: unknown = noted !== undefined && 'env' in noted ? noted.env : undefined;
  if (typeof env !== 'object' || env === null) return {};
  const known = Object.entries(env).filter(
    (entry): entry is [string, string] => handedOn.includes(entry[0]) && typeof entry[1] === 'string',
  );
  return Object.fromEntries(known);
}

/** The program that was noted, whether it is there still or not. */
export function notedProgram(home: string): string | undefined {
  const noted = readNote(home);
  return noted !== undefined && 'cli' in noted && typeof noted.cli === 'string' ? noted.cli : undefined;
}

function readNote(home: string): object | undefined {
  try {
    const noted: unknown = JSON.parse(readFileSync(join(home, 'runtime.json'), 'utf8'));
    return typeof noted === 'object' && noted !== null ? noted : undefined;
  } catch {
    // No note, or one that is damaged: the extension writes it anew at its next start.
    return undefined;
  }
}
