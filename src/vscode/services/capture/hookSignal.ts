/**
 * Signals that a hook of any assistant ran on this machine, by watching the file that the hook scripts write at each
 * run. Until then, the memory is neither opened nor polled.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

const signalFile = 'last-hook.txt';

/** `home` is BigMind's folder; it may not exist yet. */
export function watchHookRuns(home: string, onRun: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(home), signalFile);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, false, true);
  return vscode.Disposable.from(watcher, watcher.onDidChange(onRun), watcher.onDidCreate(onRun));
}

/** Whether one ever ran. `home` may throw while a setting is invalid. */
export function haveHooksRun(home: () => string): boolean {
  try {
    return existsSync(join(home(), signalFile));
  } catch {
    // The setting is reported where it is used.
    return false;
  }
}
