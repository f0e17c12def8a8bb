/**
 * Signals that a hook of any assistant ran on this machine, by watching the file that the hook scripts write at each
 * run. Until then, the memory is neither opened nor polled.
 */
import * as vscode from 'vscode';

/** `home` is BigMind's folder; it may not exist yet. */
export function watchHookRuns(home: string, onRun: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(home), 'last-hook.txt');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, false, true);
  return vscode.Disposable.from(watcher, watcher.onDidChange(onRun), watcher.onDidCreate(onRun));
}
