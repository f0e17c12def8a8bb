/**
 * Entities push each other away. Like the force of d3-force, it takes a group of distant entities as one, by a quadtree
 * (Barnes and Hut). Unlike that one, it can pause, because thousands of entities take longer than the page may be busy.
 */
import { quadtree, type Quadtree, type QuadtreeInternalNode, type QuadtreeLeaf } from 'd3-quadtree';
import type { PlacedNode } from './layout.ts';

export interface Repulsion {
  /** Speed for each unit of a radius; about as far as it reaches, it is as strong as a link. */
  strength: number;
  maxDistance: number;
  /** The share of its distance that a group may be wide; larger is faster and less exact. */
  theta: number;
}

/** Entities between two pauses. */
const slice = 150;

/** What a part of the plane weighs, and where its center is. */
interface Weight {
  value: number;
  x: number;
  y: number;
}
type Part = QuadtreeInternalNode<PlacedNode> | QuadtreeLeaf<PlacedNode>;

/** Changes the speeds of the nodes, and pauses after each slice of them. */
export function* repel(nodes: readonly PlacedNode[], force: Repulsion, alpha: number): Generator<undefined> {
  const tree = quadtree<PlacedNode>(
    [...nodes],
    ({ x }) => x,
    ({ y }) => y,
  );
  yield;
  const weights = weightsOf(tree);
  yield;
  for (const [place, node] of nodes.entries()) {
    push(node, tree, { weights, force, alpha });
    if (place % slice === slice - 1) yield;
  }
}

function weightsOf(tree: Quadtree<PlacedNode>): Map<Part, Weight> {
  const weights = new Map<Part, Weight>();
  tree.visitAfter((part) => {
    const members = isLeaf(part) ? leavesOf(part).map(weightOf) : partsOf(part).map((one) => weights.get(one));
    weights.set(part, sumOf(members.filter((one) => one !== undefined)));
  });
  return weights;
}

function sumOf(members: readonly Weight[]): Weight {
  let [value, x, y] = [0, 0, 0];
  for (const member of members) {
    value += member.value;
    x += member.value * member.x;
    y += member.value * member.y;
  }
  return value === 0 ? { value, x: 0, y: 0 } : { value, x: x / value, y: y / value };
}

interface Field {
  weights: ReadonlyMap<Part, Weight>;
  force: Repulsion;
  alpha: number;
}

function push(node: PlacedNode, tree: Quadtree<PlacedNode>, { weights, force, alpha }: Field): void {
  const { strength, maxDistance, theta } = force;
  const add = ({ x, y, value }: Weight): void => {
    const [dx, dy] = [node.x - x, node.y - y];
    const square = Math.max(dx * dx + dy * dy, 1);
    if (square > maxDistance * maxDistance) return;
    const speed = (strength * value * alpha) / square;
    node.vx = (node.vx ?? 0) + dx * speed;
    node.vy = (node.vy ?? 0) + dy * speed;
  };
  tree.visit((part, left, _top, right) => {
    const weight = weights.get(part);
    if (weight === undefined || weight.value === 0) return true;
    const square = (node.x - weight.x) ** 2 + (node.y - weight.y) ** 2;
    if ((right - left) ** 2 < theta * theta * square) {
      add(weight);
      return true;
    }
    if (square >= (maxDistance + right - left) ** 2) return true;
    if (!isLeaf(part)) return false;
    for (const other of leavesOf(part)) if (other !== node) add(weightOf(other));
    return true;
  });
}

function weightOf({ x, y, radius }: PlacedNode): Weight {
  return { x, y, value: radius };
}

function isLeaf(part: Part): part is QuadtreeLeaf<PlacedNode> {
  return !part.length;
}

/** Entities at the same place share a leaf. */
function leavesOf(part: QuadtreeLeaf<PlacedNode>): PlacedNode[] {
  const found: PlacedNode[] = [];
  for (let leaf: QuadtreeLeaf<PlacedNode> | undefined = part; leaf !== undefined; leaf = leaf.next)
    found.push(leaf.data);
  return found;
}

function partsOf(part: QuadtreeInternalNode<PlacedNode>): Part[] {
  return [part[0], part[1], part[2], part[3]].filter((one) => one !== undefined);
}
