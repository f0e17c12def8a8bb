/**
 * Places entities so that connected ones are near each other, by the forces of d3-force. A step is cut into slices, so
 * that a large graph never blocks the page; positions of entities that stay are kept.
 */
import {
  forceCollide,
  forceLink,
  forceX,
  forceY,
  type Force,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { GraphLink, GraphModel, GraphNode } from '../model/graphModel.ts';
import { repel, type Repulsion } from './repulsion.ts';

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
const nodeGap = 12;
/** From this number of entities on, forces are less exact and reach less far. */
const manyNodes = 800;
/** The share of its speed that an entity loses in a step. */
const friction = 0.4;
const minAlpha = 0.002;
const maxOrdered = 0.3;

interface Forces {
  list: readonly Force<PlacedNode, PlacedLink>[];
  repulsion: Repulsion;
  /** The share of its heat that the layout loses in a step. */
  cooling: number;
}

export class Layout {
  nodes: readonly PlacedNode[] = [];
  links: readonly PlacedLink[] = [];
  readonly byKey = new Map<string, PlacedNode>();
  /** Undefined until the first step of a graph. */
  #forces: Forces | undefined;
  /** How much entities still move: from 1 to 0. */
  #alpha = 0;
  /** The rest of the current step. */
  #step: Generator<undefined> | undefined;
  /** What is laid out: a graph that is read again without a change does not move. */
  #model: GraphModel | undefined;

  get isSettled(): boolean {
    return this.#alpha < minAlpha;
  }

  /** Whether a large graph still moves too fast for its links to say anything. */
  get isUnordered(): boolean {
    return this.nodes.length > manyNodes && this.#alpha > maxOrdered;
  }

  /** Shows another graph. New entities appear beside what they are connected with. */
  show(model: GraphModel): void {
    const before = new Map(this.byKey);
    this.byKey.clear();
    for (const [index, node] of model.nodes.entries()) {
      const placed = before.get(node.key) ?? this.#newNode(node, index, model);
      this.byKey.set(node.key, Object.assign(placed, { node, index, radius: radiusOf(node) }));
    }
    for (const placed of this.byKey.values()) pin(placed);
    this.nodes = [...this.byKey.values()];
    this.links = model.links.flatMap(({ from, to, together }) => {
      const [source, target] = [this.byKey.get(from), this.byKey.get(to)];
      return source === undefined || target === undefined ? [] : [{ source, target, together }];
    });
    if (this.#model === undefined || !isSameGraph(this.#model, model)) this.#alpha = 1;
    this.#model = model;
    this.#forces = undefined;
    this.#step = undefined;
  }

  /** Forgets all positions. */
  clear(): void {
    this.byKey.clear();
    this.#model = undefined;
  }

  /** Runs slices for about `budgetMs`, at least one; `clock` returns milliseconds. */
  run(budgetMs: number, clock: () => number): void {
    const until = clock() + budgetMs;
    do {
      this.#step ??= this.#nextStep();
      if (this.#step.next().done === true) this.#step = undefined;
    } while (!this.isSettled && clock() < until);
  }

  /** An entity is dragged: it stays there, and the others follow. */
  drag(placed: PlacedNode, to: { x: number; y: number }): void {
    Object.assign(placed, { ...to, fx: to.x, fy: to.y });
    this.#alpha = Math.max(this.nodes.length > manyNodes ? 0.03 : 0.2, this.#alpha);
  }

  /** Positions change only at its end, so that a picture between two slices is of one moment. */
  *#nextStep(): Generator<undefined> {
    const { list, repulsion, cooling } = (this.#forces ??= forcesFor([...this.nodes], [...this.links]));
    yield;
    const alpha = this.#alpha * (1 - cooling);
    for (const force of list) {
      force(alpha);
      yield;
    }
    yield* repel(this.nodes, repulsion, alpha);
    for (const placed of this.nodes) move(placed);
    this.#alpha = Math.min(alpha, this.#alpha);
  }

  #newNode(node: GraphNode, place: number, { around }: GraphModel): PlacedNode {
    const parent = [...(around.get(node.key)?.keys() ?? [])].map((key) => this.byKey.get(key)).find((one) => one);
    const { x = 0, y = 0 } = parent ?? {};
    const distance = node.isStart ? 0 : 12 * Math.sqrt(place + 4);
    return {
      x: x + distance * Math.cos(place * turn),
      y: y + distance * Math.sin(place * turn),
      ...{ vx: 0, vy: 0 },
      radius: radiusOf(node),
      node,
    };
  }
}

function forcesFor(nodes: PlacedNode[], links: PlacedLink[]): Forces {
  const isLarge = nodes.length > manyNodes;
  const springs = forceLink<PlacedNode, PlacedLink>(links)
    .distance(({ source, target }) => 64 + source.radius + target.radius)
    .iterations(1);
  const collisions = forceCollide<PlacedNode>(({ radius }) => radius + nodeGap);
  const list: Force<PlacedNode, PlacedLink>[] = [
    springs,
    forceX<PlacedNode>(0).strength(0.04),
    forceY<PlacedNode>(0).strength(0.04),
    ...(isLarge ? [] : [collisions]),
  ];
  for (const force of list) force.initialize?.(nodes, halves);
  return {
    list,
    repulsion: { strength: 26, maxDistance: isLarge ? 500 : 1_500, theta: isLarge ? 1.4 : 0.9 },
    cooling: isLarge ? 0.03 : 0.0228,
  };
}

function isSameGraph(one: GraphModel, other: GraphModel): boolean {
  if (one.nodes.length !== other.nodes.length || one.links.length !== other.links.length) return false;
  const isSameLink = ({ from, to }: GraphLink, link: GraphLink | undefined): boolean =>
    link?.from === from && link.to === to;
  return (
    one.nodes.every(({ key }, place) => other.nodes[place]?.key === key) &&
    one.links.every((link, place) => isSameLink(link, other.links[place]))
  );
}

/** Entities at one place are pushed apart in a fixed direction, so that a graph always looks the same. */
const halves = (): number => 0.5;

function move(placed: PlacedNode): void {
  const { fx, fy, vx = 0, vy = 0 } = placed;
  placed.vx = typeof fx === 'number' ? 0 : vx * (1 - friction);
  placed.vy = typeof fy === 'number' ? 0 : vy * (1 - friction);
  placed.x = fx ?? placed.x + placed.vx;
  placed.y = fy ?? placed.y + placed.vy;
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
