/** `bigmind learn`: lets a language model that the user chose learn from recorded sessions, or shows what that would cost. */
import { AnswerFolder, RequestFolder } from '../../distill/exchangeFolders.ts';
import { redact } from '../../capture/redaction/redaction.ts';
import { languageModelFrom } from '../../distill/languageModelFrom.ts';
import { learnChoices } from '../../distill/settings/learnSettings.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { learnerFrom } from '../../memory/learn/learner.ts';
import type { Learner, LearnOptions, LearnReport, LearnScope } from '../../memory/learn/learner.ts';
import type { BackgroundRun } from '../../memory/shared/background/backgroundRuns.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { unknownProjectIn } from '../../memory/shared/identity.ts';
import { periodFrom } from '../../memory/recap/recapPeriod.ts';
import { requireOneOf, requireWholeBetween } from '../../memory/shared/input.ts';
import { counted } from '../../util/text.ts';
import { isRecord } from '../../util/parsedValues.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, numberOption, textOption, wrongUsage } from '../shared/command.ts';
import { shellWord } from '../shared/shellWord.ts';
import { untilStopped } from '../shared/untilStopped.ts';

const maxBudget = 100_000_000;

export const learnCommand: Command = {
  name: 'learn',
  usage:
    '[--all | --project NAME] [--since 30d|DATE] [--with MODEL] [--budget N] [--dry-run] [--requests DIR | --answers DIR]',
  summary: 'Let a language model that you have learn from recorded sessions.',
  details:
    'It reads each session of the current project once, after it ended, without secrets and tool output, and keeps what is worth knowing later as facts with a quote as evidence. MODEL is claude, codex, copilot or gemini (a coding agent on this machine that is signed in), ollama, openai (an address that you set) or command; the default is that of BIGMIND_LEARN. --dry-run shows how many sessions wait and about how many tokens they take. --budget is the most tokens that this run may read and write; BIGMIND_LEARN_DAILY_TOKENS limits a day. Stop it with Ctrl+C at any time: what was learned stays, and the next run continues. --requests writes each request to a folder as ID.txt and asks no model; --answers reads the answers from a folder under the same names. See the result with `bigmind list --learned`.',
  options: {
    all: { type: 'boolean' },
    project: { type: 'string' },
    since: { type: 'string' },
    with: { type: 'string' },
    budget: { type: 'string' },
    'dry-run': { type: 'boolean' },
    requests: { type: 'string' },
    answers: { type: 'string' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const caller = await context.caller();
    const scope = await scopeFrom(input, context, caller);
    if (scope === undefined) return 1;
    const requests = textOption(input, 'requests');
    if (input.values['dry-run'] === true) return preview(input, context, { caller, scope });
    if (requests !== undefined) return writeRequests(input, context, { caller, scope, folder: requests });
    return learn(input, context, { caller, scope });
  },
};

async function scopeFrom(
  input: CommandInput,
  context: CommandContext,
  caller: Caller,
): Promise<LearnScope | undefined> {
  const project = textOption(input, 'project');
  const isAll = input.values['all'] === true || project === 'all';
  if (input.values['all'] === true && project !== undefined)
    throw wrongUsage('--project and --all exclude each other.', 'Give one of them.');
  if (input.values['requests'] !== undefined && input.values['answers'] !== undefined)
    throw wrongUsage(
      '--requests and --answers exclude each other.',
      'Write the requests first, then read the answers.',
    );
  const given = textOption(input, 'since');
  const since = given === undefined ? undefined : periodFrom({ since: given }, context.memory.clock).since;
  if (isAll) return { projects: 'all', since };
  const scope = await context.memory.identities.scope(caller, project);
  const notice = unknownProjectIn(scope);
  if (notice !== undefined) context.note(notice);
  if (scope === 'all') return { projects: 'all', since };
  return 'unknown' in scope ? undefined : { projects: [scope.projectId], since };
}

interface Asked {
  caller: Caller;
  scope: LearnScope;
}

async function preview(input: CommandInput, context: CommandContext, { caller, scope }: Asked): Promise<ExitCode> {
  const found = await context.memory.learning.preview(caller, scope);
  const { sessions, tokens, usedTokens } = found;
  const json = { sessions, tokens, used_tokens: usedTokens, daily_tokens: context.settings.learn.dailyTokens };
  const { dailyTokens } = context.settings.learn;
  const limit = tokens > dailyTokens ? `, at most ${dailyTokens.toLocaleString('en')} a day` : '';
  const cost = `about ${tokens.toLocaleString('en')} tokens${limit}`;
  const used = usedTokens === 0 ? '' : ` Used in the last 24 hours: ${usedTokens.toLocaleString('en')}.`;
  const text = sessions === 0 ? nothingWaits(scope) : `${counted(sessions, 'session')} would be read, ${cost}.${used}`;
  answer(input, context, json, text);
  return 0;
}

function nothingWaits({ projects, since }: LearnScope): string {
  const where = projects === 'all' ? '' : ' of this project';
  const more = projects === 'all' ? '' : ' Add --all for all projects.';
  if (since !== undefined) return `No session${where} that was active since then waits.${more}`;
  return `No session${where} waits: each that ended was read, or is too short.${more}`;
}

async function writeRequests(
  input: CommandInput,
  { memory, ...context }: CommandContext,
  { caller, scope, folder }: Asked & { folder: string },
): Promise<ExitCode> {
  const sessions = new Set<string>();
  let requests = 0;
  const target = new RequestFolder(folder);
  for await (const { id, sessionId, text } of memory.learning.requests(caller, scope)) {
    await target.writeRequest(id, text);
    sessions.add(sessionId);
    requests += 1;
  }
  const json = { folder, requests, sessions: sessions.size };
  const text =
    requests === 0
      ? nothingWaits(scope)
      : `${counted(requests, 'request')} about ${counted(sessions.size, 'session')} written to ${folder}. Answer each in a file of the same name, and run \`bigmind learn${scopeWords(input)} --answers FOLDER\`.`;
  answer(input, { memory, ...context }, json, text);
  return 0;
}

/** The options that choose the sessions, as they were given. */
function scopeWords(input: CommandInput): string {
  const named = ['project', 'since'].flatMap((name) => {
    const value = textOption(input, name);
    return value === undefined ? [] : [` --${name} ${shellWord(value)}`];
  });
  return [...(input.values['all'] === true ? [' --all'] : []), ...named].join('');
}

async function learn(input: CommandInput, context: CommandContext, { caller, scope }: Asked): Promise<ExitCode> {
  const folder = textOption(input, 'answers');
  const given = numberOption(input, 'budget');
  const budget = given === undefined ? undefined : requireWholeBetween('budget', given, 1, maxBudget);
  const learner = folder === undefined ? learnerOf(input, context) : learnerFromFolder(folder, context);
  const report = await untilStopped(context.note, ({ isStopped }) => {
    const stop = new AbortController();
    const watch = setInterval(() => {
      if (isStopped()) stop.abort();
    }, 200);
    const options: LearnOptions = {
      dailyTokens: context.settings.learn.dailyTokens,
      budget,
      signal: stop.signal,
      shouldContinue: progressTo(context, isStopped),
    };
    return context.memory.learning.run(caller, learner, scope, options).finally(() => clearInterval(watch));
  });
  if ('running' in report) return alreadyRunning(input, context, report.running);
  answer(input, context, jsonOf(report, learner), doneText(report, scope));
  return report.notice === undefined || report.isLimited === true ? 0 : 1;
}

/** The model that is named, or that of the settings. */
function learnerOf(input: CommandInput, { settings, host }: CommandContext): Learner {
  const given = textOption(input, 'with');
  const choice = given === undefined ? settings.learn.choice : requireOneOf('with', given, learnChoices);
  const model = languageModelFrom({ ...settings.learn, choice }, { env: host.env, redact });
  if (model instanceof BigMindError) throw model;
  if (model !== undefined) return learnerFrom(model);
  const remedy = 'Name one by --with, such as --with claude, or set BIGMIND_LEARN. See docs/learning.md.';
  throw wrongUsage('No language model is chosen, so nothing was sent.', remedy);
}

/** Answers that somebody put into a folder. One that is not whole counts as missing, because it can be corrected. */
function learnerFromFolder(folder: string, { note }: Pick<CommandContext, 'note'>): Learner {
  const answers = new AnswerFolder(folder);
  return {
    name: 'answers from a folder',
    inputTokens: Infinity,
    isFree: true,
    ask: async ({ id }) => {
      const answer = await answers.readAnswer(id);
      if (answer === undefined || isWholeObject(answer)) return answer;
      note(`${id}.txt was not used, because it is no whole JSON object. Correct it, and run this again.`);
      return undefined;
    },
  };
}

/** Words around the object do no harm. */
function isWholeObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch {
    return false;
  }
}

/** Notes at most one line a second. */
function progressTo(
  { note, now }: CommandContext,
  isStopped: () => boolean,
): NonNullable<LearnOptions['shouldContinue']> {
  let last = now().getTime();
  return ({ due, done, tokens }) => {
    if (now().getTime() - last >= 1_000 && due > 0) {
      last = now().getTime();
      note(`${String(done)} of ${counted(due, 'session')}, ${tokens.toLocaleString('en')} tokens`);
    }
    return !isStopped();
  };
}

function jsonOf(report: LearnReport, { name }: Learner): Record<string, unknown> {
  const { outcome, due, done, tokens, learned, corroborated, replaced, dismissed, dropped, unusable, unanswered } =
    report;
  const counts = { learned, corroborated, replaced, dismissed, dropped, unusable, unanswered };
  const { notice } = report;
  return { outcome, model: name, sessions: due, done, tokens, ...counts, ...(notice !== undefined && { notice }) };
}

function doneText(report: LearnReport, scope: LearnScope): string {
  const { outcome, due, done, tokens, learned, corroborated, replaced, dismissed, unusable, unanswered, notice } =
    report;
  if (due === 0) return nothingWaits(scope);
  const dropped = Object.values(report.dropped).reduce((sum, count) => sum + count, 0);
  const also = [
    ...(corroborated > 0 ? [`${String(corroborated)} known already`] : []),
    ...(replaced > 0 ? [`${String(replaced)} replaced or finished`] : []),
    ...(dismissed > 0 ? [`${String(dismissed)} dismissed before`] : []),
    ...(dropped > 0 ? [`${String(dropped)} left out, without evidence or like instructions`] : []),
    ...(unusable > 0 ? [`${counted(unusable, 'answer')} in another form`] : []),
    ...(unanswered > 0 ? [`${counted(unanswered, 'session')} without an answer yet`] : []),
  ];
  const what = `${counted(learned, 'fact')} learned from ${String(done)} of ${counted(due, 'session')}`;
  const lines = [
    `${[what, ...also].join(', ')}. Tokens: ${tokens.toLocaleString('en')}.`,
    ...(outcome === 'cancelled' ? ['Stopped. The next run continues.'] : []),
    ...(notice === undefined ? [] : [notice]),
    ...(learned > 0
      ? [`See them with \`bigmind list --learned${scope.projects === 'all' ? ' --project all' : ''}\`.`]
      : []),
  ];
  return lines.join('\n');
}

function alreadyRunning(input: CommandInput, context: CommandContext, running: BackgroundRun): ExitCode {
  const { done, due } = running;
  const text = `Another process is learning: ${String(done)} of ${counted(due, 'session')}. Nothing was done.`;
  answer(input, context, { running }, text);
  return 1;
}
