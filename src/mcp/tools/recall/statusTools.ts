/** The tool that says how far a save is. */
import * as z from 'zod';
import type { EmbeddingState } from '../../../memory/recall/embeddings.ts';
import type { SaveStatus } from '../../../memory/recall/memoryStatus.ts';
import { maxError, structuredStatus } from '../../../memory/recall/memoryStatus.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { plainLine } from '../../../memory/trust/quoting.ts';
import { shorten } from '../../../util/text.ts';
import { minuteOf } from '../../../util/time.ts';
import { defineTool } from '../../shared/tool.ts';

export const memoryStatus = defineTool({
  name: 'memory_status',
  title: 'Status of a save',
  description:
    'Say whether a memory is stored, indexed, and embedded or queued for an embedding model. Call it only if a save seems to have had no effect.',
  readOnly: true,
  input: () => ({
    id: z.union([z.string(), z.number()]).describe('Number or UUID.'),
    kind: z.enum(memoryKinds).optional().describe('Default fact, else session.'),
  }),
  run: async (input, { memory, caller }) => {
    const status = await memory.saveStates.get(caller, String(input.id), input.kind);
    const structured = structuredStatus(status);
    const times = { stored_at: minuteOf(structured.stored_at), updated_at: minuteOf(structured.updated_at) };
    return { text: sentenceFor(status), structured: { ...structured, ...times } };
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
