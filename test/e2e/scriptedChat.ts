/** The test's side of the scripted model: the settings it needs, its script, and the log of what happened. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/places.ts';

export interface ScriptedChat {
  name: string;
  /** What the user types; may be a command of the chat such as `/compact`, which the model does not answer. */
  prompt: string;
  /** Continues the previous chat. */
  continues?: boolean;
  /** Starts only after the test calls `Script.say` with this word; waits at most a minute. */
  waitsFor?: string;
  /** Settings to change before the chat starts. */
  settings?: Record<string, unknown>;
  /** A command to run before the chat starts. */
  command?: { name: string; argument: Record<string, unknown> };
  /** `${workspace}` in an input is replaced by the open folder. */
  calls: { tool: string; input: Record<string, unknown> }[];
  answer: string;
  /** The model's answer when it is asked to summarize the conversation for a compaction. */
  summary?: string;
  /** The model's summary of a recorded session, while this chat is the latest. */
  sessionSummary?: string;
}

export interface ModelRequest {
  event: 'request';
  chat: string;
  tools: string[];
  messages: { role: string; parts: { text?: string; call?: string; result?: string }[] }[];
}

export type LogEntry =
  | ModelRequest
  | { event: 'ready' | 'done' }
  | { event: 'chat' | 'answer'; chat: string }
  | { event: 'failed'; error: string };

export const modelVsix = join(root, 'out', 'scripted-model.vsix');

/** Before sign-in, VS Code ignores a model of another vendor unless the profile has a provider group. */
export const userFilesWithModel = {
  'chatLanguageModels.json': [{ vendor: 'bmfake', name: 'Scripted model' }],
  'settings.json': { 'chat.byokUtilityModelDefault': 'mainAgent', 'workbench.startupEditor': 'none' },
};

export interface Script {
  env: { BIGMIND_SCRIPT: string; BIGMIND_SCRIPT_LOG: string };
  log(): LogEntry[];
  /** Gives the word that a chat of the script waits for. */
  say(word: string): void;
}

export function writeScript(chats: readonly ScriptedChat[]): Script {
  const folder = mkdtempSync(join(tmpdir(), 'bm-script-'));
  const env = { BIGMIND_SCRIPT: join(folder, 'script.json'), BIGMIND_SCRIPT_LOG: join(folder, 'log.jsonl') };
  writeFileSync(env.BIGMIND_SCRIPT, JSON.stringify({ chats }));
  return {
    env,
    log: () => readLog(env.BIGMIND_SCRIPT_LOG),
    say: (word) => writeFileSync(join(folder, word), ''),
  };
}

/** The text of a request: all message texts and tool results, but no tool calls. */
export function textOf(request: ModelRequest): string {
  return request.messages.flatMap((message) => message.parts.map((part) => part.text ?? part.result ?? '')).join('\n');
}

/** The requests to the model during a chat. */
export function requestsOf(script: Script, chat: string): ModelRequest[] {
  return script.log().filter((entry): entry is ModelRequest => entry.event === 'request' && entry.chat === chat);
}

function readLog(file: string): LogEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as LogEntry); // The last line is empty or incomplete.
}
