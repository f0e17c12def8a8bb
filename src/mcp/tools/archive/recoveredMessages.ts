/**
 * Archived messages for an agent without its context: as text and as structured content, each within a token budget.
 * Every line of stored text is quoted with `>`, so that it cannot be mistaken for ours.
 */
import type { RecoveredMessage } from '../../../memory/archive/recovery.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import type { Origin } from '../../../memory/shared/vocabulary.ts';
import { isWebTool } from '../../../memory/trust/origin.ts';
import { plainLine, quotation, quotedCode, quotedLine, quotedText } from '../../../memory/trust/quoting.ts';
import type { Trust } from '../../../memory/trust/trust.ts';
import { labelsOf, trustOf } from '../../../memory/trust/trust.ts';
import { shorten } from '../../../util/text.ts';
import { localMinute } from '../../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../../util/tokens.ts';

/** The cost limit of an answer. */
export interface Budget {
  /** In tokens, for the text and for the structured content each. */
  tokens: number;
  /** Whether messages are shortened only to fit the budget. */
  full: boolean;
  /** Which form is measured; a prompt has no structured content. */
  measured: 'text' | 'both';
}

/** The further fields of the specification that a tool's messages have. */
export interface MessageFields {
  heap: boolean;
  era: boolean;
  /** For search results, by message id: 0 to 1. */
  scores?: ReadonlyMap<number, number>;
}

export interface Shown {
  lines: string[];
  structured: Record<string, unknown>[];
  /** How many of the messages fit, and their cost in tokens. */
  count: number;
  cost: number;
}

interface Reader {
  caller: Caller;
  timeZone: string;
  fields: MessageFields;
}

/** Characters that are read per token; ordinary text has fewer characters per token. */
const charactersToToken = 6;
/** The minimum cost of a message without its content, in tokens: as text only, and with structured content. */
const minCost = { text: 12, both: 50 } as const;
/** In tokens; a message of which less would fit is left for the next page. */
const minContent = 24;

export function charactersWithin(budget: Budget): number {
  return capOf('text', budget) * charactersToToken;
}

/** The most messages that can fit the budget. */
export function maxWithin(budget: Budget): number {
  return Math.ceil(budget.tokens / minCost[budget.measured]);
}

/** In tokens. Texts keep most of their length; thoughts, calls and results are cut to their beginning. */
function capOf(type: RecoveredMessage['type'], { tokens, full }: Budget): number {
  if (full) return tokens;
  return type === 'text' ? between(80, tokens / 10, 1_200) : between(20, tokens / 100, 80);
}

function between(min: number, value: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, value)));
}

/**
 * As many messages as fit, in order, each shortened separately. The first is always included, if only its header. A
 * heap is named before its first message.
 */
export function shownWithin(messages: readonly RecoveredMessage[], budget: Budget, reader: Reader): Shown {
  const shown: Shown = { lines: [], structured: [], count: 0, cost: 0 };
  let left = budget.tokens;
  let heapId: string | null = null;
  for (const message of messages) {
    const heading = reader.fields.heap && message.heapId !== heapId ? headingOf(message) : [];
    const isFirst = shown.count === 0;
    const one = messageWithin(message, heading, { budget, left, minTokens: isFirst ? 0 : minContent, reader });
    if (one === undefined) break;
    shown.lines.push(...one.lines);
    shown.structured.push(one.structured);
    shown.count += 1;
    shown.cost += one.cost;
    left -= one.cost;
    heapId = message.heapId;
  }
  return shown;
}

interface ShownText {
  lines: string[];
  structured: Record<string, unknown>;
}

function messageWithin(
  message: RecoveredMessage,
  heading: readonly string[],
  { budget, left, minTokens: min, reader }: { budget: Budget; left: number; minTokens: number; reader: Reader },
): (ShownText & { cost: number }) | undefined {
  let cap = Math.min(left, capOf(message.type, budget));
  for (;;) {
    const content = clipToTokens(beginningOf(message.content, cap * charactersToToken), cap);
    const lines = [...heading, ...messageLines(message, content, reader)];
    const structured = structuredMessage(message, content, reader);
    const cost = costOfMessage({ lines, structured, content: quotedText(content) }, budget);
    if (cost <= left) return { lines, structured, cost };
    if (cap === 0) return undefined;
    cap = Math.max(0, cap - Math.max(4, cost - left));
    if (cap < min) return undefined;
  }
}

/** Cut before it is measured, because measuring takes time. */
function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/**
 * Tokenizers merge the punctuation between two fields into one token, so it is collapsed here. The content is measured
 * unchanged.
 */
function costOfMessage({ content, ...message }: ShownText & { content: string }, budget: Budget): number {
  if (budget.measured === 'text') return costOf(message, budget);
  const fields = JSON.stringify({ ...message.structured, content: '' }).replaceAll(/[{}",:]+/gu, '"');
  const both = estimateTokens(fields) + estimateTokens(JSON.stringify(content)) + 1;
  return Math.max(both, costOf(message, { measured: 'text' }));
}

export function costOf(
  { lines, structured }: { lines: readonly string[]; structured: unknown },
  { measured }: Pick<Budget, 'measured'>,
): number {
  // One more token for the separator.
  const text = estimateTokens(lines.join('\n')) + 1;
  return measured === 'text' ? text : Math.max(text, estimateTokens(JSON.stringify(structured)) + 1);
}

function headingOf({ heapId, heapType, eraName }: RecoveredMessage): string[] {
  if (heapId === null) return [];
  const about = [
    `Heap ${quotedCode(heapId)}`,
    ...(heapType === null ? [] : [heapType]),
    ...(eraName === null ? [] : [eraName]),
  ];
  return ['', `### ${about.map((part) => shorten(quotedLine(part), 200)).join(' · ')}`];
}

function messageLines(message: RecoveredMessage, content: string, reader: Reader): string[] {
  const score = reader.fields.scores?.get(message.id);
  const about = [
    `**#${String(message.id)}**`,
    localMinute(message.createdAt, reader.timeZone),
    senderOf(message, reader.caller),
    ...(message.type === 'text' ? [] : [[message.type, ...(message.tool === null ? [] : [message.tool])].join(' ')]),
    ...(score === undefined ? [] : [score.toFixed(2)]),
  ];
  const labels = labelsOf(trustOfMessage(message));
  const head = [...about.map((part) => shorten(quotedLine(part), 80)), ...labels].join(' · ');
  return ['', head, ...quotation(content)];
}

function structuredMessage(message: RecoveredMessage, content: string, reader: Reader): Record<string, unknown> {
  const { heap, era, scores } = reader.fields;
  const labels = labelsOf(trustOfMessage(message));
  const score = scores?.get(message.id);
  return {
    id: message.uid,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    sender_id: plainLine(senderOf(message, reader.caller)),
    content: quotedText(content),
    message_number: message.seq,
    ...(heap && { context_heap_id: message.heapId }),
    ...(era && { era_name: message.eraName === null ? null : shorten(plainLine(message.eraName), 120) }),
    created_at: message.createdAt,
    message_type: message.type,
    ...(message.tool !== null && { tool: shorten(plainLine(message.tool), 80) }),
    ...((message.isCut || content !== message.content) && { truncated: true }),
    ...(score !== undefined && { relevance_score: score }),
  };
}

/** The result of a web tool comes from the web; everything else was said in the conversation. */
function originOfMessage({ type, tool }: RecoveredMessage): Origin {
  return type === 'tool_result' && tool !== null && isWebTool(tool) ? 'web' : 'transcript';
}

const known = new WeakMap<RecoveredMessage, Trust>();

/** Cached, because a message is rendered several times until it fits. */
function trustOfMessage(message: RecoveredMessage): Trust {
  const description =
    known.get(message) ?? trustOf({ origin: originOfMessage(message), texts: [message.content, message.speaker] });
  known.set(message, description);
  return description;
}

/**
 * The sender by name: the speaker of an imported conversation, the user, or the agent of the session; else the role.
 */
function senderOf({ speaker, role, agentName }: RecoveredMessage, caller: Caller): string {
  const name = speaker ?? (role === 'user' ? caller.user.username : undefined);
  const answers = role === 'assistant' || role === 'tool';
  return shorten(name ?? (answers ? (agentName ?? role) : role), 80);
}
