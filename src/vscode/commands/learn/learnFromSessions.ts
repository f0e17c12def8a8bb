/**
 * Lets a language model learn from recorded sessions. The first time, it asks which one, and says what is sent and what
 * it costs; later it asks which of the sessions that wait are read now. Nothing is sent before an answer.
 */
import * as vscode from 'vscode';
import { learnChoices } from '../../../distill/settings/learnSettings.ts';
import { learnerFrom, type LearnReport } from '../../../memory/learn/learner.ts';
import type { Learning } from '../../../memory/learn/learning.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { LanguageModel } from '../../../memory/shared/languageModel.ts';
import type { RunProgress } from '../../../memory/shared/background/backgroundRuns.ts';
import { showStep } from '../../platform/notices.ts';
import { chosenModel, scopeOf, storeChoice } from '../../services/learning/learnModels.ts';
import type { Services } from '../../services/host.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';
import {
  askForHistory,
  askWhichSessions,
  histories,
  leftOutBefore,
  scopeFor,
  waitingIn,
  type History,
} from './historyPick.ts';
import { pickModel } from './modelPick.ts';

/**
 * Argument `{ with?, sessions? }`: a value of the setting `bigmind.learn.with`, and `project`, `month`, `all` or `none`;
 * both replace the questions. Returns `{ status: "learned" | "cancelled", sessions, learned, tokens }`, or
 * `{ status: "nothing" | "off" | "running" | "cancelled" }`.
 */
export function createLearn(services: Services): Command {
  const { notices } = services;
  return async (argument) => {
    const isChosen = services.host.learning.settings().choice !== 'off';
    const history = await (isChosen ? historyForChosen(services, argument) : turnOn(services, argument));
    if (history === undefined) return cancelled;
    if (history === 'off') return { status: 'off' };
    if (history === 'none') {
      notices.done(vscode.l10n.t('BigMind learns from your next sessions after they ended.'));
      return { status: 'nothing' };
    }
    return learnFrom(services, history);
  };
}

/** For a model that was chosen before. */
async function historyForChosen(services: Services, argument: unknown): Promise<History | 'off' | undefined> {
  const given = historyArgument(argument);
  if (given !== undefined) return given;
  const model = await chosenModel(services.host, 'to ask');
  const name = model === undefined || model instanceof BigMindError ? '' : model.name;
  const waiting = await services.access.use((opened) => waitingIn(opened, services.host.clock.now()));
  const answer = await askWhichSessions(waiting, name);
  return answer === 'model' ? turnOn(services, argument) : answer;
}

/** Asks for the model and the history, and stores both answers. Undefined if the user cancels: then nothing changed. */
async function turnOn(services: Services, argument: unknown): Promise<History | 'off' | undefined> {
  const { host, access } = services;
  const given = learnChoices.find((choice) => choice === textArgument(argument, 'with'));
  const chosen = given === undefined ? await pickModel(services) : { choice: given, name: given };
  if (chosen === undefined) return undefined;
  const { name, ...choice } = chosen;
  if (choice.choice === 'off') {
    await storeChoice(choice);
    return 'off';
  }
  const now = host.clock.now();
  const waiting = await access.use((opened) => waitingIn(opened, now));
  const { dailyTokens } = host.learning.settings();
  const history = historyArgument(argument) ?? (await askForHistory(name, waiting, dailyTokens));
  if (history === undefined) return undefined;
  const before = leftOutBefore(history, now);
  // First, so that the background does not begin with what is left out.
  if (before !== undefined)
    await access.use(({ memory, caller }) => memory.learning.leaveOut(caller, { projects: 'all' }, before));
  await storeChoice(choice);
  return history;
}

async function learnFrom(services: Services, history: History): Promise<object> {
  const { host, notices } = services;
  const model = await chosenModel(host, 'to ask');
  if (model === undefined) return { status: 'off' };
  if (model instanceof BigMindError) throw model;
  const report = await run(services, model, history);
  if ('running' in report) {
    notices.done(vscode.l10n.t('Another window or program is learning from recorded sessions.'));
    return { status: 'running' };
  }
  if (report.due === 0) {
    notices.done(vscode.l10n.t('No recorded session waits: each that ended was read, or is too short.'));
    return { status: 'nothing' };
  }
  notices.done(doneText(report, model), showStep({ view: 'knowledge', item: 'learned/' }));
  const { outcome, done, learned, tokens } = report;
  return { status: outcome === 'cancelled' ? 'cancelled' : 'learned', sessions: done, learned, tokens };
}

/** What was learned before a cancellation stays. VS Code may ask for its own consent before the first request. */
function run(
  { access, host }: Services,
  model: LanguageModel,
  history: History,
): Thenable<Awaited<ReturnType<Learning['run']>>> {
  const title = vscode.l10n.t('Learning from recorded sessions');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const shouldContinue = ({ done, due, tokens }: RunProgress): boolean => {
      progress.report({
        message: vscode.l10n.t('{0} of {1} sessions, {2} tokens', done, due, tokens.toLocaleString()),
      });
      return !token.isCancellationRequested;
    };
    const { dailyTokens } = host.learning.settings();
    return access.use(({ memory, caller }) => {
      const scope = scopeFor(history, caller, host.clock.now()) ?? scopeOf(caller);
      const { signal } = controller;
      return memory.learning.run(caller, learnerFrom(model), scope, { dailyTokens, shouldContinue, signal });
    });
  });
}

function doneText({ done, learned, tokens, notice }: LearnReport, { name }: LanguageModel): string {
  const text = vscode.l10n.t(
    '{0} read recorded sessions. Sessions: {1}; new facts: {2}; tokens: {3}.',
    name,
    done,
    learned,
    tokens.toLocaleString(),
  );
  return notice === undefined ? text : `${text} ${notice}`;
}

function historyArgument(argument: unknown): History | undefined {
  return histories.find((one) => one === textArgument(argument, 'sessions'));
}
