/** Reads a file of text that a program wrote for one conversation when the user exported it, and never changes. */
import { readFile, stat } from 'node:fs/promises';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';

const maxBytes = 64 * 1024 * 1024;

export interface ExportedConversation {
  head: TranscriptHead;
  messages: readonly TranscriptMessage[];
}

/** `parse` gets text without a byte order mark, with line feeds only; it returns undefined for another file. */
export function exportReader(
  one: string,
  parse: (text: string, file: string) => ExportedConversation | undefined,
): ReadTranscript {
  return async function* (file, from = transcriptStart) {
    const { size } = await stat(file);
    if (from.offset > 0 && from.offset === size) return;
    const found = size > maxBytes ? undefined : parse(plainText(await readFile(file, 'utf8')), file);
    const last = found?.messages.at(-1);
    if (found === undefined || last === undefined) {
      const reason = found === undefined ? `is not ${one}` : 'contains no message; the file may be truncated';
      const unreadable = { lineNumber: 1, reason: size > maxBytes ? 'is longer than 64 MB' : reason };
      yield { position: transcriptStart, unreadable };
      return;
    }
    yield { position: transcriptStart, head: found.head };
    const end = { offset: size, lastKey: last.key };
    for (const message of found.messages) yield { position: message === last ? end : transcriptStart, message };
  };
}

function plainText(text: string): string {
  return text.replace(/^\ufeff/u, '').replaceAll('\r\n', '\n');
}
