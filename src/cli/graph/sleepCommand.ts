/** `bigmind sleep`: runs the sleep cycle now, or shows what it would do and what it did. */
import type { SleepReport } from '../../memory/graph/synthesis/sleepWork.ts';
import type { SleepProgress, SleepRun } from '../../memory/graph/synthesis/sleepRun.ts';
import { counted } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer } from '../shared/command.ts';
import { turnOfOthers } from '../../util/turnOfOthers.ts';

export const sleepCommand: Command = {
  name: 'sleep',
  usage: '[--dry-run | --status]',
  summary: 'Write syntheses: what the memories about a file, a service or another name come to.',
  details:
    'It writes one for each name with enough new memories in a project, word for word from them, without a language model. Stop it with Ctrl+C at any time: what was written stays. --dry-run only shows how many are due. --status shows the last runs.',
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
    const report = await untilStopped((isStopped) =>
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
): (progress: SleepProgress) => Promise<boolean> {
  let last = now().getTime();
  return async ({ due, done }) => {
    await turnOfOthers();
    if (now().getTime() - last < 1_000 || due === 0) return !isStopped();
    last = now().getTime();
    note(`${String(done)} of ${String(due)}`);
    return !isStopped();
  };
}

/** Ends the work at its next step when the process is told to end. */
async function untilStopped<T>(work: (isStopped: () => boolean) => Promise<T>): Promise<T> {
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(() => isStopped);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

function doneText({ outcome, due, done }: SleepReport): string {
  if (outcome === 'cancelled')
    return `Stopped after ${counted(done, 'synthesis', 'syntheses')}. The next run continues.`;
  if (due === 0) return 'Nothing is due: no name has enough new memories.';
  const changed = due - done;
  const rest =
    changed === 0 ? '' : ` ${counted(changed, 'entity', 'entities')} changed in the meantime and will follow.`;
  return `${counted(done, 'synthesis', 'syntheses')} written.${rest}`;
}

function alreadyRunning(input: CommandInput, context: CommandContext, running: SleepRun): ExitCode {
  const { done, due } = running;
  const text = `Another process is consolidating: ${String(done)} of ${String(due)}. See "bigmind sleep --status".`;
  answer(input, context, { running }, text);
  return 1;
}

async function showStatus(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const runs = await context.memory.consolidation.runs(await context.caller());
  const lines = runs.map((run) => runLine(run, context));
  answer(input, context, { runs }, lines.length === 0 ? 'There was no run yet.' : lines.join('\n'));
  return 0;
}

function runLine({ startedAt, outcome, due, done, tokens }: SleepRun, { memory }: CommandContext): string {
  const cost = tokens === 0 ? '' : `, ${counted(tokens, 'token')}`;
  const state = outcome ?? 'in progress';
  return `${localDay(startedAt, memory.clock.timeZone)}  ${state}: ${String(done)} of ${String(due)}${cost}`;
}
