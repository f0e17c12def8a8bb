/** `bigmind mind`: the file memory of a project, `.mind/`, from the command line. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MindContent } from '../../markdown/files/mindProject.ts';
import { readMind, startMind } from '../../markdown/files/mindProject.ts';
import { readMemoryFile } from '../../markdown/parsing/memoryFile.ts';
import { isListed, listedProjects, listProject, unlistProject } from '../../markdown/files/projectList.ts';
import { isUnclear, readReminders } from '../../markdown/reminders/reminders.ts';
import { redact } from '../../capture/redaction/redaction.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { requireOneOf } from '../../memory/shared/input.ts';
import { indexText } from '../../search/query/words.ts';
import { localDay } from '../../util/time.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, textOption, wrongUsage } from '../shared/command.ts';
import { blockCommand } from './blockCommand.ts';
import { learn, learnOptions } from './learn.ts';
import { entriesTotal, entryLine, reportText, structuredEntry, structuredReport } from './mindText.ts';

const actions = ['init', 'status', 'parse', 'list', 'add', 'remove', 'learn', 'block'] as const;
type Action = (typeof actions)[number];

export const mindCommand: Command = {
  name: 'mind',
  usage:
    'init|status|parse|list|add|remove [FOLDER] [--inline TEXT] | learn [FOLDER] [--commits N] [--dry-run] [--remove] | block [FILE…] [--off]',
  summary: 'Keep a memory of a project in files that you and Git can read, .mind/MEMORY.md.',
  details:
    'FOLDER is the project of the working folder by default. init creates the files that are missing and adds the project to your list. status counts entries, open problems and reminders. parse lists what BigMind reads in the files, with file and line, or in the lines of --inline. list shows the projects whose files assistants receive; add and remove change that list and no file of a project. learn reads the last commits (10000, or --commits N), MEMORY: comments, and the decisions and lessons of plans, also in a repository without these files, and searches keep them up to date; --dry-run only shows them, and --remove removes them all. block writes the memory of the project of the working folder into its instruction files, in which assistants read it without a tool, and keeps it up to date there: FILE is claude, agents or copilot. --off removes it. Without FILE, it is brought up to date in the files that you chose.',
  options: { inline: { type: 'string' }, off: { type: 'boolean' }, ...learnOptions },
  takes: { min: 1, max: 4 },
  run: async (input, context) => {
    const [given = '', folder = '.'] = input.positionals;
    const action = requireOneOf('action', given, actions);
    if (action === 'block') return blockCommand(input, context);
    if (input.positionals.length > 2 || input.values['off'] === true)
      throw wrongUsage(`"mind ${action}" takes one folder, and no --off.`, '--off belongs to "mind block".');
    const inline = textOption(input, 'inline');
    if (inline !== undefined && (action !== 'parse' || input.positionals.length > 1))
      throw wrongUsage('--inline is misplaced.', 'Use it only with "parse" and without a folder.');
    if (action !== 'learn' && Object.keys(learnOptions).some((name) => input.values[name] !== undefined))
      throw wrongUsage('--commits, --dry-run or --remove is misplaced.', 'Use them only with "learn".');
    if (inline !== undefined) return parseInline(inline, input, context);
    return runs[action]({ project: context.projectFolderOf(requireNoFile(resolve(folder))), input, context });
  },
};

/** A missing folder may be on the list still. */
function requireNoFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return path;
  throw new BigMindError('invalid_input', `${path} is a file.`, { remedy: 'Nothing was changed. Name a folder.' });
}

interface Run {
  /** The folder of the project. */
  project: string;
  input: CommandInput;
  context: CommandContext;
}

const runs: Readonly<Record<Exclude<Action, 'block'>, (run: Run) => Promise<ExitCode>>> = {
  ...{ init, status, parse, list, add, remove, learn },
};

async function init({ project, input, context }: Run): Promise<ExitCode> {
  const { mindFiles, host, now } = context;
  const { created, kept, isNewlyListed } = await startMind(mindFiles, project, { home: host.home, now: now() });
  const lines = [
    created.length === 0 ? `File memory was already started in ${project}.` : `Started file memory in ${project}.`,
    ...(created.length === 0 ? [] : [`Created: ${created.join(', ')}`]),
    ...(kept.length === 0 ? [] : [`Unchanged: ${kept.join(', ')}`]),
    ...(isNewlyListed ? ['Added to your list: chats in this project now begin with what these files say.'] : []),
    'Write to .mind/MEMORY.md by hand, or let your assistant do it: "decided: …", "problem: …", "learned: …".',
  ];
  answer(input, context, { folder: project, created, unchanged: kept, listed: isNewlyListed }, lines.join('\n'));
  return 0;
}

async function status({ project, input, context }: Run): Promise<ExitCode> {
  const { mindFiles, host, memory } = context;
  const content = await requireMind(project, context);
  const unclear = (await readReminders(mindFiles, project, { clock: memory.clock, redact }).catch(() => [])).filter(
    isUnclear,
  );
  const report = { folder: project, isListed: await isListed(mindFiles, host.home, project), content, unclear };
  answer(input, context, structuredReport(report), reportText(report));
  return content.unreadable.length === 0 ? 0 : 1;
}

async function parse({ project, input, context }: Run): Promise<ExitCode> {
  const { entries, conflicts, unreadable } = await requireMind(project, context);
  for (const { file, line } of conflicts)
    context.note(`Merge conflict in ${file}:${String(line)}. Both sides are read.`);
  for (const { error } of unreadable) context.note(`Not read: ${error.message}`);
  const text = entries.length === 0 ? 'There are no entries in these files.' : entries.map(entryLine).join('\n');
  if (entries.length > 0) context.note(entriesTotal(entries));
  answer(input, context, { folder: project, entries: entries.map(structuredEntry), conflicts }, text);
  return unreadable.length === 0 ? 0 : 1;
}

/** For trying how a line is read. */
function parseInline(text: string, input: CommandInput, context: CommandContext): ExitCode {
  const { entries } = readMemoryFile(text, indexText);
  const nothing = 'BigMind reads no entry in this text.';
  answer(
    input,
    context,
    { entries: entries.map(structuredEntry) },
    entries.length === 0 ? nothing : entries.map(entryLine).join('\n'),
  );
  return 0;
}

async function list({ input, context }: Run): Promise<ExitCode> {
  const projects = await listedProjects(context.mindFiles, context.host.home);
  const lines = projects.map(({ path, added }) =>
    [added === undefined ? '-' : localDay(added, context.memory.clock.timeZone), path].join('  '),
  );
  const nothing = 'No project has a file memory. Run "bigmind mind init" in the folder of a project.';
  answer(input, context, { projects }, lines.length === 0 ? nothing : lines.join('\n'));
  return 0;
}

async function add({ project, input, context }: Run): Promise<ExitCode> {
  const { mindFiles, host, now } = context;
  await requireMind(project, context);
  const isNew = await listProject(mindFiles, host.home, { path: project, added: now() });
  const text = isNew ? `Added ${project} to your list.` : `${project} is on your list already.`;
  answer(input, context, { folder: project, added: isNew }, text);
  return 0;
}

async function remove({ project, input, context }: Run): Promise<ExitCode> {
  const wasListed = await unlistProject(context.mindFiles, context.host.home, project);
  const text = wasListed
    ? `Removed ${project} from your list. Its files are unchanged.`
    : `${project} is not on your list. Nothing was changed.`;
  answer(input, context, { folder: project, removed: wasListed }, text);
  return wasListed ? 0 : 1;
}

async function requireMind(project: string, { mindFiles }: CommandContext): Promise<MindContent> {
  const content = await readMind(mindFiles, project, (markdown) => readMemoryFile(markdown, indexText));
  if (content !== undefined) return content;
  throw new BigMindError('not_found', `There is no file memory in ${project}.`, {
    remedy: 'Run "bigmind mind init" in that folder to start one.',
    details: { folder: project },
  });
}
