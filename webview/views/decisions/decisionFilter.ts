/** The filter of the decisions: the user's choice, its kept state, and the filter sent to the host. */
import { decisionStatuses } from '../../../src/memory/shared/vocabulary.ts';
import type { DecisionFilterCard } from '../../../src/protocol/decisions/decisions.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isFlag, isText, oneOf, orNull, shape } from '../../../src/protocol/shared/check.ts';

export const decisionTabs = ['decided', 'proposed'] as const;
export type DecisionTab = (typeof decisionTabs)[number];

export const isDecisionChoice = shape({
  tab: oneOf(decisionTabs),
  words: isText,
  project: orNull(isText),
  involved: orNull(isText),
  status: orNull(oneOf(decisionStatuses)),
  /** Whether the filters behind the button are shown. */
  isUnfolded: isFlag,
});
export type DecisionChoice = Checked<typeof isDecisionChoice>;

export const allDecisions: DecisionChoice = {
  tab: 'decided',
  words: '',
  project: null,
  involved: null,
  status: null,
  isUnfolded: false,
};

/** Kept state may be partial, or come from another version of this page. */
export function choiceFrom(kept: unknown): DecisionChoice {
  const whole: unknown = typeof kept === 'object' ? { ...allDecisions, ...kept } : allDecisions;
  return isDecisionChoice(whole) ? whole : allDecisions;
}

/** `words` are those that the user has finished typing. */
export function filterOf({ project, involved, status }: DecisionChoice, words: string): DecisionFilterCard {
  return { words: words === '' ? null : words, project, involved, status };
}

/** The number of set filters, without the words. */
export function filtersIn({ project, involved, status }: DecisionChoice): number {
  return [project, involved, status].filter((one) => one !== null).length;
}
