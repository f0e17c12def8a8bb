/**
 * Arrow keys inside a list that is one tab stop. The element with the list decides which entry is that stop, and learns
 * of a move from the focus event of the entry.
 */

type Direction = 'column' | 'row';

const forward: Record<Direction, string> = { column: 'ArrowDown', row: 'ArrowRight' };
const backward: Record<Direction, string> = { column: 'ArrowUp', row: 'ArrowLeft' };
/** The step of PageUp and PageDown. */
const page = 10;

/** Moves the focus among the elements that match `selector` under the listening element; it stops at either end. */
export function moveAlong(event: KeyboardEvent, selector: string, direction: Direction): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(event.currentTarget instanceof Element) || !(event.target instanceof Element)) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const here = entries.findIndex((entry) => entry.contains(event.target as Element));
  if (here === -1) return;
  const places: Record<string, number> = {
    [forward[direction]]: here + 1,
    [backward[direction]]: here - 1,
    Home: 0,
    End: entries.length - 1,
    PageDown: here + page,
    PageUp: here - page,
  };
  const place = Object.hasOwn(places, event.key) ? places[event.key] : undefined;
  if (place === undefined) return;
  event.preventDefault();
  entries[Math.min(Math.max(place, 0), entries.length - 1)]?.focus();
}

/** Keys move from card to card, and Enter goes to the first answer of a card. */
export function moveAmongCards(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key === 'Enter' && target instanceof HTMLElement && target.matches('.card')) {
    event.preventDefault();
    target.querySelector<HTMLElement>('.answers button')?.focus();
    return;
  }
  moveAlong(event, '.card', 'column');
}
