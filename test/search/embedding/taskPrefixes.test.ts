/** Texts get the prefixes of the model cards, under whatever name a server has the model. */
import assert from 'node:assert/strict';
import { taskPrefix } from '../../../src/search/embedding/servers/taskPrefixes.ts';

const searching = 'Represent this sentence for searching relevant passages: ';
const instructed = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

const expected: [model: string, document: string, query: string][] = [
  ['nomic-embed-text', 'search_document: ', 'search_query: '],
  ['nomic-embed-text-v2-moe:latest', 'search_document: ', 'search_query: '],
  ['hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0', 'search_document: ', 'search_query: '],
  ['text-embedding-nomic-embed-text-v1.5', 'search_document: ', 'search_query: '],
  ['mxbai-embed-large', '', searching],
  ['snowflake-arctic-embed:335m', '', searching],
  ['Snowflake/snowflake-arctic-embed-m-v1.5', '', searching],
  ['Snowflake/snowflake-arctic-embed-l-v2.0', '', 'query: '],
  ['snowflake-arctic-embed2', '', 'query: '],
  ['qwen3-embedding:0.6b', '', instructed],
  ['embeddinggemma:300m', 'title: none | text: ', 'task: search result | query: '],
  ['intfloat/multilingual-e5-base', 'passage: ', 'query: '],
  ['e5-small-v2', 'passage: ', 'query: '],
  ['intfloat/multilingual-e5-large-instruct', '', `${instructed} `],
  ['BAAI/bge-small-en-v1.5', '', searching],
  ['bge-large', '', searching],
  ['bge-large-zh-v1.5', '', '为这个句子生成表示以用于检索相关文章：'],
  ['bge-m3', '', ''],
  ['text-embedding-3-small', '', ''],
  ['all-minilm', '', ''],
];

describe('the task prefixes', () => {
  for (const [model, document, query] of expected) {
    it(`are those that ${model} was trained with`, () => {
      assert.deepEqual([taskPrefix(model, 'document'), taskPrefix(model, 'query')], [document, query]);
    });
  }
});
