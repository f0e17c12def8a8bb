/**
 * Reads Claude Code's conversations, `projects/<folder>/<conversation>.jsonl`. Of the many line types, those of the
 * user and the assistant contain messages in the format of the model's API. Messages of sub-agents (side chains) and
 * the program's own entries are skipped. The format is not documented, so unknown types are ignored.
 */
import type { TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import { readUserText, saidByUser, summaryByModel, withoutReminders } from '../../memory/summarize/words/saidByUser.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { fieldsFrom, folderFrom, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import { QueuedTurns } from './claudeQueue.ts';
import { argumentsText, boundedText, resultText } from '../../capture/transcripts/toolText.ts';
import { workIn, toolCall } from '../../capture/transcripts/toolWork.ts';
import type { TranscriptLines } from '../../capture/transcripts/transcriptFile.ts';
import { headOnBranch, headWith, transcriptReader } from '../../capture/transcripts/transcriptFile.ts';

export const readClaudeCode = transcriptReader((file) => new ClaudeCodeLines(file));

/**
 * Lines that may contain a title, the best first: one set by a user, a name for the agent, then those written by
 * models.
 */
const titleFields = {
  'custom-title': 'customTitle',
  'agent-name': 'agentName',
  'ai-title': 'aiTitle',
  summary: 'summary',
} as const;
type TitleType = keyof typeof titleFields;
const titleTypes = ['custom-title', 'agent-name', 'ai-title', 'summary'] as const;

/** How many messages back a branch or a tool name is recognized. */
const maxRemembered = 2_000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

const commandBlock = /^\s*<command-(?:name|message)>/u;
/** Origins of messages that other sessions and background tasks sent. */
const peers = new Set<unknown>(['peer', 'teammate', 'task-notification']);

class ClaudeCodeLines implements TranscriptLines {
  head: TranscriptHead;
  /** A UUID as the file name is the conversation's id; lines copied into the file may name another one. */
  #isNamed: boolean;
  readonly #titles = new Map<TitleType, string>();
  /** The first reply to each message, by the uuid of that message. */
  readonly #children = new BoundedMap<string, string>(maxRemembered);
  readonly #tools = new BoundedMap<string, string>(maxRemembered);
  readonly #queue = new QueuedTurns();

  constructor(file: string) {
    const conversation = conversationNameOf(file);
    this.#isNamed = uuid.test(conversation);
    this.head = { conversation };
  }

  read(line: Fields, start: number): TranscriptMessage[] {
    const type = line['type'];
    if (isTitle(type)) this.#title(type, textFrom(line[titleFields[type]]));
    if (type === 'queue-operation') this.#queue.note(line, start);
    if (isLeftOut(line)) return [];
    const blocks = blocksOf(line);
    if (blocks === undefined) return [];
    this.#learn(line);
    const texts = blocks.map(({ text }) => saidByUser(textFrom(text) ?? '')).filter((text) => text !== '');
    if (type === 'user') for (const text of texts) this.#queue.prompted(text);
    if (type === 'attachment' && texts.some((text) => !this.#queue.attached(text))) return this.#queue.delivered();
    return [...this.#queue.delivered(), ...this.#messagesOf(line, blocks, start)];
  }

  #messagesOf(line: Fields, blocks: readonly Fields[], start: number): TranscriptMessage[] {
    const type = line['type'];
    const key = textFrom(line['uuid']) ?? `@${String(start)}`;
    const createdAt = timeFrom(line['timestamp']);
    const begins = this.#beginningWith(line, key, blocks);
    const isCommand = type === 'user' && commandBlock.test(textFrom(blocks[0]?.['text']) ?? '');
    const original = textFrom(line['sessionId']);
    const copied = original === undefined || original === this.head.conversation ? {} : { copiedFrom: original };
    const messages = blocks.flatMap((block, place) => {
      // Older versions put the expanded text of a command beside it.
      if (isCommand && place > 0) return [];
      const said = type === 'assistant' ? this.#answer(block) : this.#said(block, line);
      if (said.content.trim() === '') return [];
      const name = place === 0 ? key : `${key}#${String(place)}`;
      return [{ key: name, ...said, ...(createdAt !== undefined && { createdAt }), ...copied }];
    });
    const [first, ...others] = messages;
    return begins === undefined || first === undefined ? messages : [{ ...first, begins }, ...others];
  }

  #title(type: TitleType, title: string | undefined): void {
    if (title === undefined) return;
    this.#titles.set(type, title);
    const best = titleTypes.map((each) => this.#titles.get(each)).find((each) => each !== undefined);
    if (best !== undefined && best !== this.head.title) this.head = { ...this.head, title: best };
  }

  #learn(line: Fields): void {
    const version = textFrom(line['version']);
    this.head = headWith(this.head, {
      folder: folderFrom(line['cwd']),
      startedAt: timeFrom(line['timestamp']),
      agent: version === undefined ? undefined : { name: 'claude-code', version },
    });
    this.head = headOnBranch(this.head, textFrom(line['gitBranch']));
    const conversation = textFrom(line['sessionId']);
    if (this.#isNamed || conversation === undefined) return;
    this.#isNamed = true;
    this.head = { ...this.head, conversation };
  }

  /**
   * Two kinds of messages begin another context: the summary of a compaction, and a prompt to a message that already
   * has a reply, because the user went back to it. Parallel answers and tool results also share their parents, but
   * are not branches.
   */
  #beginningWith(line: Fields, key: string, blocks: readonly Fields[]): TranscriptMessage['begins'] {
    const parent = textFrom(line['parentUuid']);
    const child = parent === undefined ? undefined : this.#children.get(parent);
    if (parent !== undefined && child === undefined) this.#children.set(parent, key);
    if (line['isCompactSummary'] === true) return 'POST_COMPACTING';
    const isPrompt = line['type'] === 'user' && !blocks.some(({ type }) => type === 'tool_result');
    return isPrompt && child !== undefined && child !== key ? 'SPLIT_POINT' : undefined;
  }

  #answer(block: Fields): Omit<TranscriptMessage, 'key'> {
    const role = 'assistant';
    switch (block['type']) {
      case 'text':
        return { role, type: 'text', content: answerFrom(textFrom(block['text']) ?? '') };
      case 'thinking':
        return { role, type: 'thought', content: textFrom(block['thinking']) ?? '' };
      case 'tool_use':
        return this.#call(block);
      default:
        return { role, type: 'text', content: '' };
    }
  }

  #call({ id, name, input }: Fields): Omit<TranscriptMessage, 'key'> {
    const tool = textFrom(name);
    if (tool === undefined) return { role: 'assistant', type: 'tool_use', content: '' };
    const call = textFrom(id);
    if (call !== undefined) this.#tools.set(call, tool);
    return toolCall(tool, input);
  }

  #said(block: Fields, line: Fields): Omit<TranscriptMessage, 'key'> {
    if (block['type'] === 'tool_result') {
      const tool = this.#tools.get(textFrom(block['tool_use_id']) ?? '');
      const content = boundedText(withoutReminders(resultText(block['content'])));
      return { role: 'tool', type: 'tool_result', content, ...(tool === undefined ? {} : { tool }) };
    }
    const text = textFrom(block['text']) ?? '';
    // The summary has the user's role, but a model wrote it.
    if (line['isCompactSummary'] === true) return { role: 'system', type: 'text', content: summaryByModel(text) };
    if (peers.has(fieldsFrom(line['origin'])['kind'])) return { role: 'user', type: 'text', content: '' };
    return commandOfUser(text) ?? { type: 'text', ...readUserText(text) };
  }
}

/** A shell command that the user typed after `!`; its output follows as another message. */
function commandOfUser(text: string): Omit<TranscriptMessage, 'key'> | undefined {
  const command = /^\s*<bash-input>(?<command>[\s\S]*)<\/bash-input>\s*$/u.exec(text)?.groups?.['command']?.trim();
  if (command === undefined) return undefined;
  const tool = 'Bash';
  const content = command === '' ? '' : argumentsText({ command });
  return { role: 'user', type: 'tool_use', content, tool, ...workIn(tool, { command }) };
}

/** Claude Code writes this itself after commands that need no answer. */
function answerFrom(text: string): string {
  return text.trim() === 'No response requested.' ? '' : text;
}

function isTitle(type: unknown): type is TitleType {
  return typeof type === 'string' && Object.hasOwn(titleFields, type);
}

function isLeftOut(line: Fields): boolean {
  const isShownOnly = line['isVisibleInTranscriptOnly'] === true && line['isCompactSummary'] !== true;
  const isMeta = line['isMeta'] === true && !isOfChannel(line);
  return line['isSidechain'] === true || isMeta || line['isApiErrorMessage'] === true || isShownOnly;
}

/** A person's message from a chat program, which a plugin passed on. */
function isOfChannel(line: Fields): boolean {
  return fieldsFrom(line['origin'])['kind'] === 'channel';
}

/** The blocks of a message; undefined for a line without one. A plain string is one text block. */
function blocksOf(line: Fields): readonly Fields[] | undefined {
  const content = contentOf(line);
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content === undefined ? undefined : listFrom(content).map(fieldsFrom);
}

function contentOf(line: Fields): unknown {
  if (line['type'] === 'user' || line['type'] === 'assistant') return fieldsFrom(line['message'])['content'];
  // A message that the user sent while the agent was working is stored only as an attachment.
  const { type, commandMode, prompt } = fieldsFrom(line['type'] === 'attachment' ? line['attachment'] : undefined);
  return type === 'queued_command' && (commandMode ?? 'prompt') === 'prompt' ? prompt : undefined;
}
