/**
 * One session in full: headline, outcome, narrative, key facts, code references and kept exchanges. A
 * narrative of up to 2,000 tokens is shown in full. Everything else shares the remaining tokens, at least 800.
 */
import { counted } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import { clipToTokens, estimateTokens, minTokens } from '../../util/tokens.ts';
import type { Archive, Message } from '../archive/archive.ts';
import type { Chunk, Chunks } from '../archive/chunks.ts';
import type { Session, SessionFact, Sessions, SessionSummary } from '../sessions/sessions.ts';
import type { NotedReads } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import type { Clock } from '../shared/ports.ts';
import type { Origin } from '../shared/vocabulary.ts';
import { dataNotice, quotation, quotedCode, quotedLine } from '../trust/quoting.ts';
import { labelsOf, labelText, trustOf, trustOfSession } from '../trust/trust.ts';

/**
 * Tokens. `narrative` is also the budget of the whole (plan, section 3), unless the narrative leaves less than `rest`.
 */
export const sessionDetailBudget = { narrative: 2_000, rest: 800 } as const;
/** By how much the estimate can exceed a tokenizer's count, in Chinese. */
const maxOverestimate = 2.5;
/** Minimum tokens for the exchanges, and tokens for headings and separators. */
const minExchangeTokens = 300;
const minFramingTokens = 60;
const exchangesShown = 20;
const factsShown = 20;

interface SessionContent {
  session: Session;
  summary: SessionSummary | undefined;
  /** The first exchanges; the totals count all. */
  chunks: Chunk[];
  chunkTotal: number;
  messages: Message[];
  messageTotal: number;
  /** Facts from this session. The text leaves them out: a model has them in its context or finds them by a search. */
  facts: SessionFact[];
  factTotal: number;
}

interface SessionDetail extends SessionContent {
  markdown: string;
}

interface DetailParts {
  sessions: Sessions;
  chunks: Chunks;
  archive: Archive;
  clock: Clock;
  reads?: NotedReads;
}

/** Reads one session in full. */
export class SessionDetails {
  readonly #parts: DetailParts;

  constructor(parts: DetailParts) {
    this.#parts = parts;
  }

  /** For one of the caller's own sessions, by its id or the beginning of it that lists show. */
  async get(caller: Caller, sessionId: string): Promise<SessionDetail> {
    const { sessions, chunks, archive, clock } = this.#parts;
    const { session, summary } = await sessions.get(caller, sessionId);
    await this.#parts.reads?.noteRead(caller, { action: 'open', kind: 'session', id: session.id });
    const kept = await chunks.listBySession(session.id, exchangesShown);
    const archived = await archive.listBySession(session.id, exchangesShown);
    const cameFromIt = await sessions.factsOf(caller, session.id, factsShown);
    const content: SessionContent = {
      session,
      summary,
      chunks: kept.chunks,
      chunkTotal: kept.total,
      messages: archived.messages,
      messageTotal: archived.total,
      facts: cameFromIt.facts,
      factTotal: cameFromIt.total,
    };
    return { ...content, markdown: markdownOf(content, clock.timeZone) };
  }

  /** The messages of one of the caller's own sessions, in order, after the first `offset`. */
  async transcript(
    caller: Caller,
    sessionId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ messages: Message[]; total: number }> {
    const { sessions, archive } = this.#parts;
    const id = await sessions.idOf(caller, sessionId);
    await this.#parts.reads?.noteRead(caller, { action: 'open', kind: 'session', id });
    return archive.listBySession(id, limit, offset);
  }

  /** The places of messages of one of the caller's own sessions that contain the text, ignoring case. */
  async findInTranscript(caller: Caller, sessionId: string, text: string, limit: number): Promise<number[]> {
    const { sessions, archive } = this.#parts;
    const id = await sessions.idOf(caller, sessionId);
    await this.#parts.reads?.noteRead(caller, { action: 'search', kind: 'session', id, words: text });
    return archive.findInSession(id, text, limit);
  }
}

function markdownOf(content: SessionContent, timeZone: string): string {
  const { session, summary } = content;
  const head = headOf(session, timeZone);
  const narrative = narrativeOf(summary?.summary ?? '');
  const budget = Math.max(sessionDetailBudget.narrative, estimateTokens(narrative.shown) + sessionDetailBudget.rest);
  const exchangeTokens = content.chunkTotal + content.messageTotal === 0 ? 0 : minExchangeTokens;
  const room = budget - estimateTokens(head) - exchangeTokens - minFramingTokens;
  const body =
    summary === undefined ? [] : summaryFrom(summary, narrative, { origin: session.readWeb ? 'web' : 'agent', room });
  const start = clipToTokens([head, ...body].join('\n\n'), budget - minFramingTokens);
  const exchanges = exchangesOf(content, budget - estimateTokens(start) - 20);
  const isEmpty = summary === undefined && exchanges.length === 0;
  return [start, ...exchanges, ...(isEmpty ? ['No narrative was stored for this session.'] : [])].join('\n\n');
}

function headOf(session: Session, timeZone: string): string {
  const until = session.endedAt === null ? 'in progress' : `until ${localMinute(session.endedAt, timeZone)}`;
  const started = localMinute(session.startedAt, timeZone);
  return [
    dataNotice,
    `**${session.oneLiner === '' ? '🟡 [in progress]' : quotedLine(session.oneLiner)}**${labelText(trustOfSession(session))}`,
    `Session ${quotedCode(session.id)}, ${started} ${until}, importance ${String(session.importance)}.`,
    ...(session.projectName === null ? [] : [`Project: ${quotedLine(session.projectName)}.`]),
    ...(session.branches.length === 0 ? [] : [`Branches: ${session.branches.map(quotedLine).join(', ')}.`]),
    ...(session.topics.length === 0 ? [] : [`Topics: ${session.topics.map(quotedLine).join(', ')}.`]),
    ...(session.outcome === null ? [] : [`**Outcome:** ${quotedLine(session.outcome)}`]),
  ].join('\n');
}

interface Narrative {
  /** Quoted, with its heading; empty if there is none. */
  shown: string;
  isCut: boolean;
}

/** Whole if it is within its 2,000 tokens. The estimate errs high and alone would cut most of these. */
function narrativeOf(summary: string): Narrative {
  if (summary === '') return { shown: '', isCut: false };
  const { narrative: max } = sessionDetailBudget;
  const whole = `### Summary\n${quotation(summary).join('\n')}`;
  const isWhole = minTokens(summary) <= max && estimateTokens(summary) <= max * maxOverestimate;
  return isWhole ? { shown: whole, isCut: false } : { shown: clipToTokens(whole, max), isCut: true };
}

/** The lists get what the narrative leaves, but at most half of `room`; a note says that text was cut. */
function summaryFrom(
  summary: SessionSummary,
  narrative: Narrative,
  { origin, room }: { origin: Origin; room: number },
): string[] {
  const texts = [summary.summary, ...summary.keyFacts, ...summary.codeRefs];
  const labels = labelText(trustOf({ origin, texts })).trim();
  const lists = [...listed('Key facts', summary.keyFacts), ...listed('Code references', summary.codeRefs)];
  const left = room - estimateTokens([labels, narrative.shown, cutNote].join('\n\n')) - minFramingTokens / 2;
  const each = Math.floor(Math.min(left, room / 2) / lists.length);
  const shownLists = lists.map((list) => clipToTokens(list, each));
  const isCut = narrative.isCut || shownLists.some((list, place) => list !== lists[place]);
  return [
    ...(labels === '' ? [] : [`_${labels}_`]),
    ...(narrative.shown === '' ? [] : [narrative.shown]),
    ...shownLists,
    ...(isCut ? [cutNote] : []),
  ];
}

const cutNote = '_"…" marks shortened text; the memory page shows the whole session._';

function listed(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}\n${lines.map((line) => `- ${quotedLine(line)}`).join('\n')}`];
}

function exchangesOf(content: SessionContent, budget: number): string[] {
  const chunks = content.chunks.map((chunk) => said(chunk.speaker ?? chunk.role, chunk.content, chunk.origin));
  const messages = content.messages.map((message) =>
    said(message.speaker ?? message.role, message.content, 'transcript'),
  );
  const share = chunks.length === 0 || messages.length === 0 ? budget : Math.floor(budget / 2);
  return [
    ...exchangeSection(counted(content.chunkTotal, 'flagged exchange'), chunks, share),
    ...exchangeSection(counted(content.messageTotal, 'archived message'), messages, share),
  ];
}

function exchangeSection(title: string, lines: string[], budget: number): string[] {
  if (lines.length === 0) return [];
  const each = Math.max(24, Math.floor((budget - 20) / lines.length));
  const clipped = lines.map((line) => clipToTokens(line, each));
  return [clipToTokens(`### ${title}\n${clipped.join('\n')}`, Math.max(40, budget))];
}

function said(who: string, what: string, origin: Origin | null): string {
  const labels = labelsOf(trustOf({ origin, texts: [what, who] })).map((label) => ` (${label})`);
  const lines = quotation(what);
  const text = lines.length > 1 ? `\n${lines.join('\n')}` : ` ${quotedLine(what)}`;
  return `- **${quotedLine(who)}:**${labels.join('')}${text}`;
}
