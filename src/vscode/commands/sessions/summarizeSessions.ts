/**
 * Lets a language model summarize the recorded sessions of this project at once. It first shows what is sent and to
 * which model, unless summaries are allowed and only a few sessions wait.
 */
import * as vscode from 'vscode';
import type { SummariesReport } from '../../../memory/summarize/summaries.ts';
import type { Services } from '../../services/host.ts';
import { findModel, languageModelFrom } from '../../platform/languageModels.ts';
import { showStep } from '../../platform/notices.ts';
import { areSummariesAllowed } from '../../services/summaries.ts';
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
    const waiting = await access.use(({ memory, caller }) => memory.summaries.countWaiting(caller));
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
    const report = await summarizeAll(services, model, waiting);
    const { summarized, refused, kept } = report;
    notices.done(doneText(report, model), showStep({ view: 'sessions', item: null }));
    // Other extensions know the count by this name.
    return { status: 'summarised', told: summarized, refused, kept };
  };
}

/**
 * Works in rounds until nothing is left or the user cancels. VS Code may ask for its own consent before the first
 * request.
 */
function summarizeAll(
  { access }: Services,
  model: vscode.LanguageModelChat,
  waiting: number,
): Thenable<SummariesReport> {
  const title = vscode.l10n.t('Summarizing recorded sessions');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const asked = languageModelFrom(model, token);
    const sum: SummariesReport = { summarized: 0, refused: 0, kept: 0 };
    const shouldContinue = (round: SummariesReport): boolean => {
      const message = vscode.l10n.t('{0} of {1}', countOf(sum) + countOf(round), waiting);
      progress.report({ message });
      return !token.isCancellationRequested;
    };
    for (;;) {
      const round = await unlessCancelled(
        access.use(({ memory, caller }) => memory.summaries.summarizeWaiting(caller, asked, shouldContinue)),
      );
      sum.summarized += round.summarized;
      sum.refused += round.refused;
      sum.kept += round.kept;
      if (countOf(round) === 0 || token.isCancellationRequested) return sum;
    }
  });
}

/** Summaries written before a cancellation are kept and reported. */
async function unlessCancelled(round: Promise<SummariesReport>): Promise<SummariesReport> {
  try {
    return await round;
  } catch (thrown) {
    if (thrown instanceof vscode.CancellationError) return { summarized: 0, refused: 0, kept: 0 };
    throw thrown;
  }
}

function countOf({ summarized, refused, kept }: SummariesReport): number {
  return summarized + refused + kept;
}

async function mayBeSent({ name }: vscode.LanguageModelChat, waiting: number): Promise<boolean> {
  const send = vscode.l10n.t('Send');
  const detail = vscode.l10n.t(
    'BigMind sends the text of the recorded chats, without secrets, to this model, which may be an online service. Each session takes one request. To always allow this, turn on the setting "bigmind.summaries.languageModel".',
  );
  const question = vscode.l10n.t('Summarize recorded sessions with {0} ({1})?', name, waiting);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, send)) === send;
}

function doneText({ summarized, refused }: SummariesReport, { name }: vscode.LanguageModelChat): string {
  const done = vscode.l10n.t('Summarized by {0}: {1}.', name, summarized);
  return refused === 0 ? done : `${done} ${vscode.l10n.t('Answers that were not a summary: {0}.', refused)}`;
}
