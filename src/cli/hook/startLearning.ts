/**
 * Starts `bigmind learn` when a chat has ended, in a separate process: no chat waits for a model. It learns from the
 * ended sessions of the chat's project, and does nothing if another process does.
 */
import { spawn } from 'node:child_process';
import type { LearnSettings } from '../../distill/settings/learnSettings.ts';

/** Returns at once. A process that cannot be started is a problem of the next run, which reads the same sessions. */
export function startLearning(
  { choice, dailyTokens }: LearnSettings,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const program = process.argv[1];
  // A window of VS Code learns by itself.
  if (choice === 'off' || choice === 'vscode' || dailyTokens === 0 || program === undefined) return;
  const child = spawn(process.execPath, [...process.execArgv, program, 'learn'], {
    cwd: folder,
    // A server that runs in Electron answers for hooks that may not.
    env: process.versions['electron'] === undefined ? env : { ...env, ELECTRON_RUN_AS_NODE: '1' },
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
}
