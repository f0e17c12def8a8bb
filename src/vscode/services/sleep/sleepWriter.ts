/** The language model of VS Code that writes syntheses, if the user allows one, and how much it may use. */
import * as vscode from 'vscode';
import type { Writer } from '../../../memory/graph/synthesis/sleepWork.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { findModel, languageModelFrom, type LanguageModels } from '../../platform/languageModels.ts';
import type { BackgroundWriter } from './sleepCycle.ts';

/**
 * `bigmind.sleep.languageModel`: whether the user allows that memories are sent to a language model. A workspace may
 * come from somebody else, and only the user can consent.
 */
export function mayModelWrite(): boolean {
  const settings = vscode.workspace.getConfiguration('bigmind');
  return settings.inspect('sleep.languageModel')?.globalValue === true;
}

/** `bigmind.sleep.dailyTokens`: what it may read and write within 24 hours; 0 for nothing. */
export function dailyTokens(): number {
  const { name, parse, schema } = settingsTable.sleepTokens;
  const chosen = vscode.workspace.getConfiguration('bigmind').inspect(name)?.globalValue;
  return parse(String(chosen)) ?? schema.default;
}

/** If `token` is canceled, its requests reject. */
export function writerFrom(model: vscode.LanguageModelChat, token: vscode.CancellationToken): Writer {
  return { model: languageModelFrom(model, token, 'syntheses'), dailyTokens: dailyTokens() };
}

/** For the background: a model that needs no consent. Its requests end with the window. */
export class ModelWriter implements BackgroundWriter, vscode.Disposable {
  readonly #models: LanguageModels;
  readonly #over = new vscode.CancellationTokenSource();

  constructor(models: LanguageModels) {
    this.#models = models;
  }

  readonly isAllowed = mayModelWrite;

  readonly find = async (): Promise<Writer | undefined> => {
    if (!mayModelWrite() || dailyTokens() === 0) return undefined;
    const model = await findModel(this.#models, 'given');
    return model === undefined ? undefined : writerFrom(model, this.#over.token);
  };

  dispose(): void {
    this.#over.cancel();
  }
}
