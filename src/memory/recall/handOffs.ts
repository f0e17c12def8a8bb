/**
 * Hand-offs: the next steps and blockers that a session leaves for the next one of its project. A hand-off is a fact
 * that expires, and the next end of a session supersedes it. If neither an agent nor a person summarized a recorded
 * session, a rule derives one from its end; its time is then that of the session's last activity.
 */
import { hoursBefore, minutesBefore } from '../../util/time.ts';
import type { Fact } from '../facts/facts.ts';
import type { NewFact } from '../facts/factStore.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { statementHash } from '../shared/contentHash.ts';
import type { Caller, CallingUser } from '../shared/identity.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports, Redact } from '../shared/ports.ts';
import { handOffDayLimits } from '../shared/settingLimits.ts';
import type { Origin } from '../shared/vocabulary.ts';
import { categoryOfType } from '../shared/vocabulary.ts';
import { worseOrigin } from '../trust/origin.ts';
import type { HandOffInput } from './handOffInput.ts';
import { listsFrom, withOpenSteps } from './handOffInput.ts';
import type { DecideHandOff, HandOffChange, HandOffOwner, HandOffStore, RecordedEnd } from './handOffStore.ts';
import type { StepLists } from './handOffText.ts';
import { listsOfHandOff, textOfHandOff } from './handOffText.ts';

/** The tag of a hand-off; together with the type and an expiry, it distinguishes one from other facts. */
export const handOffTag = 'hand-off';
export const handOffType = 'observation';

/** A rule errs more often than an agent that was there. */
const derivedConfidence = 0.6;
/** Steps that an import shows are not older. */
const importedDays = 90;
/** What is read for the rule: enough for the last turns of a session. */
const readOfEnd = { messages: 200, characters: 6_000 } as const;

export interface HandOff extends StepLists {
  fact: Fact;
}

/** What an imported session left; `at` is its last activity. */
interface ImportedSteps extends StepLists {
  sessionId: string;
  at: string;
}

export type LeftHandOff =
  | { status: 'left'; handOff: HandOff; redacted: number }
  /** Nothing was said. `open` is the hand-off that stays, if there is one. */
  | { status: 'unchanged'; open: HandOff | undefined }
  /** Nothing was said, so the one that a rule had derived is deprecated. */
  | { status: 'withdrawn'; handOff: HandOff }
  /** Steps were given, but the setting turns hand-offs off. */
  | { status: 'off' };

interface HandOffParts {
  sessions: Pick<Sessions, 'get'>;
  ports: Ports;
  /** Days until a hand-off expires; 0 turns them off. */
  days?: number | undefined;
  silenceMinutes: number;
  /** The rule for recorded sessions. */
  stepsLeft: (ending: Pick<RecordedEnd, 'messages' | 'answer'>) => StepLists;
}

/** Leaves, derives and reads the hand-offs of a caller. */
export class HandOffs {
  readonly #store: HandOffStore;
  readonly #parts: HandOffParts;
  readonly #days: number;

  constructor(store: HandOffStore, parts: HandOffParts) {
    this.#store = store;
    this.#parts = parts;
    this.#days = parts.days ?? handOffDayLimits.default;
  }

  /** Throws `invalid_input` for what `leave` would reject; changes nothing. */
  check(input: HandOffInput): void {
    listsFrom(input, new Intake(notRedacted));
  }

  /**
   * Leaves the hand-off of one of the caller's own sessions, in the project of that session. It supersedes the live one
   * there; blockers without next steps take over its steps. Rejects with `invalid_input` for too many or too long
   * entries, and with `not_found` for an unknown session.
   */
  async leave(caller: Caller, { sessionId, ...input }: HandOffInput & { sessionId: string }): Promise<LeftHandOff> {
    const { redact, clock } = this.#parts.ports;
    const intake = new Intake(redact);
    const lists = listsFrom(input, intake);
    const { session } = await this.#parts.sessions.get(caller, sessionId);
    const isSilent = isEmpty(lists);
    if (this.#days === 0) return isSilent ? { status: 'unchanged', open: undefined } : { status: 'off' };
    const now = clock.now();
    const { change, fact } = await this.#change({ userId: caller.user.id, projectId: session.projectId }, (open) =>
      isSilent
        ? withdrawalOf(open, { sessionId: session.id, at: now.toISOString(), by: actorOf(caller) })
        : { change: 'replace', fact: this.#leftFact(caller, lists, { session, open, at: now }) },
    );
    const handOff = fact && handOffFrom(fact);
    if (handOff === undefined || change === 'keep') return { status: 'unchanged', open: handOff };
    if (change === 'withdraw') return { status: 'withdrawn', handOff };
    return { status: 'left', handOff, redacted: intake.removed };
  }

  /** The live hand-off of the caller's project; undefined if there is none or hand-offs are off. */
  async current(caller: Caller): Promise<HandOff | undefined> {
    if (this.#days === 0) return undefined;
    const fact = await this.#store.current(ownerOf(caller));
    return fact === undefined ? undefined : handOffFrom(fact);
  }

  /**
   * Derives a hand-off from the newest recorded session of the caller's project that is over and that no agent or
   * person summarized; `currentSession` is not over. Undefined if there is none, or if it left nothing; if it worked
   * and left nothing, an older derived hand-off is withdrawn. Never rejects, because no chat may fail to start for it.
   */
  async derive(caller: Caller, currentSession: string | null): Promise<HandOff | undefined> {
    if (this.#days === 0) return undefined;
    try {
      return await this.#derive(caller, currentSession);
    } catch {
      // The store is busy, read-only or damaged; whoever needs it reports that. The next start tries again.
      return undefined;
    }
  }

  /**
   * What the newest session of a project left, by the rule, if it was imported; undefined if it left nothing, or after
   * 90 days. Stored nowhere, because an import gives no chat its text.
   */
  async leftByImport({ user }: CallingUser, projectId: string | null): Promise<ImportedSteps | undefined> {
    const now = this.#parts.ports.clock.now();
    const session = await this.#store.latestWithoutHandOff({
      ...{ userId: user.id, projectId, ...readOfEnd, exceptSession: null, withImports: true },
      silentBefore: minutesBefore(now, this.#parts.silenceMinutes),
      since: hoursBefore(now, importedDays * 24),
    });
    if (session?.isImported !== true) return undefined;
    const left = this.#parts.stepsLeft(session);
    return isEmpty(left) ? undefined : { ...left, sessionId: session.id, at: session.lastActiveAt };
  }

  async #derive(caller: Caller, exceptSession: string | null): Promise<HandOff | undefined> {
    const now = this.#parts.ports.clock.now();
    const owner = ownerOf(caller);
    const session = await this.#store.latestWithoutHandOff({
      ...owner,
      ...readOfEnd,
      exceptSession,
      silentBefore: minutesBefore(now, this.#parts.silenceMinutes),
      since: hoursBefore(now, this.#days * 24),
      withImports: false,
    });
    if (session === undefined) return undefined;
    const left = this.#parts.stepsLeft(session);
    const lastActive = new Date(session.lastActiveAt);
    const at = lastActive < now ? lastActive : now;
    if (isEmpty(left)) {
      await this.#withdrawAfter(caller, session, at);
      return undefined;
    }
    const fact = this.#derivedFact(caller, left, { session, at });
    const { change, fact: derived } = await this.#change(owner, (open) =>
      replaces(fact, open) ? { change: 'replace', fact } : { change: 'keep' },
    );
    return change === 'replace' && derived !== undefined ? handOffFrom(derived) : undefined;
  }

  /** A session that only talked says nothing about the steps of an earlier one. */
  async #withdrawAfter(caller: Caller, { id, messages }: RecordedEnd, at: Date): Promise<void> {
    if (!messages.some(({ type }) => type === 'tool_use')) return;
    const end = { sessionId: id, at: at.toISOString(), by: actorOf(caller) };
    await this.#change(ownerOf(caller), (open) => withdrawalOf(open, end));
  }

  #change(owner: HandOffOwner, decide: DecideHandOff): ReturnType<HandOffStore['change']> {
    return this.#store.change(owner, decide, this.#parts.ports.newId);
  }

  #leftFact(
    caller: Caller,
    lists: StepLists,
    { session, open, at }: { session: Session; open: Fact | undefined; at: Date },
  ): NewFact {
    const openSteps = open === undefined ? [] : listsOfHandOff(open.fact).nextSteps;
    const all = withOpenSteps(lists, openSteps);
    const given = caller.origin ?? 'agent';
    // As the summary of such a session, the steps may repeat a stranger's words.
    const origin = session.readWeb && given !== 'person' ? 'web' : given;
    const hasTakenOver = all.nextSteps !== lists.nextSteps && all.nextSteps.length > 0;
    return this.#factFrom(caller, all, {
      session,
      agentId: caller.agent.id,
      confidence: 1,
      origin: hasTakenOver ? worseOrigin(origin, open?.origin === 'web' ? 'web' : 'agent') : origin,
      at,
    });
  }

  #derivedFact(caller: Caller, left: StepLists, { session, at }: { session: RecordedEnd; at: Date }): NewFact {
    return this.#factFrom(caller, listsFrom(left, new Intake(this.#parts.ports.redact)), {
      session: { id: session.id, projectId: ownerOf(caller).projectId },
      agentId: session.agentId ?? caller.agent.id,
      confidence: derivedConfidence,
      origin: session.hasReadWeb ? 'web' : 'transcript',
      at,
    });
  }

  #factFrom(caller: Caller, lists: StepLists, left: LeftBy): NewFact {
    const { hash, newId } = this.#parts.ports;
    const text = textOfHandOff(left.session.id, lists);
    return {
      userId: caller.user.id,
      agentId: left.agentId,
      projectId: left.session.projectId,
      category: categoryOfType[handOffType],
      type: handOffType,
      fact: text,
      confidence: left.confidence,
      tags: [handOffTag],
      sourceSession: left.session.id,
      sourceRef: null,
      expiresAt: daysAfter(left.at, this.#days),
      origin: left.origin,
      contentHash: statementHash(hash, text),
      uid: newId(),
      // Steps are no statements that other facts repeat or contradict.
      words: [],
      statedInProject: left.session.projectId,
      now: left.at.toISOString(),
      changeId: caller.changeId,
    };
  }
}

/** Who left a hand-off, and when. */
interface LeftBy {
  session: { id: string; projectId: string | null };
  agentId: string;
  confidence: number;
  origin: Origin;
  at: Date;
}

/** Whether a fact is a hand-off, whatever its state. */
export function isHandOff({ type, tags, expiresAt }: Pick<Fact, 'type' | 'tags' | 'expiresAt'>): boolean {
  return type === handOffType && expiresAt !== null && tags.includes(handOffTag);
}

function ownerOf({ user, project }: Caller): HandOffOwner {
  return { userId: user.id, projectId: project?.id ?? null };
}

/** The lists in the text of one. */
export function handOffFrom(fact: Fact): HandOff {
  return { fact, ...listsOfHandOff(fact.fact) };
}

function isEmpty({ nextSteps, blockers }: StepLists): boolean {
  return nextSteps.length + blockers.length === 0;
}

/** Whether a rule derived it and nobody has edited it since. */
function isDerived({ origin, confidence }: Fact): boolean {
  return origin === 'transcript' || (origin === 'web' && confidence === derivedConfidence);
}

/** The end of a session that left nothing. It withdraws only what a rule had derived. */
function withdrawalOf(
  open: Fact | undefined,
  { sessionId, at, by }: { sessionId: string; at: string; by: Actor },
): HandOffChange {
  if (open === undefined || !isDerived(open) || open.createdAt > at) return { change: 'keep' };
  return { change: 'withdraw', reason: `session ${sessionId.slice(0, 8)} left nothing to continue`, at, by };
}

/** Another process may have left a newer one. What is not sent automatically does not replace what is. */
function replaces(derived: NewFact, open: Fact | undefined): boolean {
  if (open === undefined) return true;
  return open.createdAt <= derived.now && (derived.origin !== 'web' || open.origin === 'web');
}

const notRedacted: Redact = (text) => ({ text, removed: 0 });

function daysAfter(time: Date, days: number): string {
  return hoursBefore(time, -24 * days);
}
