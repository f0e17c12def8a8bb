/** Sessions as the web UI lists them, and one session in full. */
import { factTypes } from '../../memory/shared/vocabulary.ts';
import {
  isCount,
  isFlag,
  isShare,
  isText,
  isWhole,
  listOf,
  oneOf,
  orNull,
  shape,
  type Checked,
} from '../shared/check.ts';

const sessionFields = {
  id: isText,
  /** Empty while the session is open and has no headline. */
  headline: isText,
  /** What came of it, in a sentence. */
  outcome: orNull(isText),
  open: isFlag,
  /** Whether it was imported. */
  imported: isFlag,
  /** ISO 8601 in UTC. */
  startedAt: isText,
  endedAt: orNull(isText),
  agent: orNull(isText),
  project: orNull(isText),
  topics: listOf(isText),
  chunks: isCount,
  facts: isCount,
  version: isCount,
};
export const isSessionCard = shape(sessionFields);
export type SessionCard = Checked<typeof isSessionCard>;

export const isSessionsCard = shape({ sessions: listOf(isSessionCard), total: isCount });
export type SessionsCard = Checked<typeof isSessionsCard>;

const turnFields = {
  /** The memory's number. */
  id: isText,
  /** The speaker's name if known, else the role. */
  speaker: isText,
  text: isText,
  /** Why it was kept; null for messages. */
  reason: orNull(isText),
};
const isTurnCard = shape(turnFields);
export type TurnCard = Checked<typeof isTurnCard>;

export const isSessionDetailCard = shape({
  ...sessionFields,
  /** The messages around the place that was asked for, in order; empty without one. */
  around: listOf(shape({ ...turnFields, seq: isWhole })),
  /** 1 to 10. */
  importance: isCount,
  /** Markdown; null until the session is summarized. */
  summary: orNull(isText),
  keyFacts: listOf(isText),
  codeRefs: listOf(isText),
  /** The first turns of each kind; the totals count all. */
  chunkTurns: listOf(isTurnCard),
  chunkTotal: isCount,
  messageTurns: listOf(isTurnCard),
  messageTotal: isCount,
  factsOfIt: listOf(
    shape({
      id: isText,
      text: isText,
      category: isText,
      factType: oneOf(factTypes),
      confidence: isShare,
      deprecated: isFlag,
    }),
  ),
  factTotal: isCount,
});
export type SessionDetailCard = Checked<typeof isSessionDetailCard>;
