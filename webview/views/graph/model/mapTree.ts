/** The list of the map: entities by kind, files by folder, what is used most first. Pure. */
import type { EntitiesCard, EntityKindCard, EntityRow } from '../../../../src/protocol/graph/graph.ts';

export interface MapNode {
  /** Unique in the list, and the same as long as its name and place are. */
  id: string;
  /** Of a file or folder: its path below the row above it. Empty for a kind, which the reader's language names. */
  name: string;
  kind: EntityKindCard;
  /** Undefined for a kind and for a folder. */
  entity: EntityRow | undefined;
  /** Memories that mention the entity; of a kind or a folder, its entities. */
  count: number;
  children: readonly MapNode[];
  /** Whether it is unfolded until the reader folds it. */
  isOpenAtFirst: boolean;
}

export interface MapRow {
  node: MapNode;
  /** 1 for a kind. */
  level: number;
  /** 1 for the first of its siblings. */
  place: number;
  siblings: number;
  /** Undefined for an entity. */
  isOpen: boolean | undefined;
  /** The index of the row above it in the tree. */
  parent: number | undefined;
}

/** What people look for first; symbols are the most, and say least by themselves. */
const kindOrder: readonly EntityKindCard[] = [
  'file',
  'service',
  'person',
  'package',
  'project',
  'concept',
  'issue',
  'error',
  'symbol',
];
/** A kind with more entities starts folded. */
const maxOpen = 20;

/** Kinds without entities are left out. */
export function mapTree({ entities, counts }: Pick<EntitiesCard, 'entities' | 'counts'>): MapNode[] {
  return kindOrder.flatMap((kind) => {
    const ofKind = entities.filter((entity) => entity.kind === kind);
    if (ofKind.length === 0) return [];
    const count = counts.find((one) => one.kind === kind)?.count ?? ofKind.length;
    const children = kind === 'file' ? foldersOf(ofKind) : ofKind.map((entity) => entityNode(entity, entity.name));
    const isOpenAtFirst = kind === 'file' || ofKind.length <= maxOpen;
    return [{ id: `kind ${kind}`, name: '', kind, entity: undefined, count, children, isOpenAtFirst }];
  });
}

/** From the top, also inside folded rows. */
export function firstEntity(nodes: readonly MapNode[]): EntityRow | undefined {
  for (const { entity, children } of nodes) {
    const first = entity ?? firstEntity(children);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Those in sight. `isOpen` is asked about kinds and folders only. */
export function mapRows(nodes: readonly MapNode[], isOpen: (node: MapNode) => boolean): MapRow[] {
  const rows: MapRow[] = [];
  const add = (siblings: readonly MapNode[], level: number, parent: number | undefined): void => {
    for (const [at, node] of siblings.entries()) {
      const isUnfolded = node.entity === undefined ? isOpen(node) : undefined;
      const index = rows.push({
        ...{ node, level, place: at + 1, siblings: siblings.length },
        ...{ isOpen: isUnfolded, parent },
      });
      if (isUnfolded === true) add(node.children, level + 1, index - 1);
    }
  };
  add(nodes, 1, undefined);
  return rows;
}

/** The kind and the folders that an entity is in, the outermost first; empty if it is not listed. */
export function nodesAbove(nodes: readonly MapNode[], key: string): MapNode[] {
  for (const node of nodes) {
    if (node.children.some(({ entity }) => entity?.key === key)) return [node];
    const below = nodesAbove(node.children, key);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

interface Folder {
  folders: Map<string, Folder>;
  files: { name: string; entity: EntityRow }[];
}

function foldersOf(files: readonly EntityRow[]): MapNode[] {
  const root: Folder = { folders: new Map(), files: [] };
  for (const entity of files) {
    const parts = entity.name.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      const next = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push({ name: parts.at(-1) ?? '', entity });
  }
  return inOrderOfUse(root, '', useOf(root));
}

/** A folder with more than half of the use of all files is where the work is, so that it starts unfolded. */
function inOrderOfUse({ folders, files }: Folder, path: string, allUse: number): MapNode[] {
  const below = [...folders].map(([name, folder]) => {
    const use = useOf(folder);
    const only = onlyChildOf(name, folder);
    if ('entity' in only) return { use, node: entityNode(only.entity, only.name) };
    const children = inOrderOfUse(only.folder, `${path}${only.name}/`, allUse);
    const node: MapNode = {
      ...{
        id: `folder ${path}${only.name}`,
        name: only.name === '' ? '/' : only.name,
        kind: 'file',
        entity: undefined,
      },
      ...{ count: filesIn(only.folder), children, isOpenAtFirst: use * 2 > allUse },
    };
    return { use, node };
  });
  const own = files.map(({ name, entity }) => ({ use: entity.memories, node: entityNode(entity, name) }));
  return [...below, ...own].sort((one, other) => other.use - one.use).map(({ node }) => node);
}

/** A folder with one child shares the row of that child. */
function onlyChildOf(
  name: string,
  folder: Folder,
): { name: string; folder: Folder } | { name: string; entity: EntityRow } {
  const [inner, ...others] = folder.folders;
  const [file, ...otherFiles] = folder.files;
  if (inner !== undefined && others.length === 0 && file === undefined)
    return onlyChildOf(`${name}/${inner[0]}`, inner[1]);
  if (inner === undefined && file !== undefined && otherFiles.length === 0)
    return { name: `${name}/${file.name}`, entity: file.entity };
  return { name, folder };
}

function entityNode(entity: EntityRow, name: string): MapNode {
  const { key, kind, memories } = entity;
  return { id: `entity ${key}`, name, kind, entity, count: memories, children: [], isOpenAtFirst: false };
}

function useOf({ folders, files }: Folder): number {
  const own = files.reduce((sum, { entity }) => sum + entity.memories, 0);
  return [...folders.values()].reduce((sum, folder) => sum + useOf(folder), own);
}

function filesIn({ folders, files }: Folder): number {
  return [...folders.values()].reduce((sum, folder) => sum + filesIn(folder), files.length);
}
