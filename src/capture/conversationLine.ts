/**
 * Parses a conversation file in JSON lines, one message per line: `{session, session_started_at?, seq?, role?,
 * speaker?, content, created_at?, source_ref?}`. Also accepts the field names of published conversation data sets:
 * `conversation`, `session_date`, `text`, `id`, `caption`. A line that cannot be parsed is reported with its number.
 * Runs in every host.
 */
import type { ArchiveLine, UnreadableLine } from '../memory/archive/archive.ts';
import { oneLine } from '../util/text.ts';
import { isJsonOverLines, jsonOverLines } from '../util/jsonOverLines.ts';

/**
 * The messages of a file that arrives in chunks of text. Empty lines are skipped, but counted. A single JSON document
 * over several lines yields one unreadable line only.
 */
export async function* conversationLinesFrom(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<ArchiveLine | UnreadableLine> {
  let lineNumber = 0;
  let isFirst = true;
  for await (const line of linesOf(pieces)) {
    lineNumber += 1;
    if (line.trim() === '') continue;
    if (isFirst && isJsonOverLines(`${line}\n`)) {
      yield { lineNumber, unreadable: `starts what ${jsonOverLines}` };
      return;
    }
    isFirst = false;
    yield conversationLineFrom(line, lineNumber);
  }
}

/** Splits at line feeds only: JSON strings may contain Unicode's other line separators. */
async function* linesOf(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    rest.push(first);
    for (const other of others) {
      yield rest.join('');
      rest = [other];
    }
  }
  yield rest.join('');
}

export function conversationLineFrom(line: string, lineNumber: number): ArchiveLine | UnreadableLine {
  const fields = parsed(line.replace(/^\ufeff/u, ''));
  if (!isFields(fields)) {
    return { lineNumber, unreadable: 'is not a JSON object; the file may be truncated here' };
  }
  const said = fields['content'] ?? fields['text'];
  if (typeof said !== 'string') return { lineNumber, unreadable: 'has no text in "content"' };
  const speaker = text(fields['speaker']);
  const session = sessionName(fields);
  if (session === undefined) return { lineNumber, unreadable: 'does not name its "session"' };
  return {
    lineNumber,
    session,
    content: withCaption(said, text(fields['caption'])),
    sessionStartedAt: textOrNumber(fields['session_started_at'] ?? fields['session_date']),
    seq: typeof fields['seq'] === 'number' ? fields['seq'] : undefined,
    role: text(fields['role']) ?? roleNamed(speaker),
    speaker,
    createdAt: textOrNumber(fields['created_at']),
    sourceRef: text(fields['source_ref'] ?? fields['id']),
  };
}

/** If sessions are numbered within a conversation, the name consists of both. */
function sessionName({ conversation, session }: Record<string, unknown>): string | undefined {
  const parts = [conversation, session].map(textOrNumber).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('/');
}

/**
 * The caption of a shared photo is part of the message, and users search for it: it becomes a line of the content.
 */
function withCaption(said: string, caption: string | undefined): string {
  const image = oneLine(caption ?? '');
  if (image === '') return said;
  return said.trim() === '' ? `[image: ${image}]` : `${said}\n[image: ${image}]`;
}

/** In published chats with an assistant, the speaker is the role. */
function roleNamed(speaker: string | undefined): string | undefined {
  return speaker === 'user' || speaker === 'assistant' ? speaker : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The caller reports invalid JSON with its line number.
    return undefined;
  }
}

/** Like `isFields` of `transcripts/fields.ts`, which imports Node and so cannot run in a browser. */
function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textOrNumber(value: unknown): string | number | undefined {
  return typeof value === 'number' ? value : text(value);
}
