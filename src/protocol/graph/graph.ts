/**
 * The graph of entities: what memories mention, and what they mention together. Names are for display: one line without
 * invisible characters and bidirectional controls, at most 120 characters. Keys identify entities.
 */
import type { EntityKind } from '../../memory/graph/entities.ts';
import type { EntityRelation } from '../../memory/graph/findRelations.ts';
import { isMemoryCard } from '../recall/memories.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape } from '../shared/check.ts';

/** Records, so that a kind that is added to the domain is missing here at compile time. */
const kinds: Readonly<Record<EntityKind, true>> = {
  file: true,
  symbol: true,
  package: true,
  service: true,
  person: true,
  project: true,
  issue: true,
  error: true,
  concept: true,
};
const relations: Readonly<Record<EntityRelation, true>> = {
  uses: true,
  calls: true,
  depends_on: true,
  replaces: true,
  part_of: true,
  fixes: true,
};

/** In the order in which filters list them. */
export const entityKinds = namesIn(kinds);
export const entityRelations = namesIn(relations);

const isEntityKind = oneOf(entityKinds);
export type EntityKindCard = Checked<typeof isEntityKind>;

/** Whether a merge needs a second look. A concept is only a name without a form, so it can be of any kind. */
export function areDifferentKinds(one: EntityKindCard, other: EntityKindCard): boolean {
  return one !== other && one !== 'concept' && other !== 'concept';
}

const name = { key: isText, name: isText, kind: isEntityKind };
const counted = {
  ...name,
  /** Memories that mention it. */
  memories: isCount,
  /** ISO 8601 in UTC; empty if an old database has no time. */
  firstAt: isText,
  lastAt: isText,
};

const isEntityRow = shape(counted);
export type EntityRow = Checked<typeof isEntityRow>;

export const isEntitiesCard = shape({
  /** Most memories first. */
  entities: listOf(isEntityRow),
  /** How many there are of each kind, also beyond the limit; kinds without any are left out. */
  counts: listOf(shape({ kind: isEntityKind, count: isCount })),
  /** Whether only newer memories were counted. */
  isCut: isFlag,
  /** False while entities of some memories were not found yet: ask again. */
  isComplete: isFlag,
});
export type EntitiesCard = Checked<typeof isEntitiesCard>;

const isRelationCard = shape({
  from: shape(name),
  relation: oneOf(entityRelations),
  to: shape(name),
  /** The memory that states it; null if it was erased meanwhile. */
  memory: orNull(isMemoryCard),
});
export type RelationCard = Checked<typeof isRelationCard>;

const isSentence = shape({
  /** One line. */
  text: isText,
  /** The memories that it rests on; at least one. */
  sources: listOf(isMemoryCard),
});
export type SentenceCard = Checked<typeof isSentence>;

/** What the memories about an entity in one project come to; it has a sentence or a contradiction. */
const isSynthesisCard = shape({
  /** A name; null for memories without a project. */
  project: orNull(isText),
  /** Oldest first. */
  sentences: listOf(isSentence),
  /** Statements that contradict each other, at least two in each. */
  conflicts: listOf(listOf(isSentence)),
  /** Memories that mentioned the entity when it was written. */
  memories: isCount,
  /** The name of a language model; null if a rule wrote it. */
  model: orNull(isText),
  /** ISO 8601 in UTC. */
  createdAt: isText,
});
export type SynthesisCard = Checked<typeof isSynthesisCard>;

/** An entity that is mentioned together with another one, in that many memories. */
const isNeighbour = shape({ ...name, together: isCount });
export type NeighbourCard = Checked<typeof isNeighbour>;

export const isEntityCard = shape({
  ...counted,
  /** Its other names, as memories spell them. */
  aliases: listOf(shape({ key: isText, name: isText })),
  /** One for each project in scope that has one, from most memories first. */
  syntheses: listOf(isSynthesisCard),
  /** At most 200, mentioned together with it most often first. */
  neighbours: listOf(isNeighbour),
  /** The newest memories that mention it, newest first. */
  mentions: listOf(isMemoryCard),
  /** Newest first. */
  relations: listOf(isRelationCard),
  /** Entities that may mean the same; nothing is merged without a person. */
  proposals: listOf(isEntityRow),
});
export type EntityCard = Checked<typeof isEntityCard>;

export const isGraphCard = shape({
  /** For each of the entities that exist, in the order of the query; the key of an alias is that of its entity. */
  expanded: listOf(
    shape({
      ...name,
      /** Mentioned together with it most often first. */
      neighbours: listOf(isNeighbour),
      /** Whether it has more neighbors than `limit`. */
      hasMore: isFlag,
    }),
  ),
  isComplete: isFlag,
});
export type GraphCard = Checked<typeof isGraphCard>;

function namesIn<Name extends string>(record: Readonly<Record<Name, true>>): readonly Name[] {
  const isName = (key: string): key is Name => Object.hasOwn(record, key);
  return Object.keys(record).filter(isName);
}
