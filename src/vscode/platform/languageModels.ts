/**
 * The language models of this VS Code, behind the port of the domain. There may be none, the user may not have allowed
 * them, and an answer may be anything or never end. Callers get a text of bounded length in bounded time.
 */
import * as vscode from 'vscode';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { LanguageModel } from '../../memory/shared/languageModel.ts';

export interface LanguageModels {
  /** All models that VS Code offers; often there is none. */
  select(): Thenable<readonly vscode.LanguageModelChat[]>;
  /** Whether a request needs no consent from the user. */
  isAllowed(model: vscode.LanguageModelChat): boolean;
}

/** `access` is called only when a model is checked. */
export function createLanguageModels(access: () => vscode.LanguageModelAccessInformation): LanguageModels {
  return {
    select: () => vscode.lm.selectChatModels(),
    isAllowed: (model) => access().canSendRequest(model) === true,
  };
}

/** A smaller model could not take a useful part of a conversation. */
const minInputTokens = 4_000;
/** Small models suffice, cost the least and answer the fastest. */
const small = /mini|small|flash|haiku|nano|lite/iu;

/**
 * The model to use: the one with this id, or else the best choice. With `given`, only a model that needs no consent, for
 * callers that cannot ask. Undefined if there is none.
 */
export async function findModel(
  models: LanguageModels,
  consent: 'given' | 'to ask',
  id?: string,
): Promise<vscode.LanguageModelChat | undefined> {
  const fitting = await fittingModels(models);
  const allowed = fitting.filter((model) => models.isAllowed(model));
  if (id !== undefined) return (consent === 'given' ? allowed : fitting).find((model) => model.id === id);
  return (consent === 'given' || allowed.length > 0 ? allowed : fitting)[0];
}

/** All models that can be used, the best choice first. */
export async function fittingModels(models: LanguageModels): Promise<vscode.LanguageModelChat[]> {
  const fitting = (await models.select()).filter(({ maxInputTokens }) => maxInputTokens >= minInputTokens);
  const isSmall = ({ id, family }: vscode.LanguageModelChat): boolean => small.test(`${id} ${family}`);
  return [...fitting.filter(isSmall), ...fitting.filter((model) => !isSmall(model))];
}

/** Is never canceled. */
const endless = new vscode.CancellationTokenSource().token;

/** What VS Code shows to the user when it asks for consent. */
const justifications = {
  learning: () => vscode.l10n.t('BigMind uses a language model to learn from recorded chats.'),
  syntheses: () => vscode.l10n.t('BigMind uses a language model to write syntheses of your memories.'),
} as const;
type ModelUse = keyof typeof justifications;

/** In characters; a longer answer is cut off. */
const maxAnswerLength = 50_000;
const maxSeconds = 120;

/**
 * Its requests last as long as `token`, if there is one: once that is canceled, they reject with a `CancellationError`.
 */
export function languageModelFrom(
  model: vscode.LanguageModelChat,
  token: vscode.CancellationToken = endless,
  use: ModelUse = 'learning',
): LanguageModel {
  return {
    name: nameOfModel(model),
    inputTokens: model.maxInputTokens,
    async ask(request, signal) {
      signal?.throwIfAborted();
      const source = new vscode.CancellationTokenSource();
      const cancel = (): void => source.cancel();
      const subscription = token.onCancellationRequested(cancel);
      signal?.addEventListener('abort', cancel, { once: true });
      const timer = setTimeout(cancel, maxSeconds * 1000);
      try {
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        return await Promise.race([answerOf(model, request, use, source.token), cancelled(source.token)]);
      } catch (thrown) {
        signal?.throwIfAborted();
        throw token.isCancellationRequested ? new vscode.CancellationError() : errorFrom(thrown, model);
      } finally {
        clearTimeout(timer);
        subscription.dispose();
        signal?.removeEventListener('abort', cancel);
        // Stops the model if it is still running.
        source.cancel();
        source.dispose();
      }
    },
  };
}

/** Such as `GPT-5 mini (GitHub Copilot)`: models of several vendors may have one name. */
export function nameOfModel({ name, vendor }: vscode.LanguageModelChat): string {
  return `${name} (${vendor === 'copilot' ? 'GitHub Copilot' : vendor})`;
}

async function answerOf(
  model: vscode.LanguageModelChat,
  request: string,
  use: ModelUse,
  token: vscode.CancellationToken,
): Promise<string> {
  const justification = justifications[use]();
  const message = vscode.LanguageModelChatMessage.User(request);
  const { text } = await model.sendRequest([message], { justification }, token);
  let answer = '';
  for await (const part of text) {
    answer += part;
    if (answer.length > maxAnswerLength) break;
  }
  return answer;
}

/** A model may ignore the cancellation. */
function cancelled(token: vscode.CancellationToken): Promise<never> {
  return new Promise((_, reject) => {
    token.onCancellationRequested(() => reject(new vscode.CancellationError()));
  });
}

const lasting = ['NoPermissions', 'Blocked', 'NotFound'];

function errorFrom(cause: unknown, { name }: vscode.LanguageModelChat): BigMindError {
  if (cause instanceof vscode.LanguageModelError && lasting.includes(cause.code)) {
    const what = vscode.l10n.t('BigMind is not allowed to use the language model {0}: {1}', name, cause.message);
    const remedy = vscode.l10n.t('Allow access in VS Code, or choose another model. No recorded chats are lost.');
    return new BigMindError('provider_refused', what, { remedy, cause });
  }
  const why = cause instanceof Error ? cause.message : String(cause);
  const remedy = vscode.l10n.t('Try again later. No recorded chats are lost.');
  return new BigMindError('provider_down', vscode.l10n.t('The language model {0} did not respond: {1}', name, why), {
    remedy,
    cause,
    details: { timedOut: cause instanceof vscode.CancellationError },
  });
}
