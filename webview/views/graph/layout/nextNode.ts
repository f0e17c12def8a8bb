/** Where an arrow key moves in the drawing. Pure. */
import type { Point } from './camera.ts';

/**
 * The nearest point in a direction, where what lies aside counts twice as far; undefined if there is none. Every point
 * within 45 degrees comes before the others, so that the arrow that points back leads back. `direction` has length 1.
 */
export function nextNode<Node extends Point>(from: Node, nodes: readonly Node[], direction: Point): Node | undefined {
  const ranked = nodes.flatMap((node) => {
    const [x, y] = [node.x - from.x, node.y - from.y];
    const along = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y - y * direction.x);
    return along > 0 ? [{ node, isAside: aside > along, distance: Math.hypot(along, aside * 2) }] : [];
  });
  ranked.sort((one, other) => Number(one.isAside) - Number(other.isAside) || one.distance - other.distance);
  return ranked[0]?.node;
}
