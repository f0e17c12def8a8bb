/** The entities and connections that the drawing and the list show, from the answer of the host. */
import type { EntityKindCard, GraphCard } from '../../../../src/protocol/graph/graph.ts';

export interface GraphNode {
  key: string;
  name: string;
  kind: EntityKindCard;
  /** Connections that are shown. */
  degree: number;
  isStart: boolean;
  /** Whether its own neighbors are shown. */
  isExpanded: boolean;
  /** Whether it has more neighbors than were read. */
  hasMore: boolean;
}

interface GraphLink {
  /** Keys. */
  from: string;
  to: string;
  /** Memories that mention both. */
  together: number;
}

/** More of them make no picture. */
export const maxNodes = 300;

export interface GraphModel {
  /** The start first, then its neighbors, then theirs. */
  nodes: readonly GraphNode[];
  links: readonly GraphLink[];
  byKey: ReadonlyMap<string, GraphNode>;
  /** Keys of the neighbors of each entity with the number of common memories, in no particular order. */
  around: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Whether entities were left out, because there were more than `maxNodes`. */
  isCut: boolean;
}

type Expanded = GraphCard['expanded'][number];

/** Without the hidden ones, and without what is connected with the start only through these. */
export function graphModel({ expanded }: Pick<GraphCard, 'expanded'>, hidden: readonly string[]): GraphModel {
  const byKey = new Map(expanded.map((one) => [one.key, one]));
  const isHidden = new Set(hidden);
  const nodes = new Map<string, GraphNode>();
  const around = new Map<string, Map<string, number>>();
  const open = expanded.slice(0, 1);
  let isCut = false;
  for (const one of open) addNode(nodes, one, byKey);
  // The list grows while it is read.
  for (const one of open) {
    for (const neighbour of one.neighbours) {
      if (isHidden.has(neighbour.key)) continue;
      const isLeftOut = !nodes.has(neighbour.key) && nodes.size >= maxNodes;
      isCut ||= isLeftOut;
      if (isLeftOut) continue;
      connect(around, one.key, neighbour.key, neighbour.together);
      if (nodes.has(neighbour.key)) continue;
      addNode(nodes, neighbour, byKey);
      const next = byKey.get(neighbour.key);
      if (next !== undefined) open.push(next);
    }
  }
  for (const node of nodes.values()) node.degree = around.get(node.key)?.size ?? 0;
  return { nodes: [...nodes.values()], links: linksOf(around), byKey: nodes, around, isCut };
}

function addNode(
  nodes: Map<string, GraphNode>,
  { key, name, kind }: Pick<GraphNode, 'key' | 'name' | 'kind'>,
  expanded: ReadonlyMap<string, Expanded>,
): void {
  const own = expanded.get(key);
  const isStart = nodes.size === 0;
  nodes.set(key, {
    ...{ key, name, kind, degree: 0, isStart },
    ...{ isExpanded: own !== undefined, hasMore: own?.hasMore ?? false },
  });
}

function connect(around: Map<string, Map<string, number>>, one: string, other: string, together: number): void {
  connectOneWay(around, one, other, together);
  connectOneWay(around, other, one, together);
}

function connectOneWay(around: Map<string, Map<string, number>>, from: string, to: string, together: number): void {
  const known = around.get(from) ?? new Map<string, number>();
  known.set(to, Math.max(known.get(to) ?? 0, together));
  around.set(from, known);
}

function linksOf(around: ReadonlyMap<string, ReadonlyMap<string, number>>): GraphLink[] {
  const links: GraphLink[] = [];
  for (const [from, others] of around) {
    for (const [to, together] of others) if (from < to) links.push({ from, to, together });
  }
  return links;
}
