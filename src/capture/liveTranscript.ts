/**
 * Locates the transcript of a running chat and waits until it contains the turn that just ended. Clients write
 * transcripts after the hook events: the Copilot CLI about 100 ms later, and sometimes Claude Code too.
 */
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { copilotSessionsFolder } from '../importers/copilot/copilotSources.ts';
import type { SourceHost } from './sources/source.ts';

/** Identifies the end of a turn in its transcript. */
interface TurnEnd {
  /** The agent's last words; undefined if the client does not report them. */
  lastAnswer: string | undefined;
  /** When the client reported the end of the turn, in milliseconds since 1970. */
  at: number | undefined;
  /** Bytes already recorded; an earlier turn may have ended with the same words. */
  recorded: number;
}

/** Bytes at the end of a transcript that are searched for the end of a turn; a last answer may be long. */
const tailBytes = 262_144;
const pollMs = 20;
/** Length of the prefix of the last answer that is searched for. */
const answerCharacters = 80;

/**
 * The transcript of a chat of the Copilot CLI or of VS Code's Copilot harness. Their hooks do not name it at the
 * start and the end of a chat. Undefined if the conversation id cannot be a folder name. The file may not exist yet.
 */
export function copilotTranscript(host: SourceHost, conversation: string): string | undefined {
  if (!/^[\w-]{1,200}$/u.test(conversation)) return undefined;
  return join(copilotSessionsFolder(host), conversation, 'events.jsonl');
}

/**
 * Waits until the transcript contains the turn, or until `hasTime` returns false. If nothing identifies the turn,
 * waits only until the file is not empty.
 */
export async function waitForTurn(path: string, end: TurnEnd, hasTime: () => boolean): Promise<void> {
  const sign = signOf(path, end);
  while (hasTime() && !(await isThere(path, sign, end.recorded))) await pause(pollMs);
}

/** A string that the transcript contains once the turn is written; empty if only the file itself can be awaited. */
function signOf(path: string, { lastAnswer, at }: Omit<TurnEnd, 'recorded'>): string {
  // Copilot logs the call of this hook in the transcript, after all messages of the turn.
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
      // A file that became shorter was replaced.
      const from = Math.max(recorded > size ? 0 : recorded, size - tailBytes);
      const tail = Buffer.alloc(size - from);
      const { bytesRead } = await file.read(tail, 0, tail.length, from);
      return tail.toString('utf8', 0, bytesRead).includes(sign);
    } finally {
      await file.close();
    }
  } catch {
    // Missing or not readable; the hook that records the file reports it.
    return false;
  }
}
