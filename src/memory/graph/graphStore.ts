/**
 * The store port of the graph. Its nodes are entities, named by their keys, and memories; a memory is connected with the
 * entities that it mentions. Reads see what the user may find by a search, and follow the user's aliases.
 */
import type { Actor } from '../shared/audit.ts';
import type { MemoryFilter, MemoryRef } from '../shared/memoryRef.ts';
import type { EntityKind } from './entities.ts';
import type { EntityRelation } from './findRelations.ts';

/**
 * How a memory mentions an entity: `stated` by whoever stored it, `decided_by` or `assisted_by` in the details of a
 * decision, or found by a rule in its `text`.
 */
export const mentionRoles = ['stated', 'decided_by', 'assisted_by', 'text'] as const;
export type MentionRole = (typeof mentionRoles)[number];

/** What people call an entity: the key decides which one it is. */
export interface EntityName {
  key: string;
  name: string;
  kind: EntityKind;
}

/** Another name of an entity. */
export interface AliasName {
  key: string;
  /** As the newest memory spells it that mentions it; the key if none does. */
  name: string;
}

export interface Entity extends EntityName {
  /** Memories that mention it. */
  memories: number;
  /** ISO 8601 in UTC: the oldest and the newest of them; empty if an old database has no time. */
  firstAt: string;
  lastAt: string;
}

/** An entity that memories mention together with another one. */
export interface Neighbour extends EntityName {
  /** How many memories mention both, among the newest that were read. */
  together: number;
  /** The newest of them. */
  newest: MemoryRef;
}

export interface Neighbours {
  neighbours: Neighbour[];
  /** Older memories that mention the entity were not read. */
  isCut: boolean;
}

export interface Mention {
  ref: MemoryRef;
  role: MentionRole;
  /** As the memory spells it. */
  name: string;
  createdAt: string;
}

/** What a memory is about, as it is shown beside the memory. */
export interface MentionedEntity extends EntityName {
  role: MentionRole;
}

/** One entity in relation to another one, as a memory says. */
export interface Relation {
  from: EntityName;
  relation: EntityRelation;
  to: EntityName;
  ref: MemoryRef;
  createdAt: string;
}

export interface Relations {
  relations: Relation[];
  /** Older statements were not read, and those that were read are fewer than the limit. */
  isCut: boolean;
}

/** `filter.scope` and the other parts limit the memories that count. */
export interface GraphQuery {
  filter: MemoryFilter;
  /** ISO 8601 in UTC: facts that expired by then do not count. */
  now: string;
}

export interface AliasWrite {
  userId: string;
  /** Keys. */
  alias: string;
  entity: string;
  /** The uid of a new row. */
  uid: string;
  now: string;
  by: Actor;
}

export interface GraphStore {
  /**
   * Finds the entities of some documents that are new or changed, the newest first; those of the user before those of
   * others. One short transaction. `waiting`: whether more are left; `isOwnWaiting`: whether those
   * of the user are.
   */
  scan(userId: string): Promise<{ scanned: number; waiting: boolean; isOwnWaiting: boolean }>;
  /** Gives all mentions of the user that spell one name differently the same entity; a scan does it after new ones. */
  settle(userId: string): Promise<void>;
  /** The entities with these keys or aliases, in no particular order; those that no memory mentions are left out. */
  entities(query: GraphQuery, keys: readonly string[]): Promise<Entity[]>;
  /** Entities whose key contains one of `parts`, or all; those with most memories first. `isCut`: older memories were not read. */
  find(
    query: GraphQuery,
    search: { parts?: readonly string[] | undefined; kinds?: readonly EntityKind[] | undefined; limit: number },
  ): Promise<{ entities: Entity[]; isCut: boolean }>;
  /**
   * Those that are mentioned together with it most often first, in at most 2,000 memories of the newest 10,000 mentions
   * of the entity.
   */
  neighbours(query: GraphQuery, key: string, limit: number, kinds?: readonly EntityKind[]): Promise<Neighbours>;
  /** Newest first, of the newest 10,000 mentions of the entity. */
  mentions(query: GraphQuery, key: string, limit: number): Promise<Mention[]>;
  /**
   * The entities of these memories, by `refKey`; for each, those that were stated first, then those with fewest
   * memories, which say most about it.
   */
  ofMemories(query: GraphQuery, refs: readonly MemoryRef[], limit: number): Promise<Map<string, MentionedEntity[]>>;
  /** Of one kind or all, of one entity or all; newest first, of the newest 20,000 statements of all users. */
  relations(
    query: GraphQuery,
    which: { relation?: EntityRelation | undefined; key?: string | undefined; limit: number },
  ): Promise<Relations>;
  /** The other names of these entities, by the key of the entity. */
  aliases(query: GraphQuery, keys: readonly string[]): Promise<Map<string, AliasName[]>>;
  /**
   * Makes `alias` another name of `entity`, together with all names that `alias` has; follows what `entity` is an alias
   * of. An alias of another entity moves alone. `same`: they are one entity already.
   */
  merge(write: AliasWrite): Promise<'merged' | 'same'>;
  /** `alias` is an entity again, without the names that were merged with it. `not_found`: it is no alias. */
  split(write: Omit<AliasWrite, 'entity' | 'uid'>): Promise<'split' | 'not_found'>;
}
