/** The output channel `BigMind`: what happened, for people who look for it. Memory texts never stand in it. */
import * as vscode from 'vscode';

export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel('BigMind', { log: true });
}
