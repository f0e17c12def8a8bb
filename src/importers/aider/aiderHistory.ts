/**
 * Reads aider's `.aider.chat.history.md`: one Markdown file per project, to which every chat is appended. The format
 * is that of `append_chat_history`, `user_input` and `ai_output` in aider/io.py of Aider-AI/aider. A chat begins with
 * `# aider chat started at 2026-05-01 14:22:33` in local time. Lines of the user begin with `#### `, lines of the
 * program with `> `; both end with two spaces, but of output of several lines, only the last line does. The other lines
 * are the answer. Of the program's lines, only edits and commits are kept.
 */
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { ForeignConversation, ForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptItem, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';

export const aiderFileName = '.aider.chat.history.md';

const maxBytes = 256 * 1024 * 1024;
const started = /^# aider chat started at (?<at>\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})[ \t]*$/gmu;

/** Distinguishes lines of the user and of the program from the answer. */
interface Marks {
  user: RegExp;
  program: RegExp;
}

const marks: Marks = { user: /^####(?: (?<said>.*))? {2}$/u, program: /^>(?: (?<said>.*))? {2}$/u };
/** For a file whose trailing spaces an editor removed. */
const bareMarks: Marks = { user: /^####(?: (?<said>.*))?$/u, program: /^>(?: (?<said>.*))?$/u };

interface Chat {
  conversation: ForeignConversation;
  text: string;
}

/** Rejects with `bad_import` for a file of more than 256 MB, and with the file system's error. */
export async function openAiderHistory(file: string): Promise<ForeignConversations> {
  const { size } = await stat(file);
  if (size > maxBytes) {
    throw new BigMindError('bad_import', `${file} is longer than 256 MB.`, {
      remedy: 'Split it at a line "# aider chat started at …" and import the parts.',
      details: { file },
    });
  }
  const chats = chatsIn(await readFile(file, 'utf8'), basename(dirname(file)));
  return {
    list: () => chats.map(({ conversation }) => conversation),
    items: (name) => itemsOf(chats.find(({ conversation }) => conversation.head.conversation === name)),
    close: () => Promise.resolve(),
  };
}

/** The number of chats in a text, without empty ones. */
export function countAiderChats(text: string): number {
  return chatsIn(text, '').length;
}

/** When the first chat in a text began; ISO 8601. */
export function firstAiderStart(text: string): string | undefined {
  const [first] = text.matchAll(started);
  return first === undefined ? undefined : isoFromLocal(first.groups?.['at'] ?? '');
}

function chatsIn(text: string, project: string): Chat[] {
  const plain = text.replaceAll('\r\n', '\n');
  const headers = [...plain.matchAll(started)];
  const named = new Map<string, number>();
  return headers.flatMap((header, place) => {
    const at = header.groups?.['at'] ?? '';
    // Chats that began in the same second are numbered.
    const nth = (named.get(at) ?? 0) + 1;
    named.set(at, nth);
    const said = plain.slice(header.index, headers[place + 1]?.index ?? plain.length);
    if (messagesOf(said).length === 0) return [];
    const name = `aider/${project}/${at}${nth === 1 ? '' : `#${String(nth)}`}`;
    const startedAt = isoFromLocal(at);
    const head = { conversation: name, agent: { name: 'aider', version: null } };
    return [
      {
        conversation: {
          head: { ...head, ...(startedAt !== undefined && { startedAt }) },
          turns: said.trimEnd().length,
          endedAt: startedAt ?? null,
        },
        text: said,
      },
    ];
  });
}

function* itemsOf(chat: Chat | undefined): Generator<TranscriptItem> {
  if (chat === undefined) return;
  yield { position: transcriptStart, head: chat.conversation.head };
  for (const message of messagesOf(chat.text)) yield { position: { offset: 0, lastKey: message.key }, message };
}

/** Keys are `@N`, the offset of a message in its chat: chats are append-only. */
function messagesOf(chat: string): TranscriptMessage[] {
  const lines = chat.split('\n').slice(1);
  const { user, program } = lines.some((line) => marks.user.test(line)) ? marks : bareMarks;
  const messages: TranscriptMessage[] = [];
  let block: { role: 'user' | 'assistant'; at: number; lines: string[] } | undefined;
  let isBegun = false;
  /** Within output of several lines, which begins directly below a line of the user or the program. */
  let isPrinting = false;
  let isBelow = false;
  const endBlock = (): void => {
    if (block !== undefined) messages.push(...messagesOfBlock(block.role, `@${String(block.at)}`, block.lines));
    block = undefined;
  };
  const add = (role: 'user' | 'assistant', at: number, line: string): void => {
    if (block?.role !== role) endBlock();
    block ??= { role, at, lines: [] };
    block.lines.push(line);
  };
  let at = chat.length - lines.join('\n').length;
  for (const line of lines) {
    const said = user.exec(line);
    const found = program.exec(line);
    if (said !== null || found !== null) isPrinting = false;
    else if (isBelow && user === marks.user && line.startsWith('> ')) isPrinting = true;
    isBelow = said !== null || found !== null;
    if (isPrinting) {
      endBlock();
      isPrinting = !line.endsWith('  ');
      isBelow = !isPrinting;
    } else if (said !== null) {
      isBegun = true;
      add('user', at, said.groups?.['said'] ?? '');
    } else if (found !== null) {
      endBlock();
      messages.push(...messagesOfProgram(found.groups?.['said'] ?? '', `@${String(at)}`));
    } else if (line.trim() === '' && block?.role !== 'assistant') {
      endBlock();
    } else if (isBegun) {
      // Text before the first request is the command line's output, which may have any form.
      add('assistant', at, line);
    }
    at += line.length + 1;
  }
  endBlock();
  return messages;
}

function messagesOfBlock(role: 'user' | 'assistant', key: string, lines: readonly string[]): TranscriptMessage[] {
  const text = lines.join('\n').trim();
  const content = role === 'user' ? request(text) : text;
  return content === '' ? [] : [{ key, role, type: 'text', content }];
}

/** Empty for input to the program itself: a command, or the answer to one of its questions. */
function request(text: string): string {
  if (text === '<blank>' || text.includes('(Y)es/(N)o') || text.startsWith('!')) return '';
  const asked = /^\/(?:ask|code|architect|context)\s+(?<said>.+)$/su.exec(text)?.groups?.['said'];
  return asked ?? (/^\/[a-z][a-z-]*(?:\s|$)/u.test(text) ? '' : text);
}

function messagesOfProgram(line: string, key: string): TranscriptMessage[] {
  const file = /^Applied edit to (?<file>.+)$/u.exec(line.trim())?.groups?.['file'];
  if (file !== undefined) {
    const content = JSON.stringify({ path: file });
    return [{ key, role: 'assistant', type: 'tool_use', tool: 'edit', content, files: [file] }];
  }
  const subject = /^Commit [0-9a-f]{7,40} (?<subject>.+)$/u.exec(line)?.groups?.['subject'];
  if (subject === undefined) return [];
  const work = { commits: [subject.trim()] };
  return [{ key, role: 'tool', type: 'tool_result', tool: 'git', content: line.trim(), work }];
}

/** aider writes local times without a time zone. */
function isoFromLocal(at: string): string | undefined {
  const time = new Date(at.replace(' ', 'T'));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
