/**
 * Extracts the work from a tool call: the subjects of its commits, the titles of pull requests and plans, and the
 * items of a to-do list. It does not check whether a command succeeded: a failed one is repeated in the same words.
 */
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { planTitle } from '../../memory/summarize/planTitle.ts';
import type { Work, WorkKind } from '../../memory/summarize/words/work.ts';
import { oneLine } from '../../util/text.ts';
import { fieldsFrom, listFrom, textFrom } from './fields.ts';
import type { Fields } from './fields.ts';
import { shellCommands } from './shellCommands.ts';
import type { ShellCommand } from './shellCommands.ts';
import { argumentsText, writtenFiles } from './toolText.ts';

/** The message of a tool call, with the files that it writes and its work; `given` are its arguments, untrusted. */
export function toolCall(tool: string, given: unknown): Omit<TranscriptMessage, 'key'> {
  const files = writtenFiles(tool, given);
  const content = argumentsText(given) || '{}';
  const call = { role: 'assistant', type: 'tool_use', content, tool } as const;
  return { ...call, ...(files.length > 0 && { files }), ...workIn(tool, given) };
}

/** For a message: `{ work }`, or an empty object if the call contains no work. */
export function workIn(tool: string, given: unknown): { work?: Work } {
  const fields = fieldsFrom(given);
  const found = { ...workOfTool(tool, fields), ...workOfCommand(fields['command'] ?? fields['cmd']) };
  const filled = Object.entries(found).filter(([, items]) => items.length > 0);
  return filled.length === 0 ? {} : { work: Object.fromEntries(filled) };
}

/** Tools of all clients that write a to-do list, in lower case and letters only. */
const todoTools = new Set([
  'todowrite',
  'writetodos',
  'managetodolist',
  'copilotmanagetodolist',
  'updatetodo',
  'updatetodolist',
  'updateplan',
  'taskcreate',
]);

function workOfTool(tool: string, fields: Fields): Work {
  const name = tool.toLowerCase().replace(/[^a-z]/gu, '');
  if (todoTools.has(name)) return todosIn(fields);
  if (name === 'exitplanmode') return { plans: some(planTitle(textFrom(fields['plan']) ?? '')) };
  if (name.endsWith('createpullrequest')) return { pullRequests: some(textFrom(fields['title'])) };
  if (name.endsWith('gitcommit')) return { commits: some(subjectOf(textFrom(fields['message']) ?? '')) };
  return {};
}

function todosIn(fields: Fields): Work {
  const { todos } = fields;
  if (typeof todos === 'string') return todosFrom(todos.split('\n').map(boxedItem));
  const items = [todos, fields['todoList'], fields['plan']].flatMap(listFrom);
  return todosFrom((items.length === 0 ? [fields] : items).map(statedItem));
}

interface TodoItem {
  text: string | undefined;
  /** Undefined if the list does not say so. */
  isOpen: boolean | undefined;
}

/** The open items are known only if the list says it of every item. */
function todosFrom(items: readonly TodoItem[]): Work {
  const named = items.flatMap(({ text, isOpen }) => some(text).map((item) => ({ item, isOpen })));
  const open = named.filter(({ isOpen }) => isOpen === true).map(({ item }) => item);
  const isKnown = open.length > 0 && named.every(({ isOpen }) => isOpen !== undefined);
  return { todos: named.map(({ item }) => item), ...(isKnown && { openTodos: open }) };
}

const openStates = /^(?:pending|open|todo|blocked|not[ _-]?started|in[ _-]?progress)$/iu;
const closedStates = /^(?:completed?|done|finished|cancell?ed|deleted|skipped|failed)$/iu;

function statedItem(item: unknown): TodoItem {
  const { content, subject, title, step, description, status } = fieldsFrom(item);
  const text = [item, content, subject, title, step, description].map(textFrom).find((each) => each !== undefined);
  const state = textFrom(status) ?? '';
  return { text, isOpen: openStates.test(state) ? true : closedStates.test(state) ? false : undefined };
}

/** The Copilot CLI and Cline write their lists as Markdown, and Roo Code without bullets; there, `[-]` is in progress. */
const checkbox = /^\s*(?<bullet>[-*] )?\[(?<box>.)\]\s+(?<item>.+)$/u;

function boxedItem(line: string): TodoItem {
  const { bullet, box, item } = checkbox.exec(line)?.groups ?? {};
  return { text: item, isOpen: box === ' ' || (box === '-' && bullet === undefined) };
}

/** A script, or a program with its arguments. */
function workOfCommand(command: unknown): Partial<Record<WorkKind, string[]>> {
  const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : undefined;
  const script = textFrom(command) ?? words?.join(' ') ?? '';
  if (!/\bcommit\b|\b(?:pr|mr)\b/u.test(script)) return {};
  const commands = words === undefined ? shellCommands(script) : [{ words, input: undefined }];
  return workOfCommands(commands.flatMap(runByShell));
}

const shells = /^(?:ba|z|da|fi)?sh$|^(?:powershell|pwsh)$/u;

/** `bash -lc "…"` runs the script in its last argument. */
function runByShell(command: ShellCommand): ShellCommand[] {
  const [program = '', ...rest] = command.words;
  const script = rest.at(-1);
  const isShell = shells.test(programName(program)) && rest.some((word) => /^-(?:l?c|command)$/iu.test(word));
  return isShell && script !== undefined ? shellCommands(script) : [command];
}

function workOfCommands(commands: readonly ShellCommand[]): Partial<Record<WorkKind, string[]>> {
  const calls = commands.map(callIn);
  // A script that also creates a repository is only an experiment.
  const isTrial = calls.some(({ program, args }) => program === 'git' && gitCommand(args)[0] === 'init');
  if (isTrial) return {};
  return { commits: calls.flatMap(commitOf), pullRequests: calls.flatMap(pullRequestOf) };
}

interface Call {
  program: string;
  args: string[];
  input: string | undefined;
}

/** Words that may precede a program: assignments, and commands that run another program. */
const prefix = /^(?:\w+=.*|sudo|env|command|time|exec|nohup|then|do|else|if|!|\{|&)$/su;

function callIn({ words, input }: ShellCommand): Call {
  const from = words.findIndex((word) => !prefix.test(word));
  const [program = '', ...args] = from === -1 ? [] : words.slice(from);
  return { program: programName(program), args, input };
}

function programName(path: string): string {
  return (path.split(/[\\/]/u).at(-1) ?? '').toLowerCase().replace(/\.exe$/u, '');
}

/** Options of git that take the next word. */
const gitOptions = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);

/** The git subcommand with its arguments, without git's global options. */
function gitCommand(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && (args[at] ?? '').startsWith('-')) at += gitOptions.has(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}

/** Only flags without a value may be combined before `-m` and `-F`: after any other letter, its value begins. */
function commitOf({ program, args, input }: Call): string[] {
  const [command, ...options] = program === 'git' ? gitCommand(args) : [];
  if (command !== 'commit' || options.includes('--dry-run')) return [];
  const message = optionOf(options, '--message', /^-[aeinopqsvz]*m(?<value>.*)$/su);
  const file = optionOf(options, '--file', /^-[aeinopqsvz]*F(?<value>.*)$/su);
  return some(subjectOf(message ?? (file === '-' ? (input ?? '') : '')));
}

function pullRequestOf({ program, args }: Call): string[] {
  const [kind, command, ...options] = args;
  const isRequest = (program === 'gh' && kind === 'pr') || (program === 'glab' && kind === 'mr');
  if (!isRequest || (command !== 'create' && command !== 'edit')) return [];
  return some(subjectOf(optionOf(options, '--title', /^-t(?<value>.*)$/su) ?? ''));
}

/** The value of the first such option: attached, after `=`, or in the next word. */
function optionOf(options: readonly string[], long: string, short: RegExp): string | undefined {
  for (const [place, option] of options.entries()) {
    if (option === long) return options[place + 1];
    if (option.startsWith(`${long}=`)) return option.slice(long.length + 1);
    const value = option.startsWith('--') ? undefined : short.exec(option)?.groups?.['value'];
    if (value !== undefined) return value === '' ? options[place + 1] : value.replace(/^=/u, '');
  }
  return undefined;
}

/** The first line of a message; undefined if it contains a variable, because the value is unknown. */
function subjectOf(message: string): string | undefined {
  const subject = oneLine(message.split('\n').find((each) => each.trim() !== '') ?? '');
  return /\$[\p{L}_{]/u.test(subject) ? undefined : subject;
}

function some(text: string | undefined): string[] {
  const item = text?.trim() ?? '';
  return item === '' ? [] : [item];
}
