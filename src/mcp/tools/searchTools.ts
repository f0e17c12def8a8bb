/** Tools that find. Every one answers with the same shape (design, section 4). */
import * as z from 'zod';
import { dataNotice, plainLine, quotedCode } from '../../memory/quoting.ts';
import { memoryKinds } from '../../memory/recall.ts';
import type { MemoryKind } from '../../memory/recall.ts';
import { shortSessionId } from '../../memory/sessions.ts';
import { labelsOf } from '../../memory/trust.ts';
import { explanationText } from '../../search/explanation.ts';
import type { Explanation } from '../../search/explanation.ts';
import type { SearchAnswer, SearchInput, SearchResult } from '../../search/search.ts';
import { localDay, minuteOf } from '../../util/time.ts';
import { excerptAround } from '../excerpt.ts';
import { confidence, project } from '../fields.ts';
import { defineTool } from '../tool.ts';
import type { ToolReply } from '../tool.ts';

/** Characters of a memory in an answer, in either form: around what was asked for, or with `full` the whole. */
const maxExcerpt = 600;
const maxFullText = 8_000;
/** Characters of all the memories of a `full` answer; what comes after them is given in excerpts. */
const maxFullAnswer = 40_000;

const full = () => z.boolean().optional().describe('Whole texts, not excerpts.');

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
    full: full(),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.find(caller, searchInputFrom(input));
    return replyFrom(answer, input, memory.clock.timeZone, 'Try other words, or project "all".');
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
    full: full(),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.find(caller, { ...searchInputFrom(input), kinds: ['chunk'] });
    return replyFrom(answer, input, memory.clock.timeZone, 'Try other words, project "all", or memory_search.');
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
    full: full(),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.find(caller, {
      query: input.query,
      kinds: ['knowledge'],
      sharedOnly: true,
      limit: input.limit ?? 5,
    });
    return replyFrom(answer, input, memory.clock.timeZone, 'Try other words, or memory_list_global.');
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
    full: full(),
  }),
  run: async (input, { memory, search: finder, caller }) => {
    const answer = await finder.findByMeaning(caller, searchInputFrom(input));
    return replyFrom(answer, input, memory.clock.timeZone, 'Try memory_search, or project "all".');
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

interface Asked {
  query: string;
  full?: boolean | undefined;
}

/** One result as both forms show it. */
interface Shown {
  result: SearchResult;
  /** On one line. */
  text: string;
  isCut: boolean;
}

/** What every search tool answers with (design, section 5). */
function replyFrom(answer: SearchAnswer, asked: Asked, timeZone: string, hint: string): ToolReply {
  const { results, searched, notice: note } = answer;
  const shown = shownOf(results, asked);
  const lines = shown.map((one, index) => resultLine(one, index + 1, timeZone));
  const nothing = `Nothing found in ${searched.toLocaleString('en')} memories.`;
  const next = results.length === 0 ? hint : nextFor(shown, asked);
  return {
    ...(results.length > 0 && { notice: dataNotice }),
    text: [results.length === 0 ? nothing : lines.join('\n'), ...(note === undefined ? [] : [`Note: ${note}`])].join(
      '\n',
    ),
    structured: { results: shown.map(structuredResult), searched, ...(note !== undefined && { note }) },
    ...(next !== undefined && { next }),
  };
}

function shownOf(results: readonly SearchResult[], { query, full: isFull }: Asked): Shown[] {
  let left = isFull === true ? maxFullAnswer : 0;
  return results.map((result) => {
    const whole = plainLine(result.text);
    const text = excerptAround(whole, query, Math.max(maxExcerpt, Math.min(maxFullText, left)));
    left -= text.length;
    return { result, text, isCut: text.length < whole.length };
  });
}

/** How to read what was cut. */
function nextFor(shown: readonly Shown[], { full: isFull }: Asked): string | undefined {
  if (!shown.some(({ isCut }) => isCut)) return undefined;
  return isFull === true
    ? 'What still ends in "…" is longer than an answer: ask for fewer results, or open the memory page.'
    : 'Where "…" stands, the text was cut: call this again with full true for whole texts.';
}

function resultLine({ result, text }: Shown, rank: number, timeZone: string): string {
  const about = [
    `${result.kind} ${result.kind === 'session' ? quotedCode(result.id) : `#${result.id}`}`,
    result.score.toFixed(2),
    localDay(result.createdAt, timeZone),
    ...(result.speaker === null ? [] : [result.speaker]),
    ...(result.project === null ? [] : [result.project]),
    ...(result.sourceRef === null ? [] : [result.sourceRef]),
    ...(namesSession(result) ? [`session ${shortSessionId(result.sessionId)}`] : []),
    ...(result.status === 'pending' ? ['proposal, not approved yet'] : []),
    ...labelsOf(result),
    ...(result.repeats > 0 ? [`said ${String(result.repeats + 1)} times`] : []),
    ...(result.contradictedBy.length > 0 ? [`contradicted by fact #${result.contradictedBy.join(', #')}`] : []),
  ];
  const title = result.title === null || result.title === '' ? '' : `**${plainLine(result.title)}** `;
  const why = result.why === undefined ? '' : `\n   why: ${explanationText(result.why)}`;
  return `${String(rank)}. [${about.map(plainLine).join(' · ')}] ${title}${text}${why}`;
}

function structuredResult({ result, text, isCut }: Shown): Record<string, unknown> {
  const labels = labelsOf(result);
  return {
    kind: result.kind,
    id: result.id,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    ...(result.title !== null && result.title !== '' && { title: plainLine(result.title) }),
    text,
    ...(isCut && { truncated: true }),
    score: Number(result.score.toPrecision(3)),
    ...(saidInSession(result) && { session_id: result.sessionId, ...(result.seq !== null && { seq: result.seq }) }),
    ...(result.project !== null && { project: plainLine(result.project) }),
    created_at: minuteOf(result.createdAt),
    ...(result.sourceRef !== null && { source_ref: plainLine(result.sourceRef) }),
    ...(result.speaker !== null && { speaker: plainLine(result.speaker) }),
    ...(result.status !== null && { status: result.status }),
    ...(result.repeats > 0 && { repeats: result.repeats }),
    ...(result.contradictedBy.length > 0 && { contradicted_by: result.contradictedBy }),
    ...(result.why && { why: shortExplanation(result.why) }),
  };
}

/** Figures of three digits, and none that is 0. */
function shortExplanation(why: Explanation): unknown {
  return JSON.parse(JSON.stringify(why), (_name, value: unknown) => {
    if (typeof value !== 'number') return value;
    return value === 0 ? undefined : Number(value.toPrecision(3));
  });
}

/** A fact stands for itself; what was said is read in its session. */
function saidInSession(result: SearchResult): result is SearchResult & { sessionId: string } {
  return (result.kind === 'chunk' || result.kind === 'message') && result.sessionId !== null;
}

/** Where the source does not name the session already. */
function namesSession(result: SearchResult): result is SearchResult & { sessionId: string } {
  return saidInSession(result) && result.sourceRef?.includes(result.sessionId) !== true;
}
