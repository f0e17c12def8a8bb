/** The tool that answers questions about what is connected with what. */
import * as z from 'zod';
import { entityKinds } from '../../../memory/graph/entities.ts';
import { entityRelations } from '../../../memory/graph/findRelations.ts';
import type { GraphAnswer } from '../../../memory/graph/traversal/graphAnswer.ts';
import { traversals } from '../../../memory/graph/traversal/graphInput.ts';
import { answerGraph, maxGraphAnswer } from '../../../memory/graph/traversal/graphQueries.ts';
import { graphLines } from '../../../memory/graph/traversal/graphText.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { shorten } from '../../../util/text.ts';
import { localDay, minuteOf } from '../../../util/time.ts';
import { project } from '../../shared/fields.ts';
import { defineTool } from '../../shared/tool.ts';

const defaultLimit = 15;
/** In characters, for the excerpt of a memory. */
const maxExcerpt = 200;
const maxAliases = 20;

/** What a traversal takes beside its name; the REST API takes the same. */
export const graphFields = () => ({
  entity: z.string().optional().describe('A name. For lineage also #12 or the UUID of a fact.'),
  to: z.string().optional().describe('For path: where it ends.'),
  relation: z
    .string()
    .optional()
    .describe(`For by_relation: ${entityRelations.join(', ')}.`),
  kinds: z.array(z.enum(entityKinds)).optional().describe('For hubs and neighbours. Default: all.'),
});

export const graphQuery = defineTool({
  name: 'graph_query',
  title: 'Query graph',
  description: `Ask what is connected with what: files, symbols, packages, services, people, issues, errors and concepts that memories mention. Call it when you need what surrounds a name, not a text. query is one of: hubs (most mentioned), neighbours of entity, path from entity to another (to), mentions (memories about entity, and what they come to), lineage of a decision (what it replaced and rests on), by_relation (who uses, replaces, depends on what). Read-only; there is no query language. To find memories by words, use memory_search.`,
  readOnly: true,
  input: () => ({
    query: z.string().describe(`One of: ${traversals.join(', ')}.`),
    ...graphFields(),
    project: project().optional(),
    limit: z
      .number()
      .int()
      .min(1)
      .max(maxGraphAnswer)
      .optional()
      .describe(`Default ${String(defaultLimit)}.`),
  }),
  run: async ({ limit = defaultLimit, ...asked }, { memory, caller }) => {
    const answer = await answerGraph(memory, caller, asked, limit);
    const { notice } = answer;
    const lines = graphLines(answer, (time) => localDay(time, memory.clock.timeZone));
    return {
      ...(lines.length > 0 && { notice: dataNotice }),
      text: [...lines, ...(notice === undefined ? [] : [`Note: ${notice}`])].join('\n'),
      structured: memoriesOnce(structuredGraph(answer)),
    };
  },
});

/** The answer for programs, with texts in excerpts on one line, and without empty lists. */
export function structuredGraph({ query, about, syntheses = [], entities, edges, memories, notice }: GraphAnswer) {
  const line = (text: string): string => shorten(plainLine(text), maxExcerpt);
  const shortMemory = (memory: GraphAnswer['memories'][number]) => ({
    ...memory,
    text: line(memory.text),
    created_at: memory.created_at === '' ? '' : minuteOf(memory.created_at),
    ...(memory.project !== undefined && { project: line(memory.project) }),
  });
  const shortEntity = (entity: GraphAnswer['about'][number]) => ({
    ...entity,
    name: line(entity.name),
    ...(entity.aliases !== undefined && { aliases: entity.aliases.slice(0, maxAliases).map(line) }),
    ...(entity.first_at !== undefined && { first_at: minuteOf(entity.first_at) }),
    ...(entity.last_at !== undefined && { last_at: minuteOf(entity.last_at) }),
  });
  return {
    query,
    ...(about.length > 0 && { about: about.map(shortEntity) }),
    ...(syntheses.length > 0 && {
      syntheses: syntheses.map(({ project: of, created_at: createdAt, ...synthesis }) => ({
        ...(of !== undefined && { project: line(of) }),
        ...synthesis,
        created_at: minuteOf(createdAt),
      })),
    }),
    ...(entities.length > 0 && { entities: entities.map(shortEntity) }),
    ...(edges.length > 0 && {
      edges: edges.map(({ memory, ...edge }) => ({
        ...edge,
        from: line(edge.from),
        to: line(edge.to),
        ...(memory !== undefined && { memory: shortMemory(memory) }),
      })),
    }),
    ...(memories.length > 0 && { memories: memories.map(shortMemory) }),
    ...(notice !== undefined && { note: notice }),
  };
}

/** An edge names only the kind and id of a memory that an edge before it has. */
function memoriesOnce({ edges = [], ...answer }: ReturnType<typeof structuredGraph>) {
  const shown = new Set<string>();
  const once = edges.map(({ memory, ...edge }) => {
    if (memory === undefined) return edge;
    const isKnown = shown.has(refKey(memory));
    shown.add(refKey(memory));
    return { ...edge, memory: isKnown ? { kind: memory.kind, id: memory.id } : memory };
  });
  return { ...answer, ...(once.length > 0 && { edges: once }) };
}
