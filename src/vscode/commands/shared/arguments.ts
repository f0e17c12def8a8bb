/**
 * What a command may be called with by a keybinding, another command or a test: one object of named texts. VS Code
 * itself calls commands with other things (the editor's address, a selection); those are passed over.
 */
import * as vscode from 'vscode';

export type Command = (argument: unknown) => Promise<unknown>;

/** Answer of a command that the person broke off. */
export const cancelled = { status: 'cancelled' } as const;

export function textArgument(argument: unknown, name: string): string | undefined {
  const value = argumentNamed(argument, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Absent unless it is a whole number, or the text of one. */
export function numberArgument(argument: unknown, name: string): number | undefined {
  const value = Number(argumentNamed(argument, name));
  return Number.isSafeInteger(value) ? value : undefined;
}

export function flagArgument(argument: unknown, name: string): boolean {
  return argumentNamed(argument, name) === true;
}

/** The texts of a list; absent when there is no list. */
export function textsArgument(argument: unknown, name: string): string[] | undefined {
  const value = argumentNamed(argument, name);
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : undefined;
}

/** A `Uri`, or the text of one. */
export function uriArgument(argument: unknown, name: string): vscode.Uri | undefined {
  const value = argumentNamed(argument, name);
  if (value instanceof vscode.Uri) return value;
  return typeof value === 'string' && value !== '' ? vscode.Uri.parse(value, true) : undefined;
}

function argumentNamed(argument: unknown, name: string): unknown {
  if (typeof argument !== 'object' || argument === null || argument instanceof vscode.Uri) return undefined;
  return Object.entries(argument).find(([key]) => key === name)?.[1];
}
