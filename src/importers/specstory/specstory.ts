/**
 * Reads SpecStory's `.specstory/history/*.md`: one Markdown file per chat of Claude Code, Cursor and others,
 * rewritten whenever the chat continues. The layout is that of specstory-cli/pkg/markdown/markdown.go of
 * specstoryai/getspecstory (`_**User (TIME)**_`, `_**Agent (MODEL TIME)**_`, `<tool-use>`, `<think>`), and of the
 * extension's older files (`_**Assistant**_`, sections between `---`). Messages of sub-agents (`sidechain`) are
 * skipped.
 */
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import { isLocalCommand, readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { turnMarkers } from '../../capture/transcripts/markdownTurns.ts';
import { boundedText } from '../../capture/transcripts/toolText.ts';

const maxBytes = 64 * 1024 * 1024;
const marker = /^_\*\*(?<role>User|Agent|Assistant|)(?<side> - sidechain)?(?: \((?<about>[^\n]*)\))?\*\*_$/u;
const session = /^<!-- (?<program>.+?) Session (?<id>\S+) \((?<at>[^)]*)\) -->$/mu;
const heading = /^##? (?!SpecStory$)(?<title>.+)$/mu;

interface Turn {
  role: 'user' | 'assistant';
  isSide: boolean;
  createdAt: string | undefined;
  body: string;
}

/**
 * The final position is the file's length; until all messages were yielded, it is the beginning. Keys are `N` for a
 * user's message and `N/M` for the parts of an answer, counted from the beginning of the file.
 */
export const readSpecstory: ReadTranscript = async function* (file, from = transcriptStart) {
  const { size } = await stat(file);
  if (from.offset > 0 && from.offset === size) return;
  if (size > maxBytes) {
    yield { position: transcriptStart, unreadable: { lineNumber: 1, reason: 'is longer than 64 MB' } };
    return;
  }
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/u, '').replaceAll('\r\n', '\n');
  const turns = turnsIn(text.split('\n'));
  const messages = turns.flatMap((turn, place) => messagesOf(turn, String(place + 1)));
  const last = messages.at(-1);
  const finished = { offset: size, lastKey: last?.key ?? null };
  if (last === undefined) return;
  yield { position: transcriptStart, head: headOf(text, file, turns) };
  for (const message of messages)
    yield { position: message === last ? finished : { offset: 0, lastKey: message.key }, message };
};

function headOf(text: string, file: string, turns: readonly Turn[]): TranscriptHead {
  const beginning = text.slice(0, text.search(/^_\*\*/mu));
  const { program, id, at } = session.exec(beginning)?.groups ?? {};
  const name = basename(file, extname(file));
  const startedAt =
    specstoryTime(at ?? '') ?? turns.find(({ createdAt }) => createdAt !== undefined)?.createdAt ?? specstoryTime(name);
  // Chats without a name are titled by their start time, which is not a title.
  const title = (heading.exec(beginning)?.groups?.['title'] ?? '').replace(/\s*\([^()]*\d{4}[^()]*\)$/u, '').trim();
  return {
    conversation: id ?? `specstory/${name}`,
    ...(title !== '' && title !== 'Untitled' && !/^\d{4}-\d{2}-\d{2} [\d:]+/u.test(title) && { title }),
    startedAt,
    agent: { name: agentNamed(program), version: null },
  };
}

/** The name under which other formats record the same agent. */
function agentNamed(program: string | undefined): string {
  const name = program?.trim() ?? '';
  if (/claude/iu.test(name)) return 'claude-code';
  if (/codex/iu.test(name)) return 'codex';
  if (/gemini/iu.test(name)) return 'gemini-cli';
  if (/copilot|vs ?code/iu.test(name)) return 'GitHub Copilot';
  return name === '' ? 'SpecStory' : name;
}

function turnsIn(lines: readonly string[]): Turn[] {
  const marked = turnMarkers(lines, marker);
  return marked.map((at, place): Turn => {
    const mark = marker.exec((lines[at] ?? '').trimEnd())?.groups ?? {};
    const body = lines.slice(at + 1, marked[place + 1]).filter((line) => !/^<!-- message-id: .* -->$/u.test(line));
    return {
      role: mark['role'] === 'User' ? 'user' : 'assistant',
      isSide: mark['side'] !== undefined,
      createdAt: specstoryTime(mark['about'] ?? ''),
      // The rule between two turns; other rules are part of a message.
      body: body.join('\n').replace(/(?:^|\n)---\s*$/u, ''),
    };
  });
}

function messagesOf({ role, isSide, createdAt, body }: Turn, key: string): TranscriptMessage[] {
  if (isSide) return [];
  const at = createdAt === undefined ? {} : { createdAt };
  if (role === 'user') {
    const said = readUserText(withoutLocalCommand(body.trim()));
    return said.content === '' ? [] : [{ key, type: 'text', ...said, ...at }];
  }
  return piecesOf(body).flatMap((piece, place) => {
    const message = messageOfPiece(piece);
    return message === undefined ? [] : [{ ...message, key: `${key}/${String(place + 1)}`, ...at }];
  });
}

/** A line that Claude Code printed for a local command, with the lines below it. */
const printed = /^[ \t]*⎿[^\n]*(?:\n(?:[ \t]+[^\n]*|[ \t]*(?=\n|$)))*/gmu;

/** A text without a command to the program, such as `/exit`, and its output. */
function withoutLocalCommand(text: string): string {
  if (!/^[/⎿]/u.test(text)) return text;
  const said = text.replace(printed, '').trim();
  const [first = '', ...others] = said.split('\n');
  const rest = others.join('\n').trim();
  return isLocalCommand(first, rest !== '') ? rest : said;
}

/** Thoughts and tools as separate pieces. Older files separate these from the text by `---`. */
function piecesOf(body: string): string[] {
  return body
    .split(/(<think>.*?<\/think>|<tool-use\b.*?<\/tool-use>)/su)
    .flatMap((piece) => (/^<(?:think|tool-use)/u.test(piece) ? [piece] : sectionsOf(piece)))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** Text around a rule is one section: the rule is part of it. */
function sectionsOf(text: string): string[] {
  const sections: string[] = [];
  let isText = false;
  for (const part of text.split(/^---$/mu)) {
    const wasText = isText;
    isText = messageOfPiece(part.trim())?.type === 'text';
    if (wasText && isText) sections.push(`${sections.pop() ?? ''}---${part}`);
    else sections.push(part);
  }
  return sections;
}

function messageOfPiece(piece: string): Omit<TranscriptMessage, 'key'> | undefined {
  const role = 'assistant';
  if (piece.startsWith('<think>')) return { role, type: 'thought', content: withoutTags(piece, 'Thought Process') };
  const { type, name } =
    /^<tool-use data-tool-type="(?<type>[^"]*)" data-tool-name="(?<name>[^"]*)">/u.exec(piece)?.groups ?? {};
  // Older files name the tool in a line or in the summary of a section.
  const tool = name ?? /^(?:<details>\s*<summary>)?Tool use: \*\*(?<tool>[^*]+)\*\*/u.exec(piece)?.groups?.['tool'];
  if (tool !== undefined) {
    const files = type === undefined || type === 'write' ? filesWrittenBy(piece) : [];
    const content = boundedText(withoutTags(piece, `Tool use: **${tool}**`));
    return {
      role,
      type: 'tool_use',
      content: content === '' ? '{}' : content,
      tool,
      ...(files.length > 0 && { files }),
    };
  }
  // In the oldest files, tool output without the tool's name; or what Claude Code itself printed.
  if (/^(?:<details>|Read file: |Cancelled$|⎿|No response requested\.$)/u.test(piece)) return undefined;
  return { role, type: 'text', content: piece };
}

function filesWrittenBy(piece: string): string[] {
  const named =
    /(?:\bEdit file: |\bThe file |\bFile created successfully at: |^ ?`)(?<file>(?:[A-Za-z]:)?[^\s`<>:]*[./\\][^\s`<>:]*)/gmu;
  const files = [...piece.matchAll(named)].map(({ groups }) => groups?.['file'] ?? '');
  return [...new Set(files.filter((file) => file !== ''))].slice(0, 20);
}

function withoutTags(piece: string, label: string): string {
  return piece
    .replaceAll(/<\/?(?:think|tool-use|details|summary)\b[^>]*>/gu, '')
    .replace(label, '')
    .trim();
}

/**
 * The first time in a text: `2026-07-13 13:40:49Z`, `2025-12-02 12:49Z`, `2026-01-05_13-49-53Z-name`, or with an
 * offset such as `-0700`. Without a time zone, it is local. Returns ISO 8601 in UTC, or undefined.
 */
export function specstoryTime(text: string): string | undefined {
  const found =
    /(?<day>\d{4}-\d{2}-\d{2})[ _T](?<hour>\d{2})[:-](?<minute>\d{2})(?:[:-](?<second>\d{2}))?(?<zone>Z|[+-]\d{4}|[+-]\d{2}:\d{2})?/u.exec(
      text,
    )?.groups;
  if (found === undefined) return undefined;
  const { day = '', hour = '', minute = '', second = '00', zone = '' } = found;
  const offset = zone.replace(/^(?<sign>[+-]\d{2})(?<rest>\d{2})$/u, '$<sign>:$<rest>');
  const time = new Date(`${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
