/** `bigmind search`: the same search that models use, for people and scripts. */
import { explanationText } from '../search/explanation.ts';
import { oneLine, shorten } from '../util/text.ts';
import { localDay } from '../util/time.ts';
import { answer, numberOption, textOption } from './command.ts';
import type { Command } from './command.ts';

export const searchCommand: Command = {
  name: 'search',
  usage: 'QUERY [--limit N] [--kind KIND[,KIND]] [--project NAME|all] [--since DATE] [--until DATE] [--explain]',
  summary: 'Find anything that is remembered, best first.',
  options: {
    limit: { type: 'string' },
    kind: { type: 'string' },
    project: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    explain: { type: 'boolean' },
  },
  takes: { least: 1, most: Infinity },
  run: async (input, context) => {
    const limit = numberOption(input, 'limit');
    const kinds = textOption(input, 'kind');
    const project = textOption(input, 'project');
    const since = textOption(input, 'since');
    const until = textOption(input, 'until');
    const found = await context.search.find(await context.caller(), {
      query: input.positionals.join(' '),
      explain: input.values['explain'] === true,
      ...(limit !== undefined && { limit }),
      ...(kinds !== undefined && { kinds: kinds.split(',') }),
      ...(project !== undefined && { project }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    });
    const lines = found.results.map((result) => {
      const day = localDay(result.createdAt, context.memory.clock.timeZone);
      const why = result.why === undefined ? '' : `\n      ${explanationText(result.why)}`;
      const name = result.kind === 'session' ? result.id.slice(0, 8) : `#${result.id}`;
      return `${result.score.toFixed(2)}  ${result.kind} ${name}  ${day}  ${shorten(oneLine(result.text), 160)}${why}`;
    });
    const none = `Nothing found in ${String(found.searched)} memories. Try other words, or --project all.`;
    answer(input, context, found, lines.length === 0 ? none : lines.join('\n'));
    return 0;
  },
};
