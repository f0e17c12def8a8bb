/**
 * Converts a tool's answer, or its error, to a protocol result. Some clients show the model the text, some the
 * structured content, some both. So both are sanitized here, even if a tool forgot. An answer that is not valid JSON is
 * refused here too, because a later failure would leave the client without an answer.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { remedyText } from '../../memory/shared/findings.ts';
import { inert, quotedText, visible } from '../../memory/trust/quoting.ts';
import { isRecord } from '../../util/parsedValues.ts';
import { shorten } from '../../util/text.ts';
import { remedyForModel } from './remedyForModel.ts';
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

/** In characters; an error may repeat its input, which may have any length. */
const maxRefusalLength = 2_000;

/** What happened and what to do, for a model. Defects are logged with their stack. Never throws. */
export function failure(thrown: unknown, log: (line: string) => void, client?: string): CallToolResult {
  const error = bigMindErrorFrom(thrown);
  if (error.code === 'internal') log(error.stack ?? error.message);
  const message = shorten(error.message, maxRefusalLength);
  const remedy =
    error.remedy === undefined ? null : shorten(remedyText(error.remedy, remedyForModel), maxRefusalLength);
  const text = remedy === null ? message : `${message} ${remedy}`;
  const answer = { text, structured: { error: { code: error.code, message, remedy } } };
  return { isError: true, ...resultFrom(answer, client) };
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
