/**
 * Summaries by a language model, where a person allowed them: better than by rule, for a session that neither its agent
 * nor a person summarized. The model gets only what was recorded in the caller's own project, only after the session
 * ends, and never twice for the same turns. Its answer is checked, shortened and redacted like any text before it is
 * stored.
 */
import { minutesBefore } from '../../util/time.ts';
import type { Caller } from '../shared/identity.ts';
import type { Ports } from '../shared/ports.ts';
import type { ModelSummary } from './summaryAnswer.ts';
import { summaryFromAnswer } from './summaryAnswer.ts';
import { summaryRequest } from './summaryRequest.ts';
import type { SummaryMessage } from './words/utterances.ts';

/** A session whose turns no model was asked about. */
export interface WaitingSession {
  id: string;
  /** The place of the last message that it is asked about, and of the last it was asked about before; -1 for none. */
  through: number;
  before: number;
}

export interface WaitingFilter {
  userId: string;
  /** This project alone; null for what belongs to none. */
  projectId: string | null;
  /** A session that nobody ended counts as over when nothing was heard of it since then; ISO 8601. */
  silentBefore: string;
  /** Sessions that were active then or later; ISO 8601. */
  since: string;
  /** How many texts of user and assistant a session has at least. */
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
  /** What was active last comes first; `total` counts all. */
  waiting(filter: WaitingFilter): Promise<{ sessions: WaitingSession[]; total: number }>;
  /** Notes that a model is asked about these turns; false when another window does, or somebody better told them. */
  claim(session: WaitingSession): Promise<boolean>;
  /** Takes a claim back, because nobody could be asked, or the answer could not be stored. */
  release(session: WaitingSession): Promise<void>;
  /** `kept` when an agent or a person told the session meanwhile, or it was claimed for turns that came later. */
  tell(told: SummaryToStore): Promise<'told' | 'kept'>;
}

/** Who is asked. */
export interface LanguageModel {
  /** How many tokens a request may have. */
  readonly inputTokens: number;
  /** Answers with no more than 40,000 characters. Rejects when there is no answer to be had; then the round is over. */
  ask(request: string): Promise<string>;
}

export interface SummariesReport {
  told: number;
  /** Answers that were no summary; they are not asked for again. */
  refused: number;
  /** Told by somebody better while the model was asked. */
  kept: number;
}

export interface SummariesParts {
  /** A session's texts, the first and the last ones when there are many. */
  recording: {
    readForSummary(
      sessionId: string,
      most: { first: number; last: number },
    ): Promise<{ messages: readonly (SummaryMessage & { seq: number })[] }>;
  };
  ports: Pick<Ports, 'clock' | 'redact'>;
  silenceMinutes: number;
}

/** How many sessions a round tells at most: each costs a request. */
export const roundSize = 5;
const minTexts = 4;
const maxDays = 30;
const readMost = { first: 60, last: 200 };

export class Summaries {
  readonly #store: SummaryStore;
  readonly #parts: SummariesParts;

  constructor(store: SummaryStore, parts: SummariesParts) {
    this.#store = store;
    this.#parts = parts;
  }

  /** How many of the caller's sessions in this project wait for a model. */
  async countWaiting(caller: Caller): Promise<number> {
    return (await this.#waiting(caller, 0)).total;
  }

  /**
   * Has a model tell the sessions that were active last, at most five and one after the other. Ends early when `goesOn`,
   * asked before each with what was done so far, answers false. Rejects with the error of the model or the store; the session
   * that it was asked about waits again.
   */
  async tell(
    caller: Caller,
    model: LanguageModel,
    goesOn: (report: SummariesReport) => boolean = () => true,
  ): Promise<SummariesReport> {
    const report: SummariesReport = { told: 0, refused: 0, kept: 0 };
    const { sessions } = await this.#waiting(caller, roundSize);
    for (const session of sessions) {
      if (!goesOn(report)) break;
      // Another window may have been faster.
      if (await this.#store.claim(session)) report[await this.#tell(session, model)] += 1;
    }
    return report;
  }

  async #tell(session: WaitingSession, model: LanguageModel): Promise<keyof SummariesReport> {
    try {
      const summary = await this.#ask(session, model);
      if (summary === undefined) return 'refused';
      const { id, through } = session;
      return await this.#store.tell({ id, through, summary, now: this.#parts.ports.clock.now().toISOString() });
    } catch (thrown) {
      // What went wrong first says more than a store that cannot take the claim back either.
      await this.#store.release(session).catch(() => undefined);
      throw thrown;
    }
  }

  async #ask(session: WaitingSession, model: LanguageModel): Promise<ModelSummary | undefined> {
    const { messages } = await this.#parts.recording.readForSummary(session.id, readMost);
    const told = messages.filter(({ seq }) => seq <= session.through);
    const answer = await model.ask(summaryRequest(told, model.inputTokens));
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
