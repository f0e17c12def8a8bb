/** Detects the format of a transcript file from its beginning. */
import { basename } from 'node:path';
import { textAtStart } from './openedFile.ts';

/** Formats of files that are read line by line and can be resumed after they have grown. */
type StreamedFormat = 'copilot-transcript' | 'claude-code' | 'codex' | 'gemini-cli';

/**
 * By the first line that shows it, because a crash may have damaged those before: Copilot's transcripts have types such
 * as `session.start`, Codex's rollouts `session_meta` and `response_item`, Gemini's chats a hash of their project, and
 * Claude Code's lines the id of their session. An `events.jsonl` without a known line is Copilot's too. Undefined for a
 * file of any other program.
 */
export async function formatOf(path: string): Promise<StreamedFormat | undefined> {
  const beginning = await beginningOf(path);
  if (beginning === undefined) return undefined;
  return formatOfText(beginning) ?? (isEventsWithoutStart(path, beginning) ? 'copilot-transcript' : undefined);
}

const copilotEvent = /^\s*\{[^\n]{0,200}"type"\s*:\s*"(?:session|user|assistant|tool|hook|system|subagent)\.\w/u;
const codexLine = /^\s*\{[^\n]{0,200}"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context|compacted)"/u;
/** Rollouts before October 2025: the metadata, then items and states, all without an envelope. */
const oldCodexStart = /^\s*\{\s*"id"\s*:\s*"[\da-f-]{36}"\s*,\s*"timestamp"\s*:\s*"[^"\n]*"\s*,\s*"instructions"\s*:/u;
/** Before that, one value. */
const wholeCodex = /^\s*\{\s*"session"\s*:\s*\{\s*"(?:timestamp|id)"\s*:/u;
/** The Copilot CLI's `history-session-state/session_*.json`, until the end of 2025. */
const wholeCopilot = /^\s*\{\s*"sessionId"\s*:[^[]{0,400}"(?:chatMessages|timeline)"\s*:\s*\[/u;
/** In either order; older versions wrote the whole chat as one value over many lines. */
const geminiStart = /^\s*\{\s*(?:"sessionId"\s*:\s*"[^"\n]*"\s*,\s*)?"projectHash"\s*:/u;
/** VS Code's own chats also contain a session id, but are not transcripts. */
const chatStart = /^\s*\{\s*"kind"\s*:/u;
/** Fields of a chat of VS Code that is one value. */
export const chatFields = /"(?:responderUsername|requesterUsername|initialLocation)"\s*:/u;
const claudeField = /"(?:sessionId|parentUuid|leafUuid)"\s*:/u;
/** Forks of Claude Code or Gemini CLI store messages as parts; Claude Code never does. */
const messageOfParts = /"message"\s*:\s*\{[^\n]{0,60}"parts"\s*:/u;

/** Like `formatOf`, for a beginning that was already read. */
export function formatOfText(beginning: string): StreamedFormat | undefined {
  // UTF-16 has a zero beside each character; those that a crash left stand together.
  if (beginning.includes('\0') && !beginning.includes('{"')) return undefined;
  const text = beginning.replaceAll('\0', '').replace(/^\ufeff/u, '');
  for (let at = 0; at !== -1; at = nextLine(text, at)) {
    const lines = text.slice(at);
    if (copilotEvent.test(lines) || wholeCopilot.test(lines)) return 'copilot-transcript';
    if ([codexLine, oldCodexStart, wholeCodex].some((form) => form.test(lines))) return 'codex';
    if (geminiStart.test(lines)) return 'gemini-cli';
    const [line = ''] = lines.split('\n', 1);
    if (chatStart.test(line) || chatFields.test(line) || messageOfParts.test(line)) return undefined;
    if (claudeField.test(line)) return 'claude-code';
  }
  return undefined;
}

/** The index at which the next line begins, or -1. */
function nextLine(text: string, at: number): number {
  return text.indexOf('\n', at) + 1 || -1;
}

function isEventsWithoutStart(path: string, beginning: string): boolean {
  return (
    basename(path) === 'events.jsonl' && ![chatStart, chatFields, messageOfParts].some((form) => form.test(beginning))
  );
}

/** The first 4 KB of a file; undefined if it cannot be read. */
export async function beginningOf(path: string): Promise<string | undefined> {
  try {
    return await textAtStart(path, 4_096);
  } catch {
    // A missing or unreadable transcript may become readable by the next event.
    return undefined;
  }
}
