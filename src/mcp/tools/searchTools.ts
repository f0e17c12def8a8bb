/** Tools that find. Every one answers with the same shape (design, section 4). */
import * as z from 'zod';
import { dataNotice, plainLine, quotedCode, visible } from '../../memory/quoting.ts';
import { memoryKinds } from '../../memory/recall.ts';
import type { MemoryKind } from '../../memory/recall.ts';
import { labelsOf } from '../../memory/trust.ts';
import { explanationText } from '../../search/explanation.ts';
import type { SearchAnswer, SearchInput, SearchResult } from '../../search/search.ts';
import { shorten } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import { confidence, project } from '../fields.ts';
import { defineTool } from '../tool.ts';
import type { ToolAnswer } from '../tool.ts';

/** Characters of a memory in the readable answer, and in the structured one; the whole is in the session's detail. */
const textShown = 600;
const textGiven = 8000;

export const search = defineTool({
  name: 'memory_search',
  title: 'Search memory',
  description:
    'Search everything remembered: facts, kept exchanges, sessions, team knowledge, imported conversations. Call it BEFORE answering "do you remember", before redoing something that may have been decided, and when the user names people, projects or errors you lack context for. Ask in plain words; results come best first with a score from 0 to 1. To browse sessions, use memory_list_sessions.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 10.'),
    kinds: z.array(z.enum(memoryKinds)).optional().describe('Default: all.'),
    project: project().optional(),
    since: z.string().optional().describe('ISO 8601 date or time.'),
    until: z.string().optional().describe('ISO 8601 date or time.'),
    min_confidence: confidence().optional().describe('Leaves out less certain facts.'),
    session_id: z.string().optional().describe('Only this session.'),
    explain: z.boolean().optional().describe('Say why each result matched.'),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.find(caller, searchInputFrom(input));
    return toolAnswerFrom(answer, memory.clock.timeZone, 'Try other words, or project "all".');
  },
});

export const searchChunks = defineTool({
  name: 'memory_search_chunks',
  title: 'Search exchanges',
  description:
    'Search the exchanges that were kept word for word, and nothing else. Call it for verbatim evidence of what was said. To find anything of any kind, use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 10.'),
    session_id: z.string().optional().describe('Only this session.'),
    project: project().optional(),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.find(caller, { ...searchInputFrom(input), kinds: ['chunk'] });
    return toolAnswerFrom(answer, memory.clock.timeZone, 'Try other words, project "all", or memory_search.');
  },
});

export const searchGlobal = defineTool({
  name: 'memory_search_global',
  title: 'Search team knowledge',
  description:
    'Search the approved team knowledge, and nothing else. Call it before deciding on architecture, standards or patterns that the team may have settled. To find anything of any kind, use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 5.'),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.find(caller, {
      query: input.query,
      kinds: ['knowledge'],
      sharedOnly: true,
      limit: input.limit ?? 5,
    });
    return toolAnswerFrom(answer, memory.clock.timeZone, 'Try other words, or memory_list_global.');
  },
});

export const semanticSearch = defineTool({
  name: 'memory_semantic_search',
  title: 'Search by meaning',
  description:
    'Search everything remembered by meaning alone, nearest first; the score is the cosine of the two vectors. Call it when memory_search, which goes by words and meaning together, finds too little because other words were used. Needs a model that embeds; without one it searches by words and says so.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('A sentence or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 10.'),
    kinds: z.array(z.enum(memoryKinds)).optional().describe('Default: all.'),
    project: project().optional(),
    since: z.string().optional().describe('ISO 8601 date or time.'),
    until: z.string().optional().describe('ISO 8601 date or time.'),
    session_id: z.string().optional().describe('Only this session.'),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.findByMeaning(caller, searchInputFrom(input));
    return toolAnswerFrom(answer, memory.clock.timeZone, 'Try memory_search, or project "all".');
  },
});

/** What the search tools take, as far as each does; what is absent stays absent. */
interface SearchArguments {
  query: string;
  limit?: number | undefined;
  kinds?: readonly MemoryKind[] | undefined;
  project?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  min_confidence?: number | undefined;
  session_id?: string | undefined;
  explain?: boolean | undefined;
}

function searchInputFrom(given: SearchArguments): SearchInput {
  return {
    query: given.query,
    ...(given.limit !== undefined && { limit: given.limit }),
    ...(given.kinds && { kinds: given.kinds }),
    ...(given.project !== undefined && { project: given.project }),
    ...(given.since !== undefined && { since: given.since }),
    ...(given.until !== undefined && { until: given.until }),
    ...(given.min_confidence !== undefined && { minConfidence: given.min_confidence }),
    ...(given.session_id !== undefined && { sessionId: given.session_id }),
    ...(given.explain !== undefined && { explain: given.explain }),
  };
}

/** What every search tool answers with (design, section 4). */
function toolAnswerFrom({ results, searched, notice }: SearchAnswer, timeZone: string, hint: string): ToolAnswer {
  const lines = results.map((result, index) => resultLine(result, index + 1, timeZone));
  const none = `Nothing found in ${searched.toLocaleString('en')} memories. ${hint}`;
  const found = lines.length === 0 ? none : `${dataNotice}\n${lines.join('\n')}`;
  return {
    text: notice === undefined ? found : `${found}\nNote: ${notice}`,
    structured: {
      ...(results.length > 0 && { data_notice: dataNotice }),
      results: results.map(structuredResult),
      searched,
      ...(notice !== undefined && { notice }),
    },
  };
}

function resultLine(result: SearchResult, rank: number, timeZone: string): string {
  const about = [
    `${result.kind} ${result.kind === 'session' ? quotedCode(result.id) : `#${result.id}`}`,
    result.score.toFixed(2),
    localDay(result.createdAt, timeZone),
    ...(result.speaker === null ? [] : [result.speaker]),
    ...(result.project === null ? [] : [result.project]),
    ...(result.sourceRef === null ? [] : [result.sourceRef]),
    ...(result.status === 'pending' ? ['proposal, not approved yet'] : []),
    ...labelsOf(result),
    ...(result.repeats > 0 ? [`said ${String(result.repeats + 1)} times`] : []),
    ...(result.contradictedBy.length > 0 ? [`contradicted by fact #${result.contradictedBy.join(', #')}`] : []),
  ];
  const title = result.title === null || result.title === '' ? '' : `**${plainLine(result.title)}** `;
  const why = result.why === undefined ? '' : `\n   why: ${explanationText(result.why)}`;
  return `${String(rank)}. [${about.map(plainLine).join(' · ')}] ${title}${shorten(plainLine(result.text), textShown)}${why}`;
}

function structuredResult(result: SearchResult): Record<string, unknown> {
  return {
    kind: result.kind,
    id: result.id,
    ...(result.title !== null && { title: visible(result.title) }),
    text: shorten(visible(result.text), textGiven),
    ...(result.text.length > textGiven && { truncated: true }),
    score: result.score,
    ...(result.sessionId !== null && { session_id: result.sessionId }),
    ...(result.seq !== null && { seq: result.seq }),
    ...(result.project !== null && { project: result.project }),
    created_at: result.createdAt,
    origin: result.origin,
    ...(result.marks.length > 0 && { reads_like_orders: result.marks }),
    ...(result.sourceRef !== null && { source_ref: result.sourceRef }),
    ...(result.speaker !== null && { speaker: result.speaker }),
    ...(result.status !== null && { status: result.status }),
    ...(result.repeats > 0 && { repeats: result.repeats }),
    ...(result.contradictedBy.length > 0 && { contradicted_by: result.contradictedBy }),
    ...(result.why && { why: result.why }),
  };
}
