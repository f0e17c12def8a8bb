/**
 * What a tool answers as the protocol sends it. Whether it can be sent is looked at here, because what fails later would
 * leave the client without any answer.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError } from '../memory/errors.ts';
import { inert, visible } from '../memory/quoting.ts';
import type { ToolAnswer } from './tool.ts';

/**
 * Throws `internal` for what is no JSON: a circle, a BigInt. No answer of ours holds a tag of a role or a sign that nobody
 * sees, so whatever forgot to be quoted loses them here.
 */
export function resultFrom({ text, structured }: ToolAnswer): CallToolResult {
  try {
    return { content: [{ type: 'text', text: inert(text) }], structuredContent: seen(structured) };
  } catch (cause) {
    throw new BigMindError('internal', 'The answer of the tool could not be put into JSON.', {
      remedy: 'What was asked was done. This is a defect of BigMind; please report it.',
      cause,
    });
  }
}

/** What JSON makes of it; that keeps every text as it was said, but for signs that nobody sees. */
function seen(structured: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(structured), (_name, value: unknown) =>
    typeof value === 'string' ? visible(value) : value,
  ) as Record<string, unknown>;
}
