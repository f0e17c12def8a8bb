/**
 * The six traversals of the graph, each with bounds on rows and time. They replace a query language: text in one is
 * refused with this list (Shared Memory, §11). The answer has the names that programs and models read; every reader
 * only lays it out.
 */
import type { Catalogue } from '../../recall/catalogue.ts';
import type { SaveStates } from '../../recall/memoryStatus.ts';
import type { Caller, ProjectScope } from '../../shared/identity.ts';
import { unknownProjectIn } from '../../shared/identity.ts';
import { requireOneOf, requireWholeBetween } from '../../shared/input.ts';
import type { MemoryRef } from '../../shared/memoryRef.ts';
import { refKey } from '../../shared/memoryRef.ts';
import { entityRelations } from '../findRelations.ts';
import type { Graph, NamedEntity } from '../graph.ts';
import type { EntityName } from '../graphStore.ts';
import type { GraphAnswer, StructuredGraphMemory, SynthesisOfProject } from './graphAnswer.ts';
import { structuredEntity, structuredMemory } from './graphAnswer.ts';
import type { GraphArguments, GraphInput, Traversal } from './graphInput.ts';
import { argumentsFrom, textFrom, traversalFrom } from './graphInput.ts';
import { lineageOf } from './lineage.ts';
import type { Consolidation } from '../synthesis/consolidation.ts';
import { restingOn, sourcesOf, structuredSynthesis } from '../synthesis/synthesisText.ts';

export const maxGraphAnswer = 100;

/** Projects of which an answer has the synthesis. */
const maxSyntheses = 3;

interface GraphParts {
  graph: Graph;
  catalogue: Pick<Catalogue, 'listNamed' | 'get'>;
  saveStates: Pick<SaveStates, 'get'>;
  consolidation: Pick<Consolidation, 'inScope'>;
  identities: { scope: (caller: Caller, project: string | undefined) => Promise<ProjectScope> };
}

/**
 * Answers a traversal with at most `limit` rows (1 to 100). Rejects with `invalid_input` for an unknown traversal or an
 * argument that is missing or does not belong to it, and with `not_found` for an entity that no memory mentions.
 */
export async function answerGraph(
  parts: GraphParts,
  caller: Caller,
  input: GraphInput,
  limit: number,
): Promise<GraphAnswer> {
  const query = traversalFrom(input.query);
  const given = argumentsFrom(input, query);
  const wanted = requireWholeBetween('limit', limit, 1, maxGraphAnswer);
  const scope = await parts.identities.scope(caller, textFrom(input.project));
  const { isComplete } = await parts.graph.update(caller);
  const found = await new Answering(parts, caller, scope, wanted).answer(query, given);
  const notices = [
    unknownProjectIn(scope),
    isComplete ? undefined : 'Some memories were not read yet. Ask again in a moment for the rest.',
    found.notice,
  ].filter((notice) => notice !== undefined);
  const empty = { about: [], entities: [], edges: [], memories: [] };
  return { query, ...empty, ...found, ...(notices.length > 0 && { notice: notices.join(' ') }) };
}

class Answering {
  readonly #parts: GraphParts;
  readonly #caller: Caller;
  readonly #scope: ProjectScope;
  readonly #limit: number;

  constructor(parts: GraphParts, caller: Caller, scope: ProjectScope, limit: number) {
    this.#parts = parts;
    this.#caller = caller;
    this.#scope = scope;
    this.#limit = limit;
  }

  answer(query: Traversal, given: GraphArguments): Promise<Partial<GraphAnswer>> {
    switch (query) {
      case 'neighbours':
        return this.#neighbours(given);
      case 'path':
        return this.#path(given);
      case 'mentions':
        return this.#mentions(given);
      case 'hubs':
        return this.#hubs(given);
      case 'lineage':
        return this.#lineage(given);
      case 'by_relation':
        return this.#byRelation(given);
    }
  }

  async #neighbours({ entity: name, kinds }: GraphArguments): Promise<Partial<GraphAnswer>> {
    const entity = await this.#entity(name);
    const { graph } = this.#parts;
    const which = { key: entity.key, limit: this.#limit, kinds };
    const { neighbours, isCut } = await graph.neighbours(this.#caller, this.#scope, which);
    const memories = await this.#memories(neighbours.map(({ newest }) => newest));
    return {
      about: [structuredEntity(entity)],
      entities: neighbours.map(({ name: other, kind }) => ({ name: other, kind })),
      edges: neighbours.map(({ name: to, together, newest }) => ({
        from: entity.name,
        relation: 'mentioned_together',
        to,
        together,
        ...memoryIn(memories, newest),
      })),
      ...(isCut && { notice: 'Only newer memories were read.' }),
    };
  }

  async #path({ entity: start, to: end }: GraphArguments): Promise<Partial<GraphAnswer>> {
    const [from, to] = [await this.#entity(start), await this.#entity(end)];
    const about = [structuredEntity(from), structuredEntity(to)];
    if (from.key === to.key) return { about, notice: 'Both names mean the same entity.' };
    const { steps, isComplete } = await this.#parts.graph.path(this.#caller, this.#scope, from, to);
    if (steps === undefined) {
      const notice = isComplete
        ? 'No memories connect them.'
        : 'No connection was found within the limits of the search.';
      return { about, notice };
    }
    const memories = await this.#memories(steps.map(({ memory }) => memory));
    const edges = steps.map((step) => ({
      from: step.from.name,
      relation: 'mentioned_together',
      to: step.to.name,
      ...memoryIn(memories, step.memory),
    }));
    return { about, edges };
  }

  async #mentions({ entity: name }: GraphArguments): Promise<Partial<GraphAnswer>> {
    const entity = await this.#entity(name);
    const found = await this.#parts.graph.mentions(this.#caller, this.#scope, entity.key, this.#limit);
    const memories = await this.#memories(found.map(({ ref }) => ref));
    const rest = entity.memories - found.length;
    const syntheses = await this.#syntheses(entity.key);
    return {
      about: [structuredEntity(entity)],
      ...(syntheses.length > 0 && { syntheses }),
      memories: [...memories.values()],
      ...(rest > 0 && { notice: `${String(rest)} older memories are not shown.` }),
    };
  }

  /** Those with most memories first. */
  async #syntheses(entity: string): Promise<SynthesisOfProject[]> {
    const found = await this.#parts.consolidation.inScope(this.#caller, this.#scope, [entity]);
    const most = found.toSorted((one, other) => other.memories - one.memories).slice(0, maxSyntheses);
    const memories = await this.#memories(most.flatMap(sourcesOf));
    return most.flatMap((synthesis) => {
      const readable = restingOn(synthesis, memories);
      if (readable === undefined) return [];
      // All of its sources are in its project.
      const [source] = sourcesOf(readable);
      const project = source === undefined ? undefined : memories.get(refKey(source))?.project;
      return [{ ...(project !== undefined && { project }), ...structuredSynthesis(readable) }];
    });
  }

  async #hubs({ kinds }: GraphArguments): Promise<Partial<GraphAnswer>> {
    const { entities, isCut } = await this.#parts.graph.find(this.#caller, this.#scope, { kinds, limit: this.#limit });
    const notice = isCut ? 'Only newer memories were counted.' : 'No memory in scope mentions an entity.';
    return { entities: entities.map(structuredEntity), ...((isCut || entities.length === 0) && { notice }) };
  }

  async #byRelation({ relation, entity: name }: GraphArguments): Promise<Partial<GraphAnswer>> {
    const entity = name === '' ? undefined : await this.#entity(name);
    const { relations, isCut } = await this.#parts.graph.relations(this.#caller, this.#scope, {
      ...(relation !== '' && { relation: requireOneOf('relation', relation, entityRelations) }),
      ...(entity !== undefined && { key: entity.key }),
      limit: this.#limit,
    });
    const memories = await this.#memories(relations.map(({ ref }) => ref));
    const nameOf = ({ key, name: spelled }: EntityName): string => (key === entity?.key ? entity.name : spelled);
    const notice = isCut ? 'Only newer statements were read.' : 'No memory in scope states such a relation.';
    return {
      about: entity === undefined ? [] : [structuredEntity(entity)],
      edges: relations.map(({ from, relation: kind, to, ref }) => ({
        from: nameOf(from),
        relation: kind,
        to: nameOf(to),
        ...memoryIn(memories, ref),
      })),
      ...((isCut || relations.length === 0) && { notice }),
    };
  }

  /** Of a fact, or of the newest decisions and facts that mention an entity. */
  #lineage({ entity: name }: GraphArguments): Promise<Partial<GraphAnswer>> {
    return factId.test(name) ? this.#lineageOfFact(name) : this.#lineageOfEntity(name);
  }

  async #lineageOfFact(name: string): Promise<Partial<GraphAnswer>> {
    const { saveStates, catalogue } = this.#parts;
    const { kind, id } = await saveStates.get(this.#caller, name, 'fact');
    const found = await this.#linkedFacts([{ kind, id }]);
    if (found.memories.length > 0) return found;
    const fact = await catalogue.get(this.#caller, { kind, id });
    const memories = [{ ...structuredMemory(fact), status: fact.status }];
    return { memories, notice: 'It replaced, rests on and contradicts no other fact.' };
  }

  async #lineageOfEntity(name: string): Promise<Partial<GraphAnswer>> {
    const entity = await this.#entity(name);
    const mentions = await this.#parts.graph.mentions(this.#caller, this.#scope, entity.key, maxGraphAnswer);
    const facts = mentions.map(({ ref }) => ref).filter(({ kind }) => kind === 'fact');
    const found = await this.#linkedFacts(facts);
    const none =
      facts.length === 0
        ? 'No decision or fact in scope mentions it.'
        : 'No decision or fact that mentions it is linked with another one.';
    const notice = mentions.length < entity.memories ? `${none} Only newer memories were read.` : none;
    return { about: [structuredEntity(entity)], ...(found.memories.length === 0 && { notice }), ...found };
  }

  async #linkedFacts(starts: readonly MemoryRef[]): Promise<Pick<GraphAnswer, 'memories' | 'edges' | 'notice'>> {
    const { catalogue } = this.#parts;
    const { facts, edges, isCut } = await lineageOf((ref) => catalogue.get(this.#caller, ref), starts, this.#limit);
    return {
      memories: facts.map((one) => ({ ...structuredMemory(one), status: one.status })),
      edges,
      ...(isCut && { notice: 'The lineage is longer than the limit.' }),
    };
  }

  #entity(name: string): Promise<NamedEntity> {
    return this.#parts.graph.entity(this.#caller, this.#scope, name);
  }

  async #memories(refs: readonly MemoryRef[]): Promise<Map<string, StructuredGraphMemory>> {
    const unique = [...new Map(refs.map((ref) => [refKey(ref), ref])).values()];
    const listed = await this.#parts.catalogue.listNamed(this.#caller, unique);
    return new Map(listed.map((one) => [refKey(one), structuredMemory(one)]));
  }
}

function memoryIn(
  memories: ReadonlyMap<string, StructuredGraphMemory>,
  ref: MemoryRef,
): { memory?: StructuredGraphMemory } {
  const memory = memories.get(refKey(ref));
  return memory === undefined ? {} : { memory };
}

/** `#12`, `12`, or the permanent id of a fact. */
const factId = /^(?:#?\d{1,15}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/iu;
