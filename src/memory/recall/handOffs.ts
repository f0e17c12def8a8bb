/**
 * Hand-offs: the next steps and blockers that a session leaves for the next one of its project. A hand-off is a fact
 * that expires, and the next end of a session supersedes it. If neither an agent nor a person summarized a recorded
 * session, a rule derives one from its end; its time is then that of the session's last activity.
 */
import { oneLine } from '../../util/text.ts';
import { hoursBefore, minutesBefore } from '../../util/time.ts';
import type { Fact } from '../facts/facts.ts';
import type { NewFact } from '../facts/factStore.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { actorOf } from '../shared/audit.ts';
import { statementHash } from '../shared/contentHash.ts';
import type { Caller } from '../shared/identity.ts';
import { limits, refused } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports, Redact } from '../shared/ports.ts';
import { handOffDayLimits } from '../shared/settingLimits.ts';
import type { Origin } from '../shared/vocabulary.ts';
import { categoryOfType } from '../shared/vocabulary.ts';
import type { HandOffOwner, HandOffStore, RecordedEnd } from './handOffStore.ts';
import type { StepLists } from './handOffText.ts';
import { listsOfHandOff, textOfHandOff } from './handOffText.ts';

/** The tag of a hand-off; together with the type and an expiry, it distinguishes one from other facts. */
export const handOffTag = 'hand-off';
const handOffType = 'observation';

/** Entries in each list, and characters in each entry. The whole text has those of a fact. */
const maxEntries = 20;
const maxEntryLength = 500;

/** A rule errs more often than an agent that was there. */
const derivedConfidence = 0.6;
/** What is read for the rule: enough for the last turns of a session. */
const readOfEnd = { messages: 200, characters: 6_000 } as const;

export interface HandOff extends StepLists {
  fact: Fact;
}

/** Absent lists say nothing: an older hand-off stays. An empty list of next steps says that nothing is left. */
export interface HandOffInput {
  /** At most 20 of 500 characters; each becomes one line. */
  nextSteps?: readonly string[];
  /** As `nextSteps`. */
  blockers?: readonly string[];
}

export type LeftHandOff =
  | { status: 'left'; handOff: HandOff; redacted: number }
  /** Nothing to continue; the older one is deprecated. */
  | { status: 'nothing' }
  /** Nothing was said; an older one stays. */
  | { status: 'unchanged' }
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
   * there. Rejects with `invalid_input` for too many or too long entries, and with `not_found` for an unknown session.
   */
  async leave(caller: Caller, { sessionId, ...input }: HandOffInput & { sessionId: string }): Promise<LeftHandOff> {
    const intake = new Intake(this.#parts.ports.redact);
    const lists = listsFrom(input, intake);
    const { session } = await this.#parts.sessions.get(caller, sessionId);
    const isEmpty = lists.nextSteps.length + lists.blockers.length === 0;
    if (isEmpty && input.nextSteps === undefined) return { status: 'unchanged' };
    if (isEmpty) return this.#withdraw(caller, session);
    if (this.#days === 0) return { status: 'off' };
    const origin = caller.origin ?? 'agent';
    const now = this.#parts.ports.clock.now();
    const fact = this.#factFrom(caller, lists, {
      session,
      agentId: caller.agent.id,
      confidence: 1,
      // As the summary of such a session, the steps may repeat a stranger's words.
      origin: session.readWeb && origin !== 'person' ? 'web' : origin,
      at: now,
    });
    return { status: 'left', handOff: await this.#replace(fact), redacted: intake.removed };
  }

  /** The live hand-off of the caller's project; undefined if there is none or hand-offs are off. */
  async current(caller: Caller): Promise<HandOff | undefined> {
    if (this.#days === 0) return undefined;
    const fact = await this.#store.current(ownerOf(caller));
    return fact === undefined ? undefined : handOffFrom(fact);
  }

  /**
   * Derives a hand-off from the newest recorded session of the caller's project that is over and that no agent or
   * person summarized; `currentSession` is not over. Undefined if there is none, or if it left nothing. Never rejects, because no
   * chat may fail to start for it.
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

  async #derive(caller: Caller, exceptSession: string | null): Promise<HandOff | undefined> {
    const now = this.#parts.ports.clock.now();
    const owner = ownerOf(caller);
    const session = await this.#store.latestWithoutHandOff({
      ...owner,
      ...readOfEnd,
      exceptSession,
      silentBefore: minutesBefore(now, this.#parts.silenceMinutes),
      since: hoursBefore(now, this.#days * 24),
    });
    if (session === undefined) return undefined;
    const left = this.#parts.stepsLeft(session);
    if (left.nextSteps.length + left.blockers.length === 0) return undefined;
    // What may not be sent automatically does not replace what may.
    if (session.hasReadWeb && (await this.#store.current(owner)) !== undefined) return undefined;
    const lists = listsFrom(left, new Intake(this.#parts.ports.redact));
    const lastActive = new Date(session.lastActiveAt);
    return this.#replace(
      this.#factFrom(caller, lists, {
        session: { id: session.id, projectId: owner.projectId },
        agentId: session.agentId ?? caller.agent.id,
        confidence: derivedConfidence,
        origin: session.hasReadWeb ? 'web' : 'transcript',
        at: lastActive < now ? lastActive : now,
      }),
    );
  }

  async #withdraw(caller: Caller, session: { id: string; projectId: string | null }): Promise<LeftHandOff> {
    const { clock } = this.#parts.ports;
    await this.#store.withdraw({
      userId: caller.user.id,
      projectId: session.projectId,
      reason: `session ${session.id.slice(0, 8)} left nothing to continue`,
      now: clock.now().toISOString(),
      by: actorOf(caller),
    });
    return { status: 'nothing' };
  }

  async #replace(fact: NewFact): Promise<HandOff> {
    return handOffFrom(await this.#store.replace(fact, this.#parts.ports.newId));
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

function handOffFrom(fact: Fact): HandOff {
  return { fact, ...listsOfHandOff(fact.fact) };
}

const notRedacted: Redact = (text) => ({ text, removed: 0 });

function listsFrom({ nextSteps = [], blockers = [] }: HandOffInput, intake: Intake): StepLists {
  const lists = {
    nextSteps: entriesFrom('next_steps', nextSteps, intake),
    blockers: entriesFrom('blockers', blockers, intake),
  };
  const { length } = textOfHandOff('', lists);
  if (length <= limits.fact - maxSessionName) return lists;
  const what = `have ${length.toLocaleString('en')} characters together; the maximum is ${limits.fact.toLocaleString('en')}`;
  throw refused('next_steps and blockers', what, 'Shorten them. Nothing was changed.');
}

/** Characters that the beginning of a session's id adds to a hand-off's text. */
const maxSessionName = 8;

function entriesFrom(field: string, entries: readonly string[], intake: Intake): string[] {
  const filled = entries.filter((entry) => entry.trim() !== '');
  if (filled.length > maxEntries) {
    const remedy = `Give at most ${String(maxEntries)}, the most important first. Nothing was changed.`;
    throw refused(field, `has ${String(filled.length)} entries`, remedy);
  }
  return filled.map((entry, place) => oneLine(intake.text(`${field} ${String(place + 1)}`, entry, maxEntryLength)));
}

function daysAfter(time: Date, days: number): string {
  return hoursBefore(time, -24 * days);
}
