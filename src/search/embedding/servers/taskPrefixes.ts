/**
 * The prefixes for models that were trained with one for documents or queries. Without it, the vector of a query is not
 * close to its answers, and nothing reports that. Every row follows the model card. A changed row changes the meaning
 * of that model's vectors, so they must be rebuilt.
 */
import type { EmbeddingPurpose } from './provider.ts';

type TaskPrefixes = Readonly<Record<EmbeddingPurpose, string>>;

const none: TaskPrefixes = { document: '', query: '' };
const searching: TaskPrefixes = { document: '', query: 'Represent this sentence for searching relevant passages: ' };
const instructed = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** The first matching row applies, so specific rows precede general ones. */
const rows: readonly (readonly [RegExp, TaskPrefixes])[] = [
  [/nomic-embed-text/u, { document: 'search_document: ', query: 'search_query: ' }],
  [/mxbai-embed/u, searching],
  [/arctic-embed2|arctic-embed-\w+-v2/u, { document: '', query: 'query: ' }],
  [/arctic-embed/u, searching],
  [/qwen3-embedding/u, { document: '', query: instructed }],
  [/embeddinggemma/u, { document: 'title: none | text: ', query: 'task: search result | query: ' }],
  [/\be5-.*instruct/u, { document: '', query: `${instructed} ` }],
  [/\be5-/u, { document: 'passage: ', query: 'query: ' }],
  [/\bbge-m3/u, none],
  [/\bbge-\w+-zh/u, { document: '', query: '为这个句子生成表示以用于检索相关文章：' }],
  [/\bbge-(?:small|base|large)/u, searching],
];

/** Matches the model's name anywhere: `hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0` is a Nomic model too. */
export function taskPrefix(model: string, purpose: EmbeddingPurpose): string {
  const name = model.toLowerCase();
  const [, prefixes] = rows.find(([pattern]) => pattern.test(name)) ?? [undefined, none];
  return prefixes[purpose];
}
