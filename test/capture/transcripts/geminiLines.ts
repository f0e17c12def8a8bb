/** Lines of a chat as Gemini CLI 0.61.0 writes them, without what no reader uses. */

type Line = Record<string, unknown>;

export const geminiConversation = 'ad465957-3e01-4679-969b-097e5c72ffc9';
export const geminiFile = 'session-2026-03-02T09-00-ad465957.jsonl';

const minute = 60_000;
const morning = Date.parse('2026-03-02T09:00:00.000Z');

function timeAt(at: number): string {
  return new Date(morning + at * minute).toISOString();
}

export function aChatStart(more: Line = {}): Line {
  return {
    sessionId: geminiConversation,
    projectHash: '8513d7c880d8e96dcb65bd1ec47f71d15ca2398a1919f7611c385c9d2a49ea26',
    startTime: timeAt(0),
    lastUpdated: timeAt(0),
    kind: 'main',
    ...more,
  };
}

/** A message that the user typed; `at` is its minute and gives its id. */
export function aTypedMessage(at: number, text: string, more: Line = {}): Line {
  const content = [{ text }];
  return { id: `g${String(at)}`, timestamp: timeAt(at), type: 'user', content, displayContent: content, ...more };
}

export function aGeminiMessage(at: number, text: string, more: Line = {}): Line {
  return { id: `g${String(at)}`, timestamp: timeAt(at), type: 'gemini', content: text, thoughts: [], ...more };
}

/** An answered call. */
export function aToolCall(id: string, name: string, args: Line, output: string): Line {
  const result = [{ functionResponse: { id, name, response: { output } } }];
  return { id, name, args, result, status: 'success', timestamp: timeAt(9), displayName: name };
}

export function allMessages(...messages: Line[]): Line {
  return { $set: { messages, lastUpdated: timeAt(8) } };
}
