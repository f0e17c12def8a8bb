/**
 * Which assistant runs a hook. The entries that `bigmind install` writes name it. Older entries, and hooks that a
 * person copied, are recognized by the environment and the transcript. The result decides whose chat is recorded, and
 * in which form the hook answers.
 */
import { hookTargets } from '../shared/hookEntries.ts';

/** Those that have hooks in files of their own; `vscode` is VS Code's Local harness. */
export const hookClients = [...hookTargets, 'vscode'] as const;
export type HookClient = (typeof hookClients)[number];

export interface HookSigns {
  /** As the command line of the hook names it. */
  named: string | undefined;
  /** The transcript that the event names. */
  transcript: string | undefined;
  /** The format that the transcript is written in, once it can be read. */
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
 * The client by its name, else by where it keeps the transcript and how it writes it, else by the variables that it sets
 * for its hooks (seen in Copilot CLI 1.0, Claude Code 2.1 and Gemini CLI 0.61); `vscode` where nothing tells. A variable
 * may come from a client in whose terminal another one was started, so it is checked last.
 */
export function hookClientFrom({ named, transcript, format, env }: HookSigns): HookClient {
  const [byName, byFormat] = [named, format].map((name) => hookClients.find((client) => client === name));
  const byFolder = transcriptFolders.find(([folder]) => transcript !== undefined && folder.test(transcript));
  // VS Code's Local harness runs hooks of other clients' files too. It names its transcript at every event.
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
 * The agent under whose name the chat is kept, the same for hooks, for what is read later and for calls of tools. The
 * Copilot CLI says of itself that it runs the hook; VS Code's harness runs the same file.
 */
export function agentOfHook(client: HookClient, env: HookSigns['env']): string {
  if (client === 'copilot') return env['COPILOT_CLI'] === '1' ? 'copilot-cli' : 'GitHub Copilot';
  return client === 'vscode' ? 'GitHub Copilot' : client;
}

/**
 * Whether a chat that is taken up again still holds the context that it was given: the requests of Claude Code, Codex and
 * Gemini CLI do, those of the Copilot CLI do not.
 */
export function keepsContextOnResume(client: HookClient): boolean {
  return client === 'claude-code' || client === 'codex' || client === 'gemini-cli';
}

/**
 * Whether the context comes with the first prompt. Gemini CLI puts what hooks say at the start before the prompt, and then
 * takes both for its own when the chat is taken up again: the prompt is gone from it.
 */
export function takesContextWithPrompt(client: HookClient): boolean {
  return client === 'gemini-cli';
}
