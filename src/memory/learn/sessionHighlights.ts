/**
 * The highlights of sessions that no model has read: passages that a small linear model chose, for people and programs
 * without a language model. They are computed when asked for, from the recording, so nothing has to follow an erasure.
 */
import type { CallingUser } from '../shared/identity.ts';
import type { SummaryMessage } from '../summarize/words/utterances.ts';
import { utterancesFrom } from '../summarize/words/utterances.ts';
import type { Highlight } from './highlights/highlights.ts';
import { highlightsFrom } from './highlights/highlights.ts';
import type { LearnedFilter, LearnStore, UnreadSession } from './learnStore.ts';

/** Which highlights to list. */
type HighlightFilter = Pick<LearnedFilter, 'scope' | 'sessionId' | 'since' | 'limit'>;

/** A passage that a rule chose from a session that no model has read. It is derived, and no fact. */
export interface SessionHighlight extends Pick<Highlight, 'sentence' | 'score'> {
  sessionId: string;
  projectName: string | null;
  /** The place of its message in the session. */
  seq: number;
  /** ISO 8601. */
  createdAt: string;
  by: Highlight['role'];
  /** The request that it answers, or the headline of its session. */
  subject: string;
}

/** What rules read of a session; see `RecordingStore`. */
interface RecordedMessages {
  readForSummary(
    sessionId: string,
    max: { first: number; last: number },
  ): Promise<{ messages: readonly (SummaryMessage & { seq: number })[] }>;
}

/** Sessions in which highlights are looked for. */
const maxSessions = 2_000;
/** Messages of a long session that are read. */
const messagesRead: { first: number; last: number } = { first: 60, last: 500 };
/** The same where a chat waits. */
const messagesReadAtOnce = { first: 12, last: 48 };

/** Finds the highlights of a caller's sessions. */
export class SessionHighlights {
  readonly #store: Pick<LearnStore, 'unread'>;
  readonly #recording: RecordedMessages;

  constructor(store: Pick<LearnStore, 'unread'>, recording: RecordedMessages) {
    this.#store = store;
    this.#recording = recording;
  }

  /** The highlights of sessions that no model has read, the last active session first; at most `limit`. */
  async list(caller: CallingUser, filter: HighlightFilter): Promise<SessionHighlight[]> {
    const found: SessionHighlight[] = [];
    const sessions = await this.#store.unread({ ...filter, userId: caller.user.id, limit: maxSessions });
    for (const session of sessions) {
      if (found.length >= filter.limit) break;
      found.push(...(await this.#highlightsOf(session)));
    }
    return found.slice(0, filter.limit);
  }

  /** The best highlights of one session of the caller's; none if a model has read it, or it taught a fact. */
  async ofSession(caller: CallingUser, sessionId: string, max: number): Promise<SessionHighlight[]> {
    const filter = { userId: caller.user.id, scope: 'all', sessionId, limit: 1 } as const;
    const [session] = await this.#store.unread(filter);
    return session === undefined ? [] : this.#highlightsOf(session, { max, read: messagesReadAtOnce });
  }

  async #highlightsOf(
    { id: sessionId, projectName, headline }: UnreadSession,
    { max, read = messagesRead }: { max?: number; read?: typeof messagesRead } = {},
  ): Promise<SessionHighlight[]> {
    const { messages } = await this.#recording.readForSummary(sessionId, read);
    const byId = new Map(messages.map((message) => [message.id, message]));
    return highlightsFrom(utterancesFrom(messages), max).flatMap(
      ({ messageId, role: by, sentence, subject, score }) => {
        const message = byId.get(messageId);
        if (message === undefined) return [];
        const { seq, createdAt } = message;
        return [{ sessionId, projectName, seq, createdAt, by, sentence, score, subject: subject ?? headline }];
      },
    );
  }
}
