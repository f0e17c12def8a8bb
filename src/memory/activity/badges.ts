/**
 * Badges: a user's achievements, computed from counts only. Each is meaningful for users who work with agents, and
 * deprecating memories loses none. The page has their texts, in the reader's language.
 */
import { dayText } from '../../util/days.ts';

/** The counts for badges. */
export const badgeMeasures = [
  /** Conversations with an agent; imported ones are counted separately. */
  'sessions',
  /** Facts and chunks. */
  'memories',
  /** Facts, including deprecated ones. */
  'facts',
  /** Sessions with a summary. */
  'summaries',
  /** Agents that wrote, without our own command line and extension. */
  'agents',
  /** Projects with sessions or facts. */
  'projects',
  /** Imported conversations. */
  'imports',
  /** Entries of knowledge that the user proposed and that were approved, even if retired since. */
  'knowledge',
  /** Entries of knowledge that the user reviewed, each once. */
  'reviews',
  /** Hypotheses that were resolved. */
  'resolutions',
  /** Facts that were deprecated. */
  'deprecations',
  /** The longest run of consecutive days with a session. */
  'streak',
] as const;
export type BadgeMeasure = (typeof badgeMeasures)[number];

const badges = [
  { id: 'first-session', measure: 'sessions', need: 1 },
  { id: 'first-memory', measure: 'memories', need: 1 },
  { id: 'streak-7', measure: 'streak', need: 7 },
  { id: 'streak-30', measure: 'streak', need: 30 },
  { id: 'streak-100', measure: 'streak', need: 100 },
  { id: 'facts-100', measure: 'facts', need: 100 },
  { id: 'facts-1000', measure: 'facts', need: 1000 },
  { id: 'chronicler', measure: 'summaries', need: 10 },
  { id: 'gardener', measure: 'deprecations', need: 10 },
  { id: 'polyglot', measure: 'agents', need: 3 },
  { id: 'cartographer', measure: 'projects', need: 5 },
  { id: 'archaeologist', measure: 'imports', need: 1 },
  { id: 'librarian', measure: 'knowledge', need: 10 },
  { id: 'curator', measure: 'reviews', need: 10 },
  { id: 'scientist', measure: 'resolutions', need: 10 },
] as const satisfies readonly { id: string; measure: BadgeMeasure; need: number }[];

export type BadgeId = (typeof badges)[number]['id'];
export const badgeIds: readonly BadgeId[] = badges.map(({ id }) => id);

export interface Badge {
  id: BadgeId;
  /** The local day on which it was reached, `YYYY-MM-DD`; null if it is not reached, or the day is unknown. */
  earnedOn: string | null;
  /** The badge is earned if this is at least `need`. */
  have: number;
  need: number;
}

export interface Tally {
  have: number;
  /** The days on which counts were reached, for the counts that badges need. */
  reachedOn: ReadonlyMap<number, string>;
}

/** The counts of a measure that badges need, ascending. */
export function needsOf(measure: BadgeMeasure): number[] {
  return badges.filter((badge) => badge.measure === measure).map(({ need }) => need);
}

/** Every badge, earned or not, in a fixed order. */
export function badgesFrom(tallies: Readonly<Record<BadgeMeasure, Tally>>): Badge[] {
  return badges.map(({ id, measure, need }) => {
    const { have, reachedOn } = tallies[measure];
    return { id, earnedOn: have >= need ? (reachedOn.get(need) ?? null) : null, have, need };
  });
}

/** The longest run of days, and the days on which the counts that badges need were first reached. */
export function streakTally(days: readonly number[]): Tally {
  const needs = needsOf('streak');
  const reachedOn = new Map<number, string>();
  let longest = 0;
  for (const { day, length } of runsOf(days)) {
    longest = Math.max(longest, length);
    if (needs.includes(length) && !reachedOn.has(length)) reachedOn.set(length, dayText(day));
  }
  return { have: longest, reachedOn };
}

/** For each day, the number of consecutive days that end with it. `days` must be ascending and distinct. */
export function runsOf(days: readonly number[]): { day: number; length: number }[] {
  let length = 0;
  return days.map((day, index) => {
    length = days[index - 1] === day - 1 ? length + 1 : 1;
    return { day, length };
  });
}
