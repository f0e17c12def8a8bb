/** Places entities so that connected ones are near each other, by the forces of d3-force. Pure, and always the same. */
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';
import type { GraphModel, GraphNode } from '../model/graphModel.ts';
import type { Point } from './camera.ts';

/** In units of the plane. */
export interface PlacedNode extends Point {
  radius: number;
  node: GraphNode;
}

export interface PlacedLink {
  source: PlacedNode;
  target: PlacedNode;
  together: number;
}

export interface Layout {
  nodes: readonly PlacedNode[];
  links: readonly PlacedLink[];
}

/** After so many, entities hardly move. */
const steps = 300;

/**
 * Pauses after each step, and returns the end. New entities begin where one is that they are connected with; if all
 * of them were placed `before`, they stay.
 */
export function* layOut(model: GraphModel, before: ReadonlyMap<string, Point>): Generator<undefined, Layout> {
  const byKey = new Map<string, PlacedNode>();
  for (const node of model.nodes) {
    const near = [...(model.around.get(node.key)?.keys() ?? [])].find((key) => byKey.has(key));
    const { x, y } = before.get(node.key) ?? byKey.get(near ?? '') ?? { x: 0, y: 0 };
    const radius = Math.min(15, 5 + 1.6 * Math.sqrt(node.degree)) + (node.isStart ? 4 : 0);
    byKey.set(node.key, { x, y, radius, node, ...(node.isStart && { fx: 0, fy: 0 }) });
  }
  const nodes = [...byKey.values()];
  const links = model.links.flatMap(({ from, to, together }) => {
    const [source, target] = [byKey.get(from), byKey.get(to)];
    return source === undefined || target === undefined ? [] : [{ source, target, together }];
  });
  if (model.nodes.every(({ key }) => before.has(key))) return { nodes, links };
  const springs = forceLink<PlacedNode, PlacedLink>(links);
  springs.distance(({ source, target }) => 90 + source.radius + target.radius);
  const repulsion = forceManyBody<PlacedNode>().strength(({ radius }) => -50 * radius);
  const collisions = forceCollide<PlacedNode>(({ radius }) => radius + 12);
  const [toMiddle, toCenter] = [forceX(0).strength(0.04), forceY(0).strength(0.04)];
  const simulation = forceSimulation(nodes).force('springs', springs).force('repulsion', repulsion).stop();
  simulation.force('collisions', collisions).force('x', toMiddle).force('y', toCenter);
  for (let step = 0; step < steps; step += 1) {
    simulation.tick();
    yield;
  }
  return { nodes, links };
}
