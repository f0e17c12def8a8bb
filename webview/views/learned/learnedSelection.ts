/** Which items of a list are selected. A range goes from the last one that was selected alone. */

export interface Selection {
  selected: ReadonlySet<number>;
  anchor: number | undefined;
}

export const nothingSelected: Selection = { selected: new Set(), anchor: undefined };

export function toggled({ selected }: Selection, id: number): Selection {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return { selected: next, anchor: id };
}

/** `ids` are those of the list, in order. Without an anchor in it, only `id` is selected. */
export function extendedTo({ selected, anchor }: Selection, id: number, ids: readonly number[]): Selection {
  const to = ids.indexOf(id);
  const from = anchor === undefined ? -1 : ids.indexOf(anchor);
  if (from === -1) return { selected: new Set([...selected, id]), anchor: id };
  const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { selected: new Set(range), anchor };
}

/** Without those that left the list. */
export function within({ selected, anchor }: Selection, ids: readonly number[]): Selection {
  return { selected: new Set(ids.filter((id) => selected.has(id))), anchor };
}

/** In order, the items of each day: `[day, items]`, with the local day, or null for an unknown one. */
export function byDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  dayOf: (iso: string) => string | null,
): [day: string | null, items: Item[]][] {
  const days: [string | null, Item[]][] = [];
  for (const item of items) {
    const day = dayOf(item.createdAt);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(item);
    else days.push([day, [item]]);
  }
  return days;
}
