/**
 * The language model that the user chose to learn from recorded sessions: one of VS Code, or one outside, such as a
 * coding agent. The choice is a setting of the machine, so no repository can make it.
 */
import * as vscode from 'vscode';
import type { FoundAgent } from '../../../distill/foundAgents.ts';
import type { LearnChoice, LearnSettings } from '../../../distill/settings/learnSettings.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import type { LanguageModel } from '../../../memory/shared/languageModel.ts';
import type { LearnScope } from '../../../memory/learn/learner.ts';
import { settingsTable } from '../../../settingsTable.ts';
import type { LanguageModels } from '../../platform/languageModels.ts';
import { findModel, languageModelFrom } from '../../platform/languageModels.ts';

/** What differs between hosts. */
export interface LearnHost {
  /** The current choice; throws for an invalid value of another setting. */
  settings(): LearnSettings;
  /** As `languageModelFrom` of `distill`; in a browser there is none. */
  outside(settings: LearnSettings): Promise<LanguageModel | BigMindError | undefined>;
  /** The coding agents on this machine. */
  agents(): Promise<FoundAgent[]>;
}

/** In a browser, no program can be started and no server can be asked. */
export function onlyVscode(settings: () => LearnSettings): LearnHost {
  return {
    settings,
    outside: () => Promise.resolve(new BigMindError('provider_refused', notHere(), { remedy: chooseAnother() })),
    agents: () => Promise.resolve([]),
  };
}

/**
 * With `given`, a model of VS Code that needs no consent, for callers that cannot ask. An error says why the choice cannot
 * be used; undefined if learning is off.
 */
export async function chosenModel(
  { learning, languageModels }: { learning: LearnHost; languageModels: LanguageModels },
  consent: 'given' | 'to ask',
): Promise<LanguageModel | BigMindError | undefined> {
  const settings = learning.settings();
  if (settings.choice !== 'vscode') return settings.choice === 'off' ? undefined : learning.outside(settings);
  const model = await findModel(languageModels, consent, settings.model);
  if (model !== undefined) return languageModelFrom(model);
  return new BigMindError('provider_refused', noModel(), { remedy: chooseAnother() });
}

/** What the user chose; an absent part stays as it is. */
export interface ModelChoice {
  choice: LearnChoice;
  /** Undefined for the default. */
  model?: string | undefined;
  command?: string;
}

/** Stores the choice in the settings of the user. */
export async function storeChoice(chosen: ModelChoice): Promise<void> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const update = async (name: string, value: string | undefined): Promise<void> =>
    settings.update(name, value, vscode.ConfigurationTarget.Global);
  if (chosen.command !== undefined) await update(settingsTable.learnCommand.name, chosen.command);
  if ('model' in chosen) await update(settingsTable.learnModel.name, chosen.model);
  await update(settingsTable.learn.name, chosen.choice);
}

/** Sessions of the caller's current project. */
export function scopeOf({ project }: Caller): LearnScope {
  return { projects: [project?.id ?? null] };
}

const noModel = (): string => vscode.l10n.t('The chosen language model is not available or not allowed in VS Code.');
const notHere = (): string => vscode.l10n.t('In a browser, only the language models of VS Code can learn.');
const chooseAnother = (): string =>
  vscode.l10n.t('Run "BigMind: Learn from Recorded Sessions..." to allow it or to choose another one.');
