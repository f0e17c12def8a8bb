/**
 * A conversation file in JSON lines, one message a line:
 * `{session, session_started_at?, seq?, role?, speaker?, content, created_at?, source_ref?}`, or in the words
 * that published conversations use: `conversation`, `session_date`, `text`, `id`, `caption`. A line that cannot be
 * understood is handed on as such, with its number. Works in every host.
 */
import type { ArchiveLine, UnreadableLine } from '../memory/archive/archive.ts';
import { oneLine } from '../util/text.ts';
import { isJsonOverLines, jsonOverLines } from '../util/jsonOverLines.ts';

/**
 * The messages of a file that arrives in pieces of text. Empty lines are passed over, but counted. One JSON document over
 * several lines gives one unreadable line and no more.
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

/** Splits at line feeds alone: JSON may hold Unicode's other line separators inside a text. */
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
  const value = parsed(line.replace(/^\ufeff/u, ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { lineNumber, unreadable: 'is not a JSON object; the file may be truncated here' };
  }
  const fields = value as Record<string, unknown>;
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

/** Where sessions are numbered within a conversation, both make the name. */
function sessionName({ conversation, session }: Record<string, unknown>): string | undefined {
  const parts = [conversation, session].map(textOrNumber).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('/');
}

/** What a shared photo shows was part of what was said, and people ask for it: it is kept as a line of its own. */
function withCaption(said: string, caption: string | undefined): string {
  const image = oneLine(caption ?? '');
  if (image === '') return said;
  return said.trim() === '' ? `[image: ${image}]` : `${said}\n[image: ${image}]`;
}

/** Published chats with an assistant name the role where others name a person. */
function roleNamed(speaker: string | undefined): string | undefined {
  return speaker === 'user' || speaker === 'assistant' ? speaker : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // What is no JSON is reported with its line number by the caller.
    return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textOrNumber(value: unknown): string | number | undefined {
  return typeof value === 'number' ? value : text(value);
}
