/** Answers the page's queries about sessions. */
import type { Message } from '../../memory/archive/archive.ts';
import { isClosingHeadline, type ListedSession } from '../../memory/sessions/sessions.ts';
import type { SessionFilter } from '../../memory/sessions/sessionStore.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type {
  MessageCard,
  SessionCard,
  SessionDetailCard,
  SessionsCard,
  TranscriptCard,
  TranscriptFindsCard,
} from '../../protocol/sessions/sessions.ts';
import { oneLine, shorten } from '../../util/text.ts';
import type { PageReading } from '../shared/pageHost.ts';
import { toolCallLine } from './toolCallLine.ts';

const maxHeadline = 120;

/** Of one search in a transcript. */
const maxFinds = 500;

/** Of a search for sessions, and in characters for its query. */
const maxResults = 100;
const maxQuery = 1_000;
const saidKinds = ['session', 'message', 'chunk'] as const;

export async function listSessions(reading: PageReading, query: QueryOf<'sessions'>): Promise<SessionsCard> {
  const { memory, caller } = reading;
  const { topic, project, since, until, withEmpty, offset, limit } = query;
  const began = {
    scope: await memory.identities.scope(caller, project ?? 'all'),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
  const filter = { ...began, ...(topic !== null && { topic }) };
  const page = { ...filter, order: 'openFirst', offset, limit } as const;
  const { sessions, total } = await memory.sessions.list(caller, { ...page, ...(!withEmpty && { isFilled: true }) });
  const all = withEmpty ? total : (await memory.sessions.list(caller, { ...filter, limit: 0 })).total;
  if (total === 0 && topic !== null) return { ...(await listBestMatches(topic, began, reading, query)), empty: all };
  return { sessions: await cardsOf(sessions, memory), total, empty: all - total, isBestMatch: false };
}

/**
 * The sessions with the best results of a search, the best first, for words that no headline, topic or path has. The
 * period is that in which they began.
 */
async function listBestMatches(
  text: string,
  filter: Omit<SessionFilter, 'userId' | 'limit' | 'topic'>,
  { memory, search, caller }: PageReading,
  { project, offset, limit }: QueryOf<'sessions'>,
): Promise<Omit<SessionsCard, 'empty'>> {
  if (!/[\p{L}\p{N}]/u.test(text)) return { sessions: [], total: 0, isBestMatch: false };
  const query = text.slice(0, maxQuery);
  const { results } = await search.find(caller, {
    query,
    kinds: saidKinds,
    limit: maxResults,
    project: project ?? 'all',
  });
  const named = results.map(({ kind, id, sessionId }) => (kind === 'session' ? id : sessionId));
  const ids = [...new Set(named)].filter((id) => id !== null);
  const { sessions } = await memory.sessions.list(caller, { ...filter, ids, limit: maxResults });
  const best = sessions.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const cards = await cardsOf(best.slice(offset, offset + limit), memory);
  return { sessions: cards, total: best.length, isBestMatch: best.length > 0 };
}

export async function showSession(
  { memory, caller }: PageReading,
  { id, at, message }: QueryOf<'session'>,
): Promise<SessionDetailCard> {
  const detail = await memory.sessionDetails.get(caller, id);
  const { session, summary, chunks, facts } = detail;
  const named = at ?? message;
  const openings = await memory.sessions.openings(saysNothing(session.oneLiner) ? [session] : []);
  return {
    ...sessionCard({ ...session, chunks: detail.chunkTotal, facts: detail.factTotal }, openings),
    place:
      named === null
        ? null
        : await memory.archive.countBefore(session.id, at === null ? { id: named } : { seq: named }),
    importance: session.importance,
    summary: summary === undefined || summary.summary === '' ? null : summary.summary,
    keyFacts: summary?.keyFacts ?? [],
    codeRefs: summary?.codeRefs ?? [],
    chunkTurns: chunks.map(({ id: chunkId, speaker, role, content, flagReason }) => ({
      id: String(chunkId),
      speaker: speaker ?? role,
      text: content,
      reason: flagReason,
    })),
    chunkTotal: detail.chunkTotal,
    messageTotal: detail.messageTotal,
    factsOfIt: facts.map((fact) => ({
      id: String(fact.id),
      text: fact.fact,
      category: fact.category,
      factType: fact.type,
      confidence: fact.confidence,
      deprecated: fact.deprecated,
    })),
    factTotal: detail.factTotal,
  };
}

export async function readTranscript(
  { memory, caller }: PageReading,
  { id, offset, limit }: QueryOf<'transcript'>,
): Promise<TranscriptCard> {
  const { messages, total } = await memory.sessionDetails.transcript(caller, id, { offset, limit });
  return { messages: messages.map(messageCard), total };
}

export async function findInTranscript(
  { memory, caller }: PageReading,
  { id, text }: QueryOf<'transcriptFinds'>,
): Promise<TranscriptFindsCard> {
  const wanted = text.trim();
  const places = wanted === '' ? [] : await memory.sessionDetails.findInTranscript(caller, id, wanted, maxFinds);
  return { places };
}

function messageCard({ id, role, speaker, type, tool, files, content, createdAt }: Message): MessageCard {
  const about = type === 'tool_use' ? toolCallLine(content, files) : '';
  return { id: String(id), role, speaker, type, tool, about, text: content, at: createdAt };
}

async function cardsOf(sessions: readonly ListedSession[], memory: PageReading['memory']): Promise<SessionCard[]> {
  const openings = await memory.sessions.openings(sessions.filter(({ oneLiner }) => saysNothing(oneLiner)));
  return sessions.map((session) => sessionCard(session, openings));
}

function saysNothing(headline: string): boolean {
  return headline === '' || isClosingHeadline(headline);
}

function sessionCard(session: ListedSession, openings: ReadonlyMap<string, string>): SessionCard {
  const { id, oneLiner } = session;
  return {
    id,
    headline: saysNothing(oneLiner) ? shorten(oneLine(openings.get(id) ?? ''), maxHeadline) : oneLiner,
    outcome: session.outcome,
    open: session.endedAt === null,
    imported: session.origin === 'import',
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    agent: session.agentName,
    project: session.projectName,
    topics: session.topics,
    chunks: session.chunks,
    facts: session.facts,
    version: session.version,
  };
}
