/** The rows of the list of a graph: the start, its neighbors, and theirs below them. Pure. */
import type { GraphModel, GraphNode } from './graphModel.ts';

export interface TreeRow {
  /** Unique in the list: an entity appears below each expanded one that it is connected with. */
  id: string;
  node: GraphNode;
  /** 1 for the start. */
  level: number;
  /** 1 for the first of its siblings. */
  place: number;
  siblings: number;
  /** Memories that mention it together with the entity above; 0 for the start. */
  together: number;
  /** Whether the rows below it belong to it; undefined where it cannot be opened, because it is open elsewhere. */
  isOpen: boolean | undefined;
  /** The index of the row of the entity above. */
  parent: number | undefined;
}

/** An expanded entity is open where it is nearest to the start, so that every connection appears, and no row twice. */
export function treeRows(model: GraphModel): TreeRow[] {
  const [start] = model.nodes;
  if (start === undefined) return [];
  const childrenOf = childrenInTree(model, start);
  const rows: TreeRow[] = [];
  const add = (row: Omit<TreeRow, 'isOpen' | 'id'>, above: string | undefined): void => {
    const { node, level } = row;
    const children = childrenOf.get(node.key);
    const isHome = children !== undefined && children.above === above;
    const index = rows.length;
    rows.push({ ...row, id: `${above ?? ''} ${node.key}`, isOpen: openness(node, isHome) });
    if (!isHome) return;
    for (const [place, [key, together]] of children.links.entries()) {
      const child = model.byKey.get(key);
      if (child === undefined) continue;
      const siblings = children.links.length;
      add({ node: child, level: level + 1, place: place + 1, siblings, together, parent: index }, node.key);
    }
  };
  add({ node: start, level: 1, place: 1, siblings: 1, together: 0, parent: undefined }, undefined);
  return rows;
}

interface Children {
  /** The key of the entity below which they are shown. */
  above: string | undefined;
  links: [key: string, together: number][];
}

/** The neighbors of each expanded entity but for the one above it, with most common memories first. */
function childrenInTree({ byKey, around }: GraphModel, start: GraphNode): Map<string, Children> {
  const found = new Map<string, Children>();
  const open: [key: string, above: string | undefined][] = [[start.key, undefined]];
  // The list grows while it is read.
  for (const [key, above] of open) {
    if (found.has(key) || byKey.get(key)?.isExpanded !== true) continue;
    const links = [...(around.get(key) ?? [])].filter(([other]) => other !== above).sort(([, a], [, b]) => b - a);
    found.set(key, { above, links });
    for (const [other] of links) open.push([other, key]);
  }
  return found;
}

function openness({ isExpanded }: GraphNode, isHome: boolean): boolean | undefined {
  if (isHome) return true;
  return isExpanded ? undefined : false;
}
