/**
 * Reads Codex's conversations, `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`: lines `{timestamp, type, payload}`.
 * Messages of the user and the model, and tool calls, are in `response_item`; events repeat them for display and are
 * skipped. Text that Codex itself wrote with the user's role (instructions, environment, notices) is skipped too. So
 * is the rollout of a sub-agent: its task and result are in the conversation that started it.
 *
 * Until September 2025, items had no envelope and no time, and the first line was the metadata itself. Before that,
 * `rollout-*.json` was one value `{session, items}`.
 */
import { extname } from 'node:path';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { fieldsFrom, folderFrom, isFields, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import { argumentsFrom, boundedText, resultText } from '../../capture/transcripts/toolText.ts';
import { toolCall } from '../../capture/transcripts/toolWork.ts';
import { headOnBranch, headWith, transcriptReader, wholeFileReader } from '../../capture/transcripts/transcriptFile.ts';
import type { TranscriptLines } from '../../capture/transcripts/transcriptFile.ts';

const readLines = transcriptReader((file) => new CodexLines(file));
const readWhole = wholeFileReader(
  (file) => new CodexLines(file),
  ({ session, items }) => [session, ...listFrom(items)],
);

export const readCodexRollout: ReadTranscript = (file, from) =>
  (extname(file).toLowerCase() === '.json' ? readWhole : readLines)(file, from);

/** Copied messages get their new times within these. */
const copySeconds = 10;
/** The number of open calls whose tool names are remembered. */
const maxOpenCalls = 2_000;

/** The id of a conversation at the end of a file's name. */
const idInName = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** The conversation of a rollout, from its file name. */
export function codexConversationOf(file: string): string {
  const name = conversationNameOf(file);
  return idInName.exec(name)?.[0] ?? name;
}

class CodexLines implements TranscriptLines {
  head: TranscriptHead;
  #isStarted = false;
  #isOfSubAgent = false;
  readonly #tools = new BoundedMap<string, string>(maxOpenCalls);

  /** The conversation of which this file repeats messages. */
  #original: string | undefined;
  /** When this file was begun, and the time of its first message. */
  #startedAt: string | undefined;
  #firstAt: string | undefined;
  /** Distinguishes the offsets of several files of one thread. */
  #part = '';
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.head = { conversation: codexConversationOf(file) };
  }

  read(line: Fields, start: number): TranscriptMessage[] {
    const isBare = line['payload'] === undefined;
    const payload = isBare ? line : fieldsFrom(line['payload']);
    const createdAt = timeFrom(line['timestamp']);
    if (line['type'] === 'session_meta' || isBareMeta(line)) this.#start(payload, createdAt);
    if (this.#isOfSubAgent) return [];
    this.#locate(payload);
    const said = isBare ? this.#item(payload, {}) : this.#said(line, payload);
    if (said === undefined || said.content.trim() === '') return [];
    const copiedFrom = this.#originalOf(createdAt);
    return [
      {
        key: keyOf(payload, `${this.#part}${String(start)}`),
        ...said,
        ...(createdAt !== undefined && { createdAt }),
        ...(copiedFrom !== undefined && { copiedFrom }),
      },
    ];
  }

  /** Only the first one counts; later ones describe the conversation from which this one branched off. */
  #start(meta: Fields, createdAt: string | undefined): void {
    const original = textFrom(meta['forked_from_id']) ?? (this.#isStarted ? conversationIn(meta) : undefined);
    if (original !== this.head.conversation) this.#original ??= original;
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#startedAt = createdAt;
    this.#isOfSubAgent = isFields(meta['source']) && meta['source']['subagent'] !== undefined;
    const conversation = conversationIn(meta) ?? this.head.conversation;
    this.head = headWith(
      { ...this.head, conversation },
      {
        folder: folderFrom(meta['cwd']),
        startedAt: timeFrom(meta['timestamp']) ?? createdAt,
        agent: { name: 'codex', version: textFrom(meta['cli_version']) ?? null },
      },
    );
    this.head = headOnBranch(this.head, textFrom(fieldsFrom(meta['git'])['branch']));
    const named = idInName.exec(conversationNameOf(this.#file))?.[0];
    if (named === undefined || named === conversation) return;
    // Another file of the same thread, which began when that was resumed or an earlier message was sent again.
    this.#part = `${named}:`;
    this.#original = conversation;
  }

  /**
   * The conversation from which a message may be copied. Copies keep their times, which precede the file, or are
   * written all at once.
   */
  #originalOf(createdAt: string | undefined): string | undefined {
    if (this.#original === undefined || createdAt === undefined) return this.#original;
    this.#firstAt ??= createdAt;
    const isEarlier = this.#startedAt !== undefined && createdAt <= this.#startedAt;
    const isAtOnce = Date.parse(createdAt) - Date.parse(this.#firstAt) <= copySeconds * 1000;
    return isEarlier || isAtOnce ? this.#original : undefined;
  }

  /** In older versions only the description of the environment names the folder. */
  #locate(item: Fields): void {
    if (this.head.folder !== undefined || item['role'] !== 'user') return;
    this.head = headWith(this.head, {
      folder: textsOf(item)
        .map(folderInEnvironment)
        .find((found) => found !== undefined),
    });
  }

  #said(line: Fields, payload: Fields): Omit<TranscriptMessage, 'key'> | undefined {
    if (line['type'] === 'compacted') return compaction(payload);
    return line['type'] === 'response_item' ? this.#item(payload, fieldsFrom(line['metadata'])) : undefined;
  }

  #item(payload: Fields, metadata: Fields): Omit<TranscriptMessage, 'key'> | undefined {
    const type = textFrom(payload['type']) ?? '';
    if (type === 'message') return message(payload, metadata);
    if (type === 'reasoning') return { role: 'assistant', type: 'thought', content: thoughtOf(payload) };
    if (type.endsWith('_call_output')) return this.#result(payload);
    return type.endsWith('_call') ? this.#call(type, payload) : undefined;
  }

  #call(type: string, payload: Fields): Omit<TranscriptMessage, 'key'> {
    const tool = toolOf(type, payload);
    const call = textFrom(payload['call_id']);
    if (call !== undefined) this.#tools.set(call, tool);
    return toolCall(tool, argumentsFrom(payload['arguments'] ?? payload['input'] ?? payload['action']));
  }

  #result(payload: Fields): Omit<TranscriptMessage, 'key'> {
    const tool = this.#tools.get(textFrom(payload['call_id']) ?? '');
    const { output } = payload;
    const content = boundedText(resultText(isFields(output) ? output['content'] : output));
    return { role: 'tool', type: 'tool_result', content, tool };
  }
}

function conversationIn(meta: Fields): string | undefined {
  return textFrom(meta['session_id']) ?? textFrom(meta['id']);
}

function isBareMeta(line: Fields): boolean {
  return line['type'] === undefined && textFrom(line['id']) !== undefined && timeFrom(line['timestamp']) !== undefined;
}

/** The texts of a message. */
function textsOf(item: Fields): string[] {
  return listFrom(item['content']).map((part) => textFrom(fieldsFrom(part)['text']) ?? '');
}

/** From Codex's own description of the environment. */
function folderInEnvironment(text: string): string | undefined {
  const { tagged, named } =
    /^\s*<environment_context>\s*(?:<cwd>(?<tagged>[^<\n]+)<|Current working directory: (?<named>[^\n]+))/u.exec(text)
      ?.groups ?? {};
  return folderFrom((tagged ?? named)?.trim());
}

/** In characters. Shorter ids are counters of a service, which repeat in the next turn. */
const minIdLength = 16;

/**
 * The item's own id, or that of its call. If that is not unique, its place is appended: the line's offset, because the
 * file is append-only.
 */
function keyOf(payload: Fields, place: string): string {
  const call = textFrom(payload['call_id']);
  const ofCall = call !== undefined && payload['output'] !== undefined ? `${call}#result` : call;
  const id = textFrom(payload['id']) ?? ofCall ?? '';
  return id.length < minIdLength ? `${id}@${place}` : id;
}

/**
 * Tools of MCP servers are in a namespace `mcp__server`; other namespaces are not part of the tool name that the
 * model knows.
 */
function toolOf(type: string, { name, namespace }: Fields): string {
  const tool = textFrom(name) ?? type.replace(/_call$/u, '');
  const server = textFrom(namespace);
  return server?.startsWith('mcp__') === true ? `${server}__${tool}` : tool;
}

function message(payload: Fields, metadata: Fields): Omit<TranscriptMessage, 'key'> | undefined {
  const { role } = payload;
  const parts = textsOf(payload);
  if (role === 'assistant') {
    // The model's answer to the request for a summary; a separate line contains the summary.
    if (metadata['compaction_output'] === true) return undefined;
    return { role, type: 'text', content: parts.join('') };
  }
  if (role !== 'user') return undefined;
  const kinds = listFrom(fieldsFrom(payload['internal_chat_message_metadata_passthrough'])['content_item_kinds']);
  const read = parts
    .filter((text, place) => isOfUser(kinds[place], text))
    .map((text) => readUserText(withoutEditorContext(text)))
    .filter(({ content }) => content !== '');
  const said = read.filter((part) => part.role === role);
  const [byProgram] = read;
  if (said.length === 0) return byProgram === undefined ? undefined : { type: 'text', ...byProgram };
  return { role, type: 'text', content: said.map(({ content }) => content).join('\n') };
}

/**
 * Newer versions state the kind of each part of a message; in older ones, Codex's own parts are recognized by their
 * beginning.
 */
function isOfUser(kind: unknown, text: string): boolean {
  const named = textFrom(kind);
  if (named !== undefined && named !== 'unknown') return named.startsWith('user.');
  return !ownPart.test(text);
}

/** Elements with names that people use in prompts, too, so that only Codex's reader knows them. */
const ownPart = /^\s*<(?:skill|image|\/image)\b/u;

const editorContext = /^\s*# Context from my IDE setup\b/u;
const request = '## My request for Codex:';

/** The editor extension prepends the open files to the user's text. */
function withoutEditorContext(text: string): string {
  const at = editorContext.test(text) ? text.indexOf(request) : -1;
  return at === -1 ? text : text.slice(at + request.length).trim();
}

function thoughtOf(payload: Fields): string {
  const texts = [...listFrom(payload['summary']), ...listFrom(payload['content'])].map(
    (part) => textFrom(fieldsFrom(part)['text']) ?? '',
  );
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Codex prepends this to a summary, for the model that continues from it. */
const summaryLead = /^Another language model started to solve this problem\b[^\n]{0,600}\n/u;

/** A compaction by a service stores no readable summary. */
function compaction({ message: summary }: Fields): Omit<TranscriptMessage, 'key'> {
  const content = (textFrom(summary) ?? '').replace(summaryLead, '').trim();
  return { role: 'system', type: 'text', content, begins: 'POST_COMPACTING' };
}
