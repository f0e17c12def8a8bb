/** Answers the page's queries about sessions. */
import type { Message } from '../../memory/archive/archive.ts';
import { isClosingHeadline, type ListedSession } from '../../memory/sessions/sessions.ts';
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

/** Of a search for sessions in which something was said. */
const maxResults = 100;

export async function listSessions(reading: PageReading, query: QueryOf<'sessions'>): Promise<SessionsCard> {
  const { memory, caller } = reading;
  const { topic, project, since, until, withEmpty, offset, limit } = query;
  const filter = {
    scope: await memory.identities.scope(caller, project ?? 'all'),
    ...(topic !== null && { topic }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
  const page = { ...filter, order: 'openFirst', offset, limit } as const;
  const { sessions, total } = await memory.sessions.list(caller, { ...page, ...(!withEmpty && { isFilled: true }) });
  const all = withEmpty ? total : (await memory.sessions.list(caller, { ...filter, limit: 0 })).total;
  if (total === 0 && topic !== null) return { ...(await listWhereSaid(topic, reading, query)), empty: all };
  return { sessions: await cardsOf(sessions, memory), total, empty: all - total, isWhereSaid: false };
}

/** The sessions of the best results of a search, for a text that no headline, topic or path contains. */
async function listWhereSaid(
  text: string,
  { memory, search, caller }: PageReading,
  { project, since, until, offset, limit }: QueryOf<'sessions'>,
): Promise<Omit<SessionsCard, 'empty'>> {
  const period = { since: since ?? undefined, until: until ?? undefined };
  const { results } = await search.find(caller, {
    query: text,
    limit: maxResults,
    project: project ?? 'all',
    ...period,
  });
  const ids = [
    ...new Set(
      results.map(({ kind, id, sessionId }) => (kind === 'session' ? id : sessionId)).filter((id) => id !== null),
    ),
  ];
  const scope = await memory.identities.scope(caller, project ?? 'all');
  const { sessions } = await memory.sessions.list(caller, { scope, ids, limit: maxResults });
  const cards = await cardsOf(sessions.slice(offset, offset + limit), memory);
  return { sessions: cards, total: sessions.length, isWhereSaid: sessions.length > 0 };
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
