/** The names of the word indexes. Sessions are separate because they repeat their messages. */
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';

/** Tables with the words. Their rows have the ids of their documents. */
export const wordIndexes = ['memory_index', 'session_index'] as const;
export type WordIndex = (typeof wordIndexes)[number];

export const wordIndexOf = (kind: MemoryKind): WordIndex => (kind === 'session' ? 'session_index' : 'memory_index');
