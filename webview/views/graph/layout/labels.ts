/** Which entities get a label: the most important ones first, and none over another. Pure. */
import type { Point, Size } from './camera.ts';

export interface LabelWish extends Point {
  key: string;
  text: string;
  /** In pixels. */
  width: number;
  /** Drawn even over another label. */
  isForced: boolean;
}

const rowHeight = 16;
const columnWidth = 16;
/** In characters. The whole name is in the tooltip and beside the drawing. */
export const maxLabel = 32;

export function shortLabel(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= maxLabel) return name;
  // The end of a path says more than its beginning.
  return name.includes('/')
    ? `…${letters.slice(1 - maxLabel).join('')}`
    : `${letters.slice(0, maxLabel - 1).join('')}…`;
}

/** `wishes` by importance, at most `max`. Labels outside of the canvas are left out. */
export function placedLabels(wishes: Iterable<LabelWish>, { width, height }: Size, max: number): LabelWish[] {
  const taken = new Set<string>();
  const placed: LabelWish[] = [];
  for (const wish of wishes) {
    if (placed.length >= max) break;
    if (wish.x < 0 || wish.y < 0 || wish.x > width || wish.y > height) continue;
    const cells = cellsOf(wish);
    if (!wish.isForced && cells.some((cell) => taken.has(cell))) continue;
    for (const cell of cells) taken.add(cell);
    placed.push(wish);
  }
  return placed;
}

/** The cells of a grid that the label covers. */
function cellsOf({ x, y, width }: LabelWish): string[] {
  const row = Math.round(y / rowHeight);
  const first = Math.floor((x - width / 2) / columnWidth);
  const last = Math.floor((x + width / 2) / columnWidth);
  return Array.from({ length: last - first + 1 }, (_, column) => `${String(row)} ${String(first + column)}`);
}
