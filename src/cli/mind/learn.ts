/** `bigmind mind learn`: entries from a repository's commits, comments and documents, and their removal. */
import type { ProjectHistory, LearnedHistory, LearnRequest } from '../../memory/entries/projectHistory.ts';
import { commitLimits } from '../../memory/entries/projectHistory.ts';
import type { FileEntry } from '../../memory/entries/entryStore.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { requireWholeBetween } from '../../memory/shared/input.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted, shorten } from '../../util/text.ts';
import type { CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, numberOption } from '../shared/command.ts';

/** The options that only `learn` takes. */
export const learnOptions = {
  commits: { type: 'string' },
  'dry-run': { type: 'boolean' },
  remove: { type: 'boolean' },
} as const;

const noteEveryMs = 1_000;
const maxExamples = 3;
/** In characters. */
const maxText = 140;

interface Run {
  project: string;
  input: CommandInput;
  context: CommandContext;
}

export async function learn({ project, input, context }: Run): Promise<ExitCode> {
  const { history } = context.memory;
  if (history === undefined) throw noHistory();
  if (input.values['remove'] === true) return removeLearned({ project, input, context }, history);
  const commits = numberOption(input, 'commits') ?? commitLimits.default;
  requireWholeBetween('commits', commits, commitLimits.min, commitLimits.max);
  // An interrupted run stores nothing that the next one would not correct, so Ctrl+C may simply end it.
  const { signal } = new AbortController();
  const request: LearnRequest = { folder: project, commits, signal, onProgress: progressNotes(context) };
  const isTrial = input.values['dry-run'] === true;
  const learned = isTrial
    ? await history.preview(request)
    : await history.learn(await callerIn(project, context), request);
  answer(input, context, structuredLearned(project, learned), (isTrial ? trialText : learnedText)(project, learned));
  return 0;
}

/** At most one note each second, so that a small project gets none. */
function progressNotes({ now, note }: CommandContext): NonNullable<LearnRequest['onProgress']> {
  let noted = now().getTime();
  return (part, done, total) => {
    if (now().getTime() - noted < noteEveryMs) return;
    noted = now().getTime();
    note(`Reading ${part}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} …`);
  };
}

async function removeLearned({ project, input, context }: Run, history: ProjectHistory): Promise<ExitCode> {
  const removed = await history.remove(await callerIn(project, context), project);
  const text = `Removed ${counted(removed, 'entry', 'entries')} from the history of ${project}. Its files are unchanged.`;
  answer(input, context, { folder: project, removed }, text);
  return 0;
}

/** The folder may be of another project than the working folder. */
function callerIn(folder: string, { memory, settings, version, projectOf }: CommandContext): Promise<Caller> {
  return memory.identities.resolve({
    username: settings.username,
    agent: { name: 'bigmind', version },
    project: projectOf(folder),
    conversationId: null,
  });
}

function trialText(folder: string, learned: LearnedHistory): string {
  const { entries } = learned;
  const lines = entries.map((entry) => `${placeOf(entry)}  ${entry.date ?? '-'}  ${entry.kind}  ${textOf(entry)}`);
  return [...lines, summaryOf(folder, learned, 'finds'), 'Nothing was stored.'].join('\n');
}

function learnedText(folder: string, learned: LearnedHistory): string {
  const { entries } = learned;
  if (entries.length === 0) {
    return `${summaryOf(folder, learned, 'has')} Say in a commit message why, or write "MEMORY: …" in a comment; searches find it after the commit.`;
  }
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
    .map((kind) => [kind, entries.filter((entry) => entry.kind === kind)] as const)
    .sort(([, one], [, other]) => other.length - one.length);
  return [
    summaryOf(folder, learned, 'has'),
    ...kinds.flatMap(([kind, of]) => [
      `  ${kind.padEnd(11)}${String(of.length)}`,
      ...of.slice(0, maxExamples).map((entry) => `    ${placeOf(entry)}  ${textOf(entry)}`),
    ]),
    'Searches find them, labeled as "from the repository". A chat gets the commits that are clearly about its prompt.',
    'List them all with "bigmind mind learn --dry-run", or see them among your memories in "bigmind serve".',
    'Remove them all with "bigmind mind learn --remove".',
  ].join('\n');
}

function summaryOf(folder: string, { entries, read }: LearnedHistory, verb: 'finds' | 'has'): string {
  const files = `${counted(read.commits, 'commit')} and ${counted(read.files, 'file')}`;
  const total = counted(entries.length, 'entry', 'entries');
  return verb === 'has'
    ? `The history of ${folder} gives ${total}. Read now: ${files}.`
    : `BigMind finds ${total} in ${files}.`;
}

function structuredLearned(folder: string, { entries, read }: LearnedHistory): Record<string, unknown> {
  return {
    folder,
    read,
    entries: entries.map(
      ({ path, source, commit, line, kind, text, date, confidence, reason, alternatives, status }) => ({
        ...{ kind, text, source, date, confidence, reason, alternatives },
        ...(commit === null ? { file: path, line } : { commit }),
        ...(status !== null && { status }),
      }),
    ),
  };
}

function placeOf({ path, line, commit }: FileEntry): string {
  return commit ?? `${plainLine(path)}:${String(line)}`;
}

function textOf({ text }: FileEntry): string {
  return shorten(plainLine(text), maxText);
}

function noHistory(): BigMindError {
  return new BigMindError('not_allowed', 'Git cannot be run here.', { remedy: 'Run this on your computer.' });
}
