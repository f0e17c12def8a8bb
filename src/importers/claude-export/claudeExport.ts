/**
 * Reads a conversation that Claude Code exported (`/export`): the text of its screen, as in files of versions
 * 1.0 to 2.1. A mark at the beginning of a line begins a block: `>` or `❯` the user's words, `●` or `⏺` an answer or a
 * call of a tool, `⎿` its output, `✻` or `∴` a thought or a notice. Lines are wrapped and indented, and long outputs are
 * left out. Nothing in it states a time or the id of the conversation.
 */
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { isLocalCommand, readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { folderFrom } from '../../capture/transcripts/fields.ts';
import { boundedText } from '../../capture/transcripts/toolText.ts';
import { workIn } from '../../capture/transcripts/toolWork.ts';
import type { ExportedConversation } from '../../capture/transcripts/exportedText.ts';
import { exportReader } from '../../capture/transcripts/exportedText.ts';

/** The lines at the top, in three layouts. */
const banner =
  /^[ *]*(?:▐▛███▜▌[ *]+Claude Code v|╭─+ Claude Code v|│ ✻ Welcome to Claude Code!|✻ Welcome to Claude Code!)/mu;
const version = /Claude Code v(?<version>\d[\w.-]*)/u;
/** In the banner: below the logo, or in its box. */
const places = [
  /cwd: +(?<folder>[^\n│]*?) *(?:│|$)/mu,
  /▘▘ ▝▝ +(?<folder>[~/A-Z][^\n│]*?) *(?:│|$)/mu,
  /^│ +(?<folder>(?:[~/]|[A-Z]:\\)[^\n│]*?) *│/mu,
];

/** Lines above the banner: a command that started it, or blank ones. */
const maxLinesAbove = 5;

export function isClaudeExport(beginning: string): boolean {
  const text = beginning.replaceAll('\r\n', '\n');
  const at = text.search(banner);
  return at !== -1 && text.slice(0, at).split('\n').length <= maxLinesAbove;
}

/** Keys are the numbers of the blocks, from 1, and `N/result` for the output of a tool. */
export const readClaudeExport = exportReader(
  'a conversation that Claude Code exported',
  (text, file): ExportedConversation | undefined => {
    if (!isClaudeExport(text)) return undefined;
    const messages = blocksIn(text.split('\n')).flatMap((block, at) => messagesOf(block, String(at + 1)));
    const top = text.slice(0, Math.max(0, text.search(/^[>❯●⏺]/mu)));
    const found = places.map((place) => place.exec(top)?.groups?.['folder']).find((each) => each !== undefined);
    const folder = folderFrom(found);
    return {
      head: {
        conversation: `claude-export/${conversationNameOf(file)}`,
        folder,
        agent: { name: 'claude-code', version: version.exec(text)?.groups?.['version'] ?? null },
      },
      messages,
    };
  },
);

interface Block {
  mark: string;
  /** Without the mark and the indentation of the block. */
  lines: string[];
}

/** Lines of the screen around a conversation: the banner, notices, and rules. */
const frame = /^(?:[╭│╰▎]| ?▐▛| ?▝▜| {1,2}▘▘|[─═━]{10}| ▎)/u;

function blocksIn(lines: readonly string[]): Block[] {
  const ofUser = lines.some((line) => line.startsWith('❯')) ? '❯' : '>';
  const mark = new RegExp(`^(?<mark>[${ofUser}●⏺✻✽✶✢∴⎿!])(?:\\s(?<rest>.*))?$`, 'u');
  const blocks: Block[] = [];
  let isFrame = true;
  for (const line of lines) {
    const found = mark.exec(line)?.groups;
    if (found !== undefined) {
      blocks.push({ mark: found['mark'] ?? '', lines: [(found['rest'] ?? '').trimEnd()] });
      isFrame = false;
    } else if (frame.test(line)) isFrame = true;
    else if (!isFrame) blocks.at(-1)?.lines.push(line.trimEnd().replace(/^ {1,2}/u, ''));
  }
  return blocks;
}

function messagesOf({ mark, lines }: Block, key: string): TranscriptMessage[] {
  switch (mark) {
    case '>':
    case '❯':
      return said(lines, key);
    case '●':
    case '⏺':
      return answered(lines, key);
    case '✻':
    case '∴': {
      const thought = lines.slice(1).join('\n').trim();
      const isThought = /^Thinking\b/u.test(lines[0] ?? '') && thought !== '';
      return isThought ? [{ key, role: 'assistant', type: 'thought', content: thought }] : [];
    }
    default:
      return [];
  }
}

/** A command to Claude Code itself is not said to the model; its output follows. */
function said(lines: readonly string[], key: string): TranscriptMessage[] {
  const end = lines.findIndex((line) => line.trimStart().startsWith('⎿'));
  const [first = '', ...others] = end === -1 ? lines : lines.slice(0, end);
  const rest = others.join('\n').trim();
  const isCommand = isLocalCommand(first, rest !== '');
  const read = readUserText(isCommand ? rest : `${first}\n${rest}`);
  return read.content === '' ? [] : [{ key, type: 'text', ...read }];
}

/** What stands for outputs that the screen does not show, and notices about agents in the background. */
const notice =
  /^(?:[A-Z…][^\n]*\((?:ctrl\+[a-z]|↓) [^\n]*\)|Agent "[^\n]*" (?:finished|completed|failed)\b[^\n]*|No response requested\.)$/u;

/** In characters. */
const maxNotice = 400;

function answered(lines: readonly string[], key: string): TranscriptMessage[] {
  const shown = lines.filter((line) => line.length > maxNotice || !notice.test(line.trim()));
  const text = shown.join('\n').trim();
  const at = text.search(/(?:^|\s)⎿/u);
  const head = (at === -1 ? text : text.slice(0, at)).trim();
  const call = /^(?<tool>[A-Z]\w*(?: [A-Z]\w*)*|[\w.-]+ - [\w.-]+ \(MCP\))\((?<given>[\s\S]*)\)$/u.exec(head)?.groups;
  if (head === '') return [];
  if (at === -1 && call === undefined) return [{ key, role: 'assistant', type: 'text', content: text }];
  const tool = call?.['tool'] ?? head.split('\n', 1)[0]?.slice(0, 60) ?? head;
  const given = call === undefined ? head : unwrapped(call['given'] ?? '');
  const output =
    at === -1
      ? ''
      : text
          .slice(at)
          .replace('⎿', '')
          .replaceAll(/^ {1,3}/gmu, '')
          .trim();
  const files = writers.has(tool) && given !== '' ? [given] : [];
  const use = { key, role: 'assistant', type: 'tool_use', content: boundedText(given), tool } as const;
  return [
    {
      ...use,
      ...(files.length > 0 && { files }),
      ...(tool === 'Bash' && !given.endsWith('…') && workIn('bash', { command: given })),
    },
    ...(output === ''
      ? []
      : [{ key: `${key}/result`, role: 'tool', type: 'tool_result', content: boundedText(output), tool } as const]),
  ];
}

/** The names under which the screen shows tools that write the file in parentheses. */
const writers: ReadonlySet<string> = new Set(['Write', 'Update', 'Edit', 'MultiEdit', 'Create']);

/** Arguments are broken at the width of the screen, within words. */
function unwrapped(given: string): string {
  return given.replaceAll(/\n {2,}/gu, '').trim();
}
