/**
 * Reads Gemini CLI's chats, `tmp/<project>/chats/session-*.jsonl`: one line per message, repeated when a tool has
 * answered, and `{$set}` lines that change the chat's metadata. A `$set` of all messages repeats earlier ones, and
 * contains those that a resumed chat restored and the summary of a compression. Versions before about 0.40 stored one
 * JSON value in `session-*.json`. Text that Gemini itself and hooks added to a prompt is removed, and chats of
 * sub-agents are skipped.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { foldersByHash } from '../../capture/projects/folderSpelling.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import { fieldsFrom, folderFrom, isFields, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import { boundedText, resultText } from '../../capture/transcripts/toolText.ts';
import { toolCall } from '../../capture/transcripts/toolWork.ts';
import { parsedObject } from '../../capture/transcripts/salvage.ts';
import { headWith, transcriptReader, wholeFileReader } from '../../capture/transcripts/transcriptFile.ts';
import type { TranscriptLines } from '../../capture/transcripts/transcriptFile.ts';

/** Keys are `MESSAGE`, `MESSAGE#thought`, `MESSAGE#CALL` and `MESSAGE#CALL/result`. */
export const readGeminiChat: ReadTranscript = async function* (file, from = transcriptStart) {
  const folder = await projectRootOf(file);
  const linesOf = (): GeminiLines => new GeminiLines(file, folder);
  const isWhole = extname(file).toLowerCase() === '.json';
  const read = isWhole
    ? wholeFileReader(linesOf, (chat) => [chat, ...listFrom(chat['messages'])])
    : transcriptReader(linesOf);
  yield* read(file, from);
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
    const list = await readFile(join(dirname(dirname(project)), 'projects.json'), 'utf8').catch(() => '');
    const listed = Object.entries(fieldsFrom(parsedObject(list)?.['projects']));
    const named = listed.find(([, name]) => name === basename(project))?.[0];
    return folderFrom(named ?? foldersByHash(listed.map(([folder]) => folder)).get(basename(project)));
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
      conversation: conversationNameOf(file),
      folder,
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
    const read = isFields(line['$set']) ? this.#restored(messages) : this.#message(line, start);
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

  /**
   * A resumed chat restores messages that the file may not have yet; only those with an id can be recognized. Beside
   * the summary of a compression stand copies under other ids.
   */
  #restored(list: unknown): TranscriptMessage[] {
    const restored = listFrom(list).map(fieldsFrom);
    const summaries = restored.flatMap(compression);
    if (summaries.length > 0) return summaries;
    return restored.filter(({ id }) => textFrom(id) !== undefined).flatMap((one) => this.#message(one, 0));
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
    const said = readUserText(textOf(line['displayContent'] ?? line['content']));
    if (said.content === '') return [];
    const begins = this.#isRewound ? ({ begins: 'SPLIT_POINT' } as const) : {};
    this.#isRewound = false;
    return [{ key, type: 'text', ...said, ...at, ...begins }];
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
  const result = finalStates.has(call['status']) ? resultOf(call['result']) : '';
  const answered = timeOf(call);
  return [
    { key, ...toolCall(tool, call['args']), ...at },
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

/**
 * Times of a Gemini chat, which may be one JSON value over many lines. Quotes within strings are escaped, so they do
 * not match.
 */
export function geminiTimes(text: string): string[] {
  const named = /"(?:startTime|lastUpdated|timestamp)"\s*:\s*"(?<at>[^"\\]+)"/gu;
  return [...text.matchAll(named)].flatMap(({ groups }) => timeFrom(groups?.['at']) ?? []);
}
