/**
 * Archived messages as an agent without its context reads them: as text and as the same for programs, both within a
 * budget of tokens. Stored text stands behind `>` on each of its lines, so that none of it can be taken for ours.
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

/** What an answer may cost. */
export interface Budget {
  /** Tokens, of the text and of the structured content each. */
  tokens: number;
  /** Whether messages keep their length as far as the budget allows. */
  full: boolean;
  /** What is measured: a prompt has no structured content. */
  measured: 'text' | 'both';
}

/** Which further fields of the specification a tool's messages have. */
export interface MessageFields {
  heap: boolean;
  era: boolean;
  /** For messages that a search found: 0 to 1. */
  scores?: ReadonlyMap<number, number>;
}

export interface Shown {
  lines: string[];
  structured: Record<string, unknown>[];
  /** How many of the messages fit, and what they cost. */
  count: number;
  cost: number;
}

interface Reader {
  caller: Caller;
  timeZone: string;
  fields: MessageFields;
}

/** Characters that are read of each message: no usual text has more of them to a token. */
const charactersToToken = 6;
/** What a message costs beside its content, at least, in text alone and with structured content. */
const minCost = { text: 12, both: 50 } as const;
/** A message of which no more fits than this is left for the next page. */
const minContent = 24;

export function charactersWithin(budget: Budget): number {
  return capOf('text', budget) * charactersToToken;
}

/** Reading more messages than this is in vain. */
export function maxWithin(budget: Budget): number {
  return Math.ceil(budget.tokens / minCost[budget.measured]);
}

/** What is said keeps most of its length; thoughts, calls and results are shortened to their beginning. */
function capOf(type: RecoveredMessage['type'], { tokens, full }: Budget): number {
  if (full) return tokens;
  return type === 'text' ? between(80, tokens / 10, 1_200) : between(20, tokens / 100, 80);
}

function between(least: number, value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}

/**
 * As many of the messages as fit, in their order, each shortened for itself; the first always, if only its head. A heap
 * is named before the first message that lies in it.
 */
export function shownWithin(messages: readonly RecoveredMessage[], budget: Budget, reader: Reader): Shown {
  const shown: Shown = { lines: [], structured: [], count: 0, cost: 0 };
  let left = budget.tokens;
  let heapId: string | null = null;
  for (const message of messages) {
    const heading = reader.fields.heap && message.heapId !== heapId ? headingOf(message) : [];
    const isFirst = shown.count === 0;
    const one = messageWithin(message, heading, { budget, left, least: isFirst ? 0 : minContent, reader });
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
  { budget, left, least, reader }: { budget: Budget; left: number; least: number; reader: Reader },
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
    if (cap < least) return undefined;
  }
}

/** Cut before it is measured, which takes time. */
function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** Tokenizers take the signs between two fields for one token; what somebody said is measured as it stands. */
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
  // One more for what joins it to the next.
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

/** What a tool read on the web is the web's; everything else was said in the conversation. */
function originOfMessage({ type, tool }: RecoveredMessage): Origin {
  return type === 'tool_result' && tool !== null && isWebTool(tool) ? 'web' : 'transcript';
}

const known = new WeakMap<RecoveredMessage, Trust>();

/** Told once for each message, which is drawn up several times until it fits. */
function trustOfMessage(message: RecoveredMessage): Trust {
  const told =
    known.get(message) ?? trustOf({ origin: originOfMessage(message), texts: [message.content, message.speaker] });
  known.set(message, told);
  return told;
}

/** Who said it by name: the speaker of an imported conversation, the user, or else the agent of the session. */
export function senderOf({ speaker, role, agentName }: RecoveredMessage, caller: Caller): string {
  const name = speaker ?? (role === 'user' ? caller.user.username : undefined);
  const answers = role === 'assistant' || role === 'tool';
  return shorten(name ?? (answers ? (agentName ?? role) : role), 80);
}
