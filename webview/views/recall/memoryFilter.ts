/** The filter of the memories view: the user's choice, its kept state, and the filter sent to the host. */
import { catalogueOrders, memoryStates } from '../../../src/memory/shared/vocabulary.ts';
import type { MemoryFilterCard } from '../../../src/protocol/recall/memories.ts';
import { isKind } from '../../../src/protocol/recall/memories.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isFlag, isShare, isText, listOf, oneOf, orNull, shape } from '../../../src/protocol/shared/check.ts';
import { endOfDay, startOfDay } from '../../parts/design/days.ts';

export const isMemoryChoice = shape({
  query: isText,
  kinds: listOf(isKind),
  project: orNull(isText),
  agent: orNull(isText),
  minConfidence: orNull(isShare),
  /** Local days, both inclusive. */
  from: orNull(isText),
  to: orNull(isText),
  state: oneOf(memoryStates),
  order: oneOf(catalogueOrders),
  /** Whether the filters behind the button are shown. */
  isUnfolded: isFlag,
});
export type MemoryChoice = Checked<typeof isMemoryChoice>;

export const everything: MemoryChoice = {
  query: '',
  kinds: [],
  project: null,
  agent: null,
  minConfidence: null,
  from: null,
  to: null,
  state: 'live',
  order: 'newest',
  isUnfolded: false,
};

/** Kept state may be partial, or come from another version of this page. */
export function choiceFrom(kept: unknown): MemoryChoice {
  const whole: unknown = typeof kept === 'object' ? { ...everything, ...kept } : everything;
  return isMemoryChoice(whole) ? whole : everything;
}

export function filterOf(choice: MemoryChoice): MemoryFilterCard {
  const { kinds, project, agent, minConfidence, from, to, state } = choice;
  return {
    kinds: kinds.length === 0 ? null : kinds,
    ...{ project, agent, minConfidence, state },
    since: from === null ? null : startOfDay(from),
    until: to === null ? null : endOfDay(to),
  };
}

/** The number of set filters. */
export function filtersIn({ kinds, project, agent, minConfidence, from, to, state }: MemoryChoice): number {
  const set = [kinds.length > 0, project, agent, minConfidence, from, to, state !== 'live'];
  return set.filter((one) => one !== null && one !== false).length;
}
