/** What happened in a period. Every line is from one memory and names it. Texts are unescaped. */
import { recapKinds, recapSections, resolvedStatuses } from '../../memory/shared/vocabulary.ts';
import { isCount, isText, isWhole, listOf, oneOf, orNull, shape, type Checked } from '../shared/check.ts';

const isRecapLineCard = shape({
  /** With `id`, the memory; a decision and a hand-off are facts. */
  kind: oneOf(recapKinds),
  id: isText,
  text: isText,
  /** The outcome of a session, why a decision was reversed, what replaced it, or how a hypothesis was resolved. */
  note: orNull(isText),
  /** The number of the fact that replaced a decision. */
  successor: orNull(isWhole),
  /** Of a hypothesis. */
  status: orNull(oneOf(resolvedStatuses)),
  project: orNull(isText),
  /** The user who wrote a shared fact or proposed knowledge, and the one who approved knowledge. */
  author: orNull(isText),
  approver: orNull(isText),
  /** ISO 8601 in UTC. */
  at: isText,
});
export type RecapLineCard = Checked<typeof isRecapLineCard>;

const isRecapSectionCard = shape({
  name: oneOf(recapSections),
  /** The most important first. */
  lines: listOf(isRecapLineCard),
  /** Counts also the lines that are not here. */
  total: isCount,
});
export type RecapSectionCard = Checked<typeof isRecapSectionCard>;

export const isRecapCard = shape({
  /** ISO 8601 in UTC; `since` is inclusive, `until` exclusive. */
  since: isText,
  until: isText,
  totals: shape({ sessions: isCount, decisions: isCount, memories: isCount, hypotheses: isCount }),
  sections: listOf(isRecapSectionCard),
  /** The files that most sessions touched; the total counts all. */
  files: listOf(shape({ path: isText, sessions: isCount })),
  fileTotal: isCount,
  /** Memories that are left out, because they came from the web or read like instructions to a model. */
  withheld: isCount,
});
export type RecapCard = Checked<typeof isRecapCard>;
