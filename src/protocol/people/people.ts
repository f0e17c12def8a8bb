/** The directory of a shared memory: public cards, totals, and who worked on something. Texts are unescaped. */
import { cardLevels, matchStrengths, userRoles } from '../../memory/shared/vocabulary.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape, type Checked } from '../shared/check.ts';

const person = {
  username: isText,
  /** The display name, or else the user name. */
  name: isText,
  /** Whether it is the reader. */
  isOwn: isFlag,
};

const isPersonCard = shape({
  ...person,
  teamRole: oneOf(userRoles),
  role: orNull(isText),
  /** The day, where the program runs, on which one of the instances was last seen, `YYYY-MM-DD`. */
  lastDay: isText,
  topics: listOf(shape({ topic: isText, sessions: isCount })),
  /** Sessions of each week, oldest first. */
  weeks: listOf(isCount),
  /** Ids of the badges that the person earned; the page has their texts. */
  badges: listOf(isText),
  /** Titles of approved knowledge; empty unless the person shows them. */
  headlines: listOf(isText),
  instances: listOf(shape({ name: isText, url: orNull(isText) })),
});
export type PersonCard = Checked<typeof isPersonCard>;

/** What the directory shows of the reader. */
const isOwnCard = shape({
  level: oneOf(cardLevels),
  topics: listOf(isText),
  /** The reader's projects; the card shows topics of sessions in those that are chosen. */
  projects: listOf(shape({ key: isText, name: isText, isChosen: isFlag })),
});
export type OwnCard = Checked<typeof isOwnCard>;

const isDirectoryCard = shape({
  totals: shape({ people: isCount, sessions: isCount, memories: isCount, knowledge: isCount }),
  /** Most sessions first. */
  busiest: listOf(shape({ topic: isText, sessions: isCount, people: isCount })),
  /** Last seen first. */
  cards: listOf(isPersonCard),
  total: isCount,
  own: isOwnCard,
});
export type DirectoryCard = Checked<typeof isDirectoryCard>;

/** Null for a personal memory, which has no directory. */
export const isDirectoryAnswer = orNull(isDirectoryCard);

const isReasonCard = shape({
  kind: oneOf(['topic', 'role', 'knowledge']),
  /** The topic or the role; empty for knowledge. */
  text: isText,
  /** Sessions with the topic, or entries of knowledge; 0 if there are none. */
  count: isCount,
  lastDay: orNull(isText),
  isByMeaning: isFlag,
  titles: listOf(isText),
});
export type ReasonCard = Checked<typeof isReasonCard>;

const isWhoCard = shape({
  /** Best first. */
  experts: listOf(shape({ ...person, match: oneOf(matchStrengths), reasons: listOf(isReasonCard) })),
  /** People who have a card. */
  searched: isCount,
  notice: orNull(isText),
});
export type WhoCard = Checked<typeof isWhoCard>;

export const isWhoAnswer = orNull(isWhoCard);
