/** How a person or a model runs this BigMind in a shell, for texts that name the command. */
import { inShellQuotes } from '../../util/text.ts';
import type { McpLaunch } from './launch.ts';

/** The beginning of a command line, and a sentence on what else is needed; empty if that is all. */
interface ShellCommand {
  command: string;
  note: string;
}

/** The command of a launch, without `mcp`. On Windows, it has slashes, which all shells there accept. */
export function shellCommandOf({ command, args, env }: McpLaunch, platform: NodeJS.Platform): ShellCommand {
  const words = [command, ...args.filter((arg) => arg !== 'mcp')];
  const variables = Object.entries(env);
  if (platform !== 'win32') {
    const settings = variables.map(([name, value]) => `${name}=${quoted(value)}`);
    return { command: [...settings, ...words.map(quoted)].join(' '), note: '' };
  }
  const line = words.map((word) => (/[\s&()]/u.test(word) ? `"${word}"` : word).replaceAll('\\', '/')).join(' ');
  const set = variables.map(([name, value]) => `${name}=${value}`).join(' and ');
  const first = variables.length === 0 ? [] : [`Set ${set} first.`];
  return {
    command: line,
    note: [...first, ...(line.startsWith('"') ? ['In PowerShell, put & before it.'] : [])].join(' '),
  };
}

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : inShellQuotes(word);
}
