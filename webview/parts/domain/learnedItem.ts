/** How a route names what was learned: `learned` for the list, `learned:12` for the fact of this number in it. */

export const learnedListItem = 'learned';

export function learnedItem(factId: number | string): string {
  return `learned:${String(factId)}`;
}

/** `id` is null for the list alone. Undefined for null, and for any other item. */
export function openedLearnedFrom(item: string | null): { id: string | null } | undefined {
  const found = /^learned(?::(?<id>\d+))?$/u.exec(item ?? '');
  return found === null ? undefined : { id: found.groups?.['id'] ?? null };
}
