/**
 * Tools that help an agent without context to orient itself, named as in the recovery specification. They only
 * read, and only the conversations of the caller's own user.
 */
import * as z from 'zod';
import type { Continuation, PageInput } from '../../../memory/archive/recovery.ts';
import type { ProjectScope } from '../../../memory/shared/identity.ts';
import { unknownProjectIn } from '../../../memory/shared/identity.ts';
import { refused } from '../../../memory/shared/input.ts';
import type { MessageType } from '../../../memory/shared/vocabulary.ts';
import { messageTypes } from '../../../memory/shared/vocabulary.ts';
import { maxResults } from '../../../search/search.ts';
import { excerptAround } from '../../../search/explanation/excerpt.ts';
import { project } from '../../shared/fields.ts';
import type { ToolContext } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';
import type { Budget } from './recoveredMessages.ts';
import { charactersWithin, maxWithin } from './recoveredMessages.ts';
import type { Asker, NextCall, RecoveryAnswer } from './recoveryAnswers.ts';
import { continuationAnswer, eraOpening, erasAnswer, heapOpening, pageAnswer } from './recoveryAnswers.ts';

const defaultTokens = 4_000;
/** One session of an era is read for each of this many tokens of the budget. */
const tokensToSession = 100;

const maxTokens = () =>
  z.number().int().min(500).max(20_000).optional().describe('Maximum tokens of the answer. Default 4000.');
const full = () => z.boolean().optional().describe('Shorten messages only to fit max_tokens.');
const types = () => z.array(z.enum(messageTypes)).min(1).optional().describe('Default: all.');
const limit = (defaultLimit: number) =>
  z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe(`Default ${String(defaultLimit)}.`);
/** A message number is also accepted as a JSON number, because answers show it as one. */
const messageId = () => z.preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string());
const afterId = () => messageId().optional().describe('Continue after this message: the id from next.');

/** The arguments that several tools accept; they are repeated in the next call. */
interface RecoveryArguments {
  project?: string | undefined;
  types?: MessageType[] | undefined;
  limit?: number | undefined;
  full?: boolean | undefined;
  max_tokens?: number | undefined;
}

export const getLatestContinuation = defineTool({
  name: 'get_latest_continuation',
  title: 'Get latest continuation',
  description:
    'CALL THIS FIRST when you start without context, or your context was compacted: returns the latest compaction summary, or else the state of the last session. Then call get_messages_before with its message_id. For memories other than conversations, use memory_get_context.',
  readOnly: true,
  input: () => ({ project: project().optional(), max_tokens: maxTokens() }),
  run: (input, context) => latestContinuation(input, context, budgetFrom(input, 'both')),
});

export const getMessagesBefore = defineTool({
  name: 'get_messages_before',
  title: 'Get messages before',
  description:
    'Returns archived messages before a message or a time, newest first; without either, the newest of all. Call it after get_latest_continuation to read what led up to it. To find a topic, use search_messages instead.',
  readOnly: true,
  input: () => ({
    reference_id: messageId().optional().describe('A message: its id, or the number after #.'),
    reference_timestamp: z.string().optional().describe('ISO 8601; used without reference_id.'),
    limit: limit(300),
    types: types(),
    full: full(),
    project: project().optional(),
    max_tokens: maxTokens(),
  }),
  run: (input, context) => messagesBefore(input, context, budgetFrom(input, 'both')),
});

export const getEraSummary = defineTool({
  name: 'get_era_summary',
  title: 'Get era summary',
  description:
    'Returns one era (a stretch of work on a project without a long pause): its sessions with headline and outcome, then its messages from the first on. Without era_id and era_name, returns the list of eras. Call it for how a project began; for the newest work, use get_recent_work instead.',
  readOnly: true,
  input: () => ({
    era_id: z.string().optional().describe('From the list of eras.'),
    era_name: z.string().optional().describe('Such as "shop (Era 1)"; case does not matter.'),
    after_id: afterId(),
    limit: limit(300),
    types: types(),
    full: full(),
    project: project().optional(),
    max_tokens: maxTokens(),
  }),
  run: (input, context) => eraSummary(input, context, budgetFrom(input, 'both')),
});

export const getContextHeap = defineTool({
  name: 'get_context_heap',
  title: 'Get context heap',
  description:
    'Returns everything that was in one context, in order: from the start of a conversation, or a compaction, to the next. Call it when you need the messages around one that you found; not for searching.',
  readOnly: true,
  input: () => ({
    heap_id: z.string().describe('The context_heap_id of a message.'),
    after_id: afterId(),
    limit: limit(300),
    types: types(),
    full: full(),
    max_tokens: maxTokens(),
  }),
  run: async (input, { memory, caller }) => {
    const asker = { memory, caller, budget: budgetFrom(input, 'both') };
    const heap = await memory.recovery.heap(caller, input.heap_id);
    const page = await memory.recovery.heapMessages(caller, heap, {
      ...pageInput(input, 300, asker.budget),
      afterId: input.after_id,
    });
    return pageAnswer(asker, {
      opening: heapOpening(asker, heap),
      page,
      fields: { heap: false, era: false },
      restLies: 'after these',
      next: ({ uid }) => nextCall('get_context_heap', { heap_id: heap.id, after_id: uid }, input),
      whenEmpty: 'It has no more messages.',
    });
  },
});

export const searchMessages = defineTool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Search archived messages (texts; no thoughts, calls or results), best first, each with its context heap and era. Call it for a topic; get_context_heap shows the messages around a result. To find anything of any kind, use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z.number().int().min(1).max(maxResults).optional().describe('Default 50.'),
    offset: z
      .number()
      .int()
      .min(0)
      .max(maxResults - 1)
      .optional()
      .describe('Number of results to skip.'),
    project: project().optional(),
    max_tokens: maxTokens(),
  }),
  run: async (input, { memory, search, caller }) => {
    const asker = { memory, caller, budget: budgetFrom(input, 'both') };
    const [wanted, offset] = [input.limit ?? 50, input.offset ?? 0];
    if (wanted + offset > maxResults)
      throw refused('offset', `and limit reach beyond ${String(maxResults)}`, 'Search with other words instead.');
    const answer = await search.find(caller, {
      query: input.query,
      kinds: ['message'],
      ownWordsFirst: true,
      limit: wanted + offset,
      project: input.project,
    });
    const results = answer.results.slice(offset);
    const texts = new Map(results.map(({ id, text }) => [Number(id), text]));
    const characters = charactersWithin(asker.budget);
    const read = await memory.recovery.found(caller, [...texts.keys()], characters);
    const messages = read.map((message) => {
      const content = excerptAround(texts.get(message.id) ?? '', input.query, characters / 2);
      return { ...message, content, isCut: content.length < (texts.get(message.id) ?? '').length };
    });
    const note = answer.notice === undefined ? [] : [`Note: ${answer.notice}`];
    return pageAnswer(asker, {
      opening: { lines: note, structured: { ...(answer.notice !== undefined && { note: answer.notice }) } },
      page: { messages, total: messages.length },
      fields: { heap: true, era: true, scores: new Map(results.map(({ id, score }) => [Number(id), score])) },
      restLies: 'that match less',
      next: (_last, shown) =>
        nextCall(
          'search_messages',
          { query: input.query, offset: offset + shown },
          { ...input, limit: wanted - shown },
        ),
      whenEmpty: `Nothing found in ${answer.searched.toLocaleString('en')} messages. Try other words, project "all", or memory_search.`,
    });
  },
});

export const getRecentWork = defineTool({
  name: 'get_recent_work',
  title: 'Get recent work',
  description:
    'Returns the newest archived messages of all conversations of the project, newest first. Call it to see what is being worked on now, also in other windows. For older messages, use get_messages_before instead.',
  readOnly: true,
  input: () => ({
    limit: limit(50),
    types: types(),
    full: full(),
    project: project().optional(),
    max_tokens: maxTokens(),
  }),
  run: async (input, { memory, caller }) => {
    const asker = { memory, caller, budget: budgetFrom(input, 'both') };
    const scope = await memory.identities.scope(caller, input.project);
    const page = await memory.recovery.messagesBefore(caller, { ...pageInput(input, 50, asker.budget), scope });
    const whenEmpty = unknownProjectIn(scope) ?? nothingHere;
    return pageAnswer(asker, { ...backwards(input, whenEmpty), page, fields: { heap: true, era: true } });
  },
});

async function latestContinuation(
  input: RecoveryArguments,
  { memory, caller }: Pick<ToolContext, 'memory' | 'caller'>,
  budget: Budget,
): Promise<RecoveryAnswer> {
  const { scope, found } = await readContinuation({ memory, caller }, input.project, budget);
  return continuationAnswer({ memory, caller, budget }, found, argumentsFrom(input), unknownProjectIn(scope));
}

/** Shared with the prompt, which also needs where the continuation is. */
export async function readContinuation(
  { memory, caller }: Pick<ToolContext, 'memory' | 'caller'>,
  project: string | undefined,
  budget: Budget,
): Promise<{ scope: ProjectScope; found: Continuation | undefined }> {
  const scope = await memory.identities.scope(caller, project);
  const characters = charactersWithin({ ...budget, full: true });
  return { scope, found: await memory.recovery.latestContinuation(caller, { scope, characters }) };
}

export async function messagesBefore(
  input: RecoveryArguments & { reference_id?: string | undefined; reference_timestamp?: string | undefined },
  { memory, caller }: Pick<ToolContext, 'memory' | 'caller'>,
  budget: Budget,
): Promise<RecoveryAnswer> {
  const scope = await memory.identities.scope(caller, input.project);
  const page = await memory.recovery.messagesBefore(caller, {
    ...pageInput(input, 300, budget),
    scope,
    referenceId: input.reference_id,
    referenceTime: input.reference_timestamp,
  });
  const isFromHere = input.reference_id === undefined && input.reference_timestamp === undefined;
  const rest = backwards(input, unknownProjectIn(scope) ?? (isFromHere ? nothingHere : nothingBefore));
  return pageAnswer({ memory, caller, budget }, { ...rest, page, fields: { heap: true, era: false } });
}

export async function eraSummary(
  input: RecoveryArguments & {
    era_id?: string | undefined;
    era_name?: string | undefined;
    after_id?: string | undefined;
  },
  { memory, caller }: Pick<ToolContext, 'memory' | 'caller'>,
  budget: Budget,
): Promise<RecoveryAnswer> {
  const asker: Asker = { memory, caller, budget };
  const scope = await memory.identities.scope(caller, input.project);
  const unknown = unknownProjectIn(scope);
  if (input.era_id === undefined && (input.era_name === undefined || unknown !== undefined))
    return erasAnswer(asker, await memory.recovery.listEras(caller, scope), unknown);
  const era = await memory.recovery.era(caller, {
    scope,
    id: input.era_id,
    name: input.era_name,
  });
  // The first page already listed the sessions.
  const max = Math.ceil(budget.tokens / tokensToSession);
  const listed = input.after_id === undefined ? await memory.recovery.sessionsOf(caller, era, max) : undefined;
  const page = await memory.recovery.eraMessages(caller, era, {
    ...pageInput(input, 300, budget),
    afterId: input.after_id,
  });
  return pageAnswer(asker, {
    opening: eraOpening(asker, era, listed),
    page,
    fields: { heap: true, era: false },
    restLies: 'after these',
    next: ({ uid }) => nextCall('get_era_summary', { era_id: era.id, after_id: uid }, { ...input, project: undefined }),
    whenEmpty: 'It has no more messages.',
  });
}

const nothingHere = 'No message is recorded here. Use project "all" to search every project.';
const nothingBefore = 'No message is recorded before that. Use project "all", or a later reference_timestamp.';

function backwards(
  input: RecoveryArguments,
  whenEmpty: string,
): Pick<Parameters<typeof pageAnswer>[1], 'opening' | 'restLies' | 'next' | 'whenEmpty'> {
  return {
    opening: { lines: [], structured: {} },
    restLies: 'before these',
    next: ({ uid }) => nextCall('get_messages_before', { reference_id: uid }, input),
    whenEmpty,
  };
}

function budgetFrom({ max_tokens: tokens, full: isFull }: RecoveryArguments, measured: Budget['measured']): Budget {
  return { tokens: tokens ?? defaultTokens, full: isFull === true, measured };
}

function pageInput(
  { limit: wanted, types: chosen }: RecoveryArguments,
  defaultLimit: number,
  budget: Budget,
): PageInput {
  return {
    limit: Math.min(wanted ?? defaultLimit, maxWithin(budget)),
    characters: charactersWithin(budget),
    types: chosen,
  };
}

function nextCall(tool: string, cursor: Record<string, unknown>, input: RecoveryArguments): NextCall {
  return { tool, arguments: { ...cursor, ...argumentsFrom(input) } };
}

/** Only the shared arguments, and only those that were given. */
function argumentsFrom(input: RecoveryArguments): Record<string, unknown> {
  const { project: named, types: chosen, limit: wanted, full: isFull, max_tokens: tokens } = input;
  const shared = { project: named, types: chosen, limit: wanted, full: isFull, max_tokens: tokens };
  return Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined));
}
