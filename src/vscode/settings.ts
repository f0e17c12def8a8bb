/**
 * The settings `bigmind.*` as the rest of the extension sees them. They say what a person chose; what holds when they
 * chose nothing is decided by the composition root, which knows the environment.
 */
import * as vscode from 'vscode';
import { engineChoices, type EngineChoice } from '../environment.ts';

export interface Settings {
  mcpEnabled: boolean;
  /** Absent when nobody chose one. */
  storagePath: string | undefined;
  /** Absent for `auto`, which leaves the choice to the environment. */
  engine: EngineChoice | undefined;
  user: string | undefined;
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const engine = settings.get<unknown>('storage.engine');
  return {
    mcpEnabled: settings.get<unknown>('mcp.enabled') !== false,
    storagePath: textOrNothing(settings.get<unknown>('storage.path')),
    engine: engineChoices.find((choice) => choice === engine && choice !== 'auto'),
    user: textOrNothing(settings.get<unknown>('user')),
  };
}

/** A setting `bigmind.*`, or all that begin with it. */
export type SettingName = 'mcp' | 'storage' | 'user';

/** Tells of these settings only: what does not concern a listener must not disturb what it does. */
export function onDidChangeSettings(names: readonly SettingName[], listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`bigmind.${name}`))) listener();
  });
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The settings as the environment variables that mean the same; what a person chose wins over what was set before. */
export function environmentFrom(settings: Settings): Record<string, string> {
  return {
    ...(settings.storagePath === undefined ? {} : { BIGMIND_DB_PATH: settings.storagePath }),
    ...(settings.engine === undefined ? {} : { BIGMIND_ENGINE: settings.engine }),
    ...(settings.user === undefined ? {} : { BIGMIND_USER: settings.user }),
  };
}
