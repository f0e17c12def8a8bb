/**
 * Chooses the facts and sessions that fit into a context block. Facts are weighted by confidence, age, category,
 * how faded they are, and whether they belong to a project; sessions by importance, and by how many are newer. Facts of
 * the project and facts without one (preferences above all) each have a reserved share.
 */
import type { Evidence } from '../../facts/evidence.ts';
import { isOnlyLearned } from '../../facts/evidence.ts';
import type { Fact } from '../../facts/facts.ts';
import type { Faded } from '../../fading/faded.ts';
import { hasHeadline } from '../../sessions/headlines.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { FactType, LearnedType } from '../../shared/vocabulary.ts';

interface Room<T> {
  now: Date;
  /** Tokens. */
  budget: number;
  costOf: (item: T) => number;
}

/** Days after which a memory's freshness is halved. */
const factHalfLife = 90;
/** Newer sessions after which the freshness of one is halved. */
const sessionHalfLife = 4;
/** Others are named with the first prompt that is about their matter. Where nothing was learned, they say more than else. */
const sessionsShown = { withLearned: 1, withoutLearned: 3 } as const;
/** Of an older one that is listed, too, out of 10. */
const minImportance = 9;
/** What a model found, and nobody confirmed: only what holds whatever one does, and little of it. */
const learnedShown = 2;
const rules: ReadonlySet<LearnedType> = new Set(['convention', 'preference']);
const ruleTypes: ReadonlySet<FactType> = new Set(['convention', 'bug']);
const ruleCategories: ReadonlySet<string> = new Set(['constraint', 'preference']);
/** A file, folder or symbol: what is known about one comes when a chat comes to it. A command may hold for everything. */
const place = /^\S*(?:[\\/]|\.\w|[a-z\d][A-Z]|\w_\w|\()\S*$/u;
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

/** Facts without those that were only learned, but for the few that matter most whatever a chat is about. */
export function withFewLearned(facts: readonly Fact[]): Fact[] {
  const weightOf = ({ evidence, confidence }: Fact): number => (evidence?.value ?? 1) + confidence;
  const learned = facts.filter(isOnlyLearned).filter(({ evidence }) => isGeneralRule(evidence));
  const few = new Set(learned.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, learnedShown));
  return facts.filter((fact) => !isOnlyLearned(fact) || few.has(fact));
}

/** Facts that apply to all work: conventions, preferences and traps that are not about one place. */
export function rulesAmong(facts: readonly Fact[]): Fact[] {
  return facts.filter(
    ({ type, category, evidence }) =>
      (ruleTypes.has(type) || ruleCategories.has(category)) && !isAboutPlace(evidence?.about ?? []),
  );
}

/** A rule that the user gave, that sessions repeat, or that is costly not to know, and that is not about one place. */
function isGeneralRule(evidence: Evidence | null): boolean {
  if (evidence === null || !rules.has(evidence.type) || isAboutPlace(evidence.about)) return false;
  return (evidence.by === 'user' && evidence.value > 1) || evidence.also.length > 0 || evidence.value === 3;
}

function isAboutPlace(names: readonly string[]): boolean {
  return names.some((name) => place.test(name));
}

/** At most two or three sessions and an important older one, in the given order (newest first). Those that say nothing, such as "Hi", are left out. */
export function chooseSessions(sessions: readonly Session[], hasLearned: boolean, room: Room<Session>): Session[] {
  const speaking = sessions.filter((session) => hasHeadline(session) && !isGreeting(session.oneLiner));
  const weights = new Map(speaking.map((session, place) => [session, sessionWeight(session, place)]));
  const ranked = speaking.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
  const first = ranked.slice(0, hasLearned ? sessionsShown.withLearned : sessionsShown.withoutLearned);
  const important = ranked.find((session) => session.importance >= minImportance && !first.includes(session));
  const wanted = important === undefined ? first : [...first, important];
  const chosen = new Set(takeWithin(wanted, room.budget, room.costOf));
  return sessions.filter((session) => chosen.has(session));
}

function factWeight(fact: Fact, now: Date): number {
  const age = 0.6 + 0.4 * freshness(fact.updatedAt, now, factHalfLife);
  return fact.confidence * age * (categoryWeights[fact.category] ?? 1) * (ofProject(fact) ? 1.1 : 1);
}

/** One short word. */
function isGreeting(headline: string): boolean {
  return /^\p{L}{1,6}[,.!?]?$/u.test(headline);
}

/** By importance, and by its place among all, newest first. */
function sessionWeight({ importance }: Session, place: number): number {
  return 0.5 * (importance / 10) + 0.5 * 0.5 ** (place / sessionHalfLife);
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
export function takeWithin<T>(items: readonly T[], budget: number, costOf: (item: T) => number): T[] {
  let left = budget;
  return items.filter((item) => {
    const cost = costOf(item);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
