/**
 * Reads a chat that Cursor exported (Export Chat): Markdown with `**User**` or `**Cursor**` above each turn and a rule
 * between turns, as in files of Cursor 1.2 to 3.13. It states no time but that of the export, and no id.
 */
import { createHash } from 'node:crypto';
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { readUserText } from '../../memory/summarize/words/saidByUser.ts';
import { turnMarkers } from '../../capture/transcripts/markdownTurns.ts';
import type { ExportedConversation } from '../../capture/transcripts/exportedText.ts';
import { exportReader } from '../../capture/transcripts/exportedText.ts';

const start =
  /^\s*# (?<title>[^\n]*)\n{1,3}_Exported on [^\n]* from Cursor(?: \((?<version>[^)\n]*)\))?_[ \t]*(?:\n|$)/u;
const marker = /^\*\*(?<role>User|Cursor)\*\*$/u;

export function isCursorExport(beginning: string): boolean {
  return start.test(beginning.replaceAll('\r\n', '\n'));
}

/** Keys are the places of the turns, from 1. */
export const readCursorExport = exportReader(
  'a chat that Cursor exported',
  (text): ExportedConversation | undefined => {
    const { title: written = '', version } = start.exec(text)?.groups ?? {};
    const title = written.trim();
    if (!isCursorExport(text)) return undefined;
    const lines = text.split('\n');
    const marked = turnMarkers(lines, marker, 'below rules');
    const messages = marked.flatMap((at, place): TranscriptMessage[] => {
      const body = lines.slice(at + 1, marked[place + 1]).join('\n');
      const content = body.replace(/(?:^|\n)---\s*$/u, '').trim();
      const key = String(place + 1);
      if (content === '') return [];
      if (lines[at]?.startsWith('**User') === true) return said(key, content);
      return [{ key, role: 'assistant', type: 'text', content }];
    });
    return {
      head: {
        conversation: `cursor/${nameFrom(title, messages[0]?.content ?? '')}`,
        ...(title !== '' && { title }),
        agent: { name: 'cursor', version: version ?? null },
      },
      messages,
    };
  },
);

function said(key: string, text: string): TranscriptMessage[] {
  const read = readUserText(text);
  return read.content === '' ? [] : [{ key, type: 'text', ...read }];
}

/** The same for each export of a chat, whatever its file is called. */
function nameFrom(title: string, first: string): string {
  return createHash('sha256').update(`${title}\n${first}`).digest('hex').slice(0, 16);
}
