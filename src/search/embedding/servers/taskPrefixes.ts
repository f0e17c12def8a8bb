/**
 * The prefixes for models that were trained with a mark on each side. Without one, a question's vector is not close to
 * its answers, and nothing reports that. Every row follows the model's own card. A changed row changes the meaning of
 * that model's vectors, so they must be rebuilt.
 */
import type { EmbeddingPurpose } from './provider.ts';

type TaskPrefixes = Readonly<Record<EmbeddingPurpose, string>>;

const none: TaskPrefixes = { document: '', query: '' };
const searching: TaskPrefixes = { document: '', query: 'Represent this sentence for searching relevant passages: ' };
const instructed = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** The first row that fits a name is taken, so narrow rows stand before wide ones. */
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

/** By the model's name, wherever a server puts it: `hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0` is Nomic's too. */
export function taskPrefix(model: string, purpose: EmbeddingPurpose): string {
  const name = model.toLowerCase();
  const [, prefixes] = rows.find(([pattern]) => pattern.test(name)) ?? [undefined, none];
  return prefixes[purpose];
}
