/**
 * Derives a session's headline, summary and kept exchanges by rule, for recorded and imported messages alike.
 */
import { quotationHash } from '../shared/contentHash.ts';
import type { Ports } from '../shared/ports.ts';
import { summaryByRule } from '../summarize/ruleSummary.ts';
import type { RecordingStore } from './recording.ts';

/** Messages of a long session that the rules read. */
const maxMessages = { first: 60, last: 500 };

export interface SummarizedSession {
  sessionId: string;
  /** The conversation's title in its source; null if it has none. */
  title: string | null;
  /** The agent that ran the session. */
  agentId: string;
  /** It belongs to an import that the audit names as a whole. */
  isImported?: boolean;
}

/**
 * Summarizes a session with messages that no summary covers; does nothing for any other. A summary by a person, an
 * agent or a model is kept. Returns the number of exchanges that became chunks.
 */
export async function summarizeByRule(
  store: Pick<RecordingStore, 'readForSummary' | 'storeSummary'>,
  ports: Pick<Ports, 'hash' | 'newId' | 'clock'>,
  { sessionId, title, agentId, isImported = false }: SummarizedSession,
): Promise<number> {
  const { messages, work, through, summarizedThrough } = await store.readForSummary(sessionId, maxMessages);
  if (through <= summarizedThrough) return 0;
  const ruleSummary = summaryByRule(messages, title, work);
  const fresh = new Set(messages.filter(({ seq }) => seq > summarizedThrough).map(({ id }) => id));
  const kept = ruleSummary.kept.filter(({ messageId }) => fresh.has(messageId));
  return store.storeSummary({
    sessionId,
    summarySource: 'rule',
    ruleSummary,
    kept: kept.map((exchange) => {
      const contentHash = quotationHash(ports.hash, exchange.content);
      return { ...exchange, uid: ports.newId(), contentHash };
    }),
    agentId,
    isImported,
    through,
    now: ports.clock.now().toISOString(),
  });
}
