/**
 * The answers of the recovery tools, separate from the tools, because the prompt `bigmind_recover` uses them too. Every
 * answer keeps its token budget; it counts what does not fit and names the call that continues.
 */
import type { Continuation, Era, Heap, MessagePage, RecoveredMessage } from '../../../memory/archive/recovery.ts';
import { maxCountedMessages } from '../../../memory/archive/recovery.ts';
import type { Memory } from '../../../memory/memory.ts';
import type { Session } from '../../../memory/sessions/sessions.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { dataNotice, plainLine, quotation, quotedCode, quotedLine, quotedText } from '../../../memory/trust/quoting.ts';
import { counted, shorten } from '../../../util/text.ts';
import { localDay, localMinute } from '../../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../../util/tokens.ts';
import type { Budget, MessageFields, Shown } from './recoveredMessages.ts';
import { costOf, shownWithin } from './recoveredMessages.ts';

/** The call that returns the next part. */
export interface NextCall {
  tool: string;
  arguments: Record<string, unknown>;
}

/** The answer of a recovery tool. Both forms contain the same messages and the next call. */
export interface RecoveryAnswer {
  text: string;
  structured: Record<string, unknown>;
}

export interface Asker {
  memory: Memory;
  caller: Caller;
  budget: Budget;
}

/** What precedes the messages of an answer. */
interface Opening {
  lines: string[];
  structured: Record<string, unknown>;
}

interface PageParts {
  opening: Opening;
  page: MessagePage;
  fields: MessageFields;
  /** Where the rest is, as the end of a sentence: "before these". */
  restLies: string;
  /** `last` is the last message shown, `shown` the number of them. */
  next: (last: RecoveredMessage, shown: number) => NextCall;
  whenEmpty: string;
}

/** The opening, and as many messages as fit. */
export function pageAnswer(asker: Asker, parts: PageParts): RecoveryAnswer {
  const { budget, caller, memory } = asker;
  const reader = { caller, timeZone: memory.clock.timeZone, fields: parts.fields };
  // The text around the messages depends on which message is the last, so it is measured again.
  const around = (count: number): number => {
    const { text, structured } = framed(parts, { lines: [], structured: [], count });
    return costOf({ lines: [text], structured }, budget);
  };
  let room = budget.tokens - around(Math.min(1, parts.page.messages.length)) - 4;
  for (;;) {
    const shown = shownWithin(parts.page.messages, { ...budget, tokens: Math.max(0, room) }, reader);
    const over = around(shown.count) + shown.cost - budget.tokens;
    if (over <= 0 || shown.count === 0) return framed(parts, shown);
    room = Math.min(room, shown.cost) - over;
  }
}

function framed(parts: PageParts, { lines, structured, count }: Omit<Shown, 'cost'>): RecoveryAnswer {
  const { messages, total } = parts.page;
  const last = messages[count - 1];
  const rest = total - count;
  const next = rest > 0 && last !== undefined ? parts.next(last, count) : null;
  const isOver = total > maxCountedMessages;
  return {
    text: [dataNotice, ...parts.opening.lines, ...lines, ...restLines(parts, count, next)].join('\n'),
    structured: {
      notice: dataNotice,
      ...(total === 0 && { note: parts.whenEmpty }),
      ...parts.opening.structured,
      messages: structured,
      count,
      remaining: isOver ? maxCountedMessages - count : rest,
      ...(isOver && { remaining_is_at_least: true }),
      next,
    },
  };
}

function restLines({ page, whenEmpty, restLies }: PageParts, count: number, next: NextCall | null): string[] {
  if (page.total === 0) return [whenEmpty];
  if (count === 0) return ['Not even one message fits: raise max_tokens.'];
  if (next === null) return [];
  const rest =
    page.total > maxCountedMessages
      ? `Over ${counted(maxCountedMessages - count, 'more message')}`
      : counted(page.total - count, 'more message');
  return ['', `${rest} ${restLies}. Continue with ${callText(next)}`];
}

function callText(call: NextCall): string {
  return `${call.tool} ${JSON.stringify(call.arguments)}`;
}

/** The latest continuation, or the state that replaces it; `whenEmpty` if there is neither. */
export function continuationAnswer(
  { memory, budget }: Asker,
  found: Continuation | undefined,
  given: Record<string, unknown>,
  whenEmpty = nothingYet,
): RecoveryAnswer {
  if (found === undefined) {
    const structured = { note: whenEmpty, is_continuation: false, message_id: null, content: null, next: null };
    return { text: whenEmpty, structured };
  }
  const { message, heap, session, isContinuation, older } = found;
  const { timeZone } = memory.clock;
  const next =
    isContinuation && message !== null
      ? { tool: 'get_messages_before', arguments: { reference_id: message.uid, ...given } }
      : { tool: 'get_recent_work', arguments: given };
  const since = { tool: 'get_recent_work', arguments: given };
  const timestamp = message?.createdAt ?? session.lastActiveAt;
  const about = [
    isContinuation
      ? 'Written when the context was compacted'
      : older === null
        ? 'No compaction is recorded here. Compiled from the session with the latest message'
        : 'Compiled from the session with the latest message, which was never compacted',
    localMinute(timestamp, timeZone),
    `session ${quotedCode(session.id)}`,
    ...(heap === null ? [] : [`heap ${quotedCode(heap.id)} (${heap.type})`, shortName(heap.eraName)]),
  ];
  const draft = (content: string, lines: readonly string[]): RecoveryAnswer => ({
    text: [
      dataNotice,
      `${about.join(' · ')}${message === null ? '' : ` · message #${String(message.id)}`}`,
      '',
      ...lines,
      '',
      isContinuation ? `Earlier messages: ${callText(next)}` : `The messages: ${callText(next)}`,
      ...(older === null ? [] : [olderLine(older, timeZone)]),
      ...(isContinuation ? [`Later messages: ${callText(since)}`] : []),
    ].join('\n'),
    structured: {
      notice: dataNotice,
      is_continuation: isContinuation,
      message_id: message?.uid ?? null,
      content: quotedText(content),
      ...((content !== found.content || (isContinuation && message?.isCut === true)) && { truncated: true }),
      timestamp,
      context_heap_id: heap?.id ?? null,
      heap_type: heap?.type ?? null,
      era_name: heap === null ? null : plainName(heap.eraName),
      message_number: message?.seq ?? null,
      session_id: session.id,
      project: heap?.projectName ?? session.projectName,
      ...(older !== null && {
        older_continuation: { message_id: older.uid, timestamp: older.createdAt, context_heap_id: older.heapId },
      }),
      next,
      ...(isContinuation && { since }),
    },
  });
  let room = budget.tokens;
  for (;;) {
    const content = clipToTokens(found.content, room);
    const answer = draft(content, quotation(content));
    const over = costOf({ lines: [answer.text], structured: answer.structured }, budget) - budget.tokens;
    if (over <= 0 || room === 0) return answer;
    room = Math.max(0, Math.min(room, estimateTokens(content)) - Math.max(8, over));
  }
}

/** That session's heap starts with its compaction summary. */
function olderLine({ id, createdAt, heapId }: NonNullable<Continuation['older']>, timeZone: string): string {
  const compacted = `Another session was compacted on ${localMinute(createdAt, timeZone)}, message #${String(id)}`;
  return heapId === null
    ? compacted
    : `${compacted}: ${callText({ tool: 'get_context_heap', arguments: { heap_id: heapId } })}`;
}

const nothingYet =
  'Nothing is recorded in this scope yet. Use project "all", or call memory_get_context for memories other than conversations.';

const readEra = 'Read one with get_era_summary and its era_name or era_id.';

/** The list of eras, newest first, as many as fit; `whenEmpty` if there are none. */
export function erasAnswer(
  { memory, budget }: Asker,
  eras: readonly Era[],
  whenEmpty = 'No era is recorded in this scope. Use project "all".',
): RecoveryAnswer {
  const { timeZone } = memory.clock;
  const draft = (shown: readonly Era[]): RecoveryAnswer => {
    const rest = eras.length - shown.length;
    return {
      text: [
        dataNotice,
        eras.length === 0 ? whenEmpty : 'Eras, newest first:',
        ...shown.map((era) => `- ${eraLine(era, timeZone)}`),
        ...(rest > 0 ? [`${counted(rest, 'older era')} did not fit: raise max_tokens.`] : []),
        ...(shown.length > 0 ? [readEra] : []),
      ].join('\n'),
      structured: {
        notice: dataNotice,
        ...(eras.length === 0 && { note: whenEmpty }),
        eras: shown.map(structuredEra),
        count: shown.length,
        remaining: rest,
        ...(shown.length > 0 && { next: readEra }),
      },
    };
  };
  const { text, structured } = draft(eras.slice(0, 1));
  const entries = eras.map((era) => ({ lines: [`- ${eraLine(era, timeZone)}`], structured: structuredEra(era) }));
  return draft(eras.slice(0, fitting(entries, { lines: [text], structured }, budget)));
}

/** An era with its sessions, newest first, as many as fit into a part of the budget. */
export function eraOpening(
  { memory, budget }: Asker,
  era: Era,
  listed: { sessions: readonly Session[]; total: number } | undefined,
): Opening {
  const { timeZone } = memory.clock;
  const draft = (shown: readonly Session[]): Opening => {
    const rest = (listed?.total ?? 0) - shown.length;
    return {
      lines: [
        `## ${eraLine(era, timeZone)}`,
        ...(shown.length === 0 ? [] : ['Sessions, newest first:']),
        ...shown.map((session) => sessionLine(session, timeZone)),
        ...(listed !== undefined && rest > 0 ? [`${counted(rest, 'more session')}: memory_list_sessions.`] : []),
      ],
      structured: {
        era: structuredEra(era),
        ...(listed !== undefined && { sessions: shown.map(structuredSession), sessions_remaining: rest }),
      },
    };
  };
  if (listed === undefined) return draft([]);
  const { sessions } = listed;
  const part = { ...budget, tokens: Math.floor(budget.tokens * sessionsShare) };
  const entries = sessions.map((session) => ({
    lines: [sessionLine(session, timeZone)],
    structured: structuredSession(session),
  }));
  return draft(sessions.slice(0, fitting(entries, draft([]), part)));
}

/** The part of the budget that an era's sessions may use. */
const sessionsShare = 0.4;

/** How many of the first entries fit, together with `around`; each entry is measured once. */
function fitting(entries: readonly Opening[], around: Opening, budget: Budget): number {
  let left = budget.tokens - costOf(around, budget);
  const tooMany = entries.findIndex((entry) => {
    left -= costOf(entry, budget);
    return left < 0;
  });
  return tooMany < 0 ? entries.length : tooMany;
}

export function heapOpening({ memory }: Asker, heap: Heap): Opening {
  const began = localMinute(heap.startedAt, memory.clock.timeZone);
  return {
    lines: [`## Heap ${quotedCode(heap.id)} · ${heap.type} · ${shortName(heap.eraName)} · began ${began}`],
    structured: {
      heap: {
        id: heap.id,
        era_name: plainName(heap.eraName),
        era_id: heap.eraId,
        type: heap.type,
        created_at: heap.startedAt,
        session_id: heap.sessionId,
        project: heap.projectName,
      },
    },
  };
}

function eraLine(era: Era, timeZone: string): string {
  const days = `${localDay(era.startedAt, timeZone)} to ${localDay(era.endedAt, timeZone)}`;
  return `${shortName(era.name)} · ${quotedCode(era.id)} · ${days} · ${counted(era.sessions, 'session')}`;
}

function structuredEra(era: Era): Record<string, unknown> {
  const { id, name, projectName: project, startedAt, endedAt, sessions } = era;
  return { id, name: plainName(name), project, started_at: startedAt, ended_at: endedAt, session_count: sessions };
}

/** In characters, for a session's outcome in a list. */
const outcomeShown = 160;

function sessionLine(session: Session, timeZone: string): string {
  const outcome = session.outcome === null ? '' : ` → ${quotedLine(shorten(session.outcome, outcomeShown))}`;
  return `- ${localDay(session.startedAt, timeZone)} ${quotedCode(session.id)} ${quotedLine(session.oneLiner) || '(no summary yet)'}${outcome}`;
}

function structuredSession(session: Session): Record<string, unknown> {
  return {
    session_id: session.id,
    started_at: session.startedAt,
    one_liner: plainLine(session.oneLiner),
    outcome: session.outcome === null ? null : shorten(plainLine(session.outcome), outcomeShown),
  };
}

function shortName(name: string): string {
  return shorten(quotedLine(name), maxName);
}

function plainName(name: string): string {
  return shorten(plainLine(name), maxName);
}

const maxName = 120;
