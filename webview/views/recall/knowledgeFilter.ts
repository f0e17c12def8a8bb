/** The filter of the list of knowledge: the user's choice, its kept state, and the filter sent to the host. */
import { catalogueOrders, memoryStates } from '../../../src/memory/shared/vocabulary.ts';
import { isSaid, knowledgeTypes, subtypes, type KnowledgeFilterCard } from '../../../src/protocol/recall/knowledge.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isFlag, isShare, isText, oneOf, orNull, shape } from '../../../src/protocol/shared/check.ts';
import type { Page } from '../../client/page.ts';
import { endOfDay, startOfDay } from '../../parts/design/days.ts';
import { listNames } from '../../parts/domain/knowledgeItem.ts';
import { arriveInList } from '../shared/arrival.ts';

const isKnowledgeChoice = shape({
  query: isText,
  /** Null lists all that was decided or learned. */
  list: orNull(oneOf(listNames)),
  subtype: orNull(oneOf(subtypes)),
  project: orNull(isText),
  agent: orNull(isText),
  involved: orNull(isText),
  minConfidence: orNull(isShare),
  /** Local days, both inclusive. */
  from: orNull(isText),
  to: orNull(isText),
  state: oneOf(memoryStates),
  tag: orNull(isText),
  order: oneOf(catalogueOrders),
  /** Whether the filters behind the button are shown. */
  isUnfolded: isFlag,
});
export type KnowledgeChoice = Checked<typeof isKnowledgeChoice>;

export const everything: KnowledgeChoice = {
  query: '',
  list: null,
  subtype: null,
  project: null,
  agent: null,
  involved: null,
  minConfidence: null,
  from: null,
  to: null,
  state: 'live',
  tag: null,
  order: 'newest',
  isUnfolded: false,
};

/** Kept state may be partial, or come from another version of this page. */
export function choiceFrom(kept: unknown): KnowledgeChoice {
  const whole: unknown = typeof kept === 'object' ? { ...everything, ...kept } : everything;
  return isKnowledgeChoice(whole) ? whole : everything;
}

export function filterOf(choice: KnowledgeChoice): KnowledgeFilterCard {
  const { list, subtype, project, agent, involved, minConfidence, from, to, state, tag } = choice;
  return {
    type: knowledgeTypes.find((type) => type === list) ?? null,
    ...{ subtype, project, agent, involved, minConfidence, state, tag },
    since: from === null ? null : startOfDay(from),
    until: to === null ? null : endOfDay(to),
  };
}

/** The number of set filters behind the button. */
export function filtersIn(choice: KnowledgeChoice): number {
  const { list, subtype, agent, involved, minConfidence, from, to, state, tag } = choice;
  const isOfSessions = list !== null && isSaid(list);
  const set = [isOfSessions, subtype, agent, involved, minConfidence, from, to, state !== 'live', tag];
  return set.filter((one) => one !== null && one !== false).length;
}

/** From any place to the results of a search. */
export function searchKnowledge(page: Page, query: string): void {
  page.keep('knowledge', { ...everything, query });
  arriveInList(page, 'knowledge');
  page.go({ view: 'knowledge', item: null });
}
