/** The language model that the user chose for learning, for programs without VS Code. */
import { BigMindError } from '../memory/shared/errors.ts';
import type { LanguageModel } from '../memory/shared/languageModel.ts';
import { bearerKey } from '../search/embedding/servers/providerSettings.ts';
import { createAgentModel } from './agentModel.ts';
import { createCommandModel } from './commandModel.ts';
import type { LearnSettings } from './settings/learnSettings.ts';
import type { ProgramParts } from './programParts.ts';
import { createOllamaModel, createOpenAiModel, type ServerModelParts } from './serverModel.ts';

export type ModelParts = ProgramParts & ServerModelParts;

/**
 * Undefined if learning is turned off; an error, with what to do, if the choice cannot be used here. Nothing is sent
 * and nothing is started before the model is asked.
 */
export function languageModelFrom(
  settings: LearnSettings,
  parts: ModelParts,
): LanguageModel | BigMindError | undefined {
  try {
    return modelFrom(settings, parts);
  } catch (thrown) {
    if (thrown instanceof BigMindError) return thrown;
    throw thrown;
  }
}

function modelFrom(settings: LearnSettings, parts: ModelParts): LanguageModel | BigMindError | undefined {
  const { choice, command, model, url, key } = settings;
  switch (choice) {
    case 'off':
      return undefined;
    case 'vscode':
      return notUsable('The language models of VS Code answer only inside VS Code.', {
        remedy: 'Learn in a window of VS Code, or name another model by BIGMIND_LEARN.',
      });
    case 'claude':
    case 'codex':
    case 'copilot':
    case 'gemini':
      if (model === undefined || isModelName(model)) return createAgentModel(choice, model, parts);
      return notUsable(`"${model}" is not the name of a model.`, {
        remedy: 'Correct BIGMIND_LEARN_MODEL (setting "bigmind.learn.modelName"), or leave it empty.',
      });
    case 'ollama':
    case 'openai': {
      if (model === undefined) {
        const example = choice === 'ollama' ? 'qwen3:8b' : 'gpt-5-mini';
        return notUsable('No model is named.', {
          remedy: `Name one by BIGMIND_LEARN_MODEL (setting "bigmind.learn.modelName"), such as ${example}.`,
        });
      }
      const server = { url, model, key: key === undefined ? undefined : bearerKey('BIGMIND_LEARN_KEY', key) };
      return choice === 'ollama' ? createOllamaModel(server, parts) : createOpenAiModel(server, parts);
    }
    case 'command':
      if (command !== undefined) return createCommandModel(command, parts);
      return notUsable('No command is set.', {
        remedy: 'Set a command line by BIGMIND_LEARN_COMMAND (setting "bigmind.learn.command").',
      });
  }
}

/** It becomes an argument of a command line. */
function isModelName(text: string): boolean {
  return /^[\w@][\w.:/@+-]{0,199}$/u.test(text);
}

function notUsable(message: string, options: { remedy: string }): BigMindError {
  return new BigMindError('provider_refused', message, options);
}
