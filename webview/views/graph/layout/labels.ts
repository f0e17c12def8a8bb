/** Which entities get a label: the most important ones first, none over another one or over an entity. Pure. */
import type { Camera, Point, Size } from './camera.ts';
import type { PlacedNode } from './layout.ts';

/** In units of the plane; `x` and `y` are its middle. */
type Box = Point & Size;
export type Label = Box & { text: string };

const letterWidth = 6.6;
const wideLetterWidth = 12;
/** In characters. The whole name is in the tooltip and beside the drawing. */
export const maxLabel = 32;

export function shortLabel(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= maxLabel) return name;
  if (!name.includes('/')) return `${letters.slice(0, maxLabel - 1).join('')}…`;
  // The end of a path says more than its beginning.
  const end = Array.from(name.slice(name.lastIndexOf('/')));
  return `…${end.slice(1 - maxLabel).join('')}`;
}

/** `first` get one in any case, then all in sight that have room for it, by the number of connections. */
export function labelsFor(
  nodes: readonly PlacedNode[],
  first: readonly PlacedNode[],
  { camera, size }: { camera: Camera; size: Size },
): Label[] {
  const pixel = 1 / camera.scale;
  const sight = { x: camera.x, y: camera.y, width: size.width * pixel, height: size.height * pixel };
  const taken: Box[] = nodes.map(({ x, y, radius }) => ({ x, y, width: radius * 2, height: radius * 2 }));
  const isFree = (box: Box): boolean => areOver(box, sight) && !taken.some((other) => areOver(box, other));
  const ranked = nodes.toSorted((one, other) => other.node.degree - one.node.degree);
  return [...new Set([...first, ...ranked])].flatMap((placed) => {
    const text = shortLabel(placed.node.name);
    const away = placed.radius * 1.15 + 12 * pixel;
    const below = { text, x: placed.x, y: placed.y + away, width: widthOf(text) * pixel, height: 15 * pixel };
    const label =
      [below, { ...below, y: placed.y - away }].find(isFree) ?? (first.includes(placed) ? below : undefined);
    if (label === undefined) return [];
    taken.push(label);
    return [label];
  });
}

function areOver(one: Box, other: Box): boolean {
  const isAside = Math.abs(one.x - other.x) >= (one.width + other.width) / 2;
  return !isAside && Math.abs(one.y - other.y) < (one.height + other.height) / 2;
}

/** About, in pixels. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? wideLetterWidth : letterWidth), 0);
}
