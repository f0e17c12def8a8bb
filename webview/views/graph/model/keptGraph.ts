/** What the graph view restores: the list and its filters, and the entities that the drawing shows. */
import { isEntityKind, type EntityFilterCard } from '../../../../src/protocol/graph/graph.ts';
import type { Checked } from '../../../../src/protocol/shared/check.ts';
import { isText, isWhole, listOf, oneOf, orNull, shape } from '../../../../src/protocol/shared/check.ts';

/** As many entities are expanded at once as the host reads. */
const maxExpanded = 50;
/** Neighbors of each entity at first, and when the user asks for more. */
export const neighbourSteps = [30, 100, 200] as const;

const isKeptGraph = shape({
  /** In the search field. */
  part: isText,
  kinds: listOf(isEntityKind),
  project: orNull(isText),
  shownAs: oneOf(['drawing', 'list']),
  /** The entity that the graph starts at, with its name; null before the first one. */
  start: orNull(shape({ key: isText, name: isText })),
  /** Keys. */
  expanded: listOf(isText),
  hidden: listOf(isText),
  selected: orNull(isText),
  /** Neighbors of each expanded entity. */
  neighbours: isWhole,
});
export type KeptGraph = Checked<typeof isKeptGraph>;

const nothingOpened: KeptGraph = {
  ...{ part: '', kinds: [], project: null, shownAs: 'drawing', start: null },
  ...{ expanded: [], hidden: [], selected: null, neighbours: neighbourSteps[0] },
};

/** Kept state may come from another version of this page. */
export function graphFrom(kept: unknown): KeptGraph {
  return isKeptGraph(kept) ? kept : nothingOpened;
}

export function filterOf({ kinds, project }: KeptGraph): EntityFilterCard {
  return { kinds: kinds.length === 0 ? null : kinds, project };
}

/** A graph that shows one entity and its neighbors; the same one stays as it is. */
export function started(kept: KeptGraph, start: { key: string; name: string }): KeptGraph {
  if (kept.start?.key === start.key) return { ...kept, start };
  const { key } = start;
  return { ...kept, start, expanded: [key], hidden: [], selected: key, neighbours: neighbourSteps[0] };
}

/** Only the start, as it was opened. */
export function reset(kept: KeptGraph): KeptGraph {
  return kept.start === null ? kept : started({ ...kept, start: null }, kept.start);
}

/** Shows the neighbors of an entity too, or hides them again. The neighbors of the start always stay. */
export function toggled(kept: KeptGraph, key: string): KeptGraph {
  if (key === kept.start?.key) return kept;
  if (kept.expanded.includes(key)) return { ...kept, expanded: kept.expanded.filter((one) => one !== key) };
  const [start = key, ...others] = kept.expanded;
  return { ...kept, expanded: [start, ...others.slice(-(maxExpanded - 2)), key] };
}

/** Takes an entity out of the drawing; the start stays. */
export function hidden(kept: KeptGraph, key: string): KeptGraph {
  if (key === kept.start?.key) return kept;
  return {
    ...kept,
    hidden: [...kept.hidden, key],
    expanded: kept.expanded.filter((one) => one !== key),
    selected: kept.selected === key ? (kept.start?.key ?? null) : kept.selected,
  };
}
