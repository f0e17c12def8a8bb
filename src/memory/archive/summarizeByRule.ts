/** Gives a session its headline, summary and kept exchanges by rule, whichever way its messages came into the archive. */
import { quotationHash } from '../shared/contentHash.ts';
import type { Ports } from '../shared/ports.ts';
import { summaryByRule } from '../summarize/ruleSummary.ts';
import type { RecordingStore } from './recording.ts';

/** Messages of a long session that the rules read. */
const maxMessages = { first: 60, last: 500 };

export interface SummarizedSession {
  sessionId: string;
  /** As the conversation is called where it came from; null for none. */
  title: string | null;
  /** Who led it. */
  agentId: string;
}

/**
 * Summarizes a session that has messages which no summary covers; does nothing to any other. What an agent or a person
 * wrote stays. Answers with how many exchanges became chunks.
 */
export async function summarizeByRule(
  store: Pick<RecordingStore, 'readForSummary' | 'tell'>,
  ports: Pick<Ports, 'hash' | 'newId' | 'clock'>,
  { sessionId, title, agentId }: SummarizedSession,
): Promise<number> {
  const {
    messages,
    work,
    through,
    summarizedThrough: summarizedThrough,
  } = await store.readForSummary(sessionId, maxMessages);
  if (through <= summarizedThrough) return 0;
  const ruleSummary = summaryByRule(messages, title, work);
  const fresh = new Set(messages.filter(({ seq }) => seq > summarizedThrough).map(({ id }) => id));
  const kept = ruleSummary.kept.filter(({ messageId }) => fresh.has(messageId));
  return store.tell({
    sessionId,
    summarySource: 'rule',
    ruleSummary,
    kept: kept.map((exchange) => {
      const contentHash = quotationHash(ports.hash, exchange.content);
      return { ...exchange, uid: ports.newId(), contentHash };
    }),
    agentId,
    through,
    now: ports.clock.now().toISOString(),
  });
}
