/**
 * Summaries by a language model, if the user allows them: better than by rule, for a session that neither its agent nor
 * a person summarized. The model gets only recordings of the caller's current project, only after the session ends, and
 * never twice for the same turns. Its answer is validated, shortened and redacted before it is stored.
 */
import { minutesBefore } from '../../util/time.ts';
import type { Caller } from '../shared/identity.ts';
import type { Ports } from '../shared/ports.ts';
import type { ModelSummary } from './summaryAnswer.ts';
import { summaryFromAnswer } from './summaryAnswer.ts';
import { summaryRequest } from './summaryRequest.ts';
import type { SummaryMessage } from './words/utterances.ts';

/** A session with turns for which no model has been queried. */
export interface WaitingSession {
  id: string;
  /** The `seq` of the last message to summarize, and of the last one in an earlier query; -1 for none. */
  through: number;
  before: number;
}

export interface WaitingFilter {
  userId: string;
  /** Only this project; null for sessions without a project. */
  projectId: string | null;
  /** An open session counts as over if it was last active before this time; ISO 8601. */
  silentBefore: string;
  /** Sessions that were active at this time or later; ISO 8601. */
  since: string;
  /** Minimum number of user and assistant texts in a session. */
  texts: number;
  limit: number;
}

export interface SummaryToStore {
  id: string;
  through: number;
  summary: ModelSummary;
  now: string;
}

export interface SummaryStore {
  /** The last active comes first; `total` counts all. */
  waiting(filter: WaitingFilter): Promise<{ sessions: WaitingSession[]; total: number }>;
  /** Reserves these turns for a query. False if another window has, or an agent or a person summarized the session. */
  claim(session: WaitingSession): Promise<boolean>;
  /** Undoes a claim, because the model could not be queried or its answer could not be stored. */
  release(session: WaitingSession): Promise<void>;
  /** `kept` if an agent or a person has summarized the session since, or it was claimed again for later turns. */
  storeSummary(summary: SummaryToStore): Promise<'summarized' | 'kept'>;
}

/** The model that is queried. */
export interface LanguageModel {
  /** Maximum number of tokens in a request. */
  readonly inputTokens: number;
  /** Returns at most 40,000 characters. Rejects if there is no answer; that ends the round. */
  ask(request: string): Promise<string>;
}

export interface SummariesReport {
  summarized: number;
  /** Answers that were not summaries; these sessions are not queried again. */
  refused: number;
  /** Summarized by an agent or a person during the query. */
  kept: number;
}

export interface SummariesParts {
  /** A session's texts; only the first and last ones if there are many. */
  recording: {
    readForSummary(
      sessionId: string,
      max: { first: number; last: number },
    ): Promise<{ messages: readonly (SummaryMessage & { seq: number })[] }>;
  };
  ports: Pick<Ports, 'clock' | 'redact'>;
  silenceMinutes: number;
}

/** Maximum number of sessions per round: each costs a request. */
export const roundSize = 5;
const minTexts = 4;
const maxDays = 30;
const maxMessages = { first: 60, last: 200 };

/** Counts the sessions that wait for a language model, and has it summarize them. */
export class Summaries {
  readonly #store: SummaryStore;
  readonly #parts: SummariesParts;

  constructor(store: SummaryStore, parts: SummariesParts) {
    this.#store = store;
    this.#parts = parts;
  }

  /** Number of the caller's sessions in this project that wait for a model. */
  async countWaiting(caller: Caller): Promise<number> {
    return (await this.#waiting(caller, 0)).total;
  }

  /**
   * Has a model summarize the sessions that were active last, at most five, one after the other. Ends early if
   * `shouldContinue`, which is called with the report before each, returns false. Rejects with the error of the model or the
   * store; the session then waits again.
   */
  async summarizeWaiting(
    caller: Caller,
    model: LanguageModel,
    shouldContinue: (report: SummariesReport) => boolean = () => true,
  ): Promise<SummariesReport> {
    const report: SummariesReport = { summarized: 0, refused: 0, kept: 0 };
    const { sessions } = await this.#waiting(caller, roundSize);
    for (const session of sessions) {
      if (!shouldContinue(report)) break;
      // Another window may have claimed it first.
      if (await this.#store.claim(session)) report[await this.#summarize(session, model)] += 1;
    }
    return report;
  }

  async #summarize(session: WaitingSession, model: LanguageModel): Promise<keyof SummariesReport> {
    try {
      const summary = await this.#ask(session, model);
      if (summary === undefined) return 'refused';
      const { id, through } = session;
      return await this.#store.storeSummary({ id, through, summary, now: this.#parts.ports.clock.now().toISOString() });
    } catch (thrown) {
      // The first error is more informative than a second one from the store.
      await this.#store.release(session).catch(() => undefined);
      throw thrown;
    }
  }

  async #ask(session: WaitingSession, model: LanguageModel): Promise<ModelSummary | undefined> {
    const { messages } = await this.#parts.recording.readForSummary(session.id, maxMessages);
    const covered = messages.filter(({ seq }) => seq <= session.through);
    const answer = await model.ask(summaryRequest(covered, model.inputTokens));
    return summaryFromAnswer(answer, this.#parts.ports.redact);
  }

  #waiting(caller: Caller, limit: number): ReturnType<SummaryStore['waiting']> {
    const now = this.#parts.ports.clock.now();
    return this.#store.waiting({
      userId: caller.user.id,
      projectId: caller.project?.id ?? null,
      silentBefore: minutesBefore(now, this.#parts.silenceMinutes),
      since: minutesBefore(now, maxDays * 24 * 60),
      texts: minTexts,
      limit,
    });
  }
}
