/** The texts of `bigmind help` and `bigmind help COMMAND`, made from the table of commands. */
import { wrapped } from '../../util/text.ts';
import type { Command } from '../shared/command.ts';
import { examples } from './examples.ts';
import { commandGroups } from './groups.ts';
import type { OptionSyntax } from './optionSyntax.ts';
import { optionsOf } from './optionSyntax.ts';
import { optionText } from './optionTexts.ts';

/** Characters of a line, as in most manual pages. */
const columns = 80;
const indent = '    ';

const exitStatus = [
  '0  Done.',
  '1  Refused or failed, also if something that you name does not exist. The reason is on standard error.',
  '2  Wrong usage: an argument or option is missing or unknown, or cannot be read.',
];

/** The variables and files that matter first; docs/settings.md has them all. */
const environment = [
  'BIGMIND_HOME     The folder of all files. ~/.mcp/bigmind by default.',
  'BIGMIND_DB_PATH  The database file.',
  'BIGMIND_USER     Your name in the memory.',
];
/** For the commands that people need to set up a server. */
const serverEnvironment = [
  'BIGMIND_MODE     team for a shared file, enterprise for PostgreSQL.',
  'BIGMIND_DB_URL   The address of that database, with the login.',
  'BIGMIND_DB_KEY   The key of the server, from "bigmind database prepare".',
];
const serverCommands = ['token', 'serve', 'database'];
const files = ['~/.mcp/bigmind/memory.db  The memory.', '~/.mcp/bigmind/backups/   Its backups.'];

/** The manual page of one command. */
export function manualText(command: Command): string {
  const { name, summary, details } = command;
  const sections: [title: string, lines: string[]][] = [
    ['NAME', wrappedIn(`bigmind ${name} - ${summary}`)],
    ['SYNOPSIS', synopsisOf(command)],
    ['DESCRIPTION', details === undefined ? [] : wrappedIn(details)],
    ['OPTIONS', optionsOf(command).flatMap((option) => optionLines(name, option))],
    ['EXAMPLES', (examples[name] ?? []).map((example) => `bigmind ${example}`)],
    ['EXIT STATUS', exitStatus],
    ['ENVIRONMENT', serverCommands.includes(name) ? [...environment, ...serverEnvironment] : environment],
    ['FILES', files],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `${indent}${line}`)].join('\n'))
    .join('\n\n');
}

/** All commands by group, one line for each. */
export function overviewText(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const lineOf = ({ name, summary }: Command): string[] =>
    wrapped(summary, columns - width - 2).map((line, at) => `  ${(at === 0 ? name : '').padEnd(width)}${line}`);
  const groups = groupsOf(commands).map(([title, members]) => [title, ...members.flatMap(lineOf), ''].join('\n'));
  return [
    `bigmind ${version}: a memory that coding assistants share`,
    '',
    'Usage: bigmind COMMAND [--json]. For the options of a command: bigmind help COMMAND',
    '',
    ...groups,
    'With --json, the output is one JSON value. "bigmind --version --json" describes this',
    'program. Exit codes: 0 done; 1 refused or failed, also if something that you name does',
    'not exist; 2 wrong usage. Settings come from environment variables such as',
    'BIGMIND_HOME; see docs/settings.md.',
  ].join('\n');
}

/** A command without a group is shown at the end. */
function groupsOf(commands: readonly Command[]): [title: string, members: Command[]][] {
  const grouped = Object.entries(commandGroups).map(([title, names]): [string, Command[]] => [
    title,
    names.flatMap((name) => commands.filter((command) => command.name === name)),
  ]);
  const rest = commands.filter((command) => !grouped.some(([, members]) => members.includes(command)));
  return [...grouped, ['More', rest] satisfies [string, Command[]]].filter(([, members]) => members.length > 0);
}

/** One entry for each alternative of the usage, broken between options, below the first argument. */
function synopsisOf({ name, usage }: Command): string[] {
  const start = `bigmind ${name}`;
  const parts = usage.match(/\[(?:[^[\]]|\[[^\]]*\])*\](?:\.\.\.)?|\([^()]*\)|\S+/gu) ?? [];
  const lines = [start];
  for (const part of [...parts, '[--json]']) {
    const line = lines.at(-1) ?? '';
    if (part === '|') lines.push(start);
    else if (line.length + part.length < columns - indent.length) lines.splice(-1, 1, `${line} ${part}`);
    else lines.push(`${' '.repeat(start.length + 1)}${part}`);
  }
  return lines;
}

function optionLines(command: string, { name, short, value }: OptionSyntax): string[] {
  const text = optionText(command, name.slice(2)) ?? '';
  const names = short === undefined ? name : `${short}, ${name}`;
  return [value === undefined ? names : `${names} ${value}`, ...wrappedIn(text, 2).map((line) => `${indent}${line}`)];
}

function wrappedIn(text: string, levels = 1): string[] {
  return text === '' ? [] : wrapped(text, columns - levels * indent.length);
}
