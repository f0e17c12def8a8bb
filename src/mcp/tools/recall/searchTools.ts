/** The search tools. All of them answer in the same form. */
import * as z from 'zod';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import type { SearchInput } from '../../../search/search.ts';
import { confidence, factTypesField, project, words } from '../../shared/fields.ts';
import { defineTool } from '../../shared/tool.ts';
import { searchReply } from './searchReply.ts';

const full = () => z.boolean().optional().describe('Whole texts, not excerpts.');

export const search = defineTool({
  name: 'memory_search',
  title: 'Search memory',
  description:
    'Search everything remembered: facts, kept exchanges, sessions, team knowledge, imported conversations. Call it BEFORE answering "do you remember", before redoing something that may have been decided, and when the user names people, projects or errors you lack context for. Ask in plain words; results come best first with a score from 0 to 1 that compares across questions; a note says when nothing clearly answers. To browse sessions, use memory_list_sessions.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 10.'),
    kinds: z.array(z.enum(memoryKinds)).optional().describe('Default: all.'),
    project: project().optional(),
    since: z.string().optional().describe('ISO 8601 date or time.'),
    until: z.string().optional().describe('ISO 8601 date or time.'),
    min_confidence: confidence().optional().describe('Excludes less certain facts.'),
    session_id: z.string().optional().describe('Only this session.'),
    types: factTypesField().optional(),
    agent: z.string().optional().describe('Only what came through this agent.'),
    tags: words().optional().describe('Only facts with all of these.'),
    include_superseded: z.boolean().optional().describe('Also facts that newer ones replaced.'),
    explain: z.boolean().optional().describe('Say why each result matched.'),
    full: full(),
  }),
  run: async (input, context) => {
    const answer = await context.search.find(context.caller, searchInputFrom(input));
    const concludes = input.kinds === undefined;
    return searchReply(answer, { ...input, concludes }, context, 'Try other words, or project "all".');
  },
});

export const searchChunks = defineTool({
  name: 'memory_search_chunks',
  title: 'Search exchanges',
  description:
    'Search only the exchanges that were kept word for word. Call it for verbatim evidence of what was said. To find anything of any kind, use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 10.'),
    session_id: z.string().optional().describe('Only this session.'),
    project: project().optional(),
    full: full(),
  }),
  run: async (input, context) => {
    const answer = await context.search.find(context.caller, {
      ...searchInputFrom(input),
      kinds: ['chunk'],
      ownWordsFirst: true,
    });
    return searchReply(answer, input, context, 'Try other words, project "all", or memory_search.');
  },
});

export const searchGlobal = defineTool({
  name: 'memory_search_global',
  title: 'Search team knowledge',
  description:
    'Search only the approved team knowledge. Call it before deciding on architecture, standards or patterns that the team may have settled. To find anything of any kind, use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 5.'),
    full: full(),
  }),
  run: async (input, context) => {
    const answer = await context.search.find(context.caller, {
      query: input.query,
      kinds: ['knowledge'],
      sharedOnly: true,
      limit: input.limit ?? 5,
    });
    return searchReply(answer, input, context, 'Try other words, or memory_list_global.');
  },
});

export const semanticSearch = defineTool({
  name: 'memory_semantic_search',
  title: 'Search by meaning',
  description:
    'Search everything by meaning only, nearest first; the score is the cosine of the two vectors. For questions, call memory_search, which uses words and meaning and finds far more; call this one afterwards, to find other wordings or related memories. Needs an embedding model; without one it searches by words and says so.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('A sentence or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 10.'),
    kinds: z.array(z.enum(memoryKinds)).optional().describe('Default: all.'),
    project: project().optional(),
    since: z.string().optional().describe('ISO 8601 date or time.'),
    until: z.string().optional().describe('ISO 8601 date or time.'),
    session_id: z.string().optional().describe('Only this session.'),
    full: full(),
  }),
  run: async (input, context) => {
    const answer = await context.search.findByMeaning(context.caller, searchInputFrom(input));
    return searchReply(answer, input, context, 'Try memory_search, or project "all".');
  },
});

/** The arguments of the search tools; each accepts some of them. */
interface SearchArguments {
  query: string;
  limit?: number | undefined;
  kinds?: readonly MemoryKind[] | undefined;
  project?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  min_confidence?: number | undefined;
  session_id?: string | undefined;
  types?: readonly string[] | undefined;
  agent?: string | undefined;
  tags?: readonly string[] | undefined;
  include_superseded?: boolean | undefined;
  explain?: boolean | undefined;
}

export function searchInputFrom(given: SearchArguments): SearchInput {
  return {
    query: given.query,
    limit: given.limit,
    ...(given.kinds && { kinds: given.kinds }),
    project: given.project,
    since: given.since,
    until: given.until,
    minConfidence: given.min_confidence,
    sessionId: given.session_id,
    ...(given.types && { types: given.types }),
    agent: given.agent,
    ...(given.tags && { tags: given.tags }),
    includeSuperseded: given.include_superseded,
    explain: given.explain,
  };
}
