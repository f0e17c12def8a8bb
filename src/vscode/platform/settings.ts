/**
 * The settings `bigmind.*` as the rest of the extension sees them. They say what a person chose; what applies when they
 * chose nothing is decided by the composition root, which knows the environment.
 */
import * as vscode from 'vscode';
import type { NameOf } from '../../environment.ts';
import { defaultToolsets, toolsetNames } from '../../mcp/shared/toolsetNames.ts';
import type { ToolsetName } from '../../mcp/shared/toolsetNames.ts';
import { handedOnSettings, settingsTable } from '../../settingsTable.ts';
import type { Setting } from '../../settingsTable.ts';

/** What a person chose, as the environment variables that mean the same; it wins over what was set before. */
export function chosenVariables(): Record<string, string> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const chosen = handedOnSettings.flatMap((setting) => {
    const value = chosenText(setting, settings.inspect(setting.name)?.globalValue);
    return value === undefined ? [] : [[setting.variable, value] as const];
  });
  return Object.fromEntries(chosen);
}

/** How a refusal calls what was set: whoever chose it in VS Code has never heard of the variable. */
export const nameOfChosen =
  (chosen: Readonly<Record<string, string>>): NameOf =>
  ({ name = '', variable = '' }) =>
    variable in chosen ? `The setting "bigmind.${name}"` : variable;

export function isMcpEnabled(): boolean {
  return vscode.workspace.getConfiguration('bigmind').get<unknown>(settingsTable.mcpEnabled.name) !== false;
}

/** A person's own expressions for what is to be left out; undefined when nobody set any. */
export function chosenRedactionPatterns(): readonly string[] | undefined {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const chosen: unknown = settings.inspect(settingsTable.redactionPatterns.name)?.globalValue;
  if (!Array.isArray(chosen)) return undefined;
  return chosen.filter((item): item is string => typeof item === 'string' && item !== '');
}

/**
 * Undefined when nobody checked or unchecked any; never empty. What a person set is an object with some of the boxes; VS Code
 * fills in the others from the default.
 */
export function chosenToolsets(): readonly ToolsetName[] | undefined {
  const settings = vscode.workspace.getConfiguration('bigmind');
  if (settings.inspect(settingsTable.toolsets.name)?.globalValue === undefined) return undefined;
  const checked: unknown = settings.get(settingsTable.toolsets.name);
  if (typeof checked !== 'object' || checked === null) return defaultToolsets;
  const names = toolsetNames.filter((name) => Object.entries(checked).some(([key, on]) => key === name && on === true));
  return names.length === 0 ? defaultToolsets : names;
}

/** Tells of these settings only: what does not concern a listener must not disturb what it does. */
export function onDidChangeSettings(settings: readonly Setting[], listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (settings.some(({ name = '' }) => event.affectsConfiguration(`bigmind.${name}`))) listener();
  });
}

/** The default that the settings show is no choice of a person's, and must not win over the environment. */
function chosenText({ schema }: Setting, chosen: unknown): string | undefined {
  if (chosen === undefined || chosen === null) return undefined;
  if (schema.type !== 'string') return typeof chosen === 'string' ? textOrNothing(chosen) : JSON.stringify(chosen);
  if (typeof chosen !== 'string') return undefined;
  const isUnset = schema.enum !== undefined && (chosen === schema.default || !schema.enum.includes(chosen));
  return isUnset ? undefined : textOrNothing(chosen);
}

function textOrNothing(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
