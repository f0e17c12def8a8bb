/**
 * Where the transcript of a running chat is, and whether it already contains the turn that just ended. Clients write
 * transcripts after the hook events: the Copilot CLI about 100 ms later, and sometimes Claude Code too.
 */
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { copilotSessionsFolder } from './sources/copilotSources.ts';
import type { SourceHost } from './sources/source.ts';

/** What tells the end of a turn in its transcript. */
export interface TurnEnd {
  /** The agent's last words. */
  lastAnswer: string | undefined;
  /** When the client said that the turn ended, in milliseconds since 1970. */
  at: number | undefined;
  /** Bytes that were recorded before; an earlier turn may have ended with the same words. */
  recorded: number;
}

/** Bytes at the end of a transcript in which the end of a turn must stand; a last answer may be long. */
const tailBytes = 262_144;
const pollMs = 20;
/** Characters of the last answer that are looked for. */
const answerCharacters = 80;

/**
 * The transcript of a chat of the Copilot CLI or of VS Code's Copilot harness, whose hooks name none at the start and the
 * end of a chat; undefined when the conversation cannot be the name of a folder. It may not be there yet.
 */
export function copilotTranscript(host: SourceHost, conversation: string): string | undefined {
  if (!/^[\w-]{1,200}$/u.test(conversation)) return undefined;
  return join(copilotSessionsFolder(host), conversation, 'events.jsonl');
}

/** Waits until the transcript holds the turn that ended, as long as `hasTime`. Returns at once where nothing would tell. */
export async function waitForTurn(path: string, end: TurnEnd, hasTime: () => boolean): Promise<void> {
  const sign = signOf(path, end);
  while (hasTime() && !(await isThere(path, sign, end.recorded))) await pause(pollMs);
}

/** A text that stands in the transcript once the turn does; the empty one where only the file itself can be awaited. */
function signOf(path: string, { lastAnswer, at }: Omit<TurnEnd, 'recorded'>): string {
  // Copilot notes there that it called this hook, behind all that was said.
  if (basename(path) === 'events.jsonl') return at === undefined ? '' : `"timestamp":${String(at)}`;
  const words = lastAnswer?.trim().slice(0, answerCharacters).toWellFormed() ?? '';
  return JSON.stringify(words).slice(1, -1);
}

async function isThere(path: string, sign: string, recorded: number): Promise<boolean> {
  try {
    if (sign === '') return (await stat(path)).size > 0;
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      // A file that became shorter is another one than it was.
      const from = Math.max(recorded > size ? 0 : recorded, size - tailBytes);
      const tail = Buffer.alloc(size - from);
      const { bytesRead } = await file.read(tail, 0, tail.length, from);
      return tail.toString('utf8', 0, bytesRead).includes(sign);
    } finally {
      await file.close();
    }
  } catch {
    // Not there yet, or not ours to read: then the hook that records it says so.
    return false;
  }
}
