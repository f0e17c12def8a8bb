/** The end of the scripted model that a test holds: the settings it needs, its script, and the log of what happened. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/places.ts';

export interface ScriptedChat {
  name: string;
  /** What the user types; may be a command of the chat such as `/compact`, which gets no answer of the model. */
  prompt: string;
  /** Goes on in the chat before it. */
  continues?: boolean;
  /** Begins only when the test has given this word by `Script.say`, at most a minute later. */
  waitsFor?: string;
  /** Changed before the chat begins. */
  settings?: Record<string, unknown>;
  /** Run before the chat begins. */
  command?: { name: string; argument: Record<string, unknown> };
  /** `${workspace}` in an input stands for the folder that is open. */
  calls: { tool: string; input: Record<string, unknown> }[];
  answer: string;
  /** What the model makes of the conversation when it is asked to make it shorter. */
  summary?: string;
  /** What the model tells of a recorded session, while this chat is the last. */
  telling?: string;
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

/** Without a provider group in the profile a model of another vendor does not count before sign-in. */
export const userFilesWithModel = {
  'chatLanguageModels.json': [{ vendor: 'bmfake', name: 'Scripted model' }],
  'settings.json': { 'chat.byokUtilityModelDefault': 'mainAgent', 'workbench.startupEditor': 'none' },
};

export interface Script {
  env: { BIGMIND_SCRIPT: string; BIGMIND_SCRIPT_LOG: string };
  log(): LogEntry[];
  /** The word that a chat of the script waits for. */
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

/** What the model was told in a request: everything but its own words and calls. */
export function textOf(request: ModelRequest): string {
  return request.messages.flatMap((message) => message.parts.map((part) => part.text ?? part.result ?? '')).join('\n');
}

/** What the model was asked while a chat was held. */
export function requestsOf(script: Script, chat: string): ModelRequest[] {
  return script.log().filter((entry): entry is ModelRequest => entry.event === 'request' && entry.chat === chat);
}

function readLog(file: string): LogEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as LogEntry); // The last line is empty, or still written.
}
