/**
 * Reads a session that opencode exported (`/export`): Markdown with `## User` or `## Assistant (…)` above each message
 * and a rule below it (packages/opencode/src/cli/cmd/tui/util/transcript.ts of anomalyco/opencode). Its times are
 * written for the user's language, but the id of the session contains when it was created.
 */
import { opencodeTitle } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { timeFrom } from '../../capture/transcripts/fields.ts';
import { turnMarkers } from '../../capture/transcripts/markdownTurns.ts';
import { parsedObject } from '../../capture/transcripts/salvage.ts';
import { boundedText } from '../../capture/transcripts/toolText.ts';
import { toolCall } from '../../capture/transcripts/toolWork.ts';
import type { ExportedConversation } from '../../capture/transcripts/exportedText.ts';
import { exportReader } from '../../capture/transcripts/exportedText.ts';

const start =
  /^\s*# (?<title>[^\n]*)\n+\*\*Session ID:\*\* (?<id>ses_\w+)\n\*\*Created:\*\* (?<created>[^\n]*)\n\*\*Updated:\*\*/u;
const marker = /^## (?:User|Assistant(?: \([^\n]*\))?)$/u;

export function isOpencodeExport(beginning: string): boolean {
  return start.test(beginning.replaceAll('\r\n', '\n'));
}

/** Keys are `N` for a message of the user, and `N/M` for the parts of an answer. */
export const readOpencodeExport = exportReader(
  'a session that opencode exported',
  (text): ExportedConversation | undefined => {
    const { title = '', id, created = '' } = start.exec(text)?.groups ?? {};
    if (id === undefined) return undefined;
    const lines = text.split('\n');
    const marked = turnMarkers(lines, marker, 'below rules');
    const messages = marked.flatMap((at, place) => {
      const body = lines.slice(at + 1, marked[place + 1]).join('\n');
      return messagesOf(lines[at] ?? '', body.replace(/(?:^|\n)---\s*$/u, '').trim(), String(place + 1));
    });
    const named = opencodeTitle(title);
    const startedAt = creationOf(id, created);
    return {
      head: {
        conversation: id,
        ...(named !== '' && { title: named }),
        startedAt,
        agent: { name: 'opencode', version: null },
      },
      messages,
    };
  },
);

function messagesOf(mark: string, body: string, key: string): TranscriptMessage[] {
  if (mark.startsWith('## User')) {
    const said = readUserText(body);
    return said.content === '' ? [] : [{ key, type: 'text', ...said }];
  }
  const parts = body.split(/^(?=_Thinking:_$|\*\*Tool: [^\n]+\*\*$)/mu).flatMap(messagesOfPart);
  return parts
    .filter(({ content }) => content !== '')
    .map((part, at) => ({ key: `${key}/${String(at + 1)}`, ...part }));
}

type Unkeyed = Omit<TranscriptMessage, 'key'>;

const role = 'assistant';

function messagesOfPart(part: string): Unkeyed[] {
  const tool = /^\*\*Tool: (?<name>[^\n]+)\*\*\n/u.exec(`${part}\n`)?.groups?.['name'];
  if (tool !== undefined) return toolMessages(tool, part.slice(part.indexOf('\n') + 1));
  if (!part.startsWith('_Thinking:_')) return [{ role, type: 'text', content: part.trim() }];
  // Nothing separates a thought from an answer below it.
  const [thought = '', ...answer] = part
    .replace('_Thinking:_', '')
    .trim()
    .split(/\n{2,}/u);
  return [
    { role, type: 'thought', content: thought },
    { role, type: 'text', content: answer.join('\n\n') },
  ];
}

const input = /^\s*\*\*Input:\*\*\n```json\n(?<json>[\s\S]*?)\n```(?:\n|$)/u;
/** The output may contain code blocks, too. */
const output = /^\s*\*\*(?:Output|Error):\*\*\n```\n(?<text>[\s\S]*)\n```(?:\n|$)/u;

function toolMessages(tool: string, body: string): Unkeyed[] {
  const given = input.exec(body);
  const rest = body.slice(given?.[0].length ?? 0);
  const result = output.exec(rest);
  const value = parsedObject(given?.groups?.['json'] ?? '{}');
  return [
    toolCall(tool, value),
    { role: 'tool', type: 'tool_result', content: boundedText(result?.groups?.['text'] ?? ''), tool },
    { role, type: 'text', content: rest.slice(result?.[0].length ?? 0).trim() },
  ];
}

/** The time in an id repeats after this many milliseconds, about two years. */
const period = 2 ** 36;
const dayMs = 86_400_000;

/**
 * The 48 bits of an id are those of its time in 1/4096 milliseconds, inverted (packages/opencode/src/id/id.ts); the
 * year as it is written tells which period is meant.
 */
function creationOf(id: string, created: string): string | undefined {
  const bits = /^ses_(?<bits>[\da-f]{12})/u.exec(id)?.groups?.['bits'];
  const year = /(?<!\d)20\d\d(?!\d)/u.exec(created)?.[0];
  if (bits === undefined || year === undefined) return undefined;
  const within = Math.floor((2 ** 48 - 1 - Number.parseInt(bits, 16)) / 4096);
  const from = Date.UTC(Number(year), 0) - dayMs;
  const time = within + Math.ceil((from - within) / period) * period;
  return time < Date.UTC(Number(year) + 1, 0) + dayMs ? timeFrom(time) : undefined;
}
