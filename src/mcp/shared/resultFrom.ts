/**
 * Converts a tool's answer to a protocol result. Some clients show the model the text, some the structured content,
 * some both. So both are sanitized here, even if a tool forgot. An answer that is not valid JSON is refused here too,
 * because a later failure would leave the client without an answer.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError } from '../../memory/shared/errors.ts';
import { inert, quotedText, visible } from '../../memory/trust/quoting.ts';
import { isRecord } from '../../util/parsedValues.ts';
import type { ToolAnswer } from './tool.ts';

/** Clients, by their handshake name, that show the model both forms; they get only the text. */
const showsBoth = new Set(['copilot-cli']);

/**
 * `client` is the name of the calling client. No text of the result contains a role tag or invisible characters, and no
 * structured text opens a heading or a fence. A page gets its texts unchanged except for invisible characters. Throws
 * `internal` if the answer is not valid JSON: a cycle, a BigInt.
 */
export function resultFrom({ text, structured, readBy = 'model' }: ToolAnswer, client?: string): CallToolResult {
  try {
    const content: CallToolResult['content'] = [{ type: 'text', text: inert(text) }];
    if (structured === undefined || (readBy === 'model' && showsBoth.has(client ?? ''))) return { content };
    const plain = JSON.parse(JSON.stringify(structured)) as Record<string, unknown>;
    return { content, structuredContent: withTexts(plain, readBy === 'page' ? visible : quotedText) };
  } catch (cause) {
    throw new BigMindError('internal', 'The answer of the tool cannot be converted to JSON.', {
      remedy: 'The call itself was done. This is a bug in BigMind; please report it.',
      cause,
    });
  }
}

/** Changes every text, including field names, because some are names of user-defined rules. */
function withTexts(fields: Record<string, unknown>, change: (text: string) => string): Record<string, unknown> {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(changed);
    return isRecord(value) ? withTexts(value, change) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [change(name), changed(value)]));
}
