/** Short builders for messages and chats. */
import type { SummaryMessage } from '../../../src/memory/summarize/words/utterances.ts';

export function aMessage(
  role: 'user' | 'assistant' | 'tool',
  content: string,
  more: Partial<SummaryMessage> = {},
): SummaryMessage {
  return { id: 1, role, type: 'text', content, createdAt: '2026-03-02T09:00:00.000Z', files: [], ...more };
}

/** Turns in order, alternating between user and assistant; the user starts. */
export function aChat(...turns: string[]): SummaryMessage[] {
  return turns.map((content, index) => aMessage(index % 2 === 0 ? 'user' : 'assistant', content, { id: index + 1 }));
}
