/** Sessions: one row for each conversation (Tier 1), and its narrative once it is summarized (Tier 2). */
import { oneLine, shorten } from '../../util/text.ts';
import { hoursBefore, minutesBefore } from '../../util/time.ts';
import { actorOf } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import { limits, refused, requireWholeBetween } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import { silenceMinuteLimits } from '../shared/settingLimits.ts';
import type { SummarySource } from '../shared/vocabulary.ts';
import type { SessionEnd, SessionFilter, SessionStore } from './sessionStore.ts';

/** Where a session came from: a conversation that BigMind took part in, or one that was imported. */
export type SessionOrigin = 'live' | 'import';

export interface Session {
  id: string;
  userId: string;
  /** The client's own name for the conversation. */
  externalId: string | null;
  origin: SessionOrigin;
  startedAt: string;
  endedAt: string | null;
  /** At most 120 characters; empty while the session is open. */
  oneLiner: string;
  topics: string[];
  outcome: string | null;
  /** 1 to 10. */
  importance: number;
  hasDetail: boolean;
  projectId: string | null;
  projectName: string | null;
  agentName: string | null;
  /** When something was last heard of it: a call, a message. */
  lastActiveAt: string;
  /** Something was read on the web in it, so that what an agent or a rule tells of it may be a stranger's. */
  readWeb: boolean;
  /** Who told it last, a person no more than its headline; null for nobody. */
  toldBy: SummarySource | null;
  /** Git branches that it was on, as far as their names say something, the first one first. */
  branches: string[];
  version: number;
}

/** A session as a list shows it, with what came from it. */
export interface ListedSession extends Session {
  chunks: number;
  /** Live ones. */
  facts: number;
}

/** A fact that came from a session. */
export interface SessionFact {
  id: number;
  category: string;
  fact: string;
  /** 0 to 1. */
  confidence: number;
  deprecated: boolean;
}

export interface SessionSummary {
  /** Markdown, at most 2,000 tokens by the plan. */
  summary: string;
  keyFacts: string[];
  codeRefs: string[];
}

export interface SessionEndInput {
  /** At most 120 characters; a longer one is shortened and kept whole in the summary. */
  oneLiner: string;
  topics?: readonly string[];
  outcome?: string;
  summary?: string;
  keyFacts?: readonly string[];
  codeRefs?: readonly string[];
  importance?: number;
  sessionId?: string;
  /** The version that was read; that of the moment when absent. */
  version?: number;
}

export interface StartedSession {
  status: 'opened' | 'resumed';
  session: Session;
  /** Sessions that fell silent, or were open for more than 24 hours, and have been ended just now. */
  autoClosed: string[];
}

/** The plan's headline for a session that nobody ended (decision 1). */
export const autoClosedHeadline = '[auto-closed — session exceeded 24h]';
const staleAfterHours = 24;

/** Headline of a session that its client ended, that nobody told and from which nothing was kept. */
const endedHeadline = '[ended with its chat]';

/** Minutes between two notes that a session goes on, so that reading does not mean writing each time. */
const touchedEvery = 1;

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
   * Opens the session of the caller's conversation, or resumes it, also where its client closed it a short while ago: VS Code's
   * Copilot harness closes a chat after each turn. Ends the caller's silent and stale ones first.
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
        goesOn: {
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
   * The session that a call belongs to: the one it names, which must be the caller's own, else the conversation's,
   * which opens by itself when it has to.
   */
  async current(caller: Caller, sessionId?: string): Promise<Session> {
    if (sessionId !== undefined) return this.#own(caller, sessionId);
    return (await this.#findOpen(caller)) ?? (await this.start(caller)).session;
  }

  /**
   * Something was heard of the caller's conversation: its open session goes on, or ends when it was silent for too long.
   * Opens none. Answers with whether one is open then.
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
   * Ends a session with its headline: the one named, else the conversation's latest, also if it has been ended or
   * closed already; then it is told anew. Never opens one, unless the conversation had none.
   */
  async end(caller: Caller, input: SessionEndInput): Promise<Session> {
    const told = this.#toldFrom(input);
    const session = await this.#sessionToEnd(caller, input.sessionId);
    const now = this.#ports.clock.now().toISOString();
    const outcome = await this.#store.end({
      ...told,
      id: session.id,
      version: input.version ?? session.version,
      now,
      by: actorOf(caller),
    });
    if (outcome === 'conflict') throw versionConflict('Nothing was changed. Try again.');
    return this.#own(caller, session.id);
  }

  /**
   * Gives one of the caller's own sessions another headline and leaves the rest as it is; an open one stays open. A
   * headline of more than 120 characters is shortened. A version that is not the one stored is refused.
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

  /** Ends the open session of the caller's conversation, which its client says is over; nobody tells anything of it. */
  async close(caller: Caller): Promise<void> {
    if (caller.conversationId === null) return;
    const now = this.#ports.clock.now();
    await this.#endSilent(caller, now, { externalId: caller.conversationId, headline: endedHeadline });
  }

  /** The caller's own sessions, newest first. */
  list(caller: Caller, filter: Omit<SessionFilter, 'userId'>): Promise<{ sessions: ListedSession[]; total: number }> {
    return this.#store.list({ ...filter, userId: caller.user.id });
  }

  /** The newest and the most important ones in the caller's project and in none; what to choose from. */
  listForContext(caller: Caller, newest: number, important: number): Promise<{ sessions: Session[]; total: number }> {
    const scope = { projectId: caller.project?.id ?? null };
    return this.#store.listForContext({ userId: caller.user.id, scope, newest, important });
  }

  /** The full id of one of the caller's own sessions, by that id or the beginning of it that a list shows. */
  async idOf(caller: Caller, sessionId: string): Promise<string> {
    return (await this.#own(caller, sessionId)).id;
  }

  /** The first facts that came from one of the caller's own sessions. */
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
    const isNoted = lastActiveAt >= minutesBefore(now, touchedEvery) && lastActiveAt <= now.toISOString();
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

  /** By full id, or by the beginning that a context block shows; at least six characters, and only one may fit. */
  async #own(caller: Caller, sessionId: string): Promise<Session> {
    const id = sessionId
      .trim()
      .replace(/(?:…|\.{3})$/u, '')
      .toLowerCase();
    const exact = await this.#store.get(id);
    if (exact?.userId === caller.user.id) return exact;
    const alike = id.length < 6 ? [] : await this.#store.findByPrefix(caller.user.id, id, 2);
    if (alike.length === 1 && alike[0] !== undefined) return alike[0];
    const what =
      alike.length > 1 ? `More than one session starts with "${id}".` : `You have no session "${id.slice(0, 60)}".`;
    throw new BigMindError('not_found', what, {
      remedy: { code: 'find_session' },
    });
  }

  #toldFrom(input: SessionEndInput): Omit<SessionEnd, 'id' | 'version' | 'now' | 'by'> {
    const intake = new Intake(this.#ports.redact);
    const headline = oneLine(intake.text('one_liner', input.oneLiner, limits.shortText));
    const summary = intake.optional('summary', input.summary, limits.summary);
    const keyFacts = intake.list('key_facts', input.keyFacts, limits.shortText);
    const codeRefs = intake.list('code_refs', input.codeRefs, limits.shortText);
    const narrative = [
      ...(headline.length > limits.headline ? [headline] : []),
      ...(summary === null ? [] : [summary]),
    ];
    const untold = narrative.length + keyFacts.length + codeRefs.length === 0;
    return {
      oneLiner: shorten(headline, limits.headline),
      topics: input.topics === undefined ? null : intake.list('topics', input.topics, 100),
      outcome: intake.optional('outcome', input.outcome, limits.shortText),
      importance: input.importance === undefined ? null : requireWholeBetween('importance', input.importance, 1, 10),
      summary: untold ? null : { summary: narrative.join('\n\n'), keyFacts, codeRefs },
    };
  }
}

/** No clock that is right is ahead of ours by more than this; one that was ahead must not keep a session open until then. */
function aheadOf(now: Date): string {
  return hoursBefore(now, -staleAfterHours);
}

function versionConflict(remedy: string): BigMindError {
  return new BigMindError('conflict', 'The session was just changed elsewhere.', { remedy });
}

function silentHeadline(minutes: number): string {
  return `[ended after ${String(minutes)} min of silence]`;
}

/** As lists show it; wherever an id is taken, this is taken as well. */
export function shortSessionId(id: string): string {
  return `${id.slice(0, 8)}…`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
