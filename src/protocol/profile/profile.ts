/** The profile: who the user is, and statistics of their memory. Texts are unescaped. */
import { isRemedyCard } from '../shared/remedy.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape, type Checked } from '../shared/check.ts';

const isBadgeCard = shape({
  /** Which badge; the page has its text. */
  id: isText,
  /** The local day on which it was earned, `YYYY-MM-DD`; null if it is not earned yet, or the day is unknown. */
  earnedOn: orNull(isText),
  /** Current progress, and the target. */
  have: isCount,
  need: isCount,
});
export type BadgeCard = Checked<typeof isBadgeCard>;

const isAgentCard = shape({
  name: isText,
  version: orNull(isText),
  sessions: isCount,
  facts: isCount,
  /** ISO 8601 in UTC. */
  lastSeen: orNull(isText),
});
export type AgentCard = Checked<typeof isAgentCard>;

const isTopicCard = shape({ topic: isText, sessions: isCount });
export type TopicCard = Checked<typeof isTopicCard>;

/** Why a field is not sent to assistants automatically; null for most. */
const isWithheld = orNull(oneOf(['web', 'orders']));

export const isProfileCard = shape({
  user: isText,
  role: orNull(isText),
  /** Markdown. */
  preferences: orNull(isText),
  pinnedFacts: listOf(isText),
  withheld: shape({ role: isWithheld, preferences: isWithheld, pinnedFacts: isWithheld }),
  /** The local day of the first session or memory; null if there is none. */
  since: orNull(isText),
  /** Days with a session. */
  activeDays: isCount,
  /** Consecutive days with a session. */
  streak: shape({ current: isCount, longest: isCount }),
  badges: listOf(isBadgeCard),
  /** Most frequent first. */
  topics: listOf(isTopicCard),
  /** Other clients that write to this memory, most active first. */
  agents: listOf(isAgentCard),
  /** What chats got automatically since the first of the reader's month, and what came of it; see `OfferCounts`. */
  thisMonth: shape({ offered: isCount, used: isCount, dismissed: isCount }),
});
export type ProfileCard = Checked<typeof isProfileCard>;

/** The health of the store; the check takes seconds in a large one. */
export const isHealthCard = shape({
  findings: listOf(shape({ status: isText, what: isText, remedy: orNull(isRemedyCard), details: listOf(isText) })),
  /** Whether the command `rebuildIndex` fixes a finding. */
  rebuildHelps: isFlag,
  engine: isText,
});
export type HealthCard = Checked<typeof isHealthCard>;

/** A calendar of sessions. */
export const isCalendarCard = shape({
  /** First and last local day, `YYYY-MM-DD`. */
  from: isText,
  to: isText,
  /** Days with at least one session, in order. */
  days: listOf(shape({ day: isText, sessions: isCount })),
  /** Years with a session, newest first. */
  years: listOf(isCount),
});
export type CalendarCard = Checked<typeof isCalendarCard>;
