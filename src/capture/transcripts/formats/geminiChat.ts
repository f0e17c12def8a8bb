/**
 * Reads Gemini CLI's chats, `tmp/<project>/chats/session-*.jsonl`: one line per message, repeated when a tool has
 * answered, and `{$set}` lines that change the chat's metadata. A `$set` of all messages repeats earlier ones; only
 * the summary of a compression in it is new. Versions before about 0.40 stored one JSON value in `session-*.json`.
 * Text that Gemini itself and hooks added to a prompt is removed, and chats of sub-agents are skipped.
 */
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../../memory/archive/transcript.ts';
import { transcriptStart } from '../../../memory/archive/transcript.ts';
import { foldersByHash } from '../../projects/folderSpelling.ts';
import { BoundedMap } from '../../../util/boundedMap.ts';
import { fieldsFrom, folderFrom, isFields, listFrom, textFrom, timeFrom } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { withoutMarked } from '../saidByUser.ts';
import { argumentsText, boundedText, resultText, writtenFiles } from '../toolText.ts';
import { workIn } from '../toolWork.ts';
import { headWith, transcriptReader } from '../transcriptFile.ts';
import type { TranscriptLines } from '../transcriptFile.ts';

/** Keys are `MESSAGE`, `MESSAGE#thought`, `MESSAGE#CALL` and `MESSAGE#CALL/result`. */
export const readGeminiChat: ReadTranscript = async function* (file, from = transcriptStart) {
  const folder = await projectRootOf(file);
  if (extname(file).toLowerCase() === '.json') yield* wholeChat(file, folder, from);
  else yield* transcriptReader(() => new GeminiLines(file, folder))(file, from);
};

/**
 * The project folder, which Gemini stores next to the project's chats, or in a list of all projects; undefined if it is
 * in neither.
 */
export async function projectRootOf(file: string): Promise<string | undefined> {
  const project = dirname(dirname(file));
  try {
    return folderFrom((await readFile(join(project, '.project_root'), 'utf8')).trim());
  } catch {
    // A chat that was copied elsewhere, or one of an older version.
    const list = await jsonAt(join(dirname(dirname(project)), 'projects.json')).catch(() => undefined);
    const listed = Object.entries(fieldsFrom(list?.['projects']));
    const named = listed.find(([, name]) => name === basename(project))?.[0];
    return folderFrom(named ?? foldersByHash(listed.map(([folder]) => folder)).get(basename(project)));
  }
}

/** In bytes; a chat that is one JSON value is read into memory. */
const maxWholeChat = 256 * 1024 * 1024;

/** Read from the beginning whenever its size has changed, because Gemini rewrites the whole file each time. */
const wholeChat = async function* (
  file: string,
  folder: string | undefined,
  from: NonNullable<Parameters<ReadTranscript>[1]>,
): ReturnType<ReadTranscript> {
  const { size } = await stat(file);
  if (from.offset > 0 && from.offset === size) return;
  const chat = size > maxWholeChat ? undefined : await jsonAt(file);
  if (chat === undefined) {
    const reason = size > maxWholeChat ? 'is longer than 256 MB' : 'is not a JSON object; the file may be truncated';
    yield { position: transcriptStart, unreadable: { lineNumber: 1, reason } };
    return;
  }
  const lines = new GeminiLines(file, folder);
  lines.read(chat, 0);
  const messages = listFrom(chat['messages']).flatMap((one, place) => lines.read(fieldsFrom(one), place));
  const last = messages.at(-1);
  const end = { offset: size, lastKey: last?.key ?? null };
  yield { position: last === undefined ? end : transcriptStart, head: lines.head };
  for (const message of messages) yield { position: message === last ? end : transcriptStart, message };
};

async function jsonAt(file: string): Promise<Fields | undefined> {
  try {
    const value: unknown = JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/u, ''));
    return isFields(value) ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** The number of messages that are remembered as already read. */
const maxRemembered = 5_000;

class GeminiLines implements TranscriptLines {
  head: TranscriptHead;
  #isOfSubAgent = false;
  #isRewound = false;
  readonly #known = new BoundedMap<string, true>(maxRemembered);

  constructor(file: string, folder: string | undefined) {
    this.head = {
      conversation: basename(file, extname(file)),
      ...(folder !== undefined && { folder }),
      agent: { name: 'gemini-cli', version: null },
    };
  }

  read(line: Fields, start: number): TranscriptMessage[] {
    if (textFrom(line['projectHash']) !== undefined) this.#start(line);
    if (this.#isOfSubAgent) return [];
    if (line['$rewindTo'] !== undefined) this.#isRewound = true;
    const { summary, messages } = fieldsFrom(line['$set'] ?? line);
    const title = textFrom(summary);
    if (title !== undefined && title !== this.head.title) this.head = { ...this.head, title };
    const read = isFields(line['$set'])
      ? listFrom(messages).map(fieldsFrom).flatMap(compression)
      : this.#message(line, start);
    const news = read.filter(({ key }) => this.#known.get(key) !== true);
    for (const { key } of news) this.#known.set(key, true);
    return news;
  }

  /** A resumed chat repeats this line. */
  #start(line: Fields): void {
    const conversation = textFrom(line['sessionId']) ?? this.head.conversation;
    this.#isOfSubAgent = line['kind'] === 'subagent';
    if (conversation !== this.head.conversation) this.head = { ...this.head, conversation };
    const folder = listFrom(line['directories']).map(folderFrom)[0];
    this.head = headWith(this.head, { folder, startedAt: timeFrom(line['startTime']) });
  }

  #message(line: Fields, start: number): TranscriptMessage[] {
    const key = textFrom(line['id']) ?? `@${String(start)}`;
    const at = timeOf(line);
    if (line['type'] === 'user') return this.#said(line, key, at);
    if (line['type'] !== 'gemini') return [];
    const thoughts = listFrom(line['thoughts']).map(thoughtOf);
    const thought = thoughts.filter((text) => text !== '').join('\n\n');
    const text = textOf(line['content']);
    const calls = listFrom(line['toolCalls']).flatMap((call, place) => callMessages(fieldsFrom(call), key, place, at));
    return [
      ...(thought === '' ? [] : [{ key: `${key}#thought`, role, type: 'thought', content: thought, ...at } as const]),
      ...(text.trim() === '' ? [] : [{ key, role, type: 'text', content: text, ...at } as const]),
      ...calls,
    ];
  }

  #said(line: Fields, key: string, at: Time): TranscriptMessage[] {
    const [summary] = compression(line);
    if (summary !== undefined) return [summary];
    // The displayed text is what the user typed; the sent text also includes the contents of referenced files.
    const content = saidIn(textOf(line['displayContent'] ?? line['content']));
    if (content === '') return [];
    const begins = this.#isRewound ? ({ begins: 'SPLIT_POINT' } as const) : {};
    this.#isRewound = false;
    return [{ key, role: 'user', type: 'text', content, ...at, ...begins }];
  }
}

const role = 'assistant';

interface Time {
  createdAt?: string;
}

function timeOf({ timestamp }: Fields): Time {
  const createdAt = timeFrom(timestamp);
  return createdAt === undefined ? {} : { createdAt };
}

/** The text of a message: a string, or parts, of which some may be thoughts or belong to tools. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = isFields(content) ? [content] : listFrom(content);
  return parts
    .map((part) => textFrom(part) ?? (fieldsFrom(part)['thought'] === true ? '' : fieldsFrom(part)['text']))
    .filter((text) => typeof text === 'string')
    .join('');
}

function thoughtOf(value: unknown): string {
  const { subject, description } = fieldsFrom(value);
  return [textFrom(subject), textFrom(description)].filter((text) => text !== undefined).join(': ');
}

/** Removes text that hooks added, which Gemini wraps and escapes, and Gemini's description of its environment. */
function saidIn(text: string): string {
  return ['session_context', 'hook_context'].reduce(withoutMarked, text).trim();
}

const snapshot = /<state_snapshot>[\s\S]*<\/state_snapshot>/u;

/** The summary of a compression, which has the user's role; empty for any other message. */
function compression(message: Fields): TranscriptMessage[] {
  const key = textFrom(message['id']);
  const text = message['type'] === 'user' ? textOf(message['content']).trim() : '';
  if (key === undefined || !isSummary(text)) return [];
  const content = snapshot.exec(text)?.[0] ?? '';
  return [{ key, role: 'system', type: 'text', content, ...timeOf(message), begins: 'POST_COMPACTING' }];
}

/**
 * The model may think aloud before the summary. A user's message that mentions the mark does not begin and end like
 * this.
 */
function isSummary(text: string): boolean {
  return /^<(?:state_snapshot|scratchpad)>/u.test(text) && text.endsWith('</state_snapshot>');
}

const finalStates = new Set<unknown>(['success', 'error', 'cancelled']);

function callMessages(call: Fields, message: string, place: number, at: Time): TranscriptMessage[] {
  const tool = textFrom(call['name']);
  if (tool === undefined) return [];
  const key = `${message}#${textFrom(call['id']) ?? String(place)}`;
  const files = writtenFiles(tool, call['args']);
  const content = argumentsText(call['args']) || '{}';
  const result = finalStates.has(call['status']) ? resultOf(call['result']) : '';
  const answered = timeOf(call);
  return [
    {
      key,
      role,
      type: 'tool_use',
      content,
      tool,
      ...at,
      ...(files.length > 0 && { files }),
      ...workIn(tool, call['args']),
    },
    ...(result === ''
      ? []
      : [{ key: `${key}/result`, role: 'tool', type: 'tool_result', content: result, tool, ...answered } as const]),
  ];
}

function resultOf(result: unknown): string {
  const texts = listFrom(result).map((part) => {
    const { response } = fieldsFrom(fieldsFrom(part)['functionResponse']);
    const { output, error } = fieldsFrom(response);
    return textFrom(output) ?? textFrom(error) ?? textFrom(fieldsFrom(part)['text']) ?? resultText(output);
  });
  return boundedText(
    texts
      .join('\n')
      .replaceAll(/<\/?untrusted_context>\n?/gu, '')
      .trim(),
  );
}
