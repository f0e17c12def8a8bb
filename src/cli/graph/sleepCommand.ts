/** `bigmind sleep`: writes the syntheses that are due, or shows what it would do and what it did. */
import type { SleepReport, WrittenSynthesis } from '../../memory/graph/synthesis/sleepWork.ts';
import type { RunProgress, BackgroundRun } from '../../memory/shared/background/backgroundRuns.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted, shorten } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer } from '../shared/command.ts';
import { untilStopped } from '../shared/untilStopped.ts';
import { yieldToOthers } from '../../util/yieldToOthers.ts';

/** Names that the answer lists; `--json` has all. */
const maxShown = 10;
const maxName = 80;

export const sleepCommand: Command = {
  name: 'sleep',
  usage: '[--dry-run | --status]',
  summary: 'Write syntheses: what the memories about a file, a service or another name come to.',
  details:
    'It writes one for each name with enough new memories in a project, word for word from them, without a language model. Stop it with Ctrl+C at any time: what was written stays. Read one with `bigmind graph mentions NAME`. --dry-run only shows how many are due. --status shows the last runs.',
  options: { 'dry-run': { type: 'boolean' }, status: { type: 'boolean' } },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    if (input.values['status'] === true) return showStatus(input, context);
    const caller = await context.caller();
    const { consolidation, graph } = context.memory;
    if (input.values['dry-run'] === true) {
      const { isComplete } = await graph.update(caller);
      const preview = await consolidation.preview(caller);
      const partly = isComplete ? '' : ' Some memories were not read yet.';
      answer(input, context, preview, `${counted(preview.due, 'synthesis', 'syntheses')} would be written.${partly}`);
      return 0;
    }
    const report = await untilStopped(context.note, ({ isStopped }) =>
      consolidation.run(caller, { shouldContinue: progressTo(context, isStopped) }),
    );
    if ('running' in report) return alreadyRunning(input, context, report.running);
    answer(input, context, report, doneText(report));
    return 0;
  },
};

/** Notes at most one line a second. */
function progressTo(
  { note, now }: CommandContext,
  isStopped: () => boolean,
): (progress: RunProgress) => Promise<boolean> {
  let last = now().getTime();
  return async ({ due, done }) => {
    await yieldToOthers();
    if (now().getTime() - last < 1_000 || due === 0) return !isStopped();
    last = now().getTime();
    note(`${String(done)} of ${String(due)}`);
    return !isStopped();
  };
}

function doneText(report: SleepReport): string {
  return [doneSentence(report), ...writtenLines(report.written)].join('\n');
}

function writtenLines(written: readonly WrittenSynthesis[]): string[] {
  const more = written.length - maxShown;
  return [...written.slice(0, maxShown).map(writtenLine), ...(more > 0 ? [`- and ${String(more)} more`] : [])];
}

function writtenLine({ name, project, sources }: WrittenSynthesis): string {
  const of = project === null ? '' : ` of ${plainLine(project)}`;
  return `- ${shorten(plainLine(name), maxName)}, from ${counted(sources, 'memory', 'memories')}${of}`;
}

function doneSentence({ outcome, due, done, written }: SleepReport): string {
  if (outcome === 'cancelled')
    return `Stopped after ${counted(done, 'synthesis', 'syntheses')}. The next run continues.`;
  if (due === 0) return 'Nothing is due: no name has enough new memories.';
  const changed = due - done;
  const rest =
    changed === 0 ? '' : ` ${counted(changed, 'entity', 'entities')} changed in the meantime and will follow.`;
  const silent = done - written.length;
  const none = silent === 0 ? '' : ` Of ${counted(silent, 'name')}, no memory states a cause, a rule or an outcome.`;
  return `${counted(written.length, 'synthesis', 'syntheses')} written.${none}${rest}`;
}

function alreadyRunning(input: CommandInput, context: CommandContext, running: BackgroundRun): ExitCode {
  const { done, due } = running;
  const text = `Another process is writing syntheses: ${String(done)} of ${String(due)}. See "bigmind sleep --status".`;
  answer(input, context, { running }, text);
  return 1;
}

async function showStatus(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const runs = await context.memory.consolidation.runs(await context.caller());
  const lines = runs.map((run) => runLine(run, context));
  answer(input, context, { runs }, lines.length === 0 ? 'There was no run yet.' : lines.join('\n'));
  return 0;
}

function runLine({ startedAt, outcome, due, done, tokens }: BackgroundRun, { memory }: CommandContext): string {
  const cost = tokens === 0 ? '' : `, ${counted(tokens, 'token')}`;
  const state = outcome ?? 'in progress';
  return `${localMinute(startedAt, memory.clock.timeZone)}  ${state}: ${String(done)} of ${String(due)}${cost}`;
}
