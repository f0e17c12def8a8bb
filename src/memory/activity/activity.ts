/**
 * Activity: when a user worked with their memory, by the days of their sessions. The reader may be in another time zone
 * than the store, so the reader passes the current day and the zone.
 */
import { dayNumber, dayText, isTimeZone } from '../../util/days.ts';
import { localDaysIn } from '../../util/time.ts';
import { badgeMeasures, badgesFrom, needsOf, runsOf, streakTally } from './badges.ts';
import type { Badge, BadgeMeasure, Tally } from './badges.ts';
import type { TopicUse } from './topics.ts';
import { countTopics } from './topics.ts';
import type { AgentRef, Caller } from '../shared/identity.ts';
import { refused, requireWholeBetween } from '../shared/input.ts';

/** The reader's day and time zone. */
interface ReaderDay {
  /** `YYYY-MM-DD`. */
  today: string;
  /** IANA name, for example `Europe/Berlin`. */
  timeZone: string;
}

interface Calendar {
  /** First and last day, both included. */
  from: string;
  to: string;
  /** Days with a session, in order. */
  days: { day: string; sessions: number }[];
  /** Years with a session, and the current one, newest first. */
  years: number[];
}

export interface AgentActivity extends AgentRef {
  sessions: number;
  /** Live ones. */
  facts: number;
  /** Time of the last session start, fact or chunk; ISO 8601 in UTC. */
  lastSeen: string | null;
}

interface ActivitySummary {
  /** The day of the first session or memory; null if there is none. */
  since: string | null;
  /** Days with a session. */
  activeDays: number;
  /** Consecutive days with a session. The current streak ends today, or yesterday if today has no session yet. */
  streak: { current: number; longest: number };
  /** Most frequent first, each in its most common spelling; at most 20. */
  topics: { topic: string; sessions: number }[];
  /** Most active first, without our own command line and extension. */
  agents: AgentActivity[];
}

export type StoredMeasure = Exclude<BadgeMeasure, 'streak'>;

/** A count, and the time at which each of the requested counts was reached; null if unknown or not reached. */
export interface StoredTally {
  have: number;
  reachedAt: (string | null)[];
}

export interface ActivityStore {
  /**
   * The start of each session of the user, including imported ones, unordered. Old stores may contain invalid times.
   */
  sessionTimes(userId: string): Promise<string[]>;
  /**
   * The times of `sessionTimes`; the topics of sessions, with the number of sessions that have the same ones; and the
   * agents that wrote, most active first.
   */
  summary(userId: string): Promise<{
    sessionTimes: string[];
    /** Of facts, chunks and proposals. */
    firstMemoryAt: string | null;
    topics: TopicUse[];
    agents: AgentActivity[];
  }>;
  /** The count of each measure, and the times at which the counts in `needs` were reached. */
  tallies(
    userId: string,
    needs: Readonly<Record<StoredMeasure, readonly number[]>>,
  ): Promise<Record<StoredMeasure, StoredTally>>;
}

/** As many columns as a year can span in weeks, whichever day a week begins with. */
const daysShown = 53 * 7;
const topicsShown = 20;

/** Answers for the reader's time zone: the calendar, the totals and the badges. */
export class Activity {
  readonly #store: ActivityStore;

  constructor(store: ActivityStore) {
    this.#store = store;
  }

  /** Sessions per day: of one year, or else of the 53 weeks up to today. */
  async calendar(caller: Caller, asked: ReaderDay & { year?: number }): Promise<Calendar> {
    const today = todayOf(asked);
    const [from, to] = asked.year === undefined ? [today - daysShown + 1, today] : daysOfYear(asked.year);
    const counts = countByDay(await this.#store.sessionTimes(caller.user.id), asked.timeZone);
    const shown = [...counts].filter(([day]) => day >= from && day <= to).sort(([one], [other]) => one - other);
    const years = new Set([today, ...counts.keys()].map((day) => Number(dayText(day).slice(0, 4))));
    return {
      from: dayText(from),
      to: dayText(to),
      days: shown.map(([day, sessions]) => ({ day: dayText(day), sessions })),
      years: [...years].sort((one, other) => other - one),
    };
  }

  async summary(caller: Caller, reader: ReaderDay): Promise<ActivitySummary> {
    const today = todayOf(reader);
    const { sessionTimes, firstMemoryAt, topics, agents } = await this.#store.summary(caller.user.id);
    const days = daysUntil(today, sessionTimes, reader.timeZone);
    const firstMemory = firstMemoryAt === null ? undefined : localDaysIn(reader.timeZone)(firstMemoryAt);
    const first = [days[0], firstMemory].filter((day) => day !== undefined);
    return {
      since: first.length === 0 ? null : dayText(Math.min(...first)),
      activeDays: days.length,
      streak: streakOf(days, today),
      topics: commonest(topics),
      agents,
    };
  }

  /** Every badge, earned or not. */
  async badges(caller: Caller, reader: ReaderDay): Promise<Badge[]> {
    const today = todayOf(reader);
    const stored = await this.#store.tallies(caller.user.id, badgeNeeds());
    const times = await this.#store.sessionTimes(caller.user.id);
    return badgesOf(stored, daysUntil(today, times, reader.timeZone), reader.timeZone);
  }
}

/** The counts that badges need, for `ActivityStore.tallies`. */
export function badgeNeeds(): Record<StoredMeasure, readonly number[]> {
  return recordOfMeasures(needsOf);
}

/** Every badge of one user. `days` are those with a session, as numbers of `util/days.ts`, ascending and distinct. */
export function badgesOf(
  stored: Readonly<Record<StoredMeasure, StoredTally>>,
  days: readonly number[],
  timeZone: string,
): Badge[] {
  const needs = badgeNeeds();
  const dayOf = localDaysIn(timeZone);
  const tallies = recordOfMeasures((measure): Tally => {
    const { have, reachedAt } = stored[measure];
    const reached = needs[measure].flatMap((need, index): [number, string][] => {
      const day = dayOf(reachedAt[index] ?? '');
      return day === undefined ? [] : [[need, dayText(day)]];
    });
    return { have, reachedOn: new Map(reached) };
  });
  return badgesFrom({ ...tallies, streak: streakTally(days) });
}

function todayOf({ today, timeZone }: ReaderDay): number {
  const day = dayNumber(today);
  if (day === undefined) throw refused('today', `is "${today.slice(0, 30)}"`, 'Give a day as YYYY-MM-DD.');
  if (!isTimeZone(timeZone)) {
    throw refused('timeZone', `is "${timeZone.slice(0, 60)}"`, 'Give an IANA time zone such as Europe/Berlin.');
  }
  return day;
}

function daysOfYear(year: number): [number, number] {
  const text = String(requireWholeBetween('year', year, 1970, 9999));
  return [dayNumber(`${text}-01-01`) ?? 0, dayNumber(`${text}-12-31`) ?? 0];
}

function countByDay(times: readonly string[], timeZone: string): Map<number, number> {
  const dayOf = localDaysIn(timeZone);
  const counts = new Map<number, number>();
  for (const time of times) {
    const day = dayOf(time);
    if (day !== undefined) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/** Days with a session, ascending and distinct; none after today, which only a wrong clock can have written. */
function daysUntil(today: number, times: readonly string[], timeZone: string): number[] {
  return [...countByDay(times, timeZone).keys()].filter((day) => day <= today).sort((one, other) => one - other);
}

function streakOf(days: readonly number[], today: number): ActivitySummary['streak'] {
  const runs = runsOf(days);
  const last = runs.at(-1);
  return {
    current: last !== undefined && last.day >= today - 1 ? last.length : 0,
    longest: runs.reduce((most, { length }) => Math.max(most, length), 0),
  };
}

function commonest(said: readonly TopicUse[]): ActivitySummary['topics'] {
  return countTopics(said)
    .slice(0, topicsShown)
    .map(({ topic, sessions }) => ({ topic, sessions }));
}

function recordOfMeasures<T>(entryOf: (measure: StoredMeasure) => T): Record<StoredMeasure, T> {
  const measures = badgeMeasures.filter((measure) => measure !== 'streak');
  return Object.fromEntries(measures.map((measure) => [measure, entryOf(measure)])) as Record<StoredMeasure, T>;
}
