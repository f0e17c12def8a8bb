/**
 * Converts a tool's answer, or its error, to a protocol result. Some clients show the model the text, some the
 * structured content, some both. So both are sanitized here, even if a tool forgot. An answer that is not valid JSON is
 * refused here too, because a later failure would leave the client without an answer. A text that reads like instructions
 * to a model gets a label here, in whatever field it is: a name of a project or of a program, a path, a source, a tag.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { remedyText } from '../../memory/shared/findings.ts';
import { inert, quotedText, visible } from '../../memory/trust/quoting.ts';
import { missingLabel } from '../../memory/trust/trust.ts';
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
export function resultFrom(answer: ToolAnswer, client?: string): CallToolResult {
  const { text, structured, readBy = 'model' } = answer;
  const isLabelled = readBy === 'model' && answer.isChosen !== true;
  try {
    const content: CallToolResult['content'] = [
      { type: 'text', text: isLabelled ? labelledLines(inert(text)) : inert(text) },
    ];
    if (structured === undefined || (readBy === 'model' && showsBoth.has(client ?? ''))) return { content };
    const plain = JSON.parse(JSON.stringify(structured)) as Record<string, unknown>;
    const safe = withTexts(plain, readBy === 'page' ? visible : quotedText);
    return { content, structuredContent: isLabelled ? labelledFields(safe) : safe };
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

/** Quoted lines belong to a memory, whose first line has the label. */
function labelledLines(text: string): string {
  const label = (line: string): string => (line.startsWith('>') ? '' : missingLabel(line));
  const labelled = (line: string): string => (label(line) === '' ? line : `${line} (${label(line)})`);
  return text.split('\n').map(labelled).join('\n');
}

/** Adds the label of its own texts to each object. */
function labelledFields(fields: Record<string, unknown>): Record<string, unknown> {
  const labelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(labelled);
    return isRecord(value) ? labelledFields(value) : value;
  };
  const within = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, labelled(value)]));
  const texts = [...Object.keys(fields), ...Object.values(fields).flat()].filter((value) => typeof value === 'string');
  const label = missingLabel(texts.join('\n'));
  return label === '' ? within : { ...within, warning: label };
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
