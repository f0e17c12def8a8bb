/** Detects the format of a transcript file from its beginning alone. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** Formats of files that are read line by line and can be gone on with when they have grown. */
export type StreamedFormat = 'copilot-transcript' | 'claude-code' | 'codex' | 'gemini-cli';

/**
 * By the first line: Copilot's events carry their `data`, Codex's rollouts the description of their session, Gemini's chats
 * the hash of their project, lines of Claude Code the name of their session. Undefined for a file of any other program.
 */
export async function formatOf(path: string): Promise<StreamedFormat | undefined> {
  const beginning = await beginningOf(path);
  if (beginning === undefined) return undefined;
  return formatOfText(beginning) ?? (isEventsWithoutStart(path, beginning) ? 'copilot-transcript' : undefined);
}

const copilotStart = /^\ufeff?\s*\{[^\n]{0,200}"type"\s*:\s*"session\.start"/u;
const codexStart = /^\ufeff?\s*\{[^\n]{0,200}"type"\s*:\s*"session_meta"/u;
/** In either order; older versions wrote the whole chat as one value over many lines. */
const geminiStart = /^\ufeff?\s*\{\s*(?:"sessionId"\s*:\s*"[^"\n]*"\s*,\s*)?"projectHash"\s*:/u;
/** A chat of VS Code itself names its session, too; it is no transcript. */
const chatStart = /^\ufeff?\s*\{\s*"kind"\s*:/u;
const claudeField = /"(?:sessionId|parentUuid|leafUuid)"\s*:/u;
/** Programs that began as copies of Claude Code or Gemini CLI keep messages as parts, which Claude Code never does. */
const messageOfParts = /"message"\s*:\s*\{[^\n]{0,60}"parts"\s*:/u;

/** The same of a beginning that was read already. */
export function formatOfText(beginning: string): StreamedFormat | undefined {
  if (copilotStart.test(beginning)) return 'copilot-transcript';
  if (codexStart.test(beginning)) return 'codex';
  if (geminiStart.test(beginning)) return 'gemini-cli';
  if (chatStart.test(beginning) || messageOfParts.test(beginning)) return undefined;
  return claudeField.test(beginning) ? 'claude-code' : undefined;
}

function isEventsWithoutStart(path: string, beginning: string): boolean {
  return basename(path) === 'events.jsonl' && !chatStart.test(beginning) && !messageOfParts.test(beginning);
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
