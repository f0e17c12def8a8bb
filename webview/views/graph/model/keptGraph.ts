/** What the map restores: the list as it was searched and folded, and the entities that the drawing shows. */
import type { Checked } from '../../../../src/protocol/shared/check.ts';
import { isFlag, isText, isWhole, listOf, orNull, shape } from '../../../../src/protocol/shared/check.ts';

/** As many entities are expanded at once as the host reads. */
const maxExpanded = 50;
/** Rows that are folded or unfolded by hand, of which the oldest are given up. */
const maxFolds = 300;
/** Neighbors of each entity at first, and when the user asks for more. */
export const neighbourSteps = [30, 100] as const;

const isKeptGraph = shape({
  /** In the search field. */
  part: isText,
  project: orNull(isText),
  /** Ids of rows that the reader folded, and unfolded. */
  folded: listOf(isText),
  unfolded: listOf(isText),
  isDrawn: isFlag,
  /** The key of the entity that the drawing starts at; null before the first one. */
  start: orNull(isText),
  /** Keys. */
  expanded: listOf(isText),
  hidden: listOf(isText),
  selected: orNull(isText),
  /** Neighbors of each expanded entity. */
  neighbours: isWhole,
});
export type KeptGraph = Checked<typeof isKeptGraph>;

const nothingOpened: KeptGraph = {
  ...{ part: '', project: null, folded: [], unfolded: [], isDrawn: false, start: null },
  ...{ expanded: [], hidden: [], selected: null, neighbours: neighbourSteps[0] },
};

/** Kept state may come from another version of this page. */
export function graphFrom(kept: unknown): KeptGraph {
  return isKeptGraph(kept) ? kept : nothingOpened;
}

/** Folds or unfolds a row of the list. */
export function withFold(kept: KeptGraph, id: string, isOpen: boolean): KeptGraph {
  const without = (ids: readonly string[]): string[] => ids.filter((one) => one !== id).slice(-maxFolds);
  const [folded, unfolded] = [without(kept.folded), without(kept.unfolded)];
  return isOpen ? { ...kept, folded, unfolded: [...unfolded, id] } : { ...kept, folded: [...folded, id], unfolded };
}

/** A graph that shows one entity and its neighbors. The same one keeps what is expanded, and selects the start. */
export function started(kept: KeptGraph, start: string): KeptGraph {
  if (kept.start === start) return { ...kept, selected: start };
  return { ...kept, start, expanded: [start], hidden: [], selected: start, neighbours: neighbourSteps[0] };
}

/** Only the start, as it was opened. */
export function reset(kept: KeptGraph): KeptGraph {
  return kept.start === null ? kept : started({ ...kept, start: null }, kept.start);
}

/** Shows the neighbors of an entity too, or hides them again. The neighbors of the start always stay. */
export function toggled(kept: KeptGraph, key: string): KeptGraph {
  if (key === kept.start) return kept;
  if (kept.expanded.includes(key)) return { ...kept, expanded: kept.expanded.filter((one) => one !== key) };
  const [start = key, ...others] = kept.expanded;
  return { ...kept, expanded: [start, ...others.slice(-(maxExpanded - 2)), key] };
}

/** Takes an entity out of the drawing; the start stays. */
export function hidden(kept: KeptGraph, key: string): KeptGraph {
  if (key === kept.start) return kept;
  return {
    ...kept,
    hidden: [...kept.hidden, key],
    expanded: kept.expanded.filter((one) => one !== key),
    selected: kept.selected === key ? kept.start : kept.selected,
  };
}
