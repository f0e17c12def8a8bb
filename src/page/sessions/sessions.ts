/** Answers the page's queries about sessions. */
import type { Message } from '../../memory/archive/archive.ts';
import type { ListedSession } from '../../memory/sessions/sessions.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { SessionCard, SessionDetailCard, SessionsCard, TurnCard } from '../../protocol/sessions/sessions.ts';
import type { PageReading } from '../shared/pageHost.ts';

/** Messages shown from shortly before a turn. */
const turnsAround = 8;

export async function listSessions(
  { memory, caller }: PageReading,
  { topic, since, until, offset, limit }: QueryOf<'sessions'>,
): Promise<SessionsCard> {
  const { sessions, total } = await memory.sessions.list(caller, {
    scope: 'all',
    ...(topic !== null && { topic }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
    order: 'openFirst',
    offset,
    limit,
  });
  return { sessions: sessions.map(sessionCard), total };
}

export async function showSession(
  { memory, caller }: PageReading,
  { id, at }: QueryOf<'session'>,
): Promise<SessionDetailCard> {
  const detail = await memory.sessionDetails.get(caller, id);
  const { session, summary, chunks, messages, facts } = detail;
  const around = at === null ? [] : (await memory.archive.listBySession(session.id, turnsAround, at)).messages;
  return {
    ...sessionCard({ ...session, chunks: detail.chunkTotal, facts: detail.factTotal }),
    around: around.map((message) => ({ ...messageTurn(message), seq: message.seq })),
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
    messageTurns: messages.map(messageTurn),
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

function messageTurn({ id, speaker, role, content }: Message): TurnCard {
  return { id: String(id), speaker: speaker ?? role, text: content, reason: null };
}

function sessionCard(session: ListedSession): SessionCard {
  return {
    id: session.id,
    headline: session.oneLiner,
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
