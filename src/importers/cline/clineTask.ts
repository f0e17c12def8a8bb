/**
 * Reads a task of Cline, Roo Code or Kilo Code: `api_conversation_history.json`, the messages as they were sent to the
 * model, in the form of Anthropic's API (src/core/storage/disk.ts of cline/cline, src/core/task-persistence of
 * RooCodeInc/Roo-Code; as in tasks of Cline 3.51). Newer versions state the time of each message;
 * otherwise it follows from `ui_messages.json` beside it. `task_metadata.json` states the version.
 *
 * Since 2026, Cline's command line and apps keep `sessions/ID/ID.messages.json` with the same messages, and a manifest
 * beside it (sdk/packages/core/docs/messages-contract-v1.md of cline/cline).
 */
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import type { SourceFile } from '../../capture/sources/source.ts';
import { endsOfFile, smallText } from '../../capture/sources/sourceFolders.ts';
import { fieldsFrom, folderFrom, isFields, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import { parsed } from '../../capture/transcripts/salvage.ts';
import { argumentsText, boundedText, writtenFiles } from '../../capture/transcripts/toolText.ts';
import { workIn } from '../../capture/transcripts/toolWork.ts';
import { answerIn, isAnswer, piecesOf } from './toolsInText.ts';
import { userContentFrom } from './userContent.ts';

export const historyName = 'api_conversation_history.json';
export const sessionEnding = '.messages.json';

/** In bytes; a task is read into memory. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Keys are the id of a message, its time, or else its place, for the user's words; that with `/BLOCK.PIECE` for parts of an
 * answer; and the ids of native calls, with `/result` for their results.
 */
export const readClineTask: ReadTranscript = async function* (file, from = transcriptStart) {
  const { size } = await stat(file);
  if (from.offset > 0 && from.offset === size) return;
  const list = size > maxBytes ? 'is longer than 256 MB' : listIn(await readFile(file, 'utf8'));
  if (typeof list === 'string') {
    yield { position: transcriptStart, unreadable: { lineNumber: 1, reason: list } };
    return;
  }
  const times = timesOf(list, await uiMessages(file));
  const task = new Task();
  const messages = list.flatMap((message, place) => task.messagesOf(message, place, times[place]));
  const last = messages.at(-1);
  const end = { offset: size, lastKey: last?.key ?? null };
  if (last === undefined) return;
  yield { position: transcriptStart, head: await headOf(file, list, times) };
  for (const message of messages) yield { position: message === last ? end : transcriptStart, message };
};

/** The messages, or why there are none. Roo Code had a form with a version for a while. */
function listIn(text: string): Fields[] | string {
  const value = parsed(text.replace(/^\ufeff/u, ''));
  if (value === undefined) return 'is not JSON; the file may be truncated';
  const { agent, messages } = fieldsFrom(value);
  // Another session contains what a sub-agent answered.
  if (agent === 'subagent' || agent === 'teammate') return [];
  const list = Array.isArray(value) ? value : messages;
  return Array.isArray(list) ? list.filter(isFields) : 'contains no list of messages';
}

/** The conversation, by the id that ends the name of its folder, also in a copy. */
export function taskNameOf(file: string): string {
  if (file.endsWith(sessionEnding)) return basename(file, sessionEnding);
  if (basename(file) !== historyName) return conversationNameOf(file);
  const name = basename(dirname(file));
  return /(?:\d{13}|[\da-f]{8}-[\da-f]{4}-[\da-f-]{22})$/iu.exec(name)?.[0] ?? name;
}

const workspace = /# Current (?<kind>Working|Workspace) Directory \((?<folder>[^\n]*)\)/u;

/** The folder of a task, from its first message or the beginning of the file. */
export function taskFolderIn(text: string): string | undefined {
  return folderFrom(workspace.exec(text)?.groups?.['folder']);
}

async function headOf(
  file: string,
  list: readonly Fields[],
  times: readonly (string | undefined)[],
): Promise<TranscriptHead> {
  const conversation = taskNameOf(file);
  const texts = list.slice(0, 50).flatMap(({ content }) => textsOf(content));
  const details = texts.find((text) => workspace.test(text)) ?? '';
  const manifest = await manifestOf(file);
  const folder = folderFrom(manifest['cwd']) ?? taskFolderIn(details);
  const startedAt =
    timeFrom(manifest['started_at']) ?? times.find((time) => time !== undefined) ?? startOf(conversation);
  const version = await versionOf(file);
  return {
    conversation,
    folder,
    startedAt,
    agent: { name: agentOf(file, workspace.exec(details)?.groups?.['kind']), version },
  };
}

/** Cline names a task by the time of its creation, in milliseconds. */
function startOf(conversation: string): string | undefined {
  return /^\d{13}$/u.test(conversation) ? timeFrom(Number(conversation)) : undefined;
}

/** When a task began and ended. Older versions do not state the times of messages in its file. */
export async function clineTimes(file: SourceFile): Promise<{ from: string; to: string }> {
  const { path, modifiedAt } = file;
  const ends = await endsOfFile(file);
  const startedAt = timeFrom((await manifestOf(path))['started_at']) ?? startOf(taskNameOf(path));
  const from = startedAt ?? statedTimes(ends?.head)[0] ?? modifiedAt;
  return { from, to: statedTimes(ends?.tail).at(-1) ?? (modifiedAt > from ? modifiedAt : from) };
}

/** Quotes within a text are escaped. */
const statedTime = /(?<!\\)"ts"\s*:\s*(?<time>\d{13})(?!\d)/gu;

function statedTimes(text = ''): string[] {
  return [...text.matchAll(statedTime)].flatMap(({ groups }) => timeFrom(Number(groups?.['time'])) ?? []);
}

/** By the extension's folder; in a copy elsewhere, Cline names the folder of the project in other words. */
export function agentOf(file: string, words?: string): string {
  if (/[\\/](?:kilocode\.|\.kilocode[\\/])/iu.test(file)) return 'Kilo Code';
  return /[\\/]rooveterinaryinc\./iu.test(file) || words === 'Workspace' ? 'Roo Code' : 'Cline';
}

const maxMetadataBytes = 4 * 1024 * 1024;

async function fieldsIn(path: string): Promise<Fields> {
  return fieldsFrom(parsed((await smallText(path, maxMetadataBytes)) ?? ''));
}

/** What states the folder and the beginning of a session; empty for a task. */
export async function manifestOf(file: string): Promise<Fields> {
  return file.endsWith(sessionEnding) ? fieldsIn(`${file.slice(0, -sessionEnding.length)}.json`) : {};
}

async function versionOf(file: string): Promise<string | null> {
  const metadata = await fieldsIn(join(dirname(file), 'task_metadata.json'));
  const last = fieldsFrom(listFrom(metadata['environment_history']).at(-1));
  return textFrom(last['cline_version']) ?? null;
}

/** Empty if the file is missing or damaged. */
async function uiMessages(file: string): Promise<Fields[]> {
  const text = await smallText(join(dirname(file), 'ui_messages.json'), maxBytes);
  return listFrom(parsed(text ?? '')).map(fieldsFrom);
}

/**
 * The time of each message. A message of the interface names the last message of the history at its time, so the first
 * one that names the message before tells when a message began. Older versions only mark each request.
 */
function timesOf(list: readonly Fields[], shown: readonly Fields[]): (string | undefined)[] {
  const begins = new Map<number, number>();
  for (const { ts, conversationHistoryIndex: index } of shown)
    if (typeof index === 'number' && typeof ts === 'number' && !begins.has(index + 1)) begins.set(index + 1, ts);
  const requests = shown.filter(({ say }) => say === 'api_req_started').map(({ ts }) => ts);
  return list.map(({ ts }, place) =>
    timeFrom(ts ?? begins.get(place) ?? (begins.size === 0 ? requests[place >> 1] : undefined)),
  );
}

type Unkeyed = Omit<TranscriptMessage, 'key' | 'createdAt'>;

class Task {
  readonly #keys = new Set<string>();
  /** The tools of native calls, by id. */
  readonly #tools = new Map<string, string>();
  #lastTool: string | undefined;

  messagesOf(message: Fields, place: number, time: string | undefined): TranscriptMessage[] {
    const key = this.#keyOf(message, place);
    const at = time === undefined ? {} : { createdAt: time };
    return this.#partsOf(message, key)
      .filter(({ content }) => content.trim() !== '')
      .map((part) => ({ ...part, ...at }));
  }

  #keyOf({ id, ts }: Fields, place: number): string {
    const name = textFrom(id) ?? (typeof ts === 'number' ? String(ts) : `#${String(place)}`);
    const key = this.#keys.has(name) ? `${name}#${String(place)}` : name;
    this.#keys.add(key);
    return key;
  }

  #partsOf(message: Fields, key: string): TranscriptMessage[] {
    const { role, content } = message;
    if (message['isTruncationMarker'] === true) return [];
    if (message['isSummary'] === true) {
      const summary = textsOf(content).join('\n\n');
      return [{ key, role: 'system', type: 'text', content: summary, begins: 'POST_COMPACTING' }];
    }
    if (role === 'user' || role === 'tool') return this.#given(content, key);
    return role === 'assistant' ? this.#answered(content, key) : [];
  }

  #given(content: unknown, key: string): TranscriptMessage[] {
    const { words, outputs } = userContentFrom(content, (call) => this.#tools.get(call));
    const results = outputs.flatMap(({ call, tool: named, text }, place): TranscriptMessage[] => {
      const tool = named ?? this.#lastTool;
      if (tool === undefined || isAnswer(tool)) return [];
      const id = call ?? `${key}/${String(place)}`;
      return [{ key: `${id}/result`, role: 'tool', type: 'tool_result', content: boundedText(text), tool }];
    });
    return [...results, { key, type: 'text', ...readUserText(words) }];
  }

  #answered(content: unknown, key: string): TranscriptMessage[] {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listFrom(content).map(fieldsFrom);
    return blocks.flatMap((block, place): TranscriptMessage[] => {
      const name = textFrom(block['name']) ?? textFrom(block['toolName']);
      const own = `${key}/${String(place)}`;
      if (name !== undefined) {
        const id = textFrom(block['id']) ?? textFrom(block['toolCallId']) ?? own;
        this.#tools.set(id, name);
        return [{ key: id, ...this.#called(name, block['input']) }];
      }
      const text = textFrom(block['text']) ?? textFrom(block['thinking']) ?? '';
      if (block['type'] === 'thinking' || block['type'] === 'reasoning')
        return [{ key: own, role: 'assistant', type: 'thought', content: text }];
      if (block['type'] !== 'text') return [];
      return piecesOf(text).map((piece, at): TranscriptMessage => {
        const part = `${own}.${String(at)}`;
        if (piece.type === 'tool') return { key: part, ...this.#called(piece.tool, piece.given) };
        return { key: part, role: 'assistant', type: piece.type, content: piece.text };
      });
    });
  }

  #called(tool: string, given: unknown): Unkeyed {
    this.#lastTool = tool;
    const fields = fieldsFrom(given);
    const found = { ...workIn('todo_write', { todos: fields['task_progress'] }).work, ...workIn(tool, given).work };
    const work = Object.keys(found).length === 0 ? {} : { work: found };
    const answer = answerIn(tool, fields);
    if (answer !== undefined) return { role: 'assistant', type: 'text', content: answer, ...work };
    const files = writtenFiles(tool, given);
    const content = argumentsText(given) || '{}';
    return { role: 'assistant', type: 'tool_use', content, tool, ...(files.length > 0 && { files }), ...work };
  }
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return listFrom(content).flatMap((block) => textFrom(fieldsFrom(block)['text']) ?? []);
}
