/**
 * Learning: a language model that the user chose reads recorded sessions and names what is worth knowing later, with
 * the evidence for each item. It reads a session only after it has ended or fallen silent, in windows, each once. The
 * answer is untrusted: `evidenceGate.ts` decides what may become a fact. One process learns for a user at a time.
 */
import { oneLine } from '../../util/text.ts';
import { minutesBefore } from '../../util/time.ts';
import type { Evidence } from '../facts/evidence.ts';
import { containsQuote } from '../facts/evidence.ts';
import type { BackgroundRun, RunProgress } from '../shared/background/backgroundRuns.ts';
import type { Caller, CallingUser } from '../shared/identity.ts';
import type { Ports } from '../shared/ports.ts';
import type { LearnedType } from '../shared/vocabulary.ts';
import type { ClaimedItem, VerifiedItem } from './evidenceGate.ts';
import { maxItems, verifyItems } from './evidenceGate.ts';
import type { Learner, LearnOptions, LearnPreview, LearnReport, LearnRequest, LearnScope } from './learner.ts';
import { LearningRun } from './learningRun.ts';
import { defaultTokens } from './learnRequest.ts';
import type { LearnedFilter, LearnStore, WaitingFilter } from './learnStore.ts';
import { createPlaceItem } from './placement.ts';
import { SessionRequests } from './sessionRequests.ts';

/** What the assistant of a chat says that it taught. */
interface AssistantItem {
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
/** As `estimateTokens` counts the prose of coding sessions. */
const charactersPerToken = 2.8;
/** The last turns of a session, in which the quotes of its assistant are looked for. */
const maxTurns = 3_000;
/** Milliseconds for which a run may be silent before another process takes over; longer than a model may take. */
const leaseMs = 300_000;
/** From here on, a chat may have taught something: by what was said in it, or by many requests. */
const substantial = { characters: 6_000, requests: 4, charactersOfMany: 2_000 } as const;
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

  /**
   * Leaves out the sessions that wait and were last active before a time, ISO 8601: no run reads them, unless its scope
   * has `all`. Returns how many.
   */
  leaveOut(caller: CallingUser, scope: LearnScope, before: string): Promise<number> {
    return this.#store.leaveOut(this.#filterOf(caller, scope, 0), before);
  }

  /** The last runs, newest first; one without an end may be in progress. */
  runs(caller: CallingUser): Promise<BackgroundRun[]> {
    return this.#store.runs.list(caller.user.id, shownRuns);
  }

  /** What a run would ask, without asking. Nothing is written. */
  async *requests(caller: CallingUser, scope: LearnScope): AsyncGenerator<LearnRequest> {
    const made = new SessionRequests(this.#store, this.#parts.ports);
    const { sessions } = await this.#waiting(caller, scope, maxSessions);
    for (const session of sessions) {
      for (let before = session.before; ;) {
        const window = await made.windowOf({ ...session, before });
        if (window === undefined) break;
        yield (await made.requestFor(caller, session, window)).request;
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
    caller: CallingUser,
    learner: Learner,
    scope: LearnScope,
    options: LearnOptions,
  ): Promise<LearnReport | { running: BackgroundRun }> {
    const { ports } = this.#parts;
    const report: LearnReport = {
      ...{ outcome: 'done', due: 0, done: 0, tokens: 0, learned: 0, corroborated: 0, replaced: 0, dismissed: 0 },
      ...{ dropped: {}, unusable: 0, unanswered: 0 },
    };
    if ((await this.#waiting(caller, scope, 0)).total === 0) return report;
    report.outcome = 'failed';
    const holder = ports.newId();
    const begun = await this.#store.runs.begin({ userId: caller.user.id, holder, ...this.#leaseTimes() });
    if ('running' in begun) return begun;
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
      const work = { caller, learner, options, limit, report, mayContinue };
      report.outcome = await new LearningRun(this.#store, ports, work).learnFrom(sessions);
      return report;
    } finally {
      const { outcome, isLimited } = report;
      const notice = isLimited === true ? undefined : report.notice;
      await this.#store.runs.end({ ...held, progress: progress(), now: this.#now(), outcome, notice });
    }
  }

  /**
   * Stores what the assistant of a session of the caller's own says that it taught, with the newest turn that contains
   * each quote as evidence. An item is dropped if no recorded turn does.
   */
  async keep(caller: Caller, sessionId: string, items: readonly AssistantItem[]): Promise<KeptItems> {
    const { passed, dropped } = await this.#verify(caller, sessionId, items);
    const stored = await this.#store.store(
      {
        session: { id: sessionId, before: -1 },
        through: null,
        summary: undefined,
        items: passed,
        done: [],
        now: this.#now(),
      },
      createPlaceItem(this.#parts.ports.indexText),
    );
    return { learned: stored.learned, known: stored.corroborated + stored.dismissed, dropped };
  }

  /** The evidence for what the assistant of a session stores itself; undefined if no recorded turn says the quote. */
  async evidenceFor(caller: Caller, sessionId: string, item: AssistantItem): Promise<Evidence | undefined> {
    return (await this.#verify(caller, sessionId, [item])).passed[0]?.evidence;
  }

  /** Whether a chat is long enough to have taught something, and its assistant has saved nothing with a quote. */
  async isWorthAsking({ user }: CallingUser, sessionId: string): Promise<boolean> {
    const turns = await this.#store.turns(sessionId, { after: -1, seam: 0, limit: maxTurns });
    const requests = turns.filter(({ role }) => role === 'user');
    const characters = turns.reduce((sum, { content }) => sum + content.length, 0);
    const isLong = characters >= substantial.characters;
    if (!isLong && (requests.length < substantial.requests || characters < substantial.charactersOfMany)) return false;
    const saved = await this.#store.list({ userId: user.id, scope: 'all', sessionId, limit: 1 });
    return saved.total === 0;
  }

  /** What was learned, the last said first; `total` counts all. */
  list(caller: CallingUser, filter: Omit<LearnedFilter, 'userId'>): ReturnType<LearnStore['list']> {
    return this.#store.list({ ...filter, userId: caller.user.id });
  }

  /** The items whose quote a recorded turn of the session says, with the newest such turn, and how many are not. */
  async #verify(
    caller: Caller,
    sessionId: string,
    items: readonly AssistantItem[],
  ): Promise<{ passed: VerifiedItem[]; dropped: number }> {
    const turns = await this.#store.turns(sessionId, { after: Number.MAX_SAFE_INTEGER, seam: maxTurns, limit: 0 });
    const said = turns.map(({ seq, content }) => ({ seq, content: oneLine(content) }));
    const claimed = items.slice(0, maxItems).map((item): ClaimedItem => {
      const turn = said.findLast(({ content }) => containsQuote(content, item.quote))?.seq ?? -1;
      return { value: 2, when: [], about: [], ...item, turn, sameAs: undefined, replaces: undefined };
    });
    const { redact } = this.#parts.ports;
    const gate = { turns, known: new Set<number>(), source: 'assistant', model: caller.agent.name, redact } as const;
    const { passed } = verifyItems(claimed, gate);
    return { passed, dropped: items.length - passed.length };
  }

  #waiting(caller: CallingUser, scope: LearnScope, limit: number): ReturnType<LearnStore['waiting']> {
    return this.#store.waiting(this.#filterOf(caller, scope, limit));
  }

  #filterOf(caller: CallingUser, scope: LearnScope, limit: number): WaitingFilter {
    return {
      userId: caller.user.id,
      projects: scope.projects,
      sessionId: scope.sessionId,
      silentBefore: minutesBefore(this.#parts.ports.clock.now(), this.#parts.silenceMinutes),
      since: scope.since ?? allTime,
      texts: minTexts,
      attempts: scope.all === true ? Number.MAX_SAFE_INTEGER : maxAttempts,
      limit,
    };
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
