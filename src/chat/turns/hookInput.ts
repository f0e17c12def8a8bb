/**
 * Parses the input of a hook: one JSON object with the field names of VS Code and Claude Code, or of the Copilot CLI.
 * Invalid fields are absent; the input is not trusted.
 */
import { isAbsolute } from 'node:path';

export interface HookInput {
  /** The chat, by the name that its tool calls and its transcript also use. */
  conversation: string;
  /** The sub-agent that the event concerns, which the chat's agent started; the chat itself contains its result. */
  subAgent: string | undefined;
  /** For a sub-agent, the conversation of its chat; the same as `conversation` otherwise. */
  mainConversation: string;
  /** The absolute path of the file to which the assistant writes the conversation. */
  transcript: string | undefined;
  /** The absolute path of the assistant's working folder. */
  folder: string | undefined;
  /** UserPromptSubmit only: the user's text. */
  prompt: string | undefined;
  /** SessionStart only: `new`, `startup`, `resume`, `clear` or `compact`. */
  source: string | undefined;
  /** Stop only: the agent's last words in the turn (Claude Code, Codex, Gemini CLI). */
  lastAnswer: string | undefined;
  /** PreToolUse only: the input of the call, as the client's tool defines it. */
  toolInput: unknown;
  /** When the event happened, in milliseconds since 1970. */
  at: number | undefined;
}

/** In characters; longer values are not conversation names. */
const maxNameLength = 500;

/** Undefined if the text is not a JSON object or names no conversation. */
export function hookInputFrom(text: string): HookInput | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as Record<string, unknown>;
  const conversation = textIn(fields, 'session_id', 'sessionId');
  if (conversation === undefined || conversation.length > maxNameLength) return undefined;
  const transcript = textIn(fields, 'transcript_path', 'transcriptPath');
  const folder = textIn(fields, 'cwd');
  const prompt = textIn(fields, 'prompt');
  const parent = textIn(fields, 'parent_agent_id');
  return {
    conversation,
    mainConversation: parent !== undefined && parent.length <= maxNameLength ? parent : conversation,
    // The Copilot CLI names the sub-agent in `session_id`, and its chat in `parent_agent_id`.
    subAgent: textIn(fields, 'agent_id') ?? (parent === undefined ? undefined : conversation),
    transcript: transcript !== undefined && isAbsolute(transcript) ? transcript : undefined,
    folder: folder !== undefined && isAbsolute(folder) ? folder : undefined,
    prompt: prompt === undefined ? undefined : withoutHookContext(prompt),
    source: textIn(fields, 'source'),
    lastAnswer: textIn(fields, 'last_assistant_message', 'prompt_response'),
    toolInput: toolInputIn(fields),
    at: timeIn(fields['timestamp']),
  };
}

/** The Copilot CLI may pass it as JSON text. */
function toolInputIn(fields: Record<string, unknown>): unknown {
  const value = fields['tool_input'] ?? fields['toolInput'] ?? fields['toolArgs'];
  return typeof value === 'string' ? parsed(value) : value;
}

/** Gemini CLI prepends the output of start hooks to a chat's first prompt. */
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
    // The caller reports that the input contains no event.
    return undefined;
  }
}

function textIn(fields: Record<string, unknown>, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : undefined;
}
