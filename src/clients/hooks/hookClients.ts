/**
 * Detects which assistant runs a hook. Entries that `bigmind install` writes name it. Older entries, and hooks that a
 * user copied, are recognized by the transcript and the environment. The result decides whose chat is recorded, and
 * the format of the hook's answer.
 */
import { hookTargets, type HookEvent } from '../shared/hookEntries.ts';

/** The clients with a hook target, and `vscode`, VS Code's Local harness. */
const hookClients = [...hookTargets, 'vscode'] as const;
export type HookClient = (typeof hookClients)[number];

interface HookSigns {
  /** The name on the hook's command line. */
  named: string | undefined;
  /** The transcript that the event names. */
  transcript: string | undefined;
  /** The format of the transcript, once it can be read. */
  format: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

/** Folders in which only one client keeps its transcripts. */
const transcriptFolders: readonly (readonly [RegExp, HookClient])[] = [
  [/[\\/]session-state[\\/][^\\/]+[\\/]events\.jsonl$/u, 'copilot'],
  [/[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/u, 'claude-code'],
  [/[\\/]rollout-[^\\/]+\.jsonl$/u, 'codex'],
  [/[\\/]chats[\\/]session-[^\\/]+\.jsonl?$/u, 'gemini-cli'],
  [/[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/]/iu, 'vscode'],
];

/**
 * The client by its name, else by the transcript's folder and format, else by the variables that it sets for its
 * hooks; `vscode` if nothing identifies it. The variables were seen in Copilot CLI 1.0, Claude Code 2.1 and Gemini
 * CLI 0.61. A variable may come from a client in whose terminal another one was started, so it is checked last.
 */
export function hookClientFrom({ named, transcript, format, env }: HookSigns): HookClient {
  const [byName, byFormat] = [named, format].map((name) => hookClients.find((client) => client === name));
  const byFolder = transcriptFolders.find(([folder]) => transcript !== undefined && folder.test(transcript));
  // VS Code's Local harness also runs hooks from other clients' files. It names its transcript at every event.
  if (byFolder?.[1] === 'vscode') return 'vscode';
  if (byName !== undefined) return byName;
  if (byFolder !== undefined) return byFolder[1];
  if (byFormat !== undefined) return byFormat;
  if (env['COPILOT_CLI'] === '1') return 'copilot';
  if (env['CLAUDECODE'] === '1') return 'claude-code';
  if (env['GEMINI_SESSION_ID'] !== undefined) return 'gemini-cli';
  return 'vscode';
}

/**
 * The agent under which the chat is stored, the same for hooks, for later recording and for tool calls. The Copilot
 * CLI identifies itself by a variable; VS Code's harness runs the same file.
 */
export function agentOfHook(client: HookClient, env: HookSigns['env']): string {
  if (client === 'copilot') return env['COPILOT_CLI'] === '1' ? 'copilot-cli' : 'GitHub Copilot';
  return client === 'vscode' ? 'GitHub Copilot' : client;
}

/**
 * Whether a resumed chat still contains its initial context: the requests of Claude Code, Codex, Gemini CLI and opencode
 * do, those of the Copilot CLI do not.
 */
export function keepsContextOnResume(client: HookClient): boolean {
  return client !== 'copilot' && client !== 'vscode';
}

/**
 * Whether the context is sent with the first prompt. Gemini CLI prepends the output of start hooks to the prompt.
 * When the chat is resumed, it treats both as its own text, and the prompt is lost.
 */
export function takesContextWithPrompt(client: HookClient): boolean {
  return client === 'gemini-cli';
}

/**
 * The format in which the client passes text to its model. The Copilot CLI reads only the top-level field and ignores
 * the other one; other clients ignore the top-level field, or would show the text twice.
 */
export function answerFor(client: HookClient, event: HookEvent, text: string): unknown {
  const answer = { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
  return client === 'copilot' ? { additionalContext: text, ...answer } : answer;
}

/** The format that makes a client continue with a request when its assistant would stop; VS Code's is nested. */
export function blockFor(client: HookClient, request: string): unknown {
  const block = { decision: 'block', reason: request };
  return client === 'vscode' ? { hookSpecificOutput: { hookEventName: 'Stop', ...block } } : block;
}
