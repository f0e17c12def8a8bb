/**
 * One run of learning: it goes through the waiting sessions, asks about one window after another, and stores what passes
 * the evidence gate. It asks before each request whether it may continue, and counts what it did in the report.
 */
import { estimateTokens } from '../../util/tokens.ts';
import type { RunOutcome } from '../shared/background/backgroundRuns.ts';
import { BigMindError } from '../shared/errors.ts';
import type { CallingUser } from '../shared/identity.ts';
import type { Ports } from '../shared/ports.ts';
import { verifyItems } from './evidenceGate.ts';
import type { LearnAnswer } from './learnAnswer.ts';
import { learnAnswerFrom } from './learnAnswer.ts';
import type { Learner, LearnOptions, LearnReport } from './learner.ts';
import type { KnownItem } from './learnRequest.ts';
import { costOf } from './learnRequest.ts';
import type { LearnStore, StoredWindow, WaitingSession } from './learnStore.ts';
import { createPlaceItem } from './placement.ts';
import { SessionRequests } from './sessionRequests.ts';
import type { LearnWindow } from './turns.ts';

const maxFailuresInRow = 3;
/** Characters of an answer whose tokens are counted. */
const maxCountedAnswer = 200_000;

/** What a run works with. */
interface LearningWork {
  caller: CallingUser;
  learner: Learner;
  options: LearnOptions;
  /** Tokens that are left for this run. */
  limit: number;
  report: LearnReport;
  /** Asked before each request; false cancels the run. */
  mayContinue: () => Promise<boolean>;
}

/** Learns from sessions until all are read, or the run has to end. */
export class LearningRun {
  readonly #store: LearnStore;
  readonly #ports: Pick<Ports, 'clock' | 'redact' | 'indexText'>;
  readonly #work: LearningWork;
  readonly #requests: SessionRequests;
  /**
   * Sessions about which a request failed since the last answer in our form. They count when another session is answered,
   * or at the end: unless several failed in a row, the request is to blame.
   */
  #failed: string[] = [];

  constructor(store: LearnStore, ports: Pick<Ports, 'clock' | 'redact' | 'indexText'>, work: LearningWork) {
    this.#store = store;
    this.#ports = ports;
    this.#work = work;
    this.#requests = new SessionRequests(store, ports);
  }

  async learnFrom(sessions: readonly WaitingSession[]): Promise<RunOutcome> {
    const work = this.#work;
    const left = [...sessions];
    for (let session = left.shift(); session !== undefined; session = this.#nextOf(left)) {
      let { before } = session;
      const { inputTokens } = work.learner;
      let isRead = true;
      for (let window = await this.#requests.windowOf(session, inputTokens); window !== undefined;) {
        if (!(await work.mayContinue())) return 'cancelled';
        const outcome = await this.#ask({ ...session, before }, window);
        if (outcome === 'ends') return work.options.signal?.aborted === true ? 'cancelled' : 'done';
        isRead = outcome === 'read';
        if (!isRead) break;
        before = window.through;
        window = await this.#requests.windowOf({ ...session, before }, inputTokens);
      }
      if (!isRead) continue;
      work.report.done += 1;
      // Only tool calls are left.
      if (before < session.through) await this.#skipRest({ ...session, before });
    }
    await this.#noteFailures();
    // Who shows progress sees the last one done.
    await work.mayContinue();
    return 'done';
  }

  /** The oldest; after two failures in a row the newest, in case the oldest ones are to blame. */
  #nextOf(left: WaitingSession[]): WaitingSession | undefined {
    return this.#failed.length === maxFailuresInRow - 1 ? left.pop() : left.shift();
  }

  async #noteFailures(): Promise<void> {
    for (const id of this.#failed) await this.#store.noteFailure(id);
    this.#failed = [];
  }

  /** Ends the run after several failures in a row: then the model is to blame, and no session is used up. */
  #fail(session: WaitingSession, what: string): 'waits' | 'ends' {
    this.#failed.push(session.id);
    if (this.#failed.length < maxFailuresInRow) return 'waits';
    const { learner, report } = this.#work;
    report.notice = `${learner.name} ${what} ${String(maxFailuresInRow)} times in a row. Try again later, or choose another model.`;
    return 'ends';
  }

  /**
   * `read`: these turns are done. `waits`: the session has no answer yet, or changed meanwhile. `ends`: the run cannot
   * continue.
   */
  async #ask(session: WaitingSession, window: LearnWindow): Promise<'read' | 'waits' | 'ends'> {
    const { learner, options, limit, report } = this.#work;
    const { request, known } = await this.#requests.requestFor(this.#work.caller, session, window);
    if (learner.isFree !== true && report.tokens + costOf(request.text) > limit) {
      report.isLimited = true;
      report.notice = 'The limit of tokens is reached. The next run continues.';
      return 'ends';
    }
    let answer: string | undefined;
    try {
      answer = await learner.ask(request, options.signal);
    } catch (thrown) {
      if (options.signal?.aborted === true) return 'ends';
      if (!(thrown instanceof BigMindError)) throw thrown;
      if (thrown.details['reason'] === 'input') {
        report.unanswered += 1;
        await this.#store.noteFailure(session.id);
        return 'waits';
      }
      if (thrown.details['timedOut'] === true) {
        report.unanswered += 1;
        // What a model has read costs, also if its answer comes too late.
        report.tokens += estimateTokens(request.text);
        return this.#fail(session, 'did not answer in time');
      }
      report.notice = thrown.sentence;
      return 'ends';
    }
    if (answer === undefined) {
      report.unanswered += 1;
      return 'waits';
    }
    report.tokens += estimateTokens(request.text) + estimateTokens(answer.slice(0, maxCountedAnswer));
    const parsed = learnAnswerFrom(answer, this.#ports.redact);
    if (parsed === undefined) {
      report.unusable += 1;
      return this.#fail(session, 'answered in another form than BigMind asked for');
    }
    await this.#noteFailures();
    const status = await this.#keep(session, { window, known, answer: parsed });
    return status === 'stored' ? 'read' : 'waits';
  }

  async #keep(
    session: WaitingSession,
    { window, known, answer }: { window: LearnWindow; known: readonly KnownItem[]; answer: LearnAnswer },
  ): Promise<StoredWindow['status']> {
    const { redact, indexText } = this.#ports;
    const { report, learner } = this.#work;
    const ids = new Set(known.map(({ id }) => id));
    const gate = { turns: window.turns, known: ids, source: 'model', model: learner.name, redact } as const;
    const { passed, dropped } = verifyItems(answer.items, gate);
    for (const reason of dropped) report.dropped[reason] = (report.dropped[reason] ?? 0) + 1;
    const stored = await this.#store.store(
      {
        session,
        through: window.through,
        summary: answer.summary,
        items: passed,
        done: answer.done.filter((id) => ids.has(id)),
        now: this.#ports.clock.now().toISOString(),
      },
      createPlaceItem(indexText),
    );
    report.learned += stored.learned.length;
    report.corroborated += stored.corroborated;
    report.replaced += stored.replaced;
    report.dismissed += stored.dismissed;
    return stored.status;
  }

  async #skipRest(session: WaitingSession): Promise<void> {
    const nothing = { summary: undefined, items: [], done: [], now: this.#ports.clock.now().toISOString() };
    await this.#store.store({ session, through: session.through, ...nothing }, () => ({ as: 'new' }));
  }
}
