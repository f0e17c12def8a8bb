/**
 * What the directory shows of a person. A card shows only what is about work with others, or what the person chose:
 *
 * - Topics: those that the person wrote on the card. Unless they chose `basic`, also those of at least three of their
 *   sessions in the projects that they chose for it. Nothing that others do shows a topic.
 * - Activity: the number of sessions in a week, so that a card does not tell on which days or at which hours someone
 *   works.
 * - Titles of approved knowledge, which everyone may read anyway, at the level `headlines`.
 *
 * Text from the web, and text that reads like instructions to a model, is on no card.
 */
import { dayNumber, dayText } from '../../util/days.ts';
import { localDay } from '../../util/time.ts';
import { badgeNeeds, badgesOf } from '../activity/activity.ts';
import type { BadgeId } from '../activity/badges.ts';
import { countTopics, topicKey } from '../activity/topics.ts';
import type { CountedTopic } from '../activity/topics.ts';
import type { Origin, UserRole } from '../shared/vocabulary.ts';
import { maySendAutomatically } from '../trust/trust.ts';
import type { Instance, PublicKnowledge, StoredActivity, StoredPerson } from './peopleStore.ts';

export interface CardTopic {
  topic: string;
  /** In the projects that the person chose; 0 for a topic that is on the card by name only. */
  sessions: number;
  /** The local day of the last of them, `YYYY-MM-DD`; null if there is none, or its time is unknown. */
  lastDay: string | null;
}

/** The public part of a person, without their activity. */
export interface Person {
  userId: string;
  username: string;
  name: string;
  teamRole: UserRole;
  /** What the person does, in their own words; null if they do not say. */
  role: string | null;
  /** The local day on which one of their instances was last seen. */
  lastDay: string;
  /** Those with sessions first, then the chosen ones; at most 20. */
  topics: CardTopic[];
  /** Approved, newest first. Titles may be shown only if `showsHeadlines`. */
  knowledge: PublicKnowledge[];
  showsHeadlines: boolean;
  instances: Instance[];
}

export interface PersonCard extends Person {
  /** Sessions in each of the last 26 weeks, oldest first; a week begins on Monday, in UTC. */
  weeks: number[];
  /** The first day of the oldest week. */
  from: string;
  /** The badges that the person earned. */
  badges: BadgeId[];
}

/** A topic in this many sessions of a person is public. */
const minTopicSessions = 3;
const topicsShown = 20;
/** In characters; a longer one is a sentence, and says more than what someone worked on. */
const maxTopic = 60;
const weeksShown = 26;

/** Days are those of `timeZone`. */
export function personFrom(stored: StoredPerson, timeZone: string): Person {
  const { userId, username, displayName, teamRole, role, roleOrigin, card, instances, knowledge } = stored;
  const [last] = instances;
  return {
    userId,
    username,
    name: displayName ?? username,
    teamRole,
    role: role !== null && isPublic(role, roleOrigin) ? role : null,
    lastDay: last === undefined ? '' : localDay(last.lastSeen, timeZone),
    topics: publicTopics(stored, timeZone),
    knowledge: knowledge.filter(({ title, origin }) => isPublic(title, origin)),
    showsHeadlines: card.level === 'headlines',
    instances,
  };
}

/** `today` is the UTC day, `YYYY-MM-DD`. */
export function cardFrom(person: Person, { days, tallies }: Omit<StoredActivity, 'userId'>, today: string): PersonCard {
  const first = weekOf(dayNumber(today) ?? 0) - weeksShown + 1;
  const numbered = days.flatMap(({ day, sessions }) => {
    const number = dayNumber(day);
    return number === undefined ? [] : [{ number, sessions }];
  });
  const weeks = Array.from({ length: weeksShown }, () => 0);
  for (const { number, sessions } of numbered) {
    const place = weekOf(number) - first;
    if (place >= 0 && place < weeksShown) weeks[place] = (weeks[place] ?? 0) + sessions;
  }
  const badges = badgesOf(
    tallies,
    numbered.map(({ number }) => number),
    'UTC',
  );
  return {
    ...person,
    weeks,
    from: dayText(firstDayOf(first)),
    badges: badges.filter(({ have, need }) => have >= need).map(({ id }) => id),
  };
}

/** What `PeopleStore.activityOf` has to count for a card. */
export const cardNeeds = badgeNeeds;

/** The topics of a card; see the top of this file for the rule. */
function publicTopics({ card, topics }: Pick<StoredPerson, 'card' | 'topics'>, timeZone: string): CardTopic[] {
  const counted = card.level === 'basic' ? [] : countTopics(topics);
  const chosen = new Map(card.topics.map((topic) => [topicKey(topic), topic]));
  const isChosen = ({ topic }: CountedTopic): boolean => chosen.has(topicKey(topic));
  const shown = counted
    .filter((topic) => topic.sessions >= minTopicSessions || isChosen(topic))
    // Judging a text takes longer than counting it, so only those that may be shown are judged.
    .slice(0, 2 * topicsShown)
    .filter(({ topic }) => topic.length <= maxTopic && isPublic(topic, null))
    .map(({ topic, sessions, lastAt }) => ({
      topic,
      sessions,
      lastDay: lastAt === null ? null : localDay(lastAt, timeZone),
    }));
  for (const { topic } of shown) chosen.delete(topicKey(topic));
  const others = [...chosen.values()].filter((topic) => isPublic(topic, 'person'));
  return [...shown, ...others.map((topic) => ({ topic, sessions: 0, lastDay: null }))].slice(0, topicsShown);
}

/** Others read it, and their models, so that its author cannot vouch for it. */
function isPublic(text: string, origin: Origin | null): boolean {
  return maySendAutomatically({ origin: origin === 'person' ? null : origin, texts: [text] });
}

/** Weeks are numbered from the one of 1 January 1970, a Thursday. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}

function firstDayOf(week: number): number {
  return week * 7 - 3;
}
