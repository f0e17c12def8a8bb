/** Sessions: one row per conversation, and its narrative once it is summarized. */
import { oneLine, shorten } from '../../util/text.ts';
import { hoursBefore, minutesBefore } from '../../util/time.ts';
import { actorOf } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import { limits, refused, requireWholeBetween } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import { silenceMinuteLimits } from '../shared/settingLimits.ts';
import type { FactType, SummarySource } from '../shared/vocabulary.ts';
import { findOwnSession } from './findOwnSession.ts';
import type { SessionEnd, SessionFilter, SessionStore } from './sessionStore.ts';
import { autoClosedHeadline, endedHeadline } from './headlines.ts';

/** The source of a session: a conversation with BigMind, or an imported one. */
export type SessionOrigin = 'live' | 'import';

export interface Session {
  id: string;
  userId: string;
  /** The client's id of the conversation. */
  externalId: string | null;
  origin: SessionOrigin;
  startedAt: string;
  endedAt: string | null;
  /** At most 120 characters; empty until there is a summary or a headline. */
  oneLiner: string;
  topics: string[];
  outcome: string | null;
  /** 1 to 10. */
  importance: number;
  hasDetail: boolean;
  projectId: string | null;
  projectName: string | null;
  agentName: string | null;
  /** Time of the last activity, such as a call or a message. */
  lastActiveAt: string;
  /** Something was read on the web in it, so an agent's or a rule's summary may contain a stranger's words. */
  readWeb: boolean;
  /** The author of the latest summary, for a person only of the headline; null if there is none. */
  summarizedBy: SummarySource | null;
  /** Its git branches with informative names, the first one first. */
  branches: string[];
  version: number;
}

/** A session in a list, with counts of its memories. */
export interface ListedSession extends Session {
  chunks: number;
  /** Live ones. */
  facts: number;
}

/** A session, and whether it is still the one that was read before. */
export interface SessionRevision {
  session: Session;
  /** Another text once the session, its summary, or one of its messages, exchanges or facts changed. */
  revision: string;
}

/** A fact from a session. */
export interface SessionFact {
  id: number;
  category: string;
  type: FactType;
  fact: string;
  /** 0 to 1. */
  confidence: number;
  /** Only of a decision. */
  rationale: string | null;
  deprecated: boolean;
}

export interface SessionSummary {
  /** Markdown, at most 2,000 tokens by the plan. */
  summary: string;
  keyFacts: string[];
  codeRefs: string[];
}

interface SessionEndInput {
  /** At most 120 characters; a longer one is shortened, and its full text is added to the summary. */
  oneLiner: string;
  topics?: readonly string[];
  outcome?: string | undefined;
  summary?: string | undefined;
  keyFacts?: readonly string[];
  codeRefs?: readonly string[];
  importance?: number | undefined;
  sessionId?: string | undefined;
  /** The version that was read; the current one if absent. */
  version?: number;
}

interface StartedSession {
  status: 'opened' | 'resumed';
  session: Session;
  /** Sessions that were just ended because they were silent, or open for more than 24 hours. */
  autoClosed: string[];
}

/** Hours after which an open session without activity is closed. */
const staleAfterHours = 24;

/** Minutes between two updates of `lastActiveAt`, so that not every read causes a write. */
const minTouchMinutes = 1;

/** Opens, finds, ends, renames and lists the sessions of a caller. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #ports: Ports;
  readonly #silenceMinutes: number;

  constructor(store: SessionStore, ports: Ports, silenceMinutes = silenceMinuteLimits.default) {
    this.#store = store;
    this.#ports = ports;
    this.#silenceMinutes = silenceMinutes;
  }

  /**
   * Opens the session of the caller's conversation, or resumes it, even if its client closed it recently: VS Code's
   * Copilot harness closes a chat after each turn. First ends the caller's silent and stale sessions.
   */
  async start(caller: Caller): Promise<StartedSession> {
    const now = this.#ports.clock.now();
    const autoClosed = await this.#endSilent(caller, now);
    const spareId = this.#ports.newId();
    const externalId = caller.conversationId ?? spareId;
    const opened = await this.#store.open(
      {
        id: uuid.test(externalId) ? externalId.toLowerCase() : this.#ports.newId(),
        userId: caller.user.id,
        agentId: caller.agent.id,
        projectId: caller.project?.id ?? null,
        externalId,
        reopenWindow: {
          startedSince: hoursBefore(now, staleAfterHours),
          closedSince: minutesBefore(now, this.#silenceMinutes),
        },
        now: now.toISOString(),
      },
      spareId,
    );
    return { ...opened, autoClosed };
  }

  /**
   * The session that a call belongs to: the one that it names, which must be the caller's own, or else the
   * conversation's, which is opened if necessary.
   */
  async current(caller: Caller, sessionId?: string): Promise<Session> {
    if (sessionId !== undefined) return this.#own(caller, sessionId);
    return (await this.#findOpen(caller)) ?? (await this.start(caller)).session;
  }

  /**
   * Records activity in the caller's conversation: its open session continues, or ends if it was silent for too long.
   * Opens none. Returns whether one is open afterwards.
   */
  async heard(caller: Caller): Promise<boolean> {
    if (caller.conversationId === null) return false;
    const open = await this.#store.findOpen(caller.user.id, caller.conversationId);
    if (open === undefined) return false;
    const now = this.#ports.clock.now();
    const isOver = this.#isOver(open, now);
    if (isOver) await this.#endSilent(caller, now);
    else await this.#touch(caller, open, now);
    return !isOver;
  }

  /** Like `current`, but null for a caller outside any conversation. */
  async currentIfAny(caller: Caller): Promise<Session | null> {
    return caller.conversationId === null ? null : this.current(caller);
  }

  /**
   * Ends a session with its headline: the one named, or else the conversation's latest. If that has already ended, its
   * summary is replaced. Opens a session only if the conversation had none.
   */
  async end(caller: Caller, input: SessionEndInput): Promise<Session> {
    const summary = this.#summaryFrom(input);
    const session = await this.#sessionToEnd(caller, input.sessionId);
    const now = this.#ports.clock.now().toISOString();
    const outcome = await this.#store.end({
      ...summary,
      id: session.id,
      version: input.version ?? session.version,
      now,
      by: actorOf(caller),
    });
    if (outcome === 'conflict') throw versionConflict('Nothing was changed. Try again.');
    return this.#own(caller, session.id);
  }

  /**
   * Changes only the headline of one of the caller's own sessions; an open one stays open. A headline of more than 120
   * characters is shortened. Rejects with `conflict` if the stored version is another.
   */
  async rename(
    caller: Caller,
    input: { sessionId: string; headline: string; version?: number },
  ): Promise<{ session: Session; redacted: number }> {
    const intake = new Intake(this.#ports.redact);
    const headline = intake.statement('headline', input.headline, limits.shortText);
    const oneLiner = shorten(oneLine(headline), limits.headline);
    const session = await this.#own(caller, input.sessionId);
    const version = input.version ?? session.version;
    const outcome = await this.#store.rename({ id: session.id, version, oneLiner, by: actorOf(caller) });
    if (outcome === 'conflict') throw versionConflict('Read it again, then rename it.');
    return { session: await this.#own(caller, session.id), redacted: intake.removed };
  }

  /** Ends the open session of the caller's conversation, which its client reported as over, without a summary. */
  async close(caller: Caller): Promise<void> {
    if (caller.conversationId === null) return;
    const now = this.#ports.clock.now();
    await this.#endSilent(caller, now, { externalId: caller.conversationId, headline: endedHeadline });
  }

  /** The caller's own sessions, newest first by default. */
  list(caller: Caller, filter: Omit<SessionFilter, 'userId'>): Promise<{ sessions: ListedSession[]; total: number }> {
    return this.#store.list({ ...filter, userId: caller.user.id });
  }

  /** The files that most sessions of a period touched, and how many did. */
  async listFiles(
    caller: Caller,
    { limit, ...filter }: Pick<SessionFilter, 'scope' | 'since' | 'until' | 'limit'>,
  ): Promise<{ files: { path: string; sessions: number }[]; total: number }> {
    const counts = new Map<string, number>();
    for (const touched of await this.#store.listFiles({ ...filter, userId: caller.user.id }))
      for (const path of new Set(touched)) counts.set(path, (counts.get(path) ?? 0) + 1);
    const files = [...counts].map(([path, sessions]) => ({ path, sessions }));
    return {
      files: files.toSorted((one, other) => other.sessions - one.sessions).slice(0, limit),
      total: files.length,
    };
  }

  /** All of the caller's own sessions, the oldest first. */
  listRevisions(caller: Caller): Promise<SessionRevision[]> {
    return this.#store.listRevisions(caller.user.id);
  }

  /** The newest and the most important sessions in the caller's project and without a project, to choose from. */
  listForContext(caller: Caller, newest: number, important: number): Promise<{ sessions: Session[]; total: number }> {
    const scope = { projectId: caller.project?.id ?? null };
    return this.#store.listForContext({ userId: caller.user.id, scope, newest, important });
  }

  /** How sessions of a list began, by id: the beginning of the first request; empty without one. */
  openings(sessions: readonly Session[]): Promise<ReadonlyMap<string, string>> {
    return this.#store.openings(sessions.map(({ id }) => id));
  }

  /** The full id of one of the caller's own sessions, by the full id or the prefix that a list shows. */
  async idOf(caller: Caller, sessionId: string): Promise<string> {
    return (await this.#own(caller, sessionId)).id;
  }

  /** The first facts from one of the caller's own sessions. */
  async factsOf(caller: Caller, sessionId: string, limit: number): Promise<{ facts: SessionFact[]; total: number }> {
    return this.#store.factsOf(await this.idOf(caller, sessionId), limit);
  }

  async get(caller: Caller, sessionId: string): Promise<{ session: Session; summary: SessionSummary | undefined }> {
    const session = await this.#own(caller, sessionId);
    return { session, summary: await this.#store.getSummary(session.id) };
  }

  async #findOpen(caller: Caller): Promise<Session | undefined> {
    if (caller.conversationId === null) return undefined;
    const open = await this.#store.findOpen(caller.user.id, caller.conversationId);
    const now = this.#ports.clock.now();
    if (open === undefined || this.#isOver(open, now)) return undefined;
    await this.#touch(caller, open, now);
    return open;
  }

  #isOver({ startedAt, lastActiveAt }: Session, now: Date): boolean {
    const isSilent = lastActiveAt < minutesBefore(now, this.#silenceMinutes);
    return isSilent || startedAt < hoursBefore(now, staleAfterHours) || lastActiveAt > aheadOf(now);
  }

  async #touch(caller: Caller, { lastActiveAt }: Session, now: Date): Promise<void> {
    const isNoted = lastActiveAt >= minutesBefore(now, minTouchMinutes) && lastActiveAt <= now.toISOString();
    if (caller.conversationId === null || isNoted) return;
    await this.#store.touch({
      userId: caller.user.id,
      externalId: caller.conversationId,
      now: now.toISOString(),
    });
  }

  #endSilent(caller: Caller, now: Date, over?: { externalId: string; headline: string }): Promise<string[]> {
    return this.#store.closeSilent({
      userId: caller.user.id,
      silentBefore: minutesBefore(now, this.#silenceMinutes),
      startedBefore: hoursBefore(now, staleAfterHours),
      aheadOf: aheadOf(now),
      ...(over !== undefined && { externalId: over.externalId }),
      headlines: { tooLong: autoClosedHeadline, silent: over?.headline ?? silentHeadline(this.#silenceMinutes) },
      by: actorOf(caller),
    });
  }

  async #sessionToEnd(caller: Caller, sessionId: string | undefined): Promise<Session> {
    if (sessionId !== undefined) return this.#own(caller, sessionId);
    if (caller.conversationId === null) throw refused('session_id', 'is missing', 'Name the session to end.');
    const latest = await this.#store.findLatest(caller.user.id, caller.conversationId);
    return latest ?? this.current(caller);
  }

  #own(caller: Caller, sessionId: string): Promise<Session> {
    return findOwnSession(this.#store, this.#ports.clock.timeZone, caller, sessionId);
  }

  #summaryFrom(input: SessionEndInput): Omit<SessionEnd, 'id' | 'version' | 'now' | 'by'> {
    const intake = new Intake(this.#ports.redact);
    const headline = oneLine(intake.text('one_liner', input.oneLiner, limits.shortText));
    const summary = intake.optional('summary', input.summary, limits.summary);
    const keyFacts = intake.list('key_facts', input.keyFacts, limits.shortText);
    const codeRefs = intake.list('code_refs', input.codeRefs, limits.shortText);
    const narrative = [
      ...(headline.length > limits.headline ? [headline] : []),
      ...(summary === null ? [] : [summary]),
    ];
    const isEmpty = narrative.length + keyFacts.length + codeRefs.length === 0;
    return {
      oneLiner: shorten(headline, limits.headline),
      topics: input.topics === undefined ? null : intake.list('topics', input.topics, 100),
      outcome: intake.optional('outcome', input.outcome, limits.shortText),
      importance: input.importance === undefined ? null : requireWholeBetween('importance', input.importance, 1, 10),
      summary: isEmpty ? null : { summary: narrative.join('\n\n'), keyFacts, codeRefs },
    };
  }
}

/** No correct clock is further ahead of ours. Otherwise a wrong activity time would keep a session open until then. */
function aheadOf(now: Date): string {
  return hoursBefore(now, -staleAfterHours);
}

function versionConflict(remedy: string): BigMindError {
  return new BigMindError('conflict', 'The session was just changed elsewhere.', { remedy });
}

function silentHeadline(minutes: number): string {
  return `[ended after ${String(minutes)} min of silence]`;
}

/** Whether a headline only says how the session ended, because nothing was kept from it. */
export function isClosingHeadline(oneLiner: string): boolean {
  return /^\[(?:auto-closed|ended) [^\]]+\]$/u.test(oneLiner);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
