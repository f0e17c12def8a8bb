/** Detects the format of a transcript file from its beginning. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** Formats of files that are read line by line and can be resumed after they have grown. */
export type StreamedFormat = 'copilot-transcript' | 'claude-code' | 'codex' | 'gemini-cli';

/**
 * By the first line: Copilot's transcripts have the type `session.start`, Codex's rollouts `session_meta`, Gemini's
 * chats a hash of their project, and Claude Code's lines the id of their session. An `events.jsonl` without a start
 * event is Copilot's too. Undefined for a file of any other program.
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
/** VS Code's own chats also contain a session id, but are not transcripts. */
const chatStart = /^\ufeff?\s*\{\s*"kind"\s*:/u;
const claudeField = /"(?:sessionId|parentUuid|leafUuid)"\s*:/u;
/** Forks of Claude Code or Gemini CLI store messages as parts; Claude Code never does. */
const messageOfParts = /"message"\s*:\s*\{[^\n]{0,60}"parts"\s*:/u;

/** Like `formatOf`, for a beginning that was already read. */
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

/** The first 4 KB of a file; undefined if it cannot be read. */
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
    // A missing or unreadable transcript may become readable by the next event.
    return undefined;
  }
}
