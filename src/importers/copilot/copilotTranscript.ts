/**
 * Reads Copilot's transcripts: those that Copilot Chat writes for hooks, and the `events.jsonl` of Copilot's own
 * sessions. Both contain events `{type, data, id, parentId, timestamp}` in chronological order. Messages of
 * sub-agents are skipped. Copilot Chat writes no tool results and no compactions, and names no folder.
 */
import { basename, dirname, extname } from 'node:path';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { fieldsFrom, folderFrom, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import {
  argumentsFrom,
  argumentsText,
  boundedText,
  resultText,
  writtenFiles,
} from '../../capture/transcripts/toolText.ts';
import { workIn } from '../../capture/transcripts/toolWork.ts';
import type { Learnt, TranscriptLines } from '../../capture/transcripts/transcriptFile.ts';
import { headOnBranch, headWith, transcriptReader, wholeFileReader } from '../../capture/transcripts/transcriptFile.ts';
import { eventsOfHistory } from './copilotHistory.ts';

const readEvents = transcriptReader((file) => new CopilotLines(file));
const readHistory = wholeFileReader((file) => new CopilotLines(file), eventsOfHistory);

export const readCopilotTranscript: ReadTranscript = (file, from) =>
  (extname(file).toLowerCase() === '.json' ? readHistory : readEvents)(file, from);

/** An event being read: its time, and the key of its first message, from which the keys of others are derived. */
interface Event {
  key: string;
  createdAt: string | undefined;
  data: Fields;
}

interface ToolCall {
  id: string | undefined;
  name: string;
  given: unknown;
}

/** The number of open calls whose tool names are remembered. */
const maxCalls = 2_000;

class CopilotLines implements TranscriptLines {
  head: TranscriptHead;
  #isStarted = false;
  /** Names of tools that were called but have not answered yet, by call id. */
  readonly #calls = new BoundedMap<string, string>(maxCalls);
  #lastThought: string | undefined;

  constructor(file: string) {
    const name = conversationNameOf(file);
    this.head = { conversation: name === 'events' ? basename(dirname(file)) : name };
  }

  read(line: Fields, start: number): TranscriptMessage[] {
    const data = fieldsFrom(line['data']);
    if (isOfSubAgent(line, data)) return [];
    const key = textFrom(line['id']) ?? `@${String(start)}`;
    const event = { key, createdAt: timeFrom(line['timestamp']), data };
    switch (line['type']) {
      case 'session.start':
        this.#start(event);
        return [];
      case 'session.resume':
        this.#learn({ folder: folderFrom(fieldsFrom(data['context'])['cwd']) }, fieldsFrom(data['context']));
        return [];
      case 'session.context_changed':
        this.#learn({ folder: folderFrom(data['cwd']) }, data);
        return [];
      case 'session.title_changed':
        this.#rename(textFrom(data['title']));
        return [];
      case 'user.message':
        return isOfPerson(data) ? said(event) : [];
      case 'assistant.message':
        return this.#answer(event);
      case 'assistant.reasoning':
        return messages(event, 'assistant', 'thought', this.#thought(data['content']));
      case 'tool.user_requested':
        return this.#call(event, 'user', { ...callFrom(data), name: textFrom(data['toolName']) ?? '' });
      case 'tool.execution_start':
        return this.#begin(event);
      case 'tool.execution_complete':
        return this.#complete(event);
      case 'session.compaction_complete':
        return compaction(event);
      default:
        return [];
    }
  }

  /** Only the first one counts: a later one in the same file describes another session. */
  #start({ data, createdAt }: Event): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const producer = textFrom(data['producer']);
    const version = textFrom(data['copilotVersion']) ?? null;
    const context = fieldsFrom(data['context']);
    const startedAt = timeFrom(data['startTime']) ?? createdAt;
    const agent = producer === undefined ? undefined : { name: producer, version };
    this.#learn({ folder: folderFrom(context['cwd']), startedAt, agent }, context);
    const conversation = textFrom(data['sessionId']);
    if (conversation !== undefined) this.head = { ...this.head, conversation };
  }

  #learn(found: Learnt, { branch }: Fields): void {
    this.head = headOnBranch(headWith(this.head, found), textFrom(branch));
  }

  #rename(title: string | undefined): void {
    if (title !== undefined && title !== this.head.title) this.head = { ...this.head, title };
  }

  #answer(event: Event): TranscriptMessage[] {
    const { key, createdAt, data } = event;
    const thought = { key: `${key}#thought`, createdAt, data };
    const calls = listFrom(data['toolRequests']).map(fieldsFrom);
    return [
      ...messages(thought, 'assistant', 'thought', this.#thought(data['reasoningText'])),
      ...messages(event, 'assistant', 'text', textFrom(data['content'])),
      ...calls.flatMap((call, place) => {
        const numbered = { key: `${key}#${String(place + 1)}`, createdAt, data };
        return this.#call(numbered, 'assistant', { ...callFrom(call), name: textFrom(call['name']) ?? '' });
      }),
    ];
  }

  /** A thought occurs both in its own event and in the answer that follows it. */
  #thought(value: unknown): string | undefined {
    const thought = textFrom(value);
    if (thought === this.#lastThought) return undefined;
    this.#lastThought = thought ?? this.#lastThought;
    return thought;
  }

  #call(event: Event, role: 'user' | 'assistant', { id, name, given }: ToolCall): TranscriptMessage[] {
    if (name === '') return [];
    if (id !== undefined) this.#calls.set(id, name);
    const files = writtenFiles(name, given);
    const [message] = messages(event, role, 'tool_use', argumentsText(given) || '{}');
    if (message === undefined) return [];
    return [{ ...message, tool: name, ...(files.length === 0 ? {} : { files }), ...workIn(name, given) }];
  }

  /** A call is part of the answer that requested it; a call without a request is recorded when it begins. */
  #begin(event: Event): TranscriptMessage[] {
    const call = callFrom(event.data);
    if (call.id !== undefined && this.#calls.has(call.id)) return [];
    return this.#call(event, 'assistant', { ...call, name: textFrom(event.data['toolName']) ?? '' });
  }

  #complete(event: Event): TranscriptMessage[] {
    const { data } = event;
    const { id } = callFrom(data);
    const tool = id === undefined ? undefined : this.#calls.get(id);
    if (id !== undefined) this.#calls.delete(id);
    const { content } = fieldsFrom(data['result']);
    const error = textFrom(fieldsFrom(data['error'])['message']);
    const text = resultText(content ?? data['result']) || error;
    const [message] = messages(event, 'tool', 'tool_result', text === undefined ? text : boundedText(text));
    if (message === undefined) return [];
    return [tool === undefined ? message : { ...message, tool }];
  }
}

function isOfSubAgent(line: Fields, data: Fields): boolean {
  return textFrom(line['agentId']) !== undefined || textFrom(data['parentToolCallId']) !== undefined;
}

/** Skills, other agents and the agent loop also use the user's role, but name themselves as the source. */
function isOfPerson(data: Fields): boolean {
  const source = textFrom(data['source'])?.toLowerCase() ?? 'user';
  return source === 'user' && data['isAutopilotContinuation'] !== true;
}

/** Copilot Chat adds its own suffix to some ids, but not everywhere. */
function callFrom(call: Fields): Omit<ToolCall, 'name'> {
  return { id: textFrom(call['toolCallId'])?.split('__vscode-')[0], given: argumentsFrom(call['arguments']) };
}

/** A compaction that failed or stored no summary does not begin a new context. */
function compaction(event: Event): TranscriptMessage[] {
  if (event.data['success'] === false) return [];
  const summary = messages(event, 'system', 'text', textFrom(event.data['summaryContent']));
  return summary.map((message) => ({ ...message, begins: 'POST_COMPACTING' }));
}

function said(event: Event): TranscriptMessage[] {
  const { role, content, ...more } = readUserText(textFrom(event.data['content']) ?? '');
  return messages(event, role, 'text', content).map((message) => ({ ...message, ...more }));
}

/** Empty for a blank text. */
function messages(
  { key, createdAt }: Event,
  role: TranscriptMessage['role'],
  type: TranscriptMessage['type'],
  content: string | undefined,
): TranscriptMessage[] {
  if (content === undefined || content.trim() === '') return [];
  return [{ key, role, type, content, ...(createdAt === undefined ? {} : { createdAt }) }];
}
