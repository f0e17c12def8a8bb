/**
 * Arguments that a keybinding, another command or a test passes to a command: one object with named values. VS Code
 * itself passes other things (the editor's URI, a selection), which are ignored.
 */
import * as vscode from 'vscode';

export type Command = (argument: unknown) => Promise<unknown>;

/** The result of a command that the user canceled. */
export const cancelled = { status: 'cancelled' } as const;

export function textArgument(argument: unknown, name: string): string | undefined {
  const value = argumentNamed(argument, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Those of the named texts that are given and not empty. */
export function textArguments<Name extends string>(
  argument: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = textArgument(argument, name);
    if (text !== undefined) given[name] = text;
  }
  return given;
}

/** Undefined unless it is an integer or the text of one. */
export function numberArgument(argument: unknown, name: string): number | undefined {
  const value = Number(argumentNamed(argument, name));
  return Number.isSafeInteger(value) ? value : undefined;
}

export function flagArgument(argument: unknown, name: string): boolean {
  return argumentNamed(argument, name) === true;
}

/** The strings of an array; undefined if it is not an array. */
export function textsArgument(argument: unknown, name: string): string[] | undefined {
  const value = argumentNamed(argument, name);
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : undefined;
}

/** A `Uri`, or its string form. */
export function uriArgument(argument: unknown, name: string): vscode.Uri | undefined {
  const value = argumentNamed(argument, name);
  if (value instanceof vscode.Uri) return value;
  return typeof value === 'string' && value !== '' ? vscode.Uri.parse(value, true) : undefined;
}

function argumentNamed(argument: unknown, name: string): unknown {
  if (typeof argument !== 'object' || argument === null || argument instanceof vscode.Uri) return undefined;
  return Object.entries(argument).find(([key]) => key === name)?.[1];
}
