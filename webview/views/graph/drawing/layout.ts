/**
 * Places entities so that connected ones are near each other. The forces are those of d3-force. The steps run in
 * slices, so that a large graph never blocks the page; positions of entities that stay are kept.
 */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { GraphModel, GraphNode } from '../graphModel.ts';

export interface PlacedNode extends SimulationNodeDatum {
  x: number;
  y: number;
  /** In units of the world. */
  radius: number;
  node: GraphNode;
}

export interface PlacedLink extends SimulationLinkDatum<PlacedNode> {
  source: PlacedNode;
  target: PlacedNode;
  together: number;
}

/** The golden angle, which spreads points that are added one after the other. */
const turn = Math.PI * (3 - Math.sqrt(5));
const nodeGap = 6;
/** From this number of entities on, forces are less exact and reach less far. */
const manyNodes = 800;

export class Layout {
  nodes: readonly PlacedNode[] = [];
  links: readonly PlacedLink[] = [];
  readonly byKey = new Map<string, PlacedNode>();
  #simulation: Simulation<PlacedNode, PlacedLink> | undefined;
  /** What is laid out: a graph that is read again without a change does not move. */
  #shown = '';

  get isSettled(): boolean {
    return this.#simulation === undefined || this.#simulation.alpha() < this.#simulation.alphaMin();
  }

  /** Shows another graph. New entities appear beside what they are connected with. */
  show(model: GraphModel): void {
    const before = new Map(this.byKey);
    this.byKey.clear();
    for (const [place, node] of model.nodes.entries()) {
      const known = before.get(node.key);
      const placed = known ?? this.#newNode(node, place, model);
      this.byKey.set(node.key, Object.assign(placed, { node, radius: radiusOf(node) }));
    }
    for (const placed of this.byKey.values()) pin(placed);
    this.nodes = [...this.byKey.values()];
    this.links = model.links.flatMap(({ from, to, together }) => {
      const [source, target] = [this.byKey.get(from), this.byKey.get(to)];
      return source === undefined || target === undefined ? [] : [{ source, target, together }];
    });
    const shown = JSON.stringify([model.nodes.map(({ key }) => key), model.links]);
    if (shown !== this.#shown) this.#simulation = this.#simulationOf([...this.nodes], [...this.links]);
    this.#shown = shown;
  }

  /** Forgets all positions. */
  clear(): void {
    this.byKey.clear();
    this.#shown = '';
  }

  /** Runs steps for about `budgetMs`, at least one; `clock` returns milliseconds. */
  run(budgetMs: number, clock: () => number): void {
    const until = clock() + budgetMs;
    do this.#simulation?.tick();
    while (!this.isSettled && clock() < until);
  }

  /** An entity is dragged: it stays there, and the others follow. */
  drag(placed: PlacedNode, to: { x: number; y: number }): void {
    Object.assign(placed, { ...to, fx: to.x, fy: to.y });
    this.#simulation?.alpha(Math.max(0.2, this.#simulation.alpha()));
  }

  #newNode(node: GraphNode, place: number, { around }: GraphModel): PlacedNode {
    const parent = [...(around.get(node.key)?.keys() ?? [])].map((key) => this.byKey.get(key)).find((one) => one);
    const { x = 0, y = 0 } = parent ?? {};
    const distance = node.isStart ? 0 : 12 * Math.sqrt(place + 4);
    return {
      x: x + distance * Math.cos(place * turn),
      y: y + distance * Math.sin(place * turn),
      radius: radiusOf(node),
      node,
    };
  }

  #simulationOf(nodes: PlacedNode[], links: PlacedLink[]): Simulation<PlacedNode, PlacedLink> {
    const isLarge = nodes.length > manyNodes;
    const repulsion = forceManyBody<PlacedNode>()
      .strength(({ radius }) => -14 * radius)
      .theta(isLarge ? 1.4 : 0.9)
      .distanceMax(isLarge ? 500 : 1_500);
    const springs = forceLink<PlacedNode, PlacedLink>(links)
      .distance(({ source, target }) => 46 + source.radius + target.radius)
      .iterations(1);
    return forceSimulation<PlacedNode, PlacedLink>(nodes)
      .force('links', springs)
      .force('repulsion', repulsion)
      .force('x', forceX<PlacedNode>(0).strength(0.04))
      .force('y', forceY<PlacedNode>(0).strength(0.04))
      .force('collisions', isLarge ? null : forceCollide<PlacedNode>(({ radius }) => radius + nodeGap))
      .alphaDecay(isLarge ? 0.03 : 0.0228)
      .stop();
  }
}

/** The start is in the middle. */
function pin(placed: PlacedNode): void {
  if (placed.node.isStart) Object.assign(placed, { x: 0, y: 0, fx: 0, fy: 0 });
  else if (placed.fx === 0 && placed.fy === 0) Object.assign(placed, { fx: null, fy: null });
}

function radiusOf({ degree, isStart }: GraphNode): number {
  const radius = 5 + 1.6 * Math.sqrt(degree);
  return isStart ? Math.max(13, Math.min(18, radius)) : Math.min(15, radius);
}
