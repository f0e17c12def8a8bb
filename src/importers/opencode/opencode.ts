/**
 * Reads messages of opencode as stored in its database: a message with its parts, each of them JSON. The shapes are
 * those of opencode 1.18 (packages/opencode/src/session/message-v2.ts of anomalyco/opencode), verified with a history
 * that it wrote. Parts that opencode itself wrote are skipped: those marked `synthetic` or `ignored`, steps,
 * snapshots, patches, and requests for a compaction.
 */
import type { OpencodeRecord } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { fieldsFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { argumentsText, boundedText, resultText, writtenFiles } from '../../capture/transcripts/toolText.ts';
import { workIn } from '../../capture/transcripts/toolWork.ts';

/** Keys are the ids of parts, and `PART/result` for the output of a tool. */
export function readOpencodeRecord({ data, parts }: OpencodeRecord): TranscriptMessage[] {
  const message = parsed(data);
  const createdAt = timeFrom(fieldsFrom(message['time'])['created']);
  const said = parts.flatMap(({ id, data: part }) => messagesOfPart(message, id, parsed(part)));
  const messages = said
    .filter(({ content }) => content.trim() !== '')
    .map((each) => ({ ...each, ...(createdAt !== undefined && { createdAt }) }));
  const [first, ...others] = messages;
  const isSummary = message['role'] === 'assistant' && message['summary'] === true;
  return isSummary && first !== undefined ? [{ ...first, begins: 'POST_COMPACTING' }, ...others] : messages;
}

function messagesOfPart(message: Fields, key: string, part: Fields): TranscriptMessage[] {
  const isOwn = part['synthetic'] === true || part['ignored'] === true;
  const text = isOwn ? '' : (textFrom(part['text']) ?? '');
  if (message['role'] === 'user')
    return part['type'] === 'text' ? [{ key, type: 'text', ...readUserText(unquoted(text)) }] : [];
  if (message['role'] !== 'assistant') return [];
  const role = message['summary'] === true ? 'system' : 'assistant';
  switch (part['type']) {
    case 'text':
      return [{ key, role, type: 'text', content: text }];
    case 'reasoning':
      return [{ key, role, type: 'thought', content: text }];
    case 'tool':
      return toolMessages(key, part);
    default:
      return [];
  }
}

/** A pending call is read later, when both its arguments and its result are stored. */
function toolMessages(key: string, part: Fields): TranscriptMessage[] {
  const tool = textFrom(part['tool']);
  const { status, input, output, error } = fieldsFrom(part['state']);
  if (tool === undefined || (status !== 'completed' && status !== 'error')) return [];
  const files = writtenFiles(tool, input);
  const content = boundedText(resultText(status === 'error' ? error : output));
  return [
    {
      key,
      role: 'assistant',
      type: 'tool_use',
      content: argumentsText(input) || '{}',
      tool,
      ...(files.length > 0 && { files }),
      ...(status === 'completed' && workIn(tool, input)),
    },
    { key: `${key}/result`, role: 'tool', type: 'tool_result', content, tool },
  ];
}

/** `opencode run` puts quotation marks around a prompt of several words. */
function unquoted(text: string): string {
  const prompt = /^"(?<said>(?:[^"\\]|\\")*)"\s*$/su.exec(text)?.groups?.['said'];
  return prompt?.replaceAll('\\"', '"') ?? text;
}

function parsed(json: string): Fields {
  try {
    return fieldsFrom(JSON.parse(json));
  } catch {
    // A damaged row yields nothing; the others are read.
    return {};
  }
}
