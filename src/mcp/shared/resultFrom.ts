/**
 * What a tool answers as the protocol sends it. Some clients put the text before their model, some the structured form, some
 * both, so both are made harmless here, whatever a tool forgot. An answer that cannot be sent is refused here as well, because
 * what fails later would leave the client without any answer.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError } from '../../memory/shared/errors.ts';
import { inert, quotedText, visible } from '../../memory/trust/quoting.ts';
import type { ToolAnswer } from './tool.ts';

/** Clients, by the name of their handshake, that put both forms before their model: they get the text alone. */
const showsBoth = new Set(['copilot-cli']);

/**
 * `client` is the name of who asked. No text of the answer holds a tag of a role or a sign that nobody sees, and none in the structured form opens a heading or a
 * fence; a page gets its texts as they are, but for those signs. Throws `internal` for what is no JSON: a circle, a BigInt.
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

/** The same with every text changed, names of fields as well: some are names of rules that a person made. */
function withTexts(fields: Record<string, unknown>, change: (text: string) => string): Record<string, unknown> {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(changed);
    return isFields(value) ? withTexts(value, change) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [change(name), changed(value)]));
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
