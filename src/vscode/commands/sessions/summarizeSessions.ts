/**
 * Lets a language model summarize the recorded sessions of this project at once. It first shows what is sent and to
 * which model, unless summaries are allowed and only a few sessions wait.
 */
import * as vscode from 'vscode';
import { learnerFrom, type LearnReport } from '../../../memory/learn/learner.ts';
import { type Learning } from '../../../memory/learn/learning.ts';
import type { RunProgress } from '../../../memory/shared/background/backgroundRuns.ts';
import type { Services } from '../../services/host.ts';
import { findModel, languageModelFrom } from '../../platform/languageModels.ts';
import { showStep } from '../../platform/notices.ts';
import { areSummariesAllowed, projectOf } from '../../services/summaries.ts';
import { cancelled, flagArgument, type Command } from '../shared/arguments.ts';

/** With summaries turned on, up to this many requests need no confirmation. */
const fewRequests = 5;

/**
 * Argument `{ yes? }`, which replaces the confirmation. Returns `{ status: "summarised", told, refused, kept }`, or `{
 * status: "nothing" | "no model" | "cancelled" }`.
 */
export function createSummarizeSessions(services: Services): Command {
  const { access, host, notices } = services;
  return async (argument) => {
    const { sessions: waiting } = await access.use(({ memory, caller }) =>
      memory.learning.preview(caller, projectOf(caller)),
    );
    if (waiting === 0) {
      notices.done(vscode.l10n.t('No recorded session in this project needs a summary.'));
      return { status: 'nothing' };
    }
    const model = await findModel(host.languageModels, 'to ask');
    if (model === undefined) {
      notices.done(vscode.l10n.t('No language model is available in VS Code. Add one or sign in, and then try again.'));
      return { status: 'no model' };
    }
    const isClear = areSummariesAllowed() && waiting <= fewRequests;
    if (!isClear && !flagArgument(argument, 'yes') && !(await mayBeSent(model, waiting))) return cancelled;
    const report = await learnFromAll(services, model);
    if ('running' in report) {
      notices.done(vscode.l10n.t('Another window or program is learning from recorded sessions.'));
      return { status: 'running' };
    }
    notices.done(doneText(report, model), showStep({ view: 'sessions', item: null }));
    return { status: 'learned', sessions: report.done, learned: report.learned, unusable: report.unusable };
  };
}

/** VS Code may ask for its own consent before the first request. */
function learnFromAll(
  { access }: Services,
  model: vscode.LanguageModelChat,
): Thenable<Awaited<ReturnType<Learning['run']>>> {
  const title = vscode.l10n.t('Learning from recorded sessions');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    const learner = learnerFrom(languageModelFrom(model, token));
    const shouldContinue = ({ done, due }: RunProgress): boolean => {
      progress.report({ message: vscode.l10n.t('{0} of {1}', done, due) });
      return !token.isCancellationRequested;
    };
    return access.use(({ memory, caller }) =>
      memory.learning.run(caller, learner, projectOf(caller), { dailyTokens: 200_000, shouldContinue }),
    );
  });
}

async function mayBeSent({ name }: vscode.LanguageModelChat, waiting: number): Promise<boolean> {
  const send = vscode.l10n.t('Send');
  const detail = vscode.l10n.t(
    'BigMind sends the text of the recorded chats, without secrets, to this model, which may be an online service. Each session takes one request. To always allow this, turn on the setting "bigmind.summaries.languageModel".',
  );
  const question = vscode.l10n.t('Summarize recorded sessions with {0} ({1})?', name, waiting);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, send)) === send;
}

function doneText({ done, learned, notice }: LearnReport, { name }: vscode.LanguageModelChat): string {
  const text = vscode.l10n.t('{0} read {1} sessions and learned {2} facts.', name, done, learned);
  return notice === undefined ? text : `${text} ${notice}`;
}
