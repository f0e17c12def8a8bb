/**
 * Search with what the results are about (Shared Memory, section 15): first what the memories about the subject come to,
 * then memories. Each result names its tier, a score from 0 to 1, the entities of the question that it mentions, and
 * other entities that it connects.
 */
import * as z from 'zod';
import type { Entity, EntityName, MentionedEntity, MentionRole } from '../../../memory/graph/graphStore.ts';
import type { FoundSynthesis } from '../../../memory/graph/synthesis/consolidation.ts';
import { synthesisText } from '../../../memory/graph/synthesis/synthesis.ts';
import { structuredSynthesis, synthesisLines } from '../../../memory/graph/synthesis/synthesisText.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import type { Memory } from '../../../memory/memory.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import type { SearchResult } from '../../../search/explanation/searchResult.ts';
import { shorten } from '../../../util/text.ts';
import { minuteOf } from '../../../util/time.ts';
import { project } from '../../shared/fields.ts';
import { defineTool } from '../../shared/tool.ts';
import { searchReply } from '../recall/searchReply.ts';

const defaultLimit = 5;
/** Entities of a result. */
const maxEntities = 6;
const maxName = 60;

/** Names of relations in Shared Memory's ontology. */
const relationTypes: Readonly<Record<MentionRole, string>> = {
  stated: 'MENTIONS',
  text: 'MENTIONS',
  decided_by: 'WAS_ATTRIBUTED_TO',
  assisted_by: 'WAS_ASSISTED_BY',
};

export const hybridSearch = defineTool({
  name: 'hybrid_search_and_rerank',
  title: 'Search with graph',
  description:
    'Search everything by words and, where there is a model, by meaning, with a synthesis of the subject first if there is one, and see what each result is connected with: matched_entities are those of the question, graph_context others. Call it to orient yourself in a subject; then ask graph_query about an entity. For filters such as dates and kinds use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('Plain words or a question.'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(50)
      .optional()
      .describe(`Default ${String(defaultLimit)}.`),
    project: project().optional(),
  }),
  run: async ({ query, limit = defaultLimit, project: asked }, context) => {
    const { memory, search, caller } = context;
    const found = await search.find(caller, { query, limit, project: asked });
    const reply = await searchReply(found, { query }, context, 'Try other words, or project "all".');
    const scope = await memory.identities.scope(caller, asked);
    await memory.graph.update(caller);
    const entities = await memory.graph.namedIn(caller, scope, query);
    const connected = await connections(memory, caller, { entities, results: found.results });
    const synthesis = await memory.consolidation.forQuestion(caller, scope, { question: query, entities });
    const structured = { ...reply.structured };
    const results = Array.isArray(structured['results']) ? structured['results'] : [];
    return {
      ...reply,
      ...(synthesis !== undefined && { notice: dataNotice }),
      text: [...linesOf(synthesis), reply.text, ...connectionLines(connected)].join('\n'),
      structured: {
        ...structured,
        results: [
          ...(synthesis === undefined ? [] : [resultFrom(synthesis)]),
          ...results.map((result: Record<string, unknown>, place) => ({ ...result, ...connected[place] })),
        ],
      },
    };
  },
});

function linesOf(found: FoundSynthesis | undefined): string[] {
  return found === undefined ? [] : synthesisLines(found.entity.name, structuredSynthesis(found.synthesis));
}

function resultFrom({ entity, synthesis, score }: FoundSynthesis): Record<string, unknown> {
  const { created_at: createdAt, ...structured } = structuredSynthesis(synthesis);
  return {
    kind: 'synthesis',
    id: String(synthesis.id),
    text: plainLine(synthesisText(synthesis)),
    score: Number(score.toFixed(3)),
    tier: 'community_summary',
    score_normalized: Number(score.toFixed(3)),
    matched_entities: [nameOf(entity)],
    graph_context: [],
    ...structured,
    created_at: minuteOf(createdAt),
  };
}

interface Connected {
  tier: 'fact';
  score_normalized: number;
  matched_entities: string[];
  graph_context: { rel_type: string; name: string; label: string }[];
}

async function connections(
  memory: Memory,
  caller: Caller,
  { entities: named, results }: { entities: readonly Entity[]; results: readonly SearchResult[] },
): Promise<Connected[]> {
  const asked = new Set(named.map(({ key }) => key));
  const known = await memory.graph.ofMemories(caller, results, maxEntities);
  return results.map((result) => {
    const entities = known.get(refKey(result)) ?? [];
    return {
      tier: 'fact',
      score_normalized: Number(result.score.toFixed(3)),
      matched_entities: entities.filter(({ key }) => asked.has(key)).map(nameOf),
      graph_context: entities.filter(({ key }) => !asked.has(key)).map(contextOf),
    };
  });
}

function contextOf(entity: MentionedEntity): Connected['graph_context'][number] {
  return { rel_type: relationTypes[entity.role], name: nameOf(entity), label: entity.kind };
}

function nameOf({ name }: EntityName): string {
  return shorten(plainLine(name), maxName);
}

function connectionLines(connected: readonly Connected[]): string[] {
  return connected.flatMap(({ matched_entities: matched, graph_context: others }, place) => {
    const names = [...matched, ...others.map(({ name }) => name)];
    return names.length === 0 ? [] : [`${String(place + 1)} is connected with ${names.join(', ')}`];
  });
}
