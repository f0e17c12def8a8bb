/** The output channel `BigMind`: what happened, for people who look for it. Memory texts never stand in it. */
import * as vscode from 'vscode';

export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel('BigMind', { log: true });
}

/** A thrown value with everything that helps to find its cause. */
export function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\nCaused by: ${describeThrown(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}
