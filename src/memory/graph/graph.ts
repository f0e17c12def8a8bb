/**
 * The graph of what memories are about. Entities are what memories mention under one name; memories connect them. All
 * of it is read from the store with bounds, and follows from the memories: nothing is stated here but which names mean
 * the same, which the caller decides and can undo.
 */
import { shorten } from '../../util/text.ts';
import { yieldToOthers } from '../../util/yieldToOthers.ts';
import { actorOf } from '../shared/audit.ts';
import { BigMindError, bigMindErrorFrom } from '../shared/errors.ts';
import type { Caller, CallingUser, ProjectScope } from '../shared/identity.ts';
import { limits, refused } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { Ports } from '../shared/ports.ts';
import { plainLine } from '../trust/quoting.ts';
import type { EntityKind } from './entities.ts';
import { entityKey } from './entities.ts';
import { fileFrom } from './forms/files.ts';
import type { EntityRelation } from './findRelations.ts';
import { likelySame, searchPartOf } from './likelySame.ts';
import { keysInQuery } from './namesInQuery.ts';
import { productKey } from './products.ts';
import type {
  AliasName,
  Entity,
  EntityName,
  GraphQuery,
  GraphStore,
  Mention,
  MentionedEntity,
  Neighbours,
  Relations,
} from './graphStore.ts';

/** Milliseconds that a read waits for entities of new memories to be found. */
const maxUpdateMs = 250;
/** Milliseconds after which the search for a path gives up. */
const maxPathMs = 1_500;
/** Neighbors of one entity that a path may go through, those with most common memories first. */
const maxBranches = 100;
/** Entities whose neighbors are read for a path. */
const maxExpanded = 60;
const maxSimilar = 5;
/** Names of files in a question that are looked for by their endings. */
const maxFiles = 5;
/** Entities with a similar name that are compared to propose equal ones. */
const maxCompared = 200;

/** An entity with the other names that it was given. */
export interface NamedEntity extends Entity {
  aliases: AliasName[];
}

/** The two entities that a merge made one. */
export interface Merged {
  entity: NamedEntity;
  /** What the other name meant before. */
  former: NamedEntity;
  /** Whether it was one of several names, so that it moved without the others. */
  isMovedAlone: boolean;
}

/** From one entity to the next, through a memory that mentions both. */
interface PathStep {
  from: EntityName;
  to: EntityName;
  memory: MemoryRef;
}

/** Reads the graph for a caller, and merges and splits the names of entities. */
export class Graph {
  readonly #store: GraphStore;
  readonly #ports: Pick<Ports, 'clock' | 'newId' | 'redact'>;

  constructor(store: GraphStore, ports: Pick<Ports, 'clock' | 'newId' | 'redact'>) {
    this.#store = store;
    this.#ports = ports;
  }

  /**
   * Finds the entities of new memories, for at most `maxMs` after the first step; between two steps, other work of the
   * process has its turn. Returns whether all memories of the caller were read. In a store that cannot be written now,
   * what was found before is all there is.
   */
  async update(caller: Caller, maxMs = maxUpdateMs): Promise<{ isComplete: boolean }> {
    const until = this.#ports.clock.now().getTime() + maxMs;
    do {
      const { isOwnWaiting } = await this.#scan(caller);
      if (!isOwnWaiting) return { isComplete: true };
      await yieldToOthers(0);
    } while (this.#ports.clock.now().getTime() < until);
    return { isComplete: false };
  }

  /** Rejects with `not_found`, and similar names, if no memory in scope mentions it. */
  async entity(caller: Caller, scope: ProjectScope, name: string): Promise<NamedEntity> {
    const key = requireKey('entity', name);
    const query = this.#query(caller, scope);
    const entity = await this.#spelled(query, key);
    if (entity === undefined) throw notMentioned(name, await this.#similar(query, key));
    return this.#withAliases(caller, entity);
  }

  /** The entities with these keys or aliases, each once, in the order of the keys; those that are not mentioned are left out. */
  async named(caller: Caller, scope: ProjectScope, keys: readonly string[]): Promise<Entity[]> {
    const query = this.#query(caller, scope);
    const found: Entity[] = [];
    for (const key of keys) {
      const entity = await this.#spelled(query, entityKey(key));
      if (entity !== undefined && !found.some((one) => one.key === entity.key)) found.push(entity);
    }
    return found;
  }

  /** The entities with most memories, or those whose name contains `part`; `isCut`: only newer memories were counted. */
  async find(
    caller: Caller,
    scope: ProjectScope,
    search: { part?: string | undefined; kinds?: readonly EntityKind[] | undefined; limit: number },
  ): Promise<{ entities: Entity[]; isCut: boolean }> {
    const { part = '' } = search;
    const key = entityKey(part);
    if (part.trim() !== '' && key === '') return { entities: [], isCut: false };
    // The key of a path keeps its separators, which the key of a part of its name lacks.
    const inPath = part.trim().toLowerCase().replaceAll('\\', '/');
    const parts = key === '' ? undefined : [...new Set([key, inPath])];
    return this.#store.find(this.#query(caller, scope), { ...search, parts });
  }

  /** What memories mention together with it most often; `isCut`: only newer memories were read. */
  neighbours(
    caller: Caller,
    scope: ProjectScope,
    { key, limit, kinds }: { key: string; limit: number; kinds?: readonly EntityKind[] | undefined },
  ): Promise<Neighbours> {
    return this.#store.neighbours(this.#query(caller, scope), key, limit, kinds);
  }

  /** Entities that probably mean the same, for a person to decide; those with most memories first. */
  async likelySame(caller: Caller, scope: ProjectScope, entity: EntityName): Promise<Entity[]> {
    const part = searchPartOf(entity);
    if (part === undefined) return [];
    const { entities } = await this.#store.find(this.#query(caller, scope), { parts: [part], limit: maxCompared });
    return likelySame(entity, entities);
  }

  /** The memories that mention it, newest first. */
  mentions(caller: Caller, scope: ProjectScope, key: string, limit: number): Promise<Mention[]> {
    return this.#store.mentions(this.#query(caller, scope), key, limit);
  }

  /** The entities that a question names, the most specific name first; common words are not entities. */
  async namedIn(caller: Caller, scope: ProjectScope, question: string): Promise<Entity[]> {
    const query = this.#query(caller, scope);
    const keys = keysInQuery(question);
    const found = await this.#store.entities(query, [...new Set(keys.flatMap((key) => [key, productKey(key)]))]);
    for (const key of keys.filter((one) => fileFrom(one) !== undefined).slice(0, maxFiles)) {
      const file = await this.#spelled(query, key);
      if (file !== undefined && found.every((one) => one.key !== file.key)) found.push(file);
    }
    return found.sort((one, other) => one.memories - other.memories);
  }

  /** What these memories are about, by `refKey`; for each at most `limit` entities. */
  ofMemories(caller: Caller, refs: readonly MemoryRef[], limit: number): Promise<Map<string, MentionedEntity[]>> {
    return this.#store.ofMemories(this.#query(caller, 'all'), refs, limit);
  }

  /** What memories say about how entities relate, newest first; `isCut`: only newer statements were read. */
  relations(
    caller: Caller,
    scope: ProjectScope,
    which: { relation?: EntityRelation | undefined; key?: string | undefined; limit: number },
  ): Promise<Relations> {
    return this.#store.relations(this.#query(caller, scope), which);
  }

  /**
   * A short chain of memories between two entities, through those that are mentioned together most often. Undefined if
   * there is none within the bounds; `isComplete` says whether all entities and memories were tried.
   */
  async path(
    caller: Caller,
    scope: ProjectScope,
    from: EntityName,
    to: EntityName,
  ): Promise<{ steps: PathStep[] | undefined; isComplete: boolean }> {
    const query = this.#query(caller, scope);
    const { clock } = this.#ports;
    const until = clock.now().getTime() + maxPathMs;
    const sides: [Side, Side] = [newSide(from), newSide(to)];
    let isCut = false;
    for (let expanded = 0; expanded < maxExpanded && clock.now().getTime() < until; expanded += 1) {
      // The side with fewer open ends grows, so that a popular entity is expanded last.
      const [side, other] = sides[0].open.length <= sides[1].open.length ? sides : [sides[1], sides[0]];
      const next = side.open.shift();
      if (next === undefined) return { steps: undefined, isComplete: !isCut };
      await yieldToOthers(0);
      const found = await this.#store.neighbours(query, next.key, maxBranches);
      isCut ||= found.isCut;
      for (const neighbour of found.neighbours) {
        if (side.reached.has(neighbour.key)) continue;
        side.reached.set(neighbour.key, { entity: neighbour, via: { from: next, memory: neighbour.newest } });
        side.open.push(neighbour);
        if (other.reached.has(neighbour.key)) return { steps: joined(sides, neighbour.key), isComplete: true };
      }
    }
    return { steps: undefined, isComplete: false };
  }

  /**
   * Makes one entity another name of the other. Rejects with `not_found` if no memory mentions one of them, and with
   * `invalid_input` if they are the same entity already.
   */
  async merge(caller: Caller, names: { alias: string; entity: string }): Promise<Merged> {
    const intake = new Intake(this.#ports.redact);
    const former = await this.entity(caller, 'all', intake.text('alias', names.alias, limits.headline));
    const entity = await this.entity(caller, 'all', intake.text('entity', names.entity, limits.headline));
    const given = entityKey(names.alias);
    const isMovedAlone = former.aliases.some(({ key }) => key === given);
    const { newId, clock } = this.#ports;
    const outcome = await this.#store.merge({
      userId: caller.user.id,
      // A name that is merged already moves alone, without the others of its entity.
      alias: isMovedAlone ? given : former.key,
      entity: entity.key,
      uid: newId(),
      now: clock.now().toISOString(),
      by: actorOf(caller),
    });
    if (outcome === 'same')
      throw refused(
        'alias',
        `"${shown(names.alias)}" and "${shown(names.entity)}" are one entity already`,
        'Nothing was changed.',
      );
    return { entity: await this.entity(caller, 'all', entity.key), former, isMovedAlone };
  }

  /**
   * Makes a name a separate entity again. Returns the name of the entity that it belonged to. Rejects with `not_found`
   * if it is no other name of an entity.
   */
  async split(caller: Caller, alias: string): Promise<string> {
    const key = requireKey('alias', alias);
    const [entity] = await this.#store.entities(this.#query(caller, 'all'), [key]);
    const now = this.#ports.clock.now().toISOString();
    const outcome = await this.#store.split({ userId: caller.user.id, alias: key, now, by: actorOf(caller) });
    if (outcome === 'split') return entity?.name ?? alias;
    throw new BigMindError('not_found', `"${shown(alias)}" is not another name of an entity.`, {
      remedy: 'Names that differ only in case, spaces, hyphens or underscores are always the same entity.',
    });
  }

  /** The other names of an entity. */
  async namesOf(caller: CallingUser, key: string): Promise<AliasName[]> {
    return (await this.#store.aliases(this.#query(caller, 'all'), [key])).get(key) ?? [];
  }

  /** One step; `isWaiting`: whether documents of anybody are left. */
  async scanOnce(caller: CallingUser): Promise<{ isWaiting: boolean }> {
    const { waiting } = await this.#store.scan(caller.user.id);
    return { isWaiting: waiting };
  }

  /** Finds what the names of older memories mean now. */
  settle(caller: CallingUser): Promise<void> {
    return this.#store.settle(caller.user.id);
  }

  async #scan(caller: Caller): Promise<{ isOwnWaiting: boolean }> {
    try {
      return await this.#store.scan(caller.user.id);
    } catch (thrown) {
      const { code } = bigMindErrorFrom(thrown);
      if (code === 'store_full' || code === 'store_locked' || code === 'store_unavailable')
        return { isOwnWaiting: false };
      throw thrown;
    }
  }

  #query(caller: CallingUser, scope: ProjectScope): GraphQuery {
    return { filter: { userId: caller.user.id, scope }, now: this.#ports.clock.now().toISOString() };
  }

  async #withAliases(caller: Caller, entity: Entity): Promise<NamedEntity> {
    return { ...entity, aliases: await this.namesOf(caller, entity.key) };
  }

  /** The entity of a key, also if it is another spelling of a product or of exactly one file. */
  async #spelled(query: GraphQuery, key: string): Promise<Entity | undefined> {
    for (const one of new Set([key, productKey(key)])) {
      const [entity] = await this.#store.entities(query, [one]);
      if (entity !== undefined) return entity;
    }
    if (fileFrom(key) === undefined) return undefined;
    const parts = key.split('/');
    const endings = parts.slice(1).map((_, at) => parts.slice(at + 1).join('/'));
    const found = endings.length === 0 ? [] : await this.#store.entities(query, endings);
    const [longest] = found
      .filter(({ kind }) => kind === 'file')
      .sort((one, other) => other.key.length - one.key.length);
    if (longest !== undefined) return longest;
    const { entities } = await this.#store.find(query, { parts: [`/${key}`], kinds: ['file'], limit: maxCompared });
    const longer = entities.filter((one) => one.key.endsWith(`/${key}`));
    return longer.length === 1 ? longer[0] : undefined;
  }

  async #similar(query: GraphQuery, key: string): Promise<Entity[]> {
    for (const part of [key, key.slice(0, Math.max(4, key.length >> 1))]) {
      const { entities } = await this.#store.find(query, { parts: [part], limit: maxSimilar });
      if (entities.length > 0) return entities;
    }
    return [];
  }
}

interface Side {
  reached: Map<string, { entity: EntityName; via?: { from: EntityName; memory: MemoryRef } }>;
  open: EntityName[];
}

function newSide(entity: EntityName): Side {
  return { reached: new Map([[entity.key, { entity }]]), open: [entity] };
}

/** The steps from the first side's start to the second side's, which both reached `meeting`. */
function joined([start, end]: readonly [Side, Side], meeting: string): PathStep[] {
  const forward = stepsTo(start, meeting);
  const backward = stepsTo(end, meeting).map(({ from, to, memory }) => ({ from: to, to: from, memory }));
  return [...forward, ...backward.reverse()];
}

function stepsTo(side: Side, key: string): PathStep[] {
  const steps: PathStep[] = [];
  for (let at = side.reached.get(key); at?.via !== undefined; at = side.reached.get(at.via.from.key))
    steps.unshift({ from: at.via.from, to: at.entity, memory: at.via.memory });
  return steps;
}

function requireKey(field: string, name: string): string {
  const key = entityKey(name);
  if (key !== '') return key;
  throw refused(field, name.trim() === '' ? 'is empty' : 'has no letter or digit', `Name an entity, such as a file.`);
}

/** On one line, and nothing that a model would read as more than a name. */
function shown(name: string): string {
  return shorten(plainLine(name), 60);
}

function notMentioned(name: string, similar: readonly Entity[]): BigMindError {
  return new BigMindError('not_found', `There is no entity "${shown(name)}" in scope.`, {
    remedy:
      similar.length === 0
        ? 'Names that no rule recognizes are entities only as tags. List the entities with most memories, or ask about all projects.'
        : `Did you mean: ${similar.map((one) => `"${shown(one.name)}"`).join(', ')}?`,
    details: { field: 'entity' },
  });
}
