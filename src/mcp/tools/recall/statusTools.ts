/** The tool that says how far a save is. */
import * as z from 'zod';
import type { EmbeddingState } from '../../../memory/recall/embeddings.ts';
import type { SaveStatus } from '../../../memory/recall/memoryStatus.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { plainLine } from '../../../memory/trust/quoting.ts';
import { shorten } from '../../../util/text.ts';
import { minuteOf } from '../../../util/time.ts';
import { defineTool } from '../../shared/tool.ts';

const maxError = 200;

export const memoryStatus = defineTool({
  name: 'memory_status',
  title: 'Status of a save',
  description:
    'Say whether a memory is stored, indexed, and embedded or queued for an embedding model. Call it only if a save seems to have had no effect.',
  readOnly: true,
  input: () => ({
    id: z.union([z.string(), z.number()]).describe('Number or UUID.'),
    kind: z.enum(memoryKinds).optional().describe('Default fact.'),
  }),
  run: async (input, { memory, caller }) => {
    const status = await memory.saveStates.get(caller, String(input.id), input.kind);
    return { text: sentenceFor(status), structured: structuredStatus(status) };
  },
});

function sentenceFor({ kind, id, status, isIndexed, embeddings }: SaveStatus): string {
  const state = status === 'live' ? 'stored' : `stored, ${status}`;
  const indexed = isIndexed ? 'found by words' : 'not found by searches';
  const models = embeddings.map((one) => `${one.state} for ${plainLine(one.model)}${retriesOf(one)}`);
  return `The ${kind} ${id} is ${[state, indexed, ...(models.length === 0 ? ['no embedding model is set'] : models)].join('; ')}.`;
}

function retriesOf({ retries, lastError }: EmbeddingState): string {
  if (retries === 0) return '';
  return ` after ${String(retries)} retries${lastError === null ? '' : ` (${shorten(plainLine(lastError), maxError)})`}`;
}

function structuredStatus(status: SaveStatus): Record<string, unknown> {
  return {
    id: status.uid ?? status.id,
    kind: status.kind,
    number: status.kind === 'session' ? null : Number(status.id),
    state: status.status,
    stored: true,
    indexed: status.isIndexed,
    embedded: status.embeddings.length > 0 && status.embeddings.every(({ state }) => state === 'embedded'),
    queued: status.embeddings.some(({ state }) => state === 'queued'),
    retries: Math.max(0, ...status.embeddings.map(({ retries }) => retries)),
    models: status.embeddings.map(({ model, state, retries, lastError }) => ({
      model: plainLine(model),
      state,
      retries,
      ...(lastError !== null && { last_error: shorten(plainLine(lastError), maxError) }),
    })),
    stored_at: minuteOf(status.storedAt),
    updated_at: minuteOf(status.updatedAt),
  };
}
