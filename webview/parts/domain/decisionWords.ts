/** The display names of a decision's status, verdicts and people. */
import type { DecisionDetailsCard, OutcomeCard } from '../../../src/protocol/decisions/decisions.ts';
import { t } from '../../l10n/t.ts';
import { agentName, ownAgent } from './agentName.ts';

type DecisionStatus = DecisionDetailsCard['status'];
export type Verdict = OutcomeCard['verdict'];

export function decisionStatusName(status: DecisionStatus): string {
  switch (status) {
    case 'active':
      return t('Active');
    case 'superseded':
      return t('Superseded');
    case 'reversed':
      return t('Reversed');
    case 'retired':
      return t('Retired');
  }
}

export function verdictName(verdict: Verdict): string {
  switch (verdict) {
    case 'held':
      return t('Held');
    case 'mixed':
      return t('Mixed');
    case 'reversed':
      return t('Reversed');
    case 'open':
      return t('Still open');
  }
}

/** The verdict and the rating in one. */
export function outcomeText({ verdict, rating }: Pick<OutcomeCard, 'verdict' | 'rating'>): string {
  return `${verdictName(verdict)} (${t('{0} of 10', rating)})`;
}

/** Down from this rating, as in `memory/decisions/ratings.ts`. */
const maxBadRating = 3;

export function isBadOutcome({ verdict, rating }: Pick<OutcomeCard, 'verdict' | 'rating'>): boolean {
  return verdict === 'reversed' || rating <= maxBadRating;
}

/** The agents that helped, in one line; null if there are none. */
export function helpersText({ assistedBy }: Pick<DecisionDetailsCard, 'assistedBy'>): string | null {
  const helpers = assistedBy.filter((agent) => agent !== ownAgent);
  return helpers.length === 0 ? null : helpers.map(agentName).join(', ');
}

/** Who decided, and with which agents. */
export function decidersText(decision: Pick<DecisionDetailsCard, 'decidedBy' | 'assistedBy'>): string {
  const helpers = helpersText(decision);
  return helpers === null ? decision.decidedBy : t('{0} with {1}', decision.decidedBy, helpers);
}
