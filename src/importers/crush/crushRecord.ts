/**
 * Reads messages of Crush as stored in its database: a list of parts with a type and data (internal/message/content.go
 * of charmbracelet/crush). Parts that Crush wrote itself are skipped: hidden texts, ends, and commands that the user
 * ran in its own shell.
 */
import type { CrushRecord } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { fieldsFrom, listFrom, textFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { parsed } from '../../capture/transcripts/salvage.ts';
import { argumentsFrom, boundedText } from '../../capture/transcripts/toolText.ts';
import { toolCall } from '../../capture/transcripts/toolWork.ts';

/**
 * Keys are `MESSAGE` for the user's words and summaries, `MESSAGE/N` for parts of an answer, `MESSAGE#CALL` for calls and
 * `MESSAGE#CALL/result` for their results.
 */
export function readCrushRecord({ id, role, parts, isSummary }: CrushRecord): TranscriptMessage[] {
  const list = listFrom(parsed(parts)).map(fieldsFrom);
  const texts = list.filter(({ type }) => type === 'text').map(({ data }) => fieldsFrom(data));
  const shown = texts.filter(({ hidden }) => hidden !== true).flatMap(({ text }) => textFrom(text) ?? []);
  if (role === 'user') return said(id, shown.join('\n\n'));
  if (isSummary) {
    const content = shown.join('\n\n');
    return content === '' ? [] : [{ key: id, role: 'system', type: 'text', content, begins: 'POST_COMPACTING' }];
  }
  if (role !== 'assistant' && role !== 'tool') return [];
  return list
    .flatMap(({ type, data }, at) => partMessages({ message: id, at, type, data: fieldsFrom(data) }))
    .filter(({ content }) => content.trim() !== '');
}

function said(key: string, text: string): TranscriptMessage[] {
  const read = readUserText(text);
  return read.content === '' ? [] : [{ key, type: 'text', ...read }];
}

interface Part {
  message: string;
  at: number;
  type: unknown;
  data: Fields;
}

function partMessages({ message, at, type, data }: Part): TranscriptMessage[] {
  const key = `${message}/${String(at)}`;
  const role = 'assistant';
  switch (type) {
    case 'text':
      return data['hidden'] === true ? [] : [{ key, role, type: 'text', content: textFrom(data['text']) ?? '' }];
    case 'reasoning':
      return [{ key, role, type: 'thought', content: textFrom(data['thinking']) ?? '' }];
    case 'tool_call':
      return callMessage(`${message}#${textFrom(data['id']) ?? String(at)}`, data);
    case 'tool_result':
      return resultMessage(`${message}#${textFrom(data['tool_call_id']) ?? String(at)}/result`, data);
    default:
      return [];
  }
}

/** An unfinished call is read later, when its arguments are complete. */
function callMessage(key: string, { name, input, finished }: Fields): TranscriptMessage[] {
  const tool = textFrom(name);
  if (tool === undefined || finished === false) return [];
  return [{ key, ...toolCall(tool, argumentsFrom(input)) }];
}

function resultMessage(key: string, { name, content }: Fields): TranscriptMessage[] {
  const tool = textFrom(name);
  const output = boundedText(textFrom(content) ?? '');
  return [{ key, role: 'tool', type: 'tool_result', content: output, tool }];
}
