/**
 * The settings `bigmind.*` as the rest of the extension sees them. They say what a person chose; what holds when they
 * chose nothing is decided by the composition root, which knows the environment.
 */
import * as vscode from 'vscode';
import {
  backupVariables,
  embeddingVariables,
  engineChoices,
  injectionVariables,
  memoryVariables,
  rerankVariables,
} from '../../environment.ts';
import type { EngineChoice } from '../../environment.ts';
import { defaultToolsets, toolsetNames } from '../../mcp/shared/toolsetNames.ts';
import type { ToolsetName } from '../../mcp/shared/toolsetNames.ts';
import { auditSettings, modes } from '../../memory/shared/vocabulary.ts';
import type { AuditSetting, Mode } from '../../memory/shared/vocabulary.ts';
import { embeddingChoices } from '../../search/embedding/servers/providerSettings.ts';
import type { EmbeddingChoice } from '../../search/embedding/servers/providerSettings.ts';

export interface Settings {
  /** As a person wrote them; absent when nobody did. */
  backups: Record<keyof typeof backupVariables, string | undefined>;
  mcpEnabled: boolean;
  /** Absent when nobody chose one. */
  storagePath: string | undefined;
  /** Absent for `auto`, which leaves the choice to the environment. */
  engine: EngineChoice | undefined;
  user: string | undefined;
  /** Absent when the choice is left to the environment. */
  mode: Mode | undefined;
  /** Absent when nobody checked or unchecked any; never empty. */
  toolsets: readonly ToolsetName[] | undefined;
  /** Absent parts are left to the environment, and then to what is usual for the provider. */
  embeddings: { provider: EmbeddingChoice | undefined; url: string | undefined; model: string | undefined };
  rerank: { url: string | undefined; model: string | undefined };
  /** A person's own expressions for what is to be left out; absent when nobody set any. */
  redactionPatterns: readonly string[] | undefined;
  /** As a person wrote them, right or wrong; absent when nobody did. */
  memory: { silenceMinutes: string | undefined; archiveDays: string | undefined; auditDays: string | undefined };
  /** What is put before a model without its asking; as a person wrote it, right or wrong; absent when nobody did. */
  injection: Record<keyof typeof injectionVariables, string | undefined>;
  /** Absent when the choice is left to the environment, and then to what is usual for the store. */
  audit: AuditSetting | undefined;
}

/** How a refusal names the settings of backups. */
export const backupSettingNames = {
  count: 'The setting "bigmind.backups.count"',
  days: 'The setting "bigmind.backups.keepDays"',
} as const;

/** How a refusal names the settings that say how a memory is kept. */
export const memorySettingNames = {
  silenceMinutes: 'The setting "bigmind.sessions.silenceMinutes"',
  archiveDays: 'The setting "bigmind.archive.keepDays"',
  auditDays: 'The setting "bigmind.audit.keepDays"',
} as const;

/** How a warning names the settings of what is put before a model. */
export const injectionSettingNames = {
  contextTokens: 'The setting "bigmind.context.tokens"',
  offersEnabled: 'The setting "bigmind.offers.enabled"',
} as const;

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const engine = settings.get<unknown>('storage.engine');
  return {
    backups: { count: chosenValue(settings, 'backups.count'), days: chosenValue(settings, 'backups.keepDays') },
    mcpEnabled: settings.get<unknown>('mcp.enabled') !== false,
    storagePath: textOrNothing(settings.get<unknown>('storage.path')),
    engine: engineChoices.find((choice) => choice === engine && choice !== 'auto'),
    user: textOrNothing(settings.get<unknown>('user')),
    mode: modes.find((mode) => mode === settings.get<unknown>('mode')),
    toolsets: toolsetsIn(settings),
    embeddings: {
      provider: embeddingChoices.find((choice) => choice === settings.get<unknown>('embeddings.provider')),
      url: textOrNothing(settings.get<unknown>('embeddings.url')),
      model: textOrNothing(settings.get<unknown>('embeddings.model')),
    },
    rerank: {
      url: textOrNothing(settings.get<unknown>('rerank.url')),
      model: textOrNothing(settings.get<unknown>('rerank.model')),
    },
    redactionPatterns: textsIn(settings, 'redaction.patterns'),
    memory: {
      silenceMinutes: chosenValue(settings, 'sessions.silenceMinutes'),
      archiveDays: chosenValue(settings, 'archive.keepDays'),
      auditDays: chosenValue(settings, 'audit.keepDays'),
    },
    injection: {
      contextTokens: chosenValue(settings, 'context.tokens'),
      offersEnabled: chosenValue(settings, 'offers.enabled'),
    },
    audit: auditSettings.find((level) => level === settings.get<unknown>('audit.level')),
  };
}

/** A setting `bigmind.*`, or all that begin with it. */
export type SettingName =
  | 'mcp'
  | 'capture'
  | 'storage'
  | 'user'
  | 'mode'
  | 'toolsets'
  | 'embeddings'
  | 'rerank'
  | 'sessions'
  | 'archive'
  | 'audit'
  | 'context'
  | 'offers'
  | 'summaries'
  | 'backups'
  | 'redaction';

/** Tells of these settings only: what does not concern a listener must not disturb what it does. */
export function onDidChangeSettings(names: readonly SettingName[], listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`bigmind.${name}`))) listener();
  });
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function textsIn(settings: vscode.WorkspaceConfiguration, name: string): readonly string[] | undefined {
  const chosen: unknown = settings.inspect(name)?.globalValue;
  if (!Array.isArray(chosen)) return undefined;
  return chosen.filter((item): item is string => typeof item === 'string' && item !== '');
}

/** The default that the settings show is no choice of a person's, and must not win over the environment. */
function chosenValue(settings: vscode.WorkspaceConfiguration, name: string): string | undefined {
  const chosen: unknown = settings.inspect(name)?.globalValue;
  return chosen === undefined || chosen === null ? undefined : (textOrNothing(chosen) ?? JSON.stringify(chosen));
}

/** What a person set is an object with some of the boxes; VS Code fills in the others from the default. */
function toolsetsIn(settings: vscode.WorkspaceConfiguration): readonly ToolsetName[] | undefined {
  if (settings.inspect('toolsets')?.globalValue === undefined) return undefined;
  const checked: unknown = settings.get('toolsets');
  if (typeof checked !== 'object' || checked === null) return defaultToolsets;
  const names = toolsetNames.filter((name) => Object.entries(checked).some(([key, on]) => key === name && on === true));
  return names.length === 0 ? defaultToolsets : names;
}

/** The settings as the environment variables that mean the same; what a person chose wins over what was set before. */
export function environmentFrom({
  backups,
  embeddings,
  rerank,
  memory,
  injection,
  ...settings
}: Settings): Record<string, string> {
  const variables: [name: string, value: string | undefined][] = [
    ['BIGMIND_DB_PATH', settings.storagePath],
    ['BIGMIND_ENGINE', settings.engine],
    ['BIGMIND_USER', settings.user],
    ['BIGMIND_MODE', settings.mode],
    ['BIGMIND_EMBEDDINGS', embeddings.provider],
    [embeddingVariables.url, embeddings.url],
    [embeddingVariables.model, embeddings.model],
    [rerankVariables.url, rerank.url],
    [rerankVariables.model, rerank.model],
    [memoryVariables.silenceMinutes, memory.silenceMinutes],
    [memoryVariables.archiveDays, memory.archiveDays],
    [backupVariables.count, backups.count],
    [backupVariables.days, backups.days],
    [memoryVariables.auditDays, memory.auditDays],
    [injectionVariables.contextTokens, injection.contextTokens],
    [injectionVariables.offersEnabled, injection.offersEnabled],
    ['BIGMIND_AUDIT', settings.audit],
  ];
  return Object.fromEntries(variables.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
