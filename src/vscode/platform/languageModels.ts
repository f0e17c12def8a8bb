/**
 * The language models of this VS Code, behind the port of the domain. There may be none, the user may not have allowed
 * them, and an answer may be anything or never end. Callers get a text of bounded length in bounded time.
 */
import * as vscode from 'vscode';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { LanguageModel } from '../../memory/summarize/summaries.ts';

export interface LanguageModels {
  /** All that VS Code offers; none is usual. */
  select(): Thenable<readonly vscode.LanguageModelChat[]>;
  /** Whether a model may be asked without a question to the person. */
  isAllowed(model: vscode.LanguageModelChat): boolean;
}

/** `access` is read when a model is looked for, and not before. */
export function createLanguageModels(access: () => vscode.LanguageModelAccessInformation): LanguageModels {
  return {
    select: () => vscode.lm.selectChatModels(),
    isAllowed: (model) => access().canSendRequest(model) === true,
  };
}

/** Of a model that takes less, nothing of a conversation would be left. */
const minInputTokens = 4_000;
/** Small ones do, cost least, and answer soonest. */
const small = /mini|small|flash|haiku|nano|lite/iu;

/** The model to ask; undefined when there is none, or none that is allowed where nobody can be asked for consent. */
export async function findModel(
  models: LanguageModels,
  consent: 'given' | 'to ask',
): Promise<vscode.LanguageModelChat | undefined> {
  const fitting = (await models.select()).filter(({ maxInputTokens }) => maxInputTokens >= minInputTokens);
  const allowed = fitting.filter((model) => models.isAllowed(model));
  const choice = consent === 'given' || allowed.length > 0 ? allowed : fitting;
  return choice.find(({ id, family }) => small.test(`${id} ${family}`)) ?? choice[0];
}

/** Characters; what is longer is broken off, and is no summary. */
const maxAnswerLength = 50_000;
const maxSeconds = 120;

/** Its `ask` rejects with `provider_refused` when asking again would bring the same, with `provider_down`, or as cancelled. */
export function languageModelFrom(model: vscode.LanguageModelChat, token: vscode.CancellationToken): LanguageModel {
  return {
    inputTokens: model.maxInputTokens,
    async ask(request) {
      const source = new vscode.CancellationTokenSource();
      const subscription = token.onCancellationRequested(() => source.cancel());
      const timer = setTimeout(() => source.cancel(), maxSeconds * 1000);
      try {
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        return await Promise.race([answerOf(model, request, source.token), cancelled(source.token)]);
      } catch (thrown) {
        throw token.isCancellationRequested ? new vscode.CancellationError() : errorFrom(thrown, model);
      } finally {
        clearTimeout(timer);
        subscription.dispose();
        // Whatever the model still does is of no use to anybody.
        source.cancel();
        source.dispose();
      }
    },
  };
}

async function answerOf(
  model: vscode.LanguageModelChat,
  request: string,
  token: vscode.CancellationToken,
): Promise<string> {
  const justification = vscode.l10n.t('BigMind uses a language model to summarize recorded chats.');
  const message = vscode.LanguageModelChatMessage.User(request);
  const { text } = await model.sendRequest([message], { justification }, token);
  let answer = '';
  for await (const part of text) {
    answer += part;
    if (answer.length > maxAnswerLength) break;
  }
  return answer;
}

/** A model need not heed that nobody waits for it any more. */
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
  });
}
