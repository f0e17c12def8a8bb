/**
 * What an assistant hands to a hook on standard input: one JSON object, in the words of VS Code and Claude Code, or in
 * those of the Copilot command line. Whatever does not fit is absent; nothing in it is trusted.
 */
import { isAbsolute } from 'node:path';

export interface HookInput {
  /** The chat, as its tools' calls and its transcript name it too. */
  conversation: string;
  /** The event is about a helper that the chat's agent started; what is worth keeping of it stands in the chat. */
  isOfSubAgent: boolean;
  /** The file that the assistant writes the conversation to; absolute. */
  transcript: string | undefined;
  /** The folder that the assistant works in; absolute. */
  folder: string | undefined;
  /** UserPromptSubmit only: what the person wrote. */
  prompt: string | undefined;
  /** SessionStart only: `new`, `startup`, `resume`, `clear` or `compact`. */
  source: string | undefined;
  /** Stop only: the agent's last words in the turn (Claude Code, Codex, Gemini CLI). */
  lastAnswer: string | undefined;
  /** When the event happened, in milliseconds since 1970. */
  at: number | undefined;
}

/** Longer names are no names of conversations. */
const maxNameLength = 500;

/** Undefined for what is no JSON object or names no conversation. */
export function hookInputFrom(text: string): HookInput | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as Record<string, unknown>;
  const conversation = textIn(fields, 'session_id', 'sessionId');
  if (conversation === undefined || conversation.length > maxNameLength) return undefined;
  const transcript = textIn(fields, 'transcript_path', 'transcriptPath');
  const folder = textIn(fields, 'cwd');
  const prompt = textIn(fields, 'prompt');
  return {
    conversation,
    // The Copilot CLI names the helper in `session_id`, and its chat in `parent_agent_id`.
    isOfSubAgent: textIn(fields, 'parent_agent_id', 'agent_id') !== undefined,
    transcript: transcript !== undefined && isAbsolute(transcript) ? transcript : undefined,
    folder: folder !== undefined && isAbsolute(folder) ? folder : undefined,
    prompt: prompt === undefined ? undefined : withoutHookContext(prompt),
    source: textIn(fields, 'source'),
    lastAnswer: textIn(fields, 'last_assistant_message', 'prompt_response'),
    at: timeIn(fields['timestamp']),
  };
}

/** Gemini CLI puts what hooks said at the start of a chat into its first prompt. */
function withoutHookContext(prompt: string): string {
  return prompt.replace(/<hook_context>[\s\S]*?<\/hook_context>\s*/gu, '');
}

function timeIn(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch {
    // The caller notes that there was nothing to be understood.
    return undefined;
  }
}

function textIn(fields: Record<string, unknown>, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : undefined;
}
