/** What was learned from recorded sessions, with the evidence for it, and what learning cost and would cost. */
import { learnedSources, learnedStates, learnedTypes } from '../../memory/shared/vocabulary.ts';
import { isCount, isFlag, isText, isWhole, listOf, oneOf, orNull, shape, type Checked } from '../shared/check.ts';

/** Why a fact is believed. */
const evidenceFields = {
  type: oneOf(learnedTypes),
  /** 1 to 3; 3 means that not knowing it costs hours. */
  value: isWhole,
  source: oneOf(learnedSources),
  /** The model that found it; null for none. */
  model: orNull(isText),
  /** Word for word from the turn, spaces aside. */
  quote: isText,
  by: oneOf(['user', 'assistant']),
  /** The place of the turn in the session; null if it is not known. */
  seq: orNull(isWhole),
};

export const isEvidenceCard = shape({
  ...evidenceFields,
  state: oneOf(learnedStates),
  /** Situations in which one would need it, and the names that it is about. */
  when: listOf(isText),
  about: listOf(isText),
  /** The first other sessions that said the same; the total counts all. */
  also: listOf(shape({ id: isText, headline: isText })),
  alsoTotal: isCount,
});
export type EvidenceCard = Checked<typeof isEvidenceCard>;

export const isLearningCard = shape({
  /** The project whose sessions are counted; null counts those of all projects. */
  project: orNull(isText),
  /** Sessions that no model has read, and about how many tokens they would take. */
  sessions: isCount,
  tokens: isCount,
  /** Null if there was none. */
  lastRun: orNull(
    shape({
      startedAt: isText,
      /** Sessions that were due, and those that were read. */
      due: isCount,
      done: isCount,
      tokens: isCount,
      isRunning: isFlag,
    }),
  ),
});
export type LearningCard = Checked<typeof isLearningCard>;
