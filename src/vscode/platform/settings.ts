/**
 * The `bigmind.*` settings as the rest of the extension reads them. They contain only what the user chose; the
 * composition root, which knows the environment, supplies the defaults.
 */
import * as vscode from 'vscode';
import type { NameOf } from '../../environment.ts';
import { defaultToolsets, toolsetNames } from '../../mcp/shared/toolsetNames.ts';
import type { ToolsetName } from '../../mcp/shared/toolsetNames.ts';
import { settingsPassedAsVariables, settingsTable } from '../../settingsTable.ts';
import type { Setting } from '../../settingsTable.ts';

/** The user's choices as environment variables; they override inherited ones. */
export function chosenVariables(): Record<string, string> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const chosen = settingsPassedAsVariables.flatMap((setting) => {
    const value = chosenText(setting, settings.inspect(setting.name)?.globalValue);
    return value === undefined ? [] : [[setting.variable, value] as const];
  });
  return { ...(areSummariesAllowed() && { [settingsTable.learn.variable]: 'vscode' }), ...Object.fromEntries(chosen) };
}

/**
 * The setting of earlier versions, `bigmind.summaries.languageModel`: whether the user allowed that recorded chats are
 * sent to a language model of VS Code. Whoever did has chosen `vscode` to learn, unless the new setting says otherwise.
 * A workspace could only revoke it.
 */
function areSummariesAllowed(): boolean {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const isAllowed = settings.inspect('summaries.languageModel')?.globalValue === true;
  return isAllowed && settings.get<unknown>('summaries.languageModel') !== false;
}

/** How an error message names a value: users who set it in VS Code do not know the variable. */
export const nameOfChosen =
  (chosen: Readonly<Record<string, string>>): NameOf =>
  ({ name = '', variable = '' }) =>
    variable in chosen ? `The setting "bigmind.${name}"` : variable;

export function isMcpEnabled(): boolean {
  return vscode.workspace.getConfiguration('bigmind').get<unknown>(settingsTable.mcpEnabled.name) !== false;
}

/** The user's own redaction patterns; undefined if the setting is not set. */
export function chosenRedactionPatterns(): readonly string[] | undefined {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const chosen: unknown = settings.inspect(settingsTable.redactionPatterns.name)?.globalValue;
  if (!Array.isArray(chosen)) return undefined;
  return chosen.filter((item): item is string => typeof item === 'string' && item !== '');
}

/**
 * Undefined if the user has not changed the setting; never empty. The user's value is an object with some of the boxes,
 * and VS Code fills in the others from the default.
 */
export function chosenToolsets(): readonly ToolsetName[] | undefined {
  const settings = vscode.workspace.getConfiguration('bigmind');
  if (settings.inspect(settingsTable.toolsets.name)?.globalValue === undefined) return undefined;
  const checked: unknown = settings.get(settingsTable.toolsets.name);
  if (typeof checked !== 'object' || checked === null) return defaultToolsets;
  const names = toolsetNames.filter((name) => Object.entries(checked).some(([key, on]) => key === name && on === true));
  return names.length === 0 ? defaultToolsets : names;
}

/** Fires only for these settings, so that unrelated changes do not disturb the listener. */
export function onDidChangeSettings(settings: readonly Setting[], listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (settings.some(({ name = '' }) => event.affectsConfiguration(`bigmind.${name}`))) listener();
  });
}

/** The default that the settings editor shows is not a choice and must not override the environment. */
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
