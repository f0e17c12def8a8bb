/** The filter of the memories view: the user's choice, its kept state, and the filter sent to the host. */
import { catalogueOrders, factTypes, memoryKinds, memoryStates } from '../../../src/memory/shared/vocabulary.ts';
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
  factType: orNull(oneOf(factTypes)),
  tag: orNull(isText),
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
  factType: null,
  tag: null,
  order: 'newest',
  isUnfolded: false,
};

/** Kept state may be partial, or come from another version of this page. */
export function choiceFrom(kept: unknown): MemoryChoice {
  const whole: unknown = typeof kept === 'object' ? { ...everything, ...kept } : everything;
  return isMemoryChoice(whole) ? whole : everything;
}

export function filterOf(choice: MemoryChoice): MemoryFilterCard {
  const { kinds, project, agent, minConfidence, from, to, state, factType, tag } = choice;
  return {
    kinds: kinds.length === 0 ? null : kinds,
    ...{ project, agent, minConfidence, state, factType, tag },
    since: from === null ? null : startOfDay(from),
    until: to === null ? null : endOfDay(to),
  };
}

/** Found by a search, or with a choice of kinds; sessions have a place of their own. */
const searchedKinds: readonly string[] = ['message', 'chunk', 'session'];

/** What is listed without a search. */
export function listedOf(choice: MemoryChoice): MemoryFilterCard {
  const { kinds, ...filter } = filterOf(choice);
  return { ...filter, kinds: kinds ?? memoryKinds.filter((kind) => !searchedKinds.includes(kind)) };
}

/** The number of set filters. */
export function filtersIn(choice: MemoryChoice): number {
  const { kinds, project, agent, minConfidence, from, to, state, factType, tag } = choice;
  const set = [kinds.length > 0, project, agent, minConfidence, from, to, state !== 'live', factType, tag];
  return set.filter((one) => one !== null && one !== false).length;
}
