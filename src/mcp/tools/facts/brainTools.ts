/**
 * The four tools of OpenBrain: typed memories that agents leave for each other, named by UUID. The writing agent comes
 * from the handshake, never from an argument.
 */
import * as z from 'zod';
import type { Fact } from '../../../memory/facts/facts.ts';
import type { CitationChecks } from '../../../memory/shared/citations/citingFacts.ts';
import { noteOpened } from '../../../memory/recall/offers.ts';
import { checkCitingFacts, citationText } from '../../../memory/shared/citations/citingFacts.ts';
import { unknownProjectIn } from '../../../memory/shared/identity.ts';
import { limits, requireText } from '../../../memory/shared/input.ts';
import { factTypes } from '../../../memory/shared/vocabulary.ts';
import { authorsOf, structuredAuthors } from '../../../memory/trust/authors.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { labelsOf, trustOf } from '../../../memory/trust/trust.ts';
import { counted, shorten } from '../../../util/text.ts';
import { minuteOf } from '../../../util/time.ts';
import { confidence, expiresIn, howToSeeMore, tags } from '../../shared/fields.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import type { ToolReply } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';

/** In characters, for the content of one memory: without and with `full`. */
const maxContent = 600;
const maxFullContent = limits.fact;
/** In characters, for a memory that a new one contradicts. */
const maxContradicted = 200;
/** OpenBrain's limits. */
const maxQuery = 2_000;
const maxRecalled = 20;

const type = () => z.enum(factTypes);
const id = () => z.string().describe('UUID of a memory.');
const projectName = () => z.string().describe('Project name. Default: this project.');

export const brainRemember = defineTool({
  name: 'brain_remember',
  title: 'Remember',
  description:
    'Store one typed memory for all agents: a decision, observation, convention, research result, plan, bug or architecture note. Self-contained Markdown with absolute dates. Give supersedes when it replaces an older memory, and an expiry when it is only true for a while. Not for secrets, and not for what git already tells.',
  readOnly: false,
  input: () => ({
    content: z.string().describe('The knowledge, at most 10,000 characters.'),
    type: type(),
    tags: tags().optional(),
    project: z.string().nullable().optional().describe('Project name; null for all projects. Default: this project.'),
    confidence: confidence().optional().describe('0 to 1, default 1.'),
    supersedes: id().optional().describe('UUID of the memory that this replaces.'),
    expires_in: expiresIn().optional(),
    expires_at: z.string().optional().describe('ISO 8601, instead of expires_in; a date counts to its end.'),
  }),
  run: async (input, { memory, caller }) => {
    const content = requireText('content', input.content, limits.fact);
    const stated = {
      fact: content,
      type: input.type,
      ...(input.project !== undefined && { project: input.project }),
      ...(input.tags && { tags: input.tags }),
      ...(input.confidence !== undefined && { confidence: input.confidence }),
      ...(input.expires_in !== undefined && { expiresInHours: input.expires_in }),
      ...(input.expires_at !== undefined && { expiresAt: input.expires_at }),
    };
    const { fact, status, redacted, related } =
      input.supersedes === undefined
        ? await memory.facts.store(caller, stated)
        : await memory.facts.supersede(caller, { ...stated, factId: input.supersedes });
    const contradicted = related.flatMap((one) => (one.relation === 'contradicts' ? [one.fact] : []));
    // The agent that stored a memory first stays its agent, as in the other tools.
    const agent = fact.agentName === null ? null : plainLine(fact.agentName);
    const known = `Already remembered${agent === null ? '' : ` by ${agent}`}`;
    return {
      ...noticeOf(redactionNote(redacted), contradicted.length > 0 ? dataNotice : undefined),
      text: `${status === 'stored' ? 'Remembered' : known} as ${fact.uid}.`,
      structured: {
        id: fact.uid,
        status,
        type: fact.type,
        agent_id: agent,
        project: fact.projectName,
        supersedes: fact.supersedesUid,
        expires_at: fact.expiresAt,
      },
      ...(contradicted.length > 0 && { next: contradicted.map(contradictionLine).join('\n') }),
    };
  },
});

/** A memory that the new one contradicts, and what to do about it. */
function contradictionLine({ uid, fact, confidence: left }: Fact): string {
  return `This contradicts ${uid} "${shorten(plainLine(fact), maxContradicted)}", whose confidence is ${String(left)} now. If it no longer applies, call brain_forget.`;
}

export const brainRecall = defineTool({
  name: 'brain_recall',
  title: 'Recall by meaning',
  description:
    'Find typed memories by meaning, nearest first. Call it before you begin, to learn what other agents decided, observed, planned or found. Only the newest of a chain is returned; supersedes_count says how many it replaced. Without an embedding model it searches by words and says so. For conversations and sessions too, call memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().max(maxQuery).describe('A sentence or a question.'),
    top_k: z.number().int().min(1).max(maxRecalled).optional().describe('Default 5.'),
    filter: z
      .strictObject({
        project: projectName().optional(),
        type: z.union([type(), z.array(type())]).optional(),
        agent_id: z.string().optional().describe('Only memories of this agent.'),
        min_confidence: confidence().optional(),
      })
      .optional(),
    full: z.boolean().optional().describe('Whole contents, not excerpts.'),
  }),
  run: async ({ query, top_k: limit = 5, filter = {}, full }, { search, memory, caller }) => {
    const { results, searched, notice } = await search.findByMeaning(caller, {
      query,
      limit,
      kinds: ['fact'],
      project: filter.project,
      ...(filter.type !== undefined && { types: [filter.type].flat() }),
      agent: filter.agent_id,
      minConfidence: filter.min_confidence,
    });
    const facts = await memory.facts.named(
      caller,
      results.map((result) => Number(result.id)),
    );
    const similarityOf = new Map(results.map((result) => [Number(result.id), Number(result.score.toFixed(3))]));
    const checks = await checkCitingFacts(caller, facts);
    if (full === true) {
      memory.fading.noteUse(caller, results);
      await noteOpened(memory, caller, results);
    }
    const maxLength = full === true ? maxFullContent : maxContent;
    const memories = facts.map((fact) => ({
      ...memoryCard(fact, checks, maxLength),
      similarity: similarityOf.get(fact.id) ?? 0,
    }));
    return replyWith(memories, {
      extra: { searched, ...(notice !== undefined && { note: notice }) },
      nothing: `Nothing found in ${searched.toLocaleString('en')} memories.${notice === undefined ? '' : ` Note: ${notice}`}`,
      next: notice !== undefined && memories.length > 0 ? `Note: ${notice}` : undefined,
    });
  },
});

export const brainForget = defineTool({
  name: 'brain_forget',
  title: 'Forget',
  description:
    'Hide a memory from every search; it is kept with its reason. Call it when a memory is wrong or outdated. To replace it, call brain_remember with supersedes instead.',
  readOnly: false,
  input: () => ({ id: id(), reason: z.string().optional().describe('Why it no longer applies.') }),
  run: async (input, { memory, caller }) => {
    const reason = input.reason?.trim() === '' ? undefined : input.reason;
    const fact = await memory.facts.deprecate(caller, { factId: input.id, reason: reason ?? 'Forgotten.' });
    return { text: `Forgot ${fact.uid}.`, structured: { id: fact.uid, forgotten: true } };
  },
});

export const brainList = defineTool({
  name: 'brain_list',
  title: 'List memories',
  description:
    'List typed memories, newest first, without ranking. Call it to browse by project, type or agent, not to find something by its content: use brain_recall for that.',
  readOnly: true,
  input: () => ({
    project: projectName().optional(),
    type: type().optional(),
    agent_id: z.string().optional().describe('Only memories of this agent.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 20.'),
  }),
  run: async (input, { memory, caller }) => {
    const scope = await memory.identities.scope(caller, input.project);
    const { facts, total } = await memory.facts.list(caller, scope, input.limit ?? 20, {
      order: 'newest',
      ...(input.type !== undefined && { types: [input.type] }),
      agent: input.agent_id,
    });
    const checks = await checkCitingFacts(caller, facts);
    const rest = total - facts.length;
    return replyWith(
      facts.map((fact) => memoryCard(fact, checks, maxContent)),
      {
        extra: { total },
        nothing: unknownProjectIn(scope) ?? 'No memory matches.',
        next:
          rest > 0 ? `${counted(rest, 'more')}: ${howToSeeMore(input.limit, 'narrow by type or project')}.` : undefined,
      },
    );
  },
});

/** A memory as OpenBrain returns it. */
type MemoryCard = ReturnType<typeof memoryCard>;

function memoryCard(fact: Fact, checks: CitationChecks, maxLength: number) {
  const whole = plainLine(fact.fact);
  const content = shorten(whole, maxLength);
  const citation = citationText(checks.get(String(fact.id)));
  const labels = labelsOf(trustOf({ origin: fact.origin, texts: [fact.fact] }));
  return {
    id: fact.uid,
    agent_id: fact.agentName === null ? null : plainLine(fact.agentName),
    type: fact.type,
    ...structuredAuthors(fact),
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    content,
    ...(content.length < whole.length && { truncated: true }),
    tags: fact.tags.map(plainLine),
    project: fact.projectName === null ? null : plainLine(fact.projectName),
    confidence: fact.confidence,
    ...(citation !== undefined && fact.sourceRef !== null && { source_ref: plainLine(fact.sourceRef) }),
    ...(citation !== undefined && { citation: plainLine(citation) }),
    supersedes_id: fact.supersedesUid,
    supersedes_count: fact.supersedesCount,
    expires_at: fact.expiresAt === null ? null : minuteOf(fact.expiresAt),
    created_at: minuteOf(fact.createdAt),
    updated_at: minuteOf(fact.updatedAt),
  };
}

function replyWith(
  memories: readonly (MemoryCard & { similarity?: number })[],
  { extra, nothing, next }: { extra: Record<string, unknown>; nothing: string; next: string | undefined },
): ToolReply {
  return {
    ...(memories.length > 0 && { notice: dataNotice }),
    text: memories.length === 0 ? nothing : memories.map(memoryLine).join('\n'),
    structured: { memories, ...extra },
    next,
  };
}

function memoryLine(memory: MemoryCard & { similarity?: number }): string {
  const about = [
    memory.id,
    memory.type,
    ...(memory.similarity === undefined ? [] : [memory.similarity.toFixed(2)]),
    memory.created_at,
    ...(memory.agent_id === null ? [] : [`by ${memory.agent_id}`]),
    ...authorsOf({ author: memory.author ?? null }),
    ...(memory.project === null ? [] : [memory.project]),
    ...(memory.confidence < 1 ? [`confidence ${String(memory.confidence)}`] : []),
    ...(memory.tags.length === 0 ? [] : [memory.tags.join(', ')]),
    ...(memory.source_ref === undefined ? [] : [memory.source_ref]),
    ...(memory.citation === undefined ? [] : [memory.citation]),
    ...(memory.supersedes_count === 0 ? [] : [`replaced ${counted(memory.supersedes_count, 'older one')}`]),
    ...(memory.expires_at === null ? [] : [`expires ${memory.expires_at}`]),
    ...(memory.notice === undefined ? [] : [memory.notice]),
  ];
  return `- [${about.join(' · ')}] ${memory.content}`;
}
