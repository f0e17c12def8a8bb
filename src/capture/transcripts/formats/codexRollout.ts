/**
 * Codex's conversations, `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`: lines `{timestamp, type, payload}`. What the user
 * and the model said, and the calls of tools, stand in `response_item`; events repeat it for the screen and are passed
 * over. What Codex itself wrote in the user's name (instructions, environment, notices) is left out, and so is the whole
 * rollout of a sub-agent: its task and its result stand in the conversation that asked for it.
 */
import { basename } from 'node:path';
import type { TranscriptHead, TranscriptMessage } from '../../../memory/archive/transcript.ts';
import { BoundedMap } from '../../../util/boundedMap.ts';
import { fieldsFrom, folderFrom, isFields, listFrom, textFrom, timeFrom } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { argumentsFrom, argumentsText, boundedText, resultText, writtenFiles } from '../toolText.ts';
import { workIn } from '../toolWork.ts';
import { headOnBranch, headWith, transcriptReader } from '../transcriptFile.ts';
import type { TranscriptLines } from '../transcriptFile.ts';

export const readCodexRollout = transcriptReader((file) => new CodexLines(file));

/** So many tools may be at work at once before their names are forgotten. */
const maxOpenCalls = 2_000;

/** The id of a conversation at the end of a file's name. */
const idInName = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** The conversation that a rollout holds, by its file's name. */
export function codexConversationOf(file: string): string {
  const name = basename(file, '.jsonl');
  return idInName.exec(name)?.[0] ?? name;
}

class CodexLines implements TranscriptLines {
  head: TranscriptHead;
  #isStarted = false;
  #isOfSubAgent = false;
  readonly #tools = new BoundedMap<string, string>(maxOpenCalls);

  constructor(file: string) {
    this.head = { conversation: codexConversationOf(file) };
  }

  read(line: Fields, start: number): TranscriptMessage[] {
    const payload = fieldsFrom(line['payload']);
    const createdAt = timeFrom(line['timestamp']);
    if (line['type'] === 'session_meta') this.#start(payload, createdAt);
    if (this.#isOfSubAgent) return [];
    const said = this.#said(line, payload);
    if (said === undefined || said.content.trim() === '') return [];
    return [{ key: keyOf(payload, start), ...said, ...(createdAt === undefined ? {} : { createdAt }) }];
  }

  /** The first one counts; a later one is that of the conversation that this one was branched off. */
  #start(meta: Fields, createdAt: string | undefined): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#isOfSubAgent = isFields(meta['source']) && meta['source']['subagent'] !== undefined;
    const conversation = textFrom(meta['session_id']) ?? textFrom(meta['id']) ?? this.head.conversation;
    this.head = headWith(
      { ...this.head, conversation },
      {
        folder: folderFrom(meta['cwd']),
        startedAt: timeFrom(meta['timestamp']) ?? createdAt,
        agent: { name: 'codex', version: textFrom(meta['cli_version']) ?? null },
      },
    );
    this.head = headOnBranch(this.head, textFrom(fieldsFrom(meta['git'])['branch']));
  }

  #said(line: Fields, payload: Fields): Omit<TranscriptMessage, 'key'> | undefined {
    if (line['type'] === 'compacted') return compaction(payload);
    if (line['type'] !== 'response_item') return undefined;
    const type = textFrom(payload['type']) ?? '';
    if (type === 'message') return message(payload, fieldsFrom(line['metadata']));
    if (type === 'reasoning') return { role: 'assistant', type: 'thought', content: thoughtOf(payload) };
    if (type.endsWith('_call_output')) return this.#result(payload);
    return type.endsWith('_call') ? this.#call(type, payload) : undefined;
  }

  #call(type: string, payload: Fields): Omit<TranscriptMessage, 'key'> {
    const tool = toolOf(type, payload);
    const call = textFrom(payload['call_id']);
    if (call !== undefined) this.#tools.set(call, tool);
    const given = argumentsFrom(payload['arguments'] ?? payload['input'] ?? payload['action']);
    const files = writtenFiles(tool, given);
    const content = argumentsText(given) || '{}';
    return {
      role: 'assistant',
      type: 'tool_use',
      content,
      tool,
      ...(files.length > 0 && { files }),
      ...workIn(tool, given),
    };
  }

  #result(payload: Fields): Omit<TranscriptMessage, 'key'> {
    const tool = this.#tools.get(textFrom(payload['call_id']) ?? '');
    const { output } = payload;
    const content = boundedText(resultText(isFields(output) ? output['content'] : output));
    return { role: 'tool', type: 'tool_result', content, ...(tool !== undefined && { tool }) };
  }
}

/** Characters; a shorter id is made by a service that counts its answers, and comes again in the next turn. */
const minIdLength = 16;

/** The item's own id, or its call's; where neither is one of a kind, with its place in the file, to which Codex only adds. */
function keyOf(payload: Fields, start: number): string {
  const call = textFrom(payload['call_id']);
  const ofCall = call !== undefined && payload['output'] !== undefined ? `${call}#result` : call;
  const id = textFrom(payload['id']) ?? ofCall ?? '';
  return id.length < minIdLength ? `${id}@${String(start)}` : id;
}

/** Tools of MCP servers stand in a namespace, `mcp__server`; other namespaces are none of the name that a model knows. */
function toolOf(type: string, { name, namespace }: Fields): string {
  const tool = textFrom(name) ?? type.replace(/_call$/u, '');
  const server = textFrom(namespace);
  return server?.startsWith('mcp__') === true ? `${server}__${tool}` : tool;
}

function message(payload: Fields, metadata: Fields): Omit<TranscriptMessage, 'key'> | undefined {
  const { role } = payload;
  const parts = listFrom(payload['content']).map((part) => textFrom(fieldsFrom(part)['text']) ?? '');
  if (role === 'assistant') {
    // The model's answer to the order to summarize; the summary follows in a line of its own.
    if (metadata['compaction_output'] === true) return undefined;
    return { role, type: 'text', content: parts.join('') };
  }
  if (role !== 'user') return undefined;
  const kinds = listFrom(fieldsFrom(payload['internal_chat_message_metadata_passthrough'])['content_item_kinds']);
  const said = parts.filter((text, place) => isOfUser(kinds[place], text));
  return { role, type: 'text', content: said.map(withoutEditorContext).join('\n').trim() };
}

/** What each part of a message is, newer versions say; of others, Codex's own parts are known by how they begin. */
function isOfUser(kind: unknown, text: string): boolean {
  const named = textFrom(kind);
  if (named !== undefined && named !== 'unknown') return named.startsWith('user.');
  return !ownPart.test(text);
}

const ownPart =
  /^\s*(?:# AGENTS\.md instructions\b|<(?:user_instructions|environment_context|permissions instructions|turn_aborted|subagent_notification|user_shell_command|skill|image|\/image)\b)/u;

const editorContext = /^\s*# Context from my IDE setup\b/u;
const request = '## My request for Codex:';

/** The editor's extension puts what is open before what somebody wrote. */
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

/** What Codex puts before a summary, for the model that goes on from it. */
const summaryLead = /^Another language model started to solve this problem\b[^\n]{0,600}\n/u;

/** A compaction that a service made keeps no summary that anybody could read. */
function compaction({ message: summary }: Fields): Omit<TranscriptMessage, 'key'> {
  const content = (textFrom(summary) ?? '').replace(summaryLead, '').trim();
  return { role: 'system', type: 'text', content, begins: 'POST_COMPACTING' };
}
