/**
 * `npm run bench -- answers`: the cost of the answers of the twelve default tools in tokens of o200k, with a small
 * realistic store. Some clients show the model the text, some the structured form, some both. If an answer has no
 * structured form, every client shows the text. The tool list is measured too.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { hostileFact, openAnswerStore } from '../test/support/answerStore.ts';
import type { Figure } from './lib.ts';

/**
 * The limit of the structured form's cost, as a multiple of the text's. In a search, each structured result names its
 * session in full, while the text names it once, in short form.
 */
export function maxStructuredRatio(tool: string): number {
  return tool === 'memory_search' ? 2 : 1.5;
}

export interface AnswerCost {
  tool: string;
  /** The case that the call covers. */
  what: string;
  /** Tokens of the text, and of what a client shows that prefers the structured form. */
  text: number;
  structured: number;
  /** Tokens in a client that shows both. */
  both: number;
}

/** In the order of the calls; each of the twelve tools at least once, and several times if cases differ. */
const calls: readonly (readonly [what: string, tool: string, args: Record<string, unknown>])[] = [
  ['resumed', 'memory_start_session', {}],
  ['the whole', 'memory_get_context', {}],
  ['a question', 'memory_search', { query: 'Which queue do orders go through?' }],
  ['short facts', 'memory_search', { query: 'deploy cookie backup checkout', kinds: ['fact'], limit: 5 }],
  ['a hostile fact', 'memory_search', { query: 'QUOLL', kinds: ['fact'] }],
  ['a fact of 7,000 characters', 'memory_search', { query: 'NARWHAL gateway', kinds: ['fact'] }],
  ['knowledge', 'memory_search', { query: 'Python version', kinds: ['knowledge'] }],
  ['conversations', 'memory_search', { query: 'slow first request', kinds: ['message', 'session', 'chunk'] }],
  ['with reasons', 'memory_search', { query: 'deploy', explain: true, limit: 3 }],
  ['nothing found', 'memory_search', { query: 'zyzzyva' }],
  ['new', 'memory_store_fact', { category: 'codebase', fact: 'The image service listens on port 4711.' }],
  ['known', 'memory_store_fact', { category: 'codebase', fact: 'The image service listens on port 4711.' }],
  ['hostile', 'memory_store_fact', { category: 'codebase', fact: `${hostileFact} again` }],
  ['contradicting', 'memory_store_fact', { category: 'decision', fact: 'We deploy on Fridays only.' }],
  ['an exchange', 'memory_flag_important', { content: 'The pool is opened before the service is ready.' }],
  ['by its number', 'memory_deprecate_fact', { fact_id: 5, reason: 'Fridays now.' }],
  ['a role', 'memory_update_profile', { role: 'Staff engineer' }],
  [
    'a proposal',
    'memory_promote_to_global',
    { category: 'pattern', title: 'Warm pools', content: 'Pools are opened first.' },
  ],
  [
    'with a summary',
    'memory_end_session',
    { one_liner: 'Warmed the pool', topics: 'pool, start', outcome: 'Opened at start.', summary: 'Ten connections.' },
  ],
  ['all', 'memory_list_sessions', {}],
  ['one topic', 'memory_list_sessions', { topic: 'auth' }],
  ['one', 'memory_get_session_detail', { session_id: '0f6a2d81' }],
  ['the guide', 'memory_get_instructions', {}],
];

export async function measureAnswers(): Promise<AnswerCost[]> {
  const store = await openAnswerStore();
  try {
    const costs: AnswerCost[] = [];
    for (const [what, tool, args] of calls) costs.push({ tool, what, ...costOf(await store.call(tool, args)) });
    return costs;
  } finally {
    await store.close();
  }
}

function costOf({ content, structuredContent }: CallToolResult): Pick<AnswerCost, 'text' | 'structured' | 'both'> {
  const text = tokensOf(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
  if (structuredContent === undefined) return { text, structured: text, both: text };
  const structured = tokensOf(JSON.stringify(structuredContent));
  return { text, structured, both: text + structured };
}

/** Counts a model's special tokens, such as `<|im_start|>`, as plain text. */
export function tokensOf(text: string): number {
  return encode(text, { disallowedSpecial: new Set() }).length;
}

export async function answerFigures(): Promise<Figure[]> {
  return (await measureAnswers()).map(({ tool, what, text, structured, both }) => {
    const [ratio, maxRatio] = [structured / text, maxStructuredRatio(tool)];
    return {
      name: `\`${tool}\`, ${what}`,
      value: `${String(structured)} tokens as JSON, ${String(both)} where both are shown`,
      yardstick: `${String(text)} tokens as text`,
      ratio: `${ratio.toFixed(2)} ×`,
      goal: `≤ ${String(maxRatio)} ×`,
      met: ratio <= maxRatio,
    };
  });
}
