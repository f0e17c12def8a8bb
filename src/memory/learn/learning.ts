/**
 * Learning: a language model that the user chose reads recorded sessions and names what is worth knowing later, with
 * the evidence for each item. It reads a session only after it has ended or fallen silent, in windows, each once. The
 * answer is untrusted: `evidenceGate.ts` decides what may become a fact. One process learns for a user at a time.
 */
import { estimateTokens } from '../../util/tokens.ts';
import { minutesBefore } from '../../util/time.ts';
import type { BackgroundRun, RunOutcome, RunProgress } from '../shared/background/backgroundRuns.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller, CallingUser } from '../shared/identity.ts';
import type { LanguageModel } from '../shared/languageModel.ts';
import type { Ports } from '../shared/ports.ts';
import { createContentWords } from '../shared/statements.ts';
import type { LearnedType } from '../shared/vocabulary.ts';
import { containsQuote } from '../facts/evidence.ts';
import type { LearnAnswer } from './learnAnswer.ts';
import { learnAnswerFrom } from './learnAnswer.ts';
import type { ClaimedItem, DropReason } from './evidenceGate.ts';
import { verifyItems } from './evidenceGate.ts';
import type { KnownItem, SummaryBefore } from './learnRequest.ts';
import { aroundTokens, costOf, learnRequest, maxKnownItems, defaultTokens } from './learnRequest.ts';
import type { LearnedFilter, LearnStore, StoredWindow, WaitingFilter, WaitingSession } from './learnStore.ts';
import { createPlaceItem } from './placement.ts';
import type { LearnWindow } from './turns.ts';
import { seamTurns, windowAfter } from './turns.ts';

/** Which sessions to learn from. */
export interface LearnScope {
  /** Ids of projects; null is no project. */
  projects: readonly (string | null)[] | 'all';
  /** Sessions that were active at this time or later; ISO 8601. Absent: all. */
  since?: string | undefined;
  sessionId?: string | undefined;
}

/** A request about one window of a session. */
export interface LearnRequest {
  /**
   * The id of the session; for a later window with the number of its first turn: `ID-120`. Equal in every run that reads
   * the same turns.
   */
  id: string;
  sessionId: string;
  text: string;
}

/** Who answers requests. */
export interface Learner {
  /** As a person knows it. */
  name: string;
  /** Maximum number of tokens in a request. */
  inputTokens: number;
  /** Its answers cost nothing, such as those that somebody put into a folder. */
  isFree?: true;
  /** Undefined if there is no answer yet: the session waits. Rejects as a `LanguageModel` does. */
  ask: (request: LearnRequest, signal?: AbortSignal) => Promise<string | undefined>;
}

/** A language model as one that answers requests. */
export function learnerFrom(model: LanguageModel): Learner {
  const { name, inputTokens } = model;
  return { name, inputTokens, ask: ({ text }, signal) => model.ask(text, signal) };
}

export interface LearnOptions {
  /** Tokens that it may read and write on a day, of all runs. */
  dailyTokens: number;
  /** Tokens of this run; absent: as many as the day allows. */
  budget?: number | undefined;
  /** Called before each request; false cancels the run. */
  shouldContinue?: (progress: RunProgress) => boolean | Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** What a run would do. */
export interface LearnPreview {
  sessions: number;
  /** What a model would read and write, estimated. */
  tokens: number;
  /** Used today. */
  usedTokens: number;
}

export interface LearnReport extends RunProgress {
  outcome: RunOutcome;
  /** New facts. */
  learned: number;
  /** Items that known facts say. */
  corroborated: number;
  /** Facts that a newer one replaced, and todos that were finished. */
  replaced: number;
  /** Items that somebody dismissed or erased before. */
  dismissed: number;
  /** Items without evidence, by reason. */
  dropped: Partial<Record<DropReason, number>>;
  /** Answers in another form; after three, a session is left out. */
  unusable: number;
  /** Sessions without an answer yet. */
  unanswered: number;
  /** Why the run ended early; undefined if it did not. */
  notice?: string;
}

/** What the assistant of a chat says that it taught. */
export interface AssistantItem {
  type: LearnedType;
  text: string;
  quote: string;
  when?: readonly string[];
  about?: readonly string[];
}

export interface KeptItems {
  /** Numbers of the new facts. */
  learned: number[];
  /** Items that known facts say, or that somebody dismissed. */
  known: number;
  /** Items whose quote no recorded turn contains, or that read like instructions. */
  dropped: number;
}

interface LearningParts {
  ports: Pick<Ports, 'clock' | 'newId' | 'redact' | 'indexText'>;
  silenceMinutes: number;
}

/** Sessions of one run. */
const maxSessions = 2_000;
const minTexts = 2;
const maxAttempts = 3;
const maxUnusableInRow = 3;
/** As `estimateTokens` counts the prose of coding sessions. */
const charactersPerToken = 2.8;
/** Turns of a session in which the quotes of its assistant are looked for. */
const maxTurns = 5_000;
/** New turns that are read at once; a window has fewer. */
const turnsRead = 1_500;
/** Milliseconds for which a run may be silent before another process takes over; longer than a model may take. */
const leaseMs = 300_000;
/** Known facts of a project that are compared with a window. */
const maxKnown = 1_000;
/** Share of a fact's words that the turns must contain to count as about the same subject. */
const sameSubjectFrom = 0.5;
const shownRuns = 10;
const dayMs = 24 * 3_600_000;
const allTime = '';

/** Learns from a caller's sessions, and lists what was learned. */
export class Learning {
  readonly #store: LearnStore;
  readonly #parts: LearningParts;

  constructor(store: LearnStore, parts: LearningParts) {
    this.#store = store;
    this.#parts = parts;
  }

  /** How many sessions wait, and about what they would cost. */
  async preview(caller: CallingUser, scope: LearnScope): Promise<LearnPreview> {
    const { total, characters } = await this.#waiting(caller, scope, 0);
    const tokens = Math.ceil(characters / charactersPerToken) + total * (defaultTokens.around + defaultTokens.answer);
    return { sessions: total, tokens, usedTokens: await this.#usedToday(caller) };
  }

  /** The last runs, newest first; one without an end may be in progress. */
  runs(caller: CallingUser): Promise<BackgroundRun[]> {
    return this.#store.runs.list(caller.user.id, shownRuns);
  }

  /** What a run would ask, without asking. Nothing is written. */
  async *requests(caller: Caller, scope: LearnScope): AsyncGenerator<LearnRequest> {
    const { sessions } = await this.#waiting(caller, scope, maxSessions);
    for (const session of sessions) {
      for (let before = session.before; ;) {
        const window = await this.#windowOf({ ...session, before });
        if (window === undefined) break;
        yield (await this.#requestFor(caller, session, window)).request;
        before = window.through;
      }
    }
  }

  /**
   * Learns from the sessions that wait, the oldest first. What was learned stays, so a run can end at any point, and the
   * next one continues. Returns the run of another process if there is one. A failure of the model ends the run with a
   * notice, except that a model which did not answer in time is asked about the next session; an error of the store
   * rejects.
   */
  async run(
    caller: Caller,
    learner: Learner,
    scope: LearnScope,
    options: LearnOptions,
  ): Promise<LearnReport | { running: BackgroundRun }> {
    const { ports } = this.#parts;
    const holder = ports.newId();
    const begun = await this.#store.runs.begin({ userId: caller.user.id, holder, ...this.#leaseTimes() });
    if ('running' in begun) return begun;
    const report: LearnReport = {
      ...{ outcome: 'failed', due: 0, done: 0, tokens: 0, learned: 0, corroborated: 0, replaced: 0, dismissed: 0 },
      ...{ dropped: {}, unusable: 0, unanswered: 0 },
    };
    const held = { userId: caller.user.id, runId: begun.runId, holder };
    const progress = (): RunProgress => {
      const { due, done, tokens } = report;
      return { due, done, tokens: learner.isFree === true ? 0 : tokens };
    };
    try {
      const { sessions } = await this.#waiting(caller, scope, maxSessions);
      report.due = sessions.length;
      const left = options.dailyTokens - (await this.#usedToday(caller));
      const limit = Math.min(left, options.budget ?? Infinity);
      const mayContinue = async (): Promise<boolean> => {
        if (options.signal?.aborted === true) return false;
        if (options.shouldContinue !== undefined && !(await options.shouldContinue(progress()))) return false;
        return this.#store.runs.renew({ ...held, progress: progress(), until: this.#leaseTimes().until });
      };
      report.outcome = await this.#learnFrom(caller, sessions, {
        ...{ learner, options, limit, report, mayContinue },
        unusableInRow: 0,
      });
      return report;
    } finally {
      const { outcome, notice } = report;
      await this.#store.runs.end({ ...held, progress: progress(), now: this.#now(), outcome, notice });
    }
  }

  /**
   * Stores what the assistant of a session of the caller's own says that it taught, with the newest turn that contains
   * each quote as evidence. An item is dropped if no recorded turn does. Rejects with `not_found` for another session.
   */
  async keep(caller: Caller, sessionId: string, items: readonly AssistantItem[]): Promise<KeptItems> {
    const { redact, indexText } = this.#parts.ports;
    const turns = await this.#store.turns(sessionId, { after: -1, seam: 0, limit: maxTurns });
    const claimed = items.map((item): ClaimedItem => {
      const turn = turns.findLast(({ content }) => containsQuote(content, item.quote))?.seq ?? -1;
      return { value: 2, when: [], about: [], ...item, turn, sameAs: undefined, replaces: undefined };
    });
    const { name } = caller.agent;
    const gate = { turns, known: new Set<number>(), source: 'assistant', model: name, redact } as const;
    const { passed, dropped } = verifyItems(claimed, gate);
    const stored = await this.#store.store(
      {
        session: { id: sessionId, before: -1 },
        through: null,
        summary: undefined,
        items: passed,
        done: [],
        now: this.#now(),
      },
      createPlaceItem(indexText),
    );
    return { learned: stored.learned, known: stored.corroborated + stored.dismissed, dropped: dropped.length };
  }

  /** What was learned, the last said first; `total` counts all. */
  list(caller: CallingUser, filter: Omit<LearnedFilter, 'userId'>): ReturnType<LearnStore['list']> {
    return this.#store.list({ ...filter, userId: caller.user.id });
  }

  async #learnFrom(caller: Caller, sessions: readonly WaitingSession[], work: Work): Promise<RunOutcome> {
    for (const session of sessions) {
      let { before } = session;
      const { inputTokens } = work.learner;
      let isRead = true;
      for (let window = await this.#windowOf(session, inputTokens); window !== undefined;) {
        if (!(await work.mayContinue())) return 'cancelled';
        const outcome = await this.#ask(caller, { ...session, before }, window, work);
        if (outcome === 'ends') return work.options.signal?.aborted === true ? 'cancelled' : 'done';
        isRead = outcome === 'read';
        if (!isRead) break;
        before = window.through;
        window = await this.#windowOf({ ...session, before }, inputTokens);
      }
      if (!isRead) continue;
      work.report.done += 1;
      // Only tool calls are left.
      if (before < session.through) await this.#skipRest({ ...session, before });
    }
    // Who shows progress sees the last one done.
    await work.mayContinue();
    return 'done';
  }

  /**
   * `read`: these turns are done. `waits`: the session has no answer yet, or changed meanwhile. `ends`: the run cannot
   * continue.
   */
  async #ask(
    caller: Caller,
    session: WaitingSession,
    window: LearnWindow,
    work: Work,
  ): Promise<'read' | 'waits' | 'ends'> {
    const { learner, options, limit, report } = work;
    const { request, known } = await this.#requestFor(caller, session, window);
    if (learner.isFree !== true && report.tokens + costOf(request.text) > limit) {
      report.notice =
        'The limit of tokens is reached. The other sessions follow on another day, or with a higher limit.';
      return 'ends';
    }
    let answer: string | undefined;
    try {
      answer = await learner.ask(request, options.signal);
    } catch (thrown) {
      if (options.signal?.aborted === true) return 'ends';
      if (!(thrown instanceof BigMindError)) throw thrown;
      if (thrown.details['timedOut'] === true || thrown.details['reason'] === 'input') {
        report.unanswered += 1;
        // What a model has read costs, also if its answer comes too late.
        report.tokens += estimateTokens(request.text);
        await this.#store.noteFailure(session.id);
        return 'waits';
      }
      report.notice = thrown.sentence;
      return 'ends';
    }
    if (answer === undefined) {
      report.unanswered += 1;
      return 'waits';
    }
    report.tokens += estimateTokens(request.text) + estimateTokens(answer.slice(0, maxCountedAnswer));
    const parsed = learnAnswerFrom(answer, this.#parts.ports.redact);
    if (parsed === undefined) return this.#refuse(session, work);
    work.unusableInRow = 0;
    const status = await this.#keep(session, { window, known, answer: parsed, model: learner.name }, report);
    return status === 'stored' ? 'read' : 'waits';
  }

  /** An answer in another form counts as a failed request. After several in a row, it is the model's form. */
  async #refuse(session: WaitingSession, work: Work): Promise<'waits' | 'ends'> {
    await this.#store.noteFailure(session.id);
    work.report.unusable += 1;
    work.unusableInRow += 1;
    if (work.unusableInRow < maxUnusableInRow) return 'waits';
    work.report.notice = `${work.learner.name} answered ${String(maxUnusableInRow)} times in a row in another form than BigMind asked for. Choose another model.`;
    return 'ends';
  }

  async #keep(
    session: WaitingSession,
    {
      window,
      known,
      answer,
      model,
    }: { window: LearnWindow; known: readonly KnownItem[]; answer: LearnAnswer; model: string },
    report: LearnReport,
  ): Promise<StoredWindow['status']> {
    const { redact, indexText } = this.#parts.ports;
    const ids = new Set(known.map(({ id }) => id));
    const gate = { turns: window.turns, known: ids, source: 'model', model, redact } as const;
    const { passed, dropped } = verifyItems(answer.items, gate);
    for (const reason of dropped) report.dropped[reason] = (report.dropped[reason] ?? 0) + 1;
    const stored = await this.#store.store(
      {
        session,
        through: window.through,
        summary: answer.summary,
        items: passed,
        done: answer.done.filter((id) => ids.has(id)),
        now: this.#now(),
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
    const nothing = { summary: undefined, items: [], done: [], now: this.#now() };
    await this.#store.store({ session, through: session.through, ...nothing }, () => ({ as: 'new' }));
  }

  /** The next window; the last one covers the rest of the session, also if that is only tool calls. */
  async #windowOf(
    { id, before, through }: Pick<WaitingSession, 'id' | 'before' | 'through'>,
    inputTokens = Infinity,
  ): Promise<LearnWindow | undefined> {
    const turns = await this.#store.turns(id, { after: before, seam: seamTurns, limit: turnsRead });
    const covered = turns.filter(({ seq }) => seq <= through);
    const window = windowAfter(covered, before, inputTokens - aroundTokens);
    if (window === undefined) return undefined;
    const isLast = window.through === covered.at(-1)?.seq && turns.length < turnsRead;
    return isLast ? { ...window, through } : window;
  }

  async #requestFor(
    caller: Caller,
    session: WaitingSession,
    window: LearnWindow,
  ): Promise<{ request: LearnRequest; known: KnownItem[] }> {
    const { id: sessionId, projectId, headline, outcome, commits } = session;
    const isFirst = window.after < 0;
    const known = await this.#knownFor(caller, projectId, window);
    const before: SummaryBefore | undefined = isFirst ? undefined : { headline, outcome };
    const text = learnRequest({ window, known, before, commits });
    const id = isFirst ? sessionId : `${sessionId}-${String(window.after + 1)}`;
    return { request: { id, sessionId, text }, known };
  }

  /** Learned facts of the project about what the turns are about, the closest first. */
  async #knownFor(caller: Caller, projectId: string | null, window: LearnWindow): Promise<KnownItem[]> {
    const { indexText } = this.#parts.ports;
    const scope = { projectId };
    const { facts } = await this.list(caller, { scope, states: ['learned', 'confirmed'], limit: maxKnown });
    const candidates = facts.filter((fact) => fact.projectId === projectId);
    if (candidates.length === 0) return [];
    const said = new Set(indexText(window.lines.join('\n')).split(' '));
    const wordsOf = createContentWords(indexText);
    const scored = candidates.map((fact) => {
      const words = [...wordsOf(fact.fact)];
      return { fact, share: words.filter((word) => said.has(word)).length / Math.max(1, words.length) };
    });
    return scored
      .filter(({ share }) => share >= sameSubjectFrom)
      .sort((one, other) => other.share - one.share || other.fact.id - one.fact.id)
      .slice(0, maxKnownItems)
      .map(({ fact }) => ({ id: fact.id, type: fact.evidence.type, text: fact.fact }));
  }

  #waiting(caller: CallingUser, scope: LearnScope, limit: number): ReturnType<LearnStore['waiting']> {
    const filter: WaitingFilter = {
      userId: caller.user.id,
      projects: scope.projects,
      sessionId: scope.sessionId,
      silentBefore: minutesBefore(this.#parts.ports.clock.now(), this.#parts.silenceMinutes),
      since: scope.since ?? allTime,
      texts: minTexts,
      attempts: maxAttempts,
      limit,
    };
    return this.#store.waiting(filter);
  }

  #usedToday(caller: CallingUser): Promise<number> {
    const since = new Date(this.#parts.ports.clock.now().getTime() - dayMs);
    return this.#store.runs.tokensSince(caller.user.id, since.toISOString());
  }

  #now(): string {
    return this.#parts.ports.clock.now().toISOString();
  }

  #leaseTimes(): { now: string; until: string } {
    const now = this.#parts.ports.clock.now();
    return { now: now.toISOString(), until: new Date(now.getTime() + leaseMs).toISOString() };
  }
}

/** Characters of an answer whose tokens are counted. */
const maxCountedAnswer = 200_000;

interface Work {
  learner: Learner;
  options: LearnOptions;
  limit: number;
  report: LearnReport;
  mayContinue: () => Promise<boolean>;
  /** Answers in another form since the last one in ours. */
  unusableInRow: number;
}
