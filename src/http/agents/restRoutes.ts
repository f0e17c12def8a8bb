/**
 * The routes of the REST API (Shared Memory, sections 11 and 18). The rules are those of the services that the tools
 * use: redaction, duplicates, contradictions and rights are decided there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { confidence, factTypesField, visibility, words } from '../../mcp/shared/fields.ts';
import { resultFrom } from '../../mcp/shared/resultFrom.ts';
import { artifactMetadata, ignoredIn, statementFrom } from '../../mcp/tools/graph/artifactMetadata.ts';
import { graphFields, structuredGraph } from '../../mcp/tools/graph/graphTools.ts';
import { searchReply } from '../../mcp/tools/recall/searchReply.ts';
import { searchInputFrom } from '../../mcp/tools/recall/searchTools.ts';
import { traversals } from '../../memory/graph/traversal/graphInput.ts';
import { answerGraph, maxGraphAnswer } from '../../memory/graph/traversal/graphQueries.ts';
import type { Fact, RelatedFact, StoredFact, StoredStatus } from '../../memory/facts/facts.ts';
import { structuredStatus } from '../../memory/recall/memoryStatus.ts';
import { memoryKinds } from '../../memory/shared/vocabulary.ts';
import { plainLine, quotedText } from '../../memory/trust/quoting.ts';
import { withheldNote } from '../../memory/trust/trust.ts';
import { counted, shorten } from '../../util/text.ts';
import { graphAnswer, saveAnswer, searchAnswer, statusAnswer } from './restAnswers.ts';
import { defineRoute, type RestContext, type RestRoute } from './restRoute.ts';

const agentId = () => z.string().optional().describe('The agent of the token. Another one is refused.');

const save = defineRoute({
  method: 'POST',
  path: '/memory/save',
  operation: 'saveMemory',
  summary: 'Save one fact',
  description:
    'Answers once the fact is stored and searches by words find it. The same fact twice is stored once, so a request can be repeated.',
  writes: true,
  input: {
    content: z.string().describe('One self-contained statement, at most 10,000 characters.'),
    metadata: artifactMetadata().optional(),
    agent_id: agentId(),
    scope: z
      .string()
      .optional()
      .describe('The name of the project that it belongs to, or "all". Default: that of the client.'),
    visibility: visibility().optional(),
    consistency: z
      .enum(['stored', 'applied'])
      .optional()
      .describe(
        '`applied` also waits until the embedding model has read it, for some seconds; `queued` says whether it has.',
      ),
  },
  places: { consistency: 'query' },
  answer: saveAnswer,
  run: async ({ content, metadata: given = {}, scope, visibility: shown, consistency }, context) => {
    const stated = { ...statementFrom(content, given, scope), ...(shown !== undefined && { visibility: shown }) };
    const { facts } = context.memory;
    const {
      status,
      fact,
      related,
      redacted,
      isQueued = true,
    }: StoredFact = given.supersedes === undefined
      ? await facts.store(context.caller, stated)
      : await facts.supersede(context.caller, { ...stated, factId: given.supersedes });
    context.onSaved();
    const queued = isQueued && (await staysQueued(fact, context, consistency === 'applied' ? context.maxWaitMs : 0));
    return {
      status,
      id: fact.uid,
      pg_id: fact.id,
      queued,
      project: fact.projectName === null ? null : plainLine(fact.projectName),
      expires_at: fact.expiresAt,
      redacted,
      related: related.map(relatedFrom),
      ignored: ignoredIn(given),
      message: messageOf(status, fact, redacted),
    };
  },
});

const search = defineRoute({
  method: 'POST',
  path: '/memory/search',
  operation: 'searchMemory',
  summary: 'Search everything that the user of the token may see',
  description: 'Ask in plain words. A score from 0 to 1 compares across questions.',
  writes: false,
  input: {
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 10.'),
    scope: z.string().optional().describe('The name of a project, or "all". Default: that of the client.'),
    agent_id: agentId(),
    agent: z.string().optional().describe('Only what came through this agent.'),
    kinds: z.array(z.enum(memoryKinds)).optional().describe('Default: all.'),
    types: factTypesField().optional(),
    tags: words().optional().describe('Only facts with all of these.'),
    since: z.string().optional().describe('ISO 8601 date or time.'),
    until: z.string().optional().describe('ISO 8601 date or time.'),
    min_confidence: confidence().optional().describe('Excludes less certain facts.'),
    session_id: z.string().optional().describe('Only this session.'),
    include_superseded: z.boolean().optional(),
    explain: z.boolean().optional().describe('Say why each result matched.'),
    full: z.boolean().optional().describe('Whole texts, not excerpts.'),
  },
  answer: searchAnswer,
  run: async ({ scope, ...asked }, context) => {
    const found = await context.search.find(context.caller, searchInputFrom({ ...asked, project: scope }));
    const answer = await searchReply(found, asked, context, 'Try other words, or scope "all".');
    // Without invisible characters and marks that a model would read as roles, as in an answer of the tool.
    const { structuredContent = {} } = resultFrom({
      text: '',
      ...(answer.structured && { structured: answer.structured }),
    });
    return { status: 'ok', ...structuredContent, ...(answer.notice !== undefined && { notice: answer.notice }) };
  },
});

const status = defineRoute({
  method: 'GET',
  path: '/memory/status/{id}',
  operation: 'memoryStatus',
  summary: 'The state of one memory',
  description: 'Whether it is stored, found by words, and found by meaning or queued for a model.',
  writes: false,
  input: {
    id: z.string().describe('A number, or the UUID of a fact or session.'),
    kind: z.enum(memoryKinds).optional().describe('Default fact, else session.'),
  },
  places: { id: 'path', kind: 'query' },
  answer: statusAnswer,
  run: async ({ id, kind }, { memory, caller }) => {
    const state = structuredStatus(await memory.saveStates.get(caller, id, kind));
    const { number, models: _models, ...known } = state;
    const isApplied = known.indexed && !known.queued;
    return { ...known, pg_id: number, applied_at: isApplied ? known.updated_at : null };
  },
});

const graph = defineRoute({
  method: 'POST',
  path: '/memory/graph',
  operation: 'queryGraph',
  summary: 'What is connected with what',
  description: `Read-only traversals of the entities that memories mention: ${traversals.join(', ')}. There is no query language.`,
  writes: false,
  input: {
    query: z
      .string()
      .optional()
      .describe(`One of: ${traversals.join(', ')}.`),
    cypher: z.string().optional().describe('Refused, with the list of traversals.'),
    ...graphFields(),
    scope: z.string().optional().describe('The name of a project, or "all". Default: that of the client.'),
    agent_id: agentId(),
    limit: z.number().int().min(1).max(maxGraphAnswer).optional().describe('Default 20.'),
  },
  answer: graphAnswer,
  run: async ({ query = '', cypher, scope, agent_id: _agent, limit = 20, ...asked }, { memory, caller }) => {
    // A query language is refused, whatever it says.
    const text = cypher === undefined ? query : `MATCH (${cypher})`;
    const found = await answerGraph(memory, caller, { ...asked, query: text, project: scope }, limit);
    const { structuredContent = {} } = resultFrom({ text: '', structured: structuredGraph(found) });
    return { status: 'ok', ...structuredContent };
  },
});

export const restRoutes: readonly RestRoute[] = [save, search, graph, status];

/** In milliseconds, between two looks at the queue of a model. */
const pollMs = 100;

/** Waits until the fact is queued for no embedding model, or the time is over. */
async function staysQueued({ id }: Fact, { memory }: RestContext, waitMs: number): Promise<boolean> {
  const end = performance.now() + waitMs;
  for (;;) {
    const waits = await memory.saveStates.isQueued({ kind: 'fact', id: String(id) });
    if (!waits || performance.now() + pollMs > end) return waits;
    await sleep(pollMs);
  }
}

/** In characters. */
const maxRelated = 300;

function relatedFrom({ fact, relation }: RelatedFact): Record<string, unknown> {
  const text = shorten(quotedText(plainLine(fact.fact)), maxRelated);
  return { id: fact.uid, pg_id: fact.id, relation, text };
}

function messageOf(stored: StoredStatus, fact: Fact, redacted: number): string {
  const what = stored === 'duplicate' ? 'Already known as' : 'Stored as';
  const withheld = withheldNote({ origin: fact.origin, texts: [fact.category, fact.fact] });
  const secrets = counted(redacted, 'secret or private passage was', 'secrets or private passages were');
  return [
    `${what} fact #${String(fact.id)}.`,
    ...(redacted > 0 ? [`${secrets} removed.`] : []),
    ...(withheld === undefined ? [] : [withheld]),
  ].join(' ');
}
