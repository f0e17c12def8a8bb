/**
 * The environment of a program that is asked: without BigMind's own secrets, and without what ties it to the chat or
 * the window from which it was started.
 */
import { allSettings } from '../settingsTable.ts';
import { learningVariable } from './settings/learnSettings.ts';

/** Claude Code refuses to start inside of itself; the others would take the request for part of a running chat. */
const ofOtherChats = [
  ...['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_PROJECT_DIR'],
  ...['CLAUDE_ENV_FILE', 'COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID', 'CODEX_THREAD_ID', 'CODEX_SANDBOX'],
  ...['GEMINI_CLI', 'GEMINI_SESSION_ID', 'GEMINI_PROJECT_DIR', 'GEMINI_CWD', 'BIGMIND_CHAT_FOLDER'],
  ...['VSCODE_INSPECTOR_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'OLDPWD', 'INIT_CWD'],
];

const leftOut = new Set([
  ...ofOtherChats,
  ...allSettings.flatMap(({ variable, isSecret }) => (isSecret === true && variable !== undefined ? [variable] : [])),
]);

export function programEnvironment(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !leftOut.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), PWD: folder, NO_COLOR: '1', [learningVariable]: '1' };
}
