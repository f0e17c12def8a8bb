/** Which format a transcript file is written in, told by its beginning alone. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StreamedFormat } from './readers.ts';

/** By the first line: Copilot's events carry their `data`, lines of Claude Code the name of their session. */
export async function formatOf(path: string): Promise<StreamedFormat | undefined> {
  const beginning = await beginningOf(path);
  if (beginning === undefined) return undefined;
  if (/^\ufeff?\s*\{[^\n]{0,200}"type"\s*:\s*"session\.start"/u.test(beginning)) return 'copilot-transcript';
  // A chat of VS Code itself names its session, too; it is no transcript.
  if (/^\ufeff?\s*\{\s*"kind"\s*:/u.test(beginning)) return undefined;
  if (/"(?:sessionId|parentUuid|leafUuid)"\s*:/u.test(beginning)) return 'claude-code';
  return basename(path) === 'events.jsonl' ? 'copilot-transcript' : undefined;
}

/** Undefined when it cannot be read. */
export async function beginningOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // A transcript that is not there, or not ours to read, is none: the next event may bring it.
    return undefined;
  }
}
