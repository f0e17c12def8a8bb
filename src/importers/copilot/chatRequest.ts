/**
 * Reads one request of a VS Code chat session: the user's text, and the parts that VS Code displays as the answer.
 * Copilot's metadata (`toolCallRounds`), if present, is better for the input and output of tools. Text that hooks and
 * instructions added to a prompt is excluded, and so is the work of sub-agents.
 */
import { posix } from 'node:path';
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { oneLine } from '../../util/text.ts';
import { pathFromUri } from '../../capture/transcripts/uriPath.ts';
import { fieldsFrom, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { roundsOf, textOfResult } from './copilotRounds.ts';
import type { Rounds } from './copilotRounds.ts';
import { argumentsFrom, argumentsText, boundedText, writtenFiles } from '../../capture/transcripts/toolText.ts';
import { workIn } from '../../capture/transcripts/toolWork.ts';

/** For an unfinished request, only the prompt. */
export function messagesOfRequest(request: Fields, key: string, isFinished: boolean): TranscriptMessage[] {
  const { role, content, ...more } = readUserText(promptOf(request));
  const said = { ...more, role: request['isSystemInitiated'] === true ? 'system' : role, content } as const;
  const prompt = content === '' ? [] : [{ key, type: 'text', ...said, ...at(request['timestamp']) } as const];
  return isFinished ? [...prompt, ...new Answer(request, key).messages()] : prompt;
}

/** Older versions store the text only in its parts. */
function promptOf({ message }: Fields): string {
  if (typeof message === 'string') return message;
  const { text, parts } = fieldsFrom(message);
  return (
    textFrom(text) ??
    listFrom(parts)
      .map((part) => textFrom(fieldsFrom(part)['text']) ?? '')
      .join('')
  );
}

function at(time: unknown): { createdAt?: string } {
  const createdAt = timeFrom(time);
  return createdAt === undefined ? {} : { createdAt };
}

/** Turns the parts of a response into messages: thoughts and tools, followed by the written text as one message. */
class Answer {
  readonly #request: Fields;
  readonly #key: string;
  readonly #rounds: Rounds;
  #createdAt: { createdAt?: string };
  readonly #messages: TranscriptMessage[] = [];
  readonly #edited = new Set<string>();
  #text = '';
  /** Whether the next text begins a new paragraph, because a thought or tool came in between. */
  #isInterrupted = false;
  #thought: string[] = [];
  #thoughts = 0;
  #tools = 0;

  constructor(request: Fields, key: string) {
    this.#request = request;
    this.#key = key;
    this.#rounds = roundsOf(request);
    this.#createdAt = at(request['timestamp']);
  }

  messages(): TranscriptMessage[] {
    const parts = listFrom(this.#request['response']);
    this.#summarize(undefined);
    for (const part of typeof this.#request['response'] === 'string' ? [this.#request['response']] : parts)
      this.#read(part);
    this.#endThought();
    for (const event of listFrom(this.#request['editedFileEvents'])) this.#edit(fieldsFrom(event)['uri']);
    this.#addEdits();
    const { completedAt } = fieldsFrom(this.#request['modelState']);
    const content = withoutEmptyBlocks(this.#text).trim();
    if (content !== '') this.#add('answer', { role: 'assistant', type: 'text', content, ...at(completedAt) });
    return this.#messages;
  }

  #read(value: unknown): void {
    const part = typeof value === 'string' ? { value } : fieldsFrom(value);
    if (part['kind'] === 'thinking') {
      this.#thought.push(thoughtOf(part));
      return;
    }
    this.#endThought();
    switch (part['kind']) {
      case undefined:
        this.#write(textFrom(part['value']));
        return;
      case 'markdownContent':
      case 'markdownVuln':
        this.#write(markdownOf(part['content']));
        return;
      case 'inlineReference':
        this.#write(referenceText(part));
        return;
      case 'textEditGroup':
      case 'notebookEditGroup':
        this.#edit(part['uri']);
        return;
      case 'toolInvocationSerialized':
        this.#isInterrupted = true;
        if (part['subAgentInvocationId'] === undefined) this.#tool(part);
        return;
      default:
        return;
    }
  }

  #write(text: string | undefined): void {
    if (text === undefined) return;
    const gap = this.#isInterrupted && this.#text !== '' ? '\n\n' : '';
    this.#text += gap + text;
    this.#isInterrupted = false;
  }

  #endThought(): void {
    const content = this.#thought.join('').trim();
    this.#thought = [];
    if (content === '') return;
    this.#isInterrupted = true;
    this.#add(`thought/${String(this.#thoughts)}`, { role: 'assistant', type: 'thought', content });
    this.#thoughts += 1;
  }

  #tool(part: Fields): void {
    const call = this.#rounds.callOf(textFrom(part['toolCallId']));
    const given = call === undefined ? givenOf(part) : argumentsFrom(call.given);
    const tool = call?.name ?? textFrom(part['toolId']) ?? 'unknown';
    const files = writtenFiles(tool, given);
    const shown = fieldsFrom(part['toolSpecificData']);
    const place = `tool/${String(this.#tools)}`;
    this.#tools += 1;
    if (call?.createdAt !== undefined) this.#createdAt = { createdAt: call.createdAt };
    const content =
      argumentsText(given) || oneLine(markdownOf(part['pastTenseMessage'] ?? part['invocationMessage']) ?? '');
    this.#add(place, {
      role: 'assistant',
      type: 'tool_use',
      content: content || '{}',
      tool,
      ...(files.length > 0 && { files }),
      ...(shown['kind'] === 'todoList' ? workIn('manage_todo_list', shown) : workIn(tool, given)),
    });
    const result = resultOf(part) || (call?.result ?? '');
    if (result !== '')
      this.#add(`${place}/result`, { role: 'tool', type: 'tool_result', content: boundedText(result), tool });
    if (call?.endsRound !== undefined) this.#summarize(call.endsRound);
  }

  /** Adds the compactions after a round; undefined adds those that name no round of this request. */
  #summarize(round: string | undefined): void {
    for (const { place, text } of this.#rounds.summariesAfter(round)) {
      this.#add(`summary/${String(place)}`, { role: 'system', type: 'text', content: text, begins: 'POST_COMPACTING' });
    }
  }

  #edit(uri: unknown): void {
    const path = pathFromUri(uri);
    if (path !== undefined) this.#edited.add(path);
  }

  /** Changed files that no tool names, as in chats that edit without tools. */
  #addEdits(): void {
    const named = new Set(this.#messages.flatMap(({ files = [] }) => files.map(comparable)));
    const files = [...this.#edited].filter((path) => !named.has(comparable(path)));
    if (files.length === 0) return;
    const content = boundedText(JSON.stringify({ files }));
    this.#add('edits', { role: 'assistant', type: 'tool_use', content, tool: 'edit_files', files });
  }

  #add(name: string, message: Omit<TranscriptMessage, 'key'>): void {
    this.#messages.push({ ...this.#createdAt, ...message, key: `${this.#key}/${name}` });
  }
}

function thoughtOf({ value }: Fields): string {
  return typeof value === 'string'
    ? value
    : listFrom(value)
        .map((piece) => textFrom(piece) ?? '')
        .join('');
}

function markdownOf(value: unknown): string | undefined {
  return textFrom(value) ?? textFrom(fieldsFrom(value)['value']);
}

/** The display name of a file or a symbol within a sentence. */
function referenceText(part: Fields): string | undefined {
  const reference = fieldsFrom(part['inlineReference']);
  const uri = reference['uri'] ?? fieldsFrom(reference['location'])['uri'] ?? reference;
  const path = pathFromUri(uri)?.replaceAll('\\', '/');
  const name =
    textFrom(part['name']) ?? textFrom(reference['name']) ?? (path === undefined ? undefined : posix.basename(path));
  return name === undefined ? undefined : `\`${name}\``;
}

/** The arguments of a tool call that only VS Code stored. */
function givenOf(part: Fields): unknown {
  const specific = fieldsFrom(part['toolSpecificData']);
  const { original, userEdited, toolEdited } = fieldsFrom(specific['commandLine']);
  const command = textFrom(userEdited) ?? textFrom(toolEdited) ?? textFrom(original) ?? textFrom(specific['command']);
  if (command !== undefined) return { command };
  return specific['rawInput'] ?? argumentsFrom(fieldsFrom(part['resultDetails'])['input']);
}

function resultOf(part: Fields): string {
  const outputs = listFrom(fieldsFrom(part['resultDetails'])['output']).map(fieldsFrom);
  const texts = outputs.filter(({ isText }) => isText !== false).map((output) => textOfResult(output['value']));
  return texts.filter((text) => text !== '').join('\n');
}

/** Code that was written to files leaves empty code fences behind. */
function withoutEmptyBlocks(text: string): string {
  return text
    .replaceAll(/^(?<fence>`{3,})[^\S\n]*(?:[\w+-]+[^\S\n]*)?\n\s*\k<fence>[^\S\n]*$\n?/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n');
}

function comparable(path: string): string {
  return path.replaceAll('\\', '/').toLowerCase();
}
