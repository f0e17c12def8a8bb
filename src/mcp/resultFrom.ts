/**
 * What a tool answers as the protocol sends it. Whether it can be sent is looked at here, because what fails later would
 * leave the client without any answer.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError } from '../memory/errors.ts';
import { inert } from '../memory/quoting.ts';
import type { ToolAnswer } from './tool.ts';

/**
 * Throws `internal` for what is no JSON: a circle, a BigInt. No answer of ours holds a tag of a role or a sign that nobody
 * sees, so whatever forgot to be quoted loses them here.
 */
export function resultFrom({ text, structured }: ToolAnswer): CallToolResult {
  try {
    JSON.stringify(structured);
  } catch (cause) {
    throw new BigMindError('internal', 'The answer of the tool could not be put into JSON.', {
      remedy: 'What was asked was done. This is a defect of BigMind; please report it.',
      cause,
    });
  }
  return { content: [{ type: 'text', text: inert(text) }], structuredContent: structured };
}
