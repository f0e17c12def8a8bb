/**
 * The choice of the language model that learns from recordings, as values. It is light, because code that only reads
 * settings, such as the starting extension, loads it.
 */

/** `off`, or who answers: models of VS Code, a coding agent, a server, or any command. */
export const learnChoices = [
  'off',
  'vscode',
  'claude',
  'codex',
  'copilot',
  'gemini',
  'ollama',
  'openai',
  'command',
] as const;
export type LearnChoice = (typeof learnChoices)[number];
export type AgentName = Extract<LearnChoice, 'claude' | 'codex' | 'copilot' | 'gemini'>;

export interface LearnSettings {
  choice: LearnChoice;
  /** A command line; only for `command`. */
  command: string | undefined;
  /** The name of the model; undefined for the default of a coding agent. */
  model: string | undefined;
  /** The address of the server; only for `ollama` and `openai`. */
  url: string | undefined;
  /** Sent to the server as a bearer token. */
  key: string | undefined;
  /** Tokens that the model may read and write within 24 hours; 0 for none. */
  dailyTokens: number;
  /** Whether the assistant of a substantial chat is asked once to save what it taught. */
  asksToSave: boolean;
  /** The repositories whose history is learned: those where the user asked for it, or every one. */
  histories: 'learned' | 'all';
}

/**
 * Set for the programs that are asked: the hooks and the server of BigMind that such a program starts then do nothing,
 * because they would record the question, or answer it.
 */
export const learningVariable = 'BIGMIND_LEARNING';

export function isLearning(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env[learningVariable] ?? '') !== '';
}
