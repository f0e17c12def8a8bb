/**
 * Reads the summaries of compactions from VS Code's own file of a chat, with the same keys as an import of the whole
 * file. A chat waits for this at each turn, so the file is read in full only if the part added since the last read
 * may contain a summary.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import type { ReadTranscript, TranscriptItem } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import { readCopilotChatSession } from './copilotChatSession.ts';

/** In bytes; a larger chat is left to an import. Reading this much takes about a quarter of a second. */
const maxChatLength = 15 * 1024 * 1024;

/** The final position is the file's length; until all messages were yielded, it is the beginning. */
export const readChatCompactions: ReadTranscript = async function* (path, from = transcriptStart) {
  const { size } = await stat(path);
  if (size === from.offset) return;
  const isLonger = from.offset > 0 && size > from.offset;
  const head = { conversation: basename(path, extname(path)) };
  if (size > maxChatLength || (isLonger && !(await mayTellOfOne(path, from.offset)))) {
    yield { head, position: { offset: size, lastKey: null } };
    return;
  }
  let position = transcriptStart;
  for await (const item of readCopilotChatSession(path)) {
    ({ position } = item);
    if (isCompaction(item)) yield { ...item, position: transcriptStart };
  }
  yield { head, position };
};

/** `workspaceStorage/ID/GitHub.copilot-chat/transcripts/CHAT.jsonl` → `workspaceStorage/ID/chatSessions/CHAT.jsonl`. */
export function chatBeside(transcript: string): string | undefined {
  const folder = dirname(transcript);
  if (!folder.toLowerCase().endsWith(join('github.copilot-chat', 'transcripts'))) return undefined;
  const storage = folder.split(sep).slice(0, -2).join(sep);
  return join(storage, 'chatSessions', basename(transcript));
}

function isCompaction(item: TranscriptItem): boolean {
  return 'message' in item ? item.message.begins === 'POST_COMPACTING' : 'head' in item;
}

const maxSignLength = 32;

/** Whether the field name of summaries occurs after an offset; also true if a message only mentions it. */
async function mayTellOfOne(path: string, start: number): Promise<boolean> {
  let end = '';
  for await (const piece of createReadStream(path, { start, encoding: 'latin1' })) {
    const text = end + String(piece);
    if (/"summar(?:y|ies)"\s{0,8}:/u.test(text)) return true;
    end = text.slice(-maxSignLength);
  }
  return false;
}
