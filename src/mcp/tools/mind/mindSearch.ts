/** `mind_search`: finds entries of memory files, of this project or of all. */
import * as z from 'zod';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { labelsOf } from '../../../memory/trust/trust.ts';
import type { SearchResult } from '../../../search/explanation/searchResult.ts';
import { maxResults } from '../../../search/search.ts';
import { shorten } from '../../../util/text.ts';
import { localDay } from '../../../util/time.ts';
import type { ToolReply } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';
import { calledProject } from './calledProject.ts';

const types = ['decision', 'issue', 'learning'] as const;
/** The kinds of entries that each type covers. */
const kindsOf: Readonly<Record<(typeof types)[number], readonly string[]>> = {
  decision: ['decision', 'rejected'],
  issue: ['problem'],
  learning: ['learning', 'gotcha'],
};
/** In characters. */
const maxText = 400;

export const mindSearch = defineTool({
  name: 'mind_search',
  title: 'Search the memory files',
  description:
    'Search what the memory files of this project say, or those of all projects of the user, best first. Call it when what mind_recall returned is not enough. For conversations and facts too, use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string(),
    scope: z.enum(['project', 'all']).optional().describe('Default project.'),
    types: z.array(z.enum(types)).optional(),
    limit: z.number().int().min(1).max(maxResults).optional().describe('Default 10.'),
  }),
  run: async ({ query, scope = 'project', types: wanted = [], limit = 10 }, context): Promise<ToolReply> => {
    const { search, caller, memory } = context;
    if (scope === 'project') await calledProject(context);
    const isNarrow = wanted.length > 0;
    const answer = await search.find(caller, {
      query,
      kinds: ['entry'],
      limit: isNarrow ? maxResults : limit,
      ...(scope === 'all' && { project: 'all' }),
    });
    const kinds = new Set(wanted.flatMap((type) => kindsOf[type]));
    const results = answer.results.filter(({ title }) => !isNarrow || kinds.has(title ?? '')).slice(0, limit);
    const day = ({ createdAt }: SearchResult): string => localDay(createdAt, memory.clock.timeZone);
    return {
      ...(results.length > 0 && { notice: dataNotice }),
      text:
        results.length === 0
          ? `Nothing found in ${answer.searched.toLocaleString('en')} entries.`
          : results.map((result) => lineOf(result, day(result))).join('\n'),
      structured: {
        results: results.map((result) => structuredResult(result, day(result))),
        searched: answer.searched,
      },
    };
  },
});

function lineOf(result: SearchResult, day: string): string {
  const about = [
    result.title ?? 'entry',
    result.score.toFixed(2),
    day,
    result.project,
    result.sourceRef,
    ...labelsOf(result),
  ];
  const known = about.filter((part) => part !== null);
  return `- [${known.map(plainLine).join(' · ')}] ${shorten(plainLine(result.text), maxText)}`;
}

function structuredResult(result: SearchResult, day: string): Record<string, unknown> {
  const labels = labelsOf(result);
  return {
    type: result.title,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    text: shorten(plainLine(result.text), maxText),
    relevance: Number(result.score.toFixed(3)),
    date: day,
    ...(result.project !== null && { project: plainLine(result.project) }),
    ...(result.sourceRef !== null && { source_ref: plainLine(result.sourceRef) }),
  };
}
