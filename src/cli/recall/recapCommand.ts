/** `bigmind recap`: what happened in a period, in this project or in all. */
import type { Recap } from '../../memory/recap/recap.ts';
import { recapLineLimits } from '../../memory/recap/recap.ts';
import { recapText, structuredRecap } from '../../memory/recap/recapText.ts';
import type { Command, CommandInput } from '../shared/command.ts';
import { answer, numberOption, textOption, wrongUsage } from '../shared/command.ts';

const { default: defaultLines, max: maxLines } = recapLineLimits;

export const recapCommand: Command = {
  name: 'recap',
  usage: '[--since 7d|DATE] [--until DATE] [--project NAME|all | --all] [--limit N]',
  summary: 'Show what happened in the last days: sessions, decisions, open steps and new facts.',
  details: `Every line is the text of one memory and names it, so that you can open it; nothing is summarized by a model. --since is a time back, such as 36h, 7d or 2w, or today, yesterday or a date; by default, the period is the last 7 days, or the 7 days that end with --until. --until includes its whole day. The project is that of the current folder; --all covers every project. --limit is the number of lines of each part, ${String(defaultLines)} by default, at most ${String(maxLines)}. What came from the web or reads like instructions to a model is counted, not shown.`,
  options: {
    since: { type: 'string' },
    until: { type: 'string' },
    project: { type: 'string' },
    all: { type: 'boolean' },
    limit: { type: 'string' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const { recaps, clock } = context.memory;
    const recap = await recaps.build(await context.caller(), {
      since: textOption(input, 'since'),
      until: textOption(input, 'until'),
      project: projectFrom(input),
      limit: numberOption(input, 'limit'),
    });
    if (isCut(recap)) context.note('Some lines are left out. A shorter period or --limit shows others.');
    answer(input, context, structuredRecap(recap), recapText(recap, clock.timeZone));
    return 0;
  },
};

function projectFrom(input: CommandInput): string | undefined {
  const project = textOption(input, 'project');
  if (input.values['all'] !== true) return project;
  if (project === undefined) return 'all';
  throw wrongUsage('--project and --all exclude each other.', 'Give one of them.');
}

function isCut({ sections }: Recap): boolean {
  return sections.some(({ lines, total }) => lines.length < total);
}
