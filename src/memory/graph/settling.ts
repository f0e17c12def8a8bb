/**
 * Which mentions name one entity although they spell it differently. A mention keeps its spelling, so that all of this
 * can be found again when another path is known. What a person merged stays as the person merged it.
 */
import type { EntityKind } from './entities.ts';
import { entityKey } from './entities.ts';
import type { EntityName } from './graphStore.ts';
import type { NearFiles } from './filePaths.ts';
import { FilePaths } from './filePaths.ts';
import { keyWithoutUse, productKey, productName } from './products.ts';

/** The kinds of which names have several spellings. */
export const settledKinds = ['file', 'service', 'package', 'concept'] as const satisfies readonly EntityKind[];

/** A name as a memory spells it. */
export interface SpelledMention {
  documentId: number;
  /** The key of its entity so far. */
  entity: string;
  kind: EntityKind;
  name: string;
  projectId: string | null;
  sessionId: string | null;
}

/** Mentions of one name that belong to another entity. */
export interface Move {
  from: string;
  to: string;
  documents: number[];
}

export interface KnownProject {
  id: string;
  key: string;
  name: string;
}

/** What the spellings of one person's memories are compared with. */
export class Settling {
  readonly #merged: ReadonlySet<string>;
  readonly #projects = new Map<string | null, { known: KnownProject | undefined; mentioned: Set<string> }>();
  readonly #written = new Map<string, { projectId: string | null; paths: Set<string> }>();
  readonly #products = new Set<string>();
  readonly #files = new Map<string | null, FilePaths>();
  readonly #keys = new Map<string, string>();

  /** `merged`: keys that a person merged, or merged others with. */
  constructor(merged: Iterable<string>, projects: readonly KnownProject[]) {
    this.#merged = new Set(merged);
    for (const known of projects) this.#projects.set(known.id, { known, mentioned: new Set() });
  }

  /** Paths that a tool wrote in a session. */
  addWritten(sessionId: string, projectId: string | null, paths: readonly string[]): void {
    const session = this.#written.get(sessionId) ?? { projectId, paths: new Set() };
    this.#written.set(sessionId, session);
    for (const path of paths) session.paths.add(entityKey(path));
  }

  /** All mentions, before any of them is compared. */
  addMention({ kind, name, projectId }: SpelledMention): void {
    const key = this.#ownKey(name);
    if (kind === 'file') this.#projectOf(projectId).mentioned.add(key);
    else if (kind !== 'package') this.#products.add(key);
  }

  /** Of whole documents. */
  movesOf(mentions: readonly SpelledMention[]): Move[] {
    const spellings = new Map<number, string[]>();
    for (const { documentId, kind, name } of mentions)
      if (kind === 'file') spellings.set(documentId, [...(spellings.get(documentId) ?? []), this.#ownKey(name)]);
    const moves = new Map<string, Move>();
    for (const mention of mentions) {
      const { documentId, entity: from } = mention;
      const to = this.#keyOf(mention, spellings.get(documentId) ?? []);
      if (to === from) continue;
      const move = moves.get(`${from}\n${to}`) ?? { from, to, documents: [] };
      moves.set(`${from}\n${to}`, move);
      move.documents.push(documentId);
    }
    return [...moves.values()];
  }

  #keyOf({ kind, name, projectId, sessionId }: SpelledMention, memory: readonly string[]): string {
    const own = this.#ownKey(name);
    if (this.#merged.has(own)) return own;
    if (kind === 'file') {
      const session = sessionId === null ? [] : [...(this.#written.get(sessionId)?.paths ?? [])];
      return this.#filesOf(projectId).resolve(own, { memory, session } satisfies NearFiles);
    }
    const product = productKey(own);
    if (product !== own || kind === 'package') return product;
    const shorter = keyWithoutUse(name);
    return shorter !== undefined && this.#products.has(shorter) ? productKey(shorter) : own;
  }

  /** Most names occur often. */
  #ownKey(name: string): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = entityKey(name);
    this.#keys.set(name, key);
    return key;
  }

  #filesOf(projectId: string | null): FilePaths {
    const known = this.#files.get(projectId);
    if (known !== undefined) return known;
    const { known: project, mentioned } = this.#projectOf(projectId);
    const ofProject = [...this.#written.values()].filter((session) => session.projectId === projectId);
    // Memories without a project may be about several repositories.
    const isOne = project !== undefined;
    const written = isOne ? [...new Set(ofProject.flatMap(({ paths }) => [...paths]))] : [];
    const files = new FilePaths({
      key: project?.key ?? '',
      name: project?.name ?? '',
      written,
      mentioned: isOne ? mentioned : [],
    });
    this.#files.set(projectId, files);
    return files;
  }

  #projectOf(projectId: string | null): { known: KnownProject | undefined; mentioned: Set<string> } {
    const project = this.#projects.get(projectId) ?? { known: undefined, mentioned: new Set() };
    this.#projects.set(projectId, project);
    return project;
  }
}

/** How an entity is shown: a file by its path, a product as its makers spell it, anything else as a memory does. */
export function shownName({ key, name, kind }: EntityName): string {
  if (kind === 'service' || kind === 'package') return productName(key) ?? name;
  if (kind !== 'file') return name;
  const lower = name.replaceAll('\\', '/').toLowerCase();
  if (lower.endsWith(`/${key}`)) return name.replaceAll('\\', '/').slice(-key.length);
  return key.endsWith(`/${lower}`) ? key.slice(0, -name.length) + name : name;
}
