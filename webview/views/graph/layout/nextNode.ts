/** Where an arrow key moves in the drawing. Pure. */
import type { Point } from './camera.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * The nearest point in a direction, where what lies aside counts twice as far; undefined if there is none. Every point
 * within 45 degrees comes before the others, so that the arrow that points back leads back.
 */
export function nextNode<Node extends Point>(
  from: Node,
  nodes: Iterable<Node>,
  direction: Direction,
): Node | undefined {
  let best: { node: Node; distance: number; isAhead: boolean } | undefined;
  for (const node of nodes) {
    const { along, aside } = distanceTo(from, node, direction);
    if (along <= 0) continue;
    const isAhead = aside <= along;
    const distance = Math.hypot(along, aside * 2);
    if (best === undefined || (isAhead && !best.isAhead) || (isAhead === best.isAhead && distance < best.distance))
      best = { node, distance, isAhead };
  }
  return best?.node;
}

function distanceTo(from: Point, to: Point, direction: Direction): { along: number; aside: number } {
  const [x, y] = [to.x - from.x, to.y - from.y];
  switch (direction) {
    case 'left':
      return { along: -x, aside: Math.abs(y) };
    case 'right':
      return { along: x, aside: Math.abs(y) };
    case 'up':
      return { along: -y, aside: Math.abs(x) };
    case 'down':
      return { along: y, aside: Math.abs(x) };
  }
}
