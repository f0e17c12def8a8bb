/**
 * How a program on this machine starts BigMind's MCP server. Clients get the launcher that the extension keeps in
 * BigMind's folder, because its path does not change with updates; without one, they get the running program.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSettings } from '../../settingsTable.ts';

/** A command with its arguments, and the variables that it needs in addition to inherited ones. */
export interface McpLaunch {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** The current process. */
export interface LaunchingProcess {
  execPath: string;
  /** It is Electron, which acts as Node only with ELECTRON_RUN_AS_NODE=1. */
  electronRunAsNode: boolean;
  /** The program file that it runs. */
  programFile: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Variables that the server gets if they are set. They are written to files, so passwords and keys are excluded. */
const clientVariables = allSettings.flatMap(({ variable, isSecret }) =>
  variable === undefined || isSecret === true ? [] : [variable],
);

/** The path of the launcher; the file exists once the extension ran. `home` is BigMind's own folder. */
export function launcherFile(home: string): string {
  return join(home, 'bigmind.cjs');
}

/** The folder of Node's compile cache, shared by the launcher and VS Code's own server. */
export function compiledFolder(home: string): string {
  return join(home, 'cache', 'compiled');
}

/**
 * The same launch with a compile cache, so that the next start takes four fifths of the time. `home` may throw while
 * a setting is invalid; the started server reports that.
 */
export function compiledOnce(launch: McpLaunch, home: () => string): McpLaunch {
  try {
    return { ...launch, env: { ...launch.env, NODE_COMPILE_CACHE: compiledFolder(home()) } };
  } catch {
    // The code that needs the setting reports the error.
    return launch;
  }
}

/** The launch of the launcher in BigMind's folder `home`, with the recorded runtime or else with this process's. */
export function launcherLaunch(home: string, self: LaunchingProcess): McpLaunch {
  return launchOf({ ...self, ...launchableRuntime(home), programFile: launcherFile(home) });
}

/** The recorded runtime; undefined unless the launcher and the recorded program still exist. */
export function launchableRuntime(home: string): ReturnType<typeof recordedRuntime> {
  const program = recordedProgram(home);
  if (program === undefined || !existsSync(program) || !existsSync(launcherFile(home))) return undefined;
  return recordedRuntime(home);
}

/** The launch of exactly this program, with the variables that are set. */
export function launchOf({ execPath, electronRunAsNode, programFile, env }: LaunchingProcess): McpLaunch {
  const asNode = electronRunAsNode ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  return { command: execPath, args: [programFile, 'mcp'], env: { ...asNode, ...variablesFrom(env) } };
}

/** Whether a server's entry gets this variable from the installing shell. */
export function isClientVariable(name: string): boolean {
  return clientVariables.includes(name);
}

/** The variables of BigMind that are set, without passwords and keys, because they are written to files. */
export function variablesFrom(env: LaunchingProcess['env']): Record<string, string> {
  const set = clientVariables.flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/** The runtime that the extension recorded in BigMind's folder, if it still exists. */
export function recordedRuntime(home: string): Pick<LaunchingProcess, 'execPath' | 'electronRunAsNode'> | undefined {
  const noted = readRuntimeRecord(home);
  if (noted === undefined || !('execPath' in noted)) return undefined;
  const { execPath } = noted;
  if (typeof execPath !== 'string' || !existsSync(execPath)) return undefined;
  return { execPath, electronRunAsNode: 'electronRunAsNode' in noted && noted.electronRunAsNode === true };
}

/**
 * The settings of VS Code as variables; empty if there is no record. A hook outside VS Code applies them over its own
 * environment, as the extension does, and so finds the same store and user.
 */
export function recordedEnvironment(home: string): Record<string, string> {
  const noted = readRuntimeRecord(home);
  const env: unknown = noted !== undefined && 'env' in noted ? noted.env : undefined;
  if (typeof env !== 'object' || env === null) return {};
  const known = Object.entries(env).filter(
    (entry): entry is [string, string] => clientVariables.includes(entry[0]) && typeof entry[1] === 'string',
  );
  return Object.fromEntries(known);
}

/** The recorded program, whether it still exists or not. */
export function recordedProgram(home: string): string | undefined {
  const noted = readRuntimeRecord(home);
  return noted !== undefined && 'cli' in noted && typeof noted.cli === 'string' ? noted.cli : undefined;
}

function readRuntimeRecord(home: string): object | undefined {
  try {
    const noted: unknown = JSON.parse(readFileSync(join(home, 'runtime.json'), 'utf8'));
    return typeof noted === 'object' && noted !== null ? noted : undefined;
  } catch {
    // Missing or damaged: the extension writes it again at its next start.
    return undefined;
  }
}
