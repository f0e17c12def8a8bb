/** The profile: who the agent works for and as what, and what has come of it. Texts are as remembered, not escaped. */
import { isRemedyCard } from '../shared/remedy.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape, type Checked } from '../shared/check.ts';

export const isBadgeCard = shape({
  /** Which badge; the page words it. */
  id: isText,
  /** The local day it was earned on, `YYYY-MM-DD`; null while it is not. */
  earnedOn: orNull(isText),
  /** How far one has come, and how far one has to. */
  have: isCount,
  need: isCount,
});
export type BadgeCard = Checked<typeof isBadgeCard>;

export const isAgentCard = shape({
  name: isText,
  version: orNull(isText),
  sessions: isCount,
  facts: isCount,
  /** ISO 8601 in UTC. */
  lastSeen: orNull(isText),
});
export type AgentCard = Checked<typeof isAgentCard>;

export const isTopicCard = shape({ topic: isText, sessions: isCount });
export type TopicCard = Checked<typeof isTopicCard>;

/** Why assistants are not shown a field unasked; null for most. */
const isWithheld = orNull(oneOf(['web', 'orders']));

export const isProfileCard = shape({
  user: isText,
  role: orNull(isText),
  /** Markdown. */
  preferences: orNull(isText),
  pinnedFacts: listOf(isText),
  withheld: shape({ role: isWithheld, preferences: isWithheld, pinnedFacts: isWithheld }),
  /** The local day of the first session or memory; null when there is none. */
  since: orNull(isText),
  /** Days with a session. */
  activeDays: isCount,
  /** Days in a row with a session. */
  streak: shape({ current: isCount, longest: isCount }),
  badges: listOf(isBadgeCard),
  /** The most frequent first. */
  topics: listOf(isTopicCard),
  /** Other clients that write here, the most active first. */
  agents: listOf(isAgentCard),
});
export type ProfileCard = Checked<typeof isProfileCard>;

/** The health of the store, which takes seconds to look at in a large one. */
export const isHealthCard = shape({
  findings: listOf(shape({ status: isText, what: isText, remedy: orNull(isRemedyCard), details: listOf(isText) })),
  /** Whether the act `rebuildIndex` mends something that was found. */
  rebuildHelps: isFlag,
  engine: isText,
  schemaVersion: isCount,
});
export type HealthCard = Checked<typeof isHealthCard>;

/** A calendar of sessions. */
export const isCalendarCard = shape({
  /** First and last local day, `YYYY-MM-DD`. */
  from: isText,
  to: isText,
  /** Days with at least one session, in their order. */
  days: listOf(shape({ day: isText, sessions: isCount })),
  total: isCount,
  /** Most sessions on one day. */
  busiest: isCount,
  /** Years with a session, the newest first. */
  years: listOf(isCount),
});
export type CalendarCard = Checked<typeof isCalendarCard>;
