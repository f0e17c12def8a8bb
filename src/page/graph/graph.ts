/** Answers the page's queries about the graph of entities, and merges and splits the names of entities. */
import type { Entity, EntityName, Neighbour } from '../../memory/graph/graphStore.ts';
import { sourcesOf } from '../../memory/graph/synthesis/synthesisText.ts';
import type { ProjectScope } from '../../memory/shared/identity.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type { EntitiesCard, EntityCard, EntityRow, GraphCard, NeighbourCard } from '../../protocol/graph/graph.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { MemoryCard } from '../../protocol/recall/memories.ts';
import { groupBy } from '../../util/groupBy.ts';
import { memoryCard } from '../recall/memoryCard.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';
import { shownLine, synthesisCards } from './synthesisCards.ts';

const mentionsShown = 50;
const relationsShown = 50;
/** Of an opened entity. */
const neighboursShown = 200;
/** Entities of all kinds that are counted. */
const maxCounted = 50_000;
/** Entities whose neighbors one query reads. */
const maxExpanded = 50;
const maxName = 120;

export async function listEntities(
  reading: PageReading,
  { part, project, limit }: QueryOf<'entities'>,
): Promise<EntitiesCard> {
  const { memory, caller } = reading;
  const scope = await scopeOf(reading, project);
  const { isComplete } = await memory.graph.update(caller);
  const { entities, isCut } = await memory.graph.find(caller, scope, { part, limit: maxCounted });
  const byKind = [...groupBy(entities, ({ kind }) => kind)];
  const listed = new Set(byKind.flatMap(([, ofKind]) => ofKind.slice(0, limit)));
  return {
    entities: entities.filter((entity) => listed.has(entity)).map(entityRow),
    counts: byKind.map(([kind, ofKind]) => ({ kind, count: ofKind.length })),
    ...{ isCut, isComplete },
  };
}

/** Rejects with `not_found`, and similar names, if no memory in scope mentions it. */
export async function showEntity(reading: PageReading, { name, project }: QueryOf<'entity'>): Promise<EntityCard> {
  const { memory, caller } = reading;
  const scope = await scopeOf(reading, project);
  const entity = await findEntity(reading, scope, name);
  const mentions = await memory.graph.mentions(caller, scope, entity.key, mentionsShown);
  const { neighbours } = await memory.graph.neighbours(caller, scope, { key: entity.key, limit: neighboursShown });
  const { relations } = await memory.graph.relations(caller, scope, { key: entity.key, limit: relationsShown });
  const syntheses = await memory.consolidation.inScope(caller, scope, [entity.key]);
  const cards = await cardsOf(reading, [
    ...mentions,
    ...relations,
    ...syntheses.flatMap(sourcesOf).map((ref) => ({ ref })),
  ]);
  return {
    ...entityRow(entity),
    aliases: entity.aliases.map(({ key, name: spelled }) => ({ key, name: shownName(spelled) })),
    syntheses: synthesisCards(syntheses, cards),
    neighbours: neighbours.map(neighbourCard),
    mentions: mentions.flatMap(({ ref }) => cards.get(refKey(ref)) ?? []),
    relations: relations.map(({ from, relation, to, ref }) => {
      return { from: nameCard(from), relation, to: nameCard(to), memory: cards.get(refKey(ref)) ?? null };
    }),
    proposals: (await memory.graph.likelySame(caller, scope, entity)).map(entityRow),
  };
}

/** What is not read yet may mention it. */
async function findEntity(
  { memory, caller }: PageReading,
  scope: ProjectScope,
  name: string,
): ReturnType<PageReading['memory']['graph']['entity']> {
  for (;;) {
    const { isComplete } = await memory.graph.update(caller);
    try {
      return await memory.graph.entity(caller, scope, name);
    } catch (thrown) {
      if (isComplete || !(thrown instanceof BigMindError) || thrown.code !== 'not_found') throw thrown;
    }
  }
}

/** Entities that no memory in scope mentions any more are left out. */
export async function readGraph(
  reading: PageReading,
  { expanded, project, limit }: QueryOf<'graph'>,
): Promise<GraphCard> {
  const { memory, caller } = reading;
  const scope = await scopeOf(reading, project);
  const { isComplete } = await memory.graph.update(caller);
  const shown = await memory.graph.named(caller, scope, expanded.slice(0, maxExpanded));
  const read = async (entity: EntityName): Promise<GraphCard['expanded'][number]> => {
    const found = await memory.graph.neighbours(caller, scope, { key: entity.key, limit: limit + 1 });
    const neighbours = found.neighbours.slice(0, limit).map(neighbourCard);
    return { ...nameCard(entity), neighbours, hasMore: found.neighbours.length > limit };
  };
  return { expanded: await inTurn(shown, read), isComplete };
}

export async function mergeEntities(
  { memory, caller }: PageReading,
  { alias, entity }: CommandOf<'mergeEntities'>,
): Promise<CommandEffects> {
  await memory.graph.update(caller);
  await memory.graph.merge(caller, { alias, entity });
  return {};
}

export async function splitEntity(
  { memory, caller }: PageReading,
  { alias }: CommandOf<'splitEntity'>,
): Promise<CommandEffects> {
  await memory.graph.split(caller, alias);
  return {};
}

function scopeOf({ memory, caller }: PageReading, project: string | null): Promise<ProjectScope> {
  return memory.identities.scope(caller, project ?? 'all');
}

async function inTurn<From, To>(list: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (const one of list) done.push(await work(one));
  return done;
}

async function cardsOf(
  { memory, caller }: PageReading,
  named: readonly { ref: MemoryRef }[],
): Promise<Map<string, MemoryCard>> {
  const refs = [...new Map(named.map(({ ref }) => [refKey(ref), ref])).values()];
  const listed = await memory.catalogue.listNamed(caller, refs);
  return new Map(listed.map((one) => [refKey(one), memoryCard(one)]));
}

function entityRow({ memories, firstAt, lastAt, ...entity }: Entity): EntityRow {
  return { ...nameCard(entity), memories, firstAt, lastAt };
}

function neighbourCard({ together, ...entity }: Neighbour): NeighbourCard {
  return { ...nameCard(entity), together };
}

function nameCard({ key, name, kind }: EntityName): EntityName {
  return { key, name: shownName(name), kind };
}

function shownName(name: string): string {
  return shownLine(name, maxName);
}
