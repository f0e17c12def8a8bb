/** Which rows of a list are selected, by their keys. A range goes from the last one that was selected alone. */

export interface Selection {
  selected: ReadonlySet<string>;
  anchor: string | undefined;
}

export const nothingSelected: Selection = { selected: new Set(), anchor: undefined };

export function toggled({ selected }: Selection, key: string): Selection {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return { selected: next, anchor: key };
}

/** `keys` are those of the list, in order. Without an anchor in it, only `key` is selected. */
export function extendedTo({ selected, anchor }: Selection, key: string, keys: readonly string[]): Selection {
  const to = keys.indexOf(key);
  const from = anchor === undefined ? -1 : keys.indexOf(anchor);
  if (from === -1) return { selected: new Set([...selected, key]), anchor: key };
  const range = keys.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { selected: new Set(range), anchor };
}
