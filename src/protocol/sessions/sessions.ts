/** Sessions as the web UI lists them, and one session in full. */
import { factTypes, messageTypes } from '../../memory/shared/vocabulary.ts';
import { isCount, isFlag, isShare, isText, listOf, oneOf, orNull, shape, type Checked } from '../shared/check.ts';

const sessionFields = {
  id: isText,
  /** The beginning of its first request if it has none; empty if there is no request either. */
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
const isSessionCard = shape(sessionFields);
export type SessionCard = Checked<typeof isSessionCard>;

export const isSessionsCard = shape({
  sessions: listOf(isSessionCard),
  total: isCount,
  /** How many ended sessions were left out because they say nothing. */
  empty: isCount,
  /** Whether a search found them, because no headline, topic or path has the words; then the best ones come first. */
  isBestMatch: isFlag,
});
export type SessionsCard = Checked<typeof isSessionsCard>;

const isTurnCard = shape({
  /** The number of the kept exchange. */
  id: isText,
  /** The speaker's name if known, else the role. */
  speaker: isText,
  text: isText,
  /** Why it was kept. */
  reason: orNull(isText),
});
export type TurnCard = Checked<typeof isTurnCard>;

const isMessageCard = shape({
  /** Its number. */
  id: isText,
  role: isText,
  speaker: orNull(isText),
  type: oneOf(messageTypes),
  /** Of a tool call or its result. */
  tool: orNull(isText),
  /** What a tool call is about, in one line, such as its file or command; empty if that is not known. */
  about: isText,
  text: isText,
  /** ISO 8601 in UTC. */
  at: isText,
});
export type MessageCard = Checked<typeof isMessageCard>;

export const isTranscriptCard = shape({ messages: listOf(isMessageCard), total: isCount });
export type TranscriptCard = Checked<typeof isTranscriptCard>;

/** The first of them, as places in the transcript. */
export const isTranscriptFindsCard = shape({ places: listOf(isCount) });
export type TranscriptFindsCard = Checked<typeof isTranscriptFindsCard>;

export const isSessionDetailCard = shape({
  ...sessionFields,
  /** How many messages come before the one that was asked for; null without one. */
  place: orNull(isCount),
  /** 1 to 10. */
  importance: isCount,
  /** Markdown; null until the session is summarized. */
  summary: orNull(isText),
  keyFacts: listOf(isText),
  /** The files that it touched, and other code that its summary names. */
  codeRefs: listOf(isText),
  /** The first kept exchanges; the total counts all. */
  chunkTurns: listOf(isTurnCard),
  chunkTotal: isCount,
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
