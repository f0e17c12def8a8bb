/** The output channel `BigMind`, for diagnostics. It never contains memory texts. */
import * as vscode from 'vscode';

export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel('BigMind', { log: true });
}
