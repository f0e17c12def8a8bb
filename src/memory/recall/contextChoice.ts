/**
 * Chooses the facts and sessions that fit into a context block. Facts are weighted by confidence, age, category,
 * how faded they are, and whether they belong to a project; sessions by importance and age. Facts of the project and facts without one
 * (preferences above all) each have a reserved share.
 */
import type { Fact } from '../facts/facts.ts';
import type { Faded } from '../fading/faded.ts';
import type { Session } from '../sessions/sessions.ts';

export interface Room<T> {
  now: Date;
  /** Tokens. */
  budget: number;
  costOf: (item: T) => number;
}

/** Days after which a memory's freshness is halved. */
const factHalfLife = 90;
const sessionHalfLife = 14;
/** Maximum number of open sessions without a headline. Without recording, every chat leaves one. */
const openShown = 3;
/** The share of the budget reserved for each side. */
const ownShare = 0.35;
/** Who the user is and what constrains them stays valid longer than facts about code. */
const categoryWeights: Readonly<Record<string, number>> = { identity: 1.15, constraint: 1.1, preference: 1.1 };

/**
 * The chosen facts: the project's first, then those without a project, each ordered by weight. What has faded is chosen
 * last.
 */
export function chooseFacts(facts: readonly Fact[], faded: ReadonlyMap<number, Faded>, room: Room<Fact>): Fact[] {
  const weightOf = (fact: Fact): number => factWeight(fact, room.now) * (1 - (faded.get(fact.id)?.degree ?? 0));
  const ranked = facts.toSorted((a, b) => weightOf(b) - weightOf(a));
  const sides = [ranked.filter(ofProject), ranked.filter((fact) => !ofProject(fact))] as const;
  const reserved = sides.flatMap((side) => takeWithin(side, room.budget * ownShare, room.costOf));
  const left = room.budget - reserved.reduce((sum, fact) => sum + room.costOf(fact), 0);
  const others = takeWithin(
    ranked.filter((fact) => !reserved.includes(fact)),
    left,
    room.costOf,
  );
  const chosen = new Set([...reserved, ...others]);
  return sides.flatMap((side) => side.filter((fact) => chosen.has(fact)));
}

/**
 * The chosen sessions, in the given order (newest first). Up to `openShown` open sessions without a headline are chosen
 * first; further ones are left out, because they say nothing.
 */
export function chooseSessions(sessions: readonly Session[], room: Room<Session>): Session[] {
  const ranked = sessions.toSorted((a, b) => sessionWeight(b, room.now) - sessionWeight(a, room.now));
  const open = ranked.filter(isUnsummarized).slice(0, openShown);
  const summarized = ranked.filter((session) => !isUnsummarized(session));
  const chosen = new Set(takeWithin([...open, ...summarized], room.budget, room.costOf));
  return sessions.filter((session) => chosen.has(session));
}

function factWeight(fact: Fact, now: Date): number {
  const age = 0.6 + 0.4 * freshness(fact.updatedAt, now, factHalfLife);
  return fact.confidence * age * (categoryWeights[fact.category] ?? 1) * (ofProject(fact) ? 1.1 : 1);
}

function sessionWeight(session: Session, now: Date): number {
  return 0.5 * (session.importance / 10) + 0.5 * freshness(session.startedAt, now, sessionHalfLife);
}

function isUnsummarized({ endedAt, oneLiner }: Session): boolean {
  return endedAt === null && oneLiner === '';
}

function ofProject(fact: Fact): boolean {
  return fact.projectId !== null;
}

/** 1 for now, 0.5 after `halfLifeDays`; 0 for an unreadable date. */
function freshness(iso: string, now: Date, halfLifeDays: number): number {
  const days = (now.getTime() - Date.parse(iso)) / 86_400_000;
  return Number.isNaN(days) ? 0 : 0.5 ** (Math.max(0, days) / halfLifeDays);
}

/** Takes items in order while they fit the budget; one that does not fit is skipped. */
function takeWithin<T>(items: readonly T[], budget: number, costOf: (item: T) => number): T[] {
  let left = budget;
  return items.filter((item) => {
    const cost = costOf(item);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
