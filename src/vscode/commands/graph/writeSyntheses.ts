/**
 * Writes the syntheses that are due. It first shows how many syntheses are due and what a language model would cost; the
 * user chooses whether the model or a rule writes them.
 */
import * as vscode from 'vscode';
import type { SleepPreview } from '../../../memory/graph/synthesis/consolidation.ts';
import type { SleepReport } from '../../../memory/graph/synthesis/sleepWork.ts';
import type { BackgroundRun } from '../../../memory/shared/background/backgroundRuns.ts';
import { findModel } from '../../platform/languageModels.ts';
import { showStep } from '../../platform/notices.ts';
import type { OpenMemory } from '../../platform/sharedMemory.ts';
import type { Services } from '../../services/host.ts';
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import { dailyTokens, mayModelWrite, writerFrom } from '../../services/sleep/sleepWriter.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';
import { detailText, doneText, isLimitReached, progressText, questionText, runningText } from './synthesisTexts.ts';

type Choice = 'model' | 'rule';
type Model = vscode.LanguageModelChat | undefined;

/**
 * Argument `{ by? }`, `model` or `rule`, which replaces the question; without a model, the rule writes. Returns
 * `{ status: "done" | "cancelled", due, done, byModel, tokens }`, `{ status: "running", due, done }` if another process
 * does it, or `{ status: "nothing" | "cancelled" }`.
 */
export function createWriteSyntheses(services: Services): Command {
  const { host, notices } = services;
  return async (argument) => {
    const running = await runElsewhere(services);
    if (running !== undefined) return reportRunning(services, running);
    const model = dailyTokens() === 0 ? undefined : await findModel(host.languageModels, 'to ask');
    const preview = await previewOf(services, model);
    if (preview === undefined) return cancelled;
    if (preview.due === 0) {
      notices.done(vscode.l10n.t('Nothing is due: no name has enough new memories.'));
      return { status: 'nothing' };
    }
    const by = choiceArgument(argument) ?? (await askWhoWrites(preview, model));
    if (by === undefined) return cancelled;
    const report = await writeSyntheses(services, by === 'model' ? model : undefined);
    if ('running' in report) return reportRunning(services, report.running);
    notices.done(doneText(report), showStep({ view: 'graph', item: null }));
    const { outcome, due, done, byModel, tokens } = report;
    return { status: outcome, due, done, byModel, tokens };
  };
}

/** A run of another window or program that is in progress. */
async function runElsewhere({ access, host }: Services): Promise<BackgroundRun | undefined> {
  const now = host.clock.now().toISOString();
  const runs = await access.use(({ memory, caller }) => memory.consolidation.runs(caller));
  return runs.find(({ outcome, leasedUntil }) => outcome === null && leasedUntil > now);
}

function reportRunning(
  { notices }: Services,
  { due, done }: BackgroundRun,
): { status: 'running'; due: number; done: number } {
  notices.done(runningText({ due, done }));
  return { status: 'running', due, done };
}

/** Undefined if the user cancels. */
function previewOf({ access }: Services, model: Model): Thenable<SleepPreview | undefined> {
  return vscode.window.withProgress(inNotification(vscode.l10n.t('Finding what is due')), (_, token) => {
    const shouldContinue = async (): Promise<boolean> => {
      await yieldToOthers();
      return !token.isCancellationRequested;
    };
    return access.use(async (opened) => {
      if (!(await readNewMemories(opened, shouldContinue))) return undefined;
      const { memory, caller } = opened;
      const writer = model && writerFrom(model, token);
      const preview = await memory.consolidation.preview(caller, writer, shouldContinue);
      return token.isCancellationRequested ? undefined : preview;
    });
  });
}

/** Finds their entities. False if it was canceled. */
async function readNewMemories(
  { memory, caller }: OpenMemory,
  shouldContinue: () => Promise<boolean>,
): Promise<boolean> {
  do {
    if (!(await shouldContinue())) return false;
  } while (!(await memory.graph.update(caller, 0)).isComplete);
  return true;
}

/** Undefined if the user closes the question. Without a model, it is a confirmation. */
async function askWhoWrites(preview: SleepPreview, model: Model): Promise<Choice | undefined> {
  const [byRule, byModel] = [vscode.l10n.t('Use Rule'), vscode.l10n.t('Use Language Model')];
  const isAllowed = mayModelWrite();
  const offered = model && { name: model.name, dailyTokens: dailyTokens(), isAllowed };
  const isPossible = offered !== undefined && !isLimitReached(preview, offered);
  const first = isPossible && isAllowed ? [byModel] : [];
  const last = isPossible && !isAllowed ? [byModel] : [];
  const options = { modal: true, detail: detailText(preview, offered) };
  const answer = await vscode.window.showInformationMessage(questionText(preview), options, ...first, byRule, ...last);
  if (answer === undefined) return undefined;
  return answer === byModel ? 'model' : 'rule';
}

/** What was written before a cancellation stays. */
function writeSyntheses({ access }: Services, model: Model): Thenable<SleepReport | { running: BackgroundRun }> {
  return vscode.window.withProgress(inNotification(vscode.l10n.t('Writing syntheses')), (progress, token) => {
    const writer = model && writerFrom(model, token);
    const shouldContinue = async (state: { due: number; done: number }): Promise<boolean> => {
      if (state.due > 0) progress.report({ message: progressText(state) });
      await yieldToOthers();
      return !token.isCancellationRequested;
    };
    return access.use(({ memory, caller }) => memory.consolidation.run(caller, { writer, shouldContinue }));
  });
}

function inNotification(title: string): vscode.ProgressOptions {
  return { location: vscode.ProgressLocation.Notification, title, cancellable: true };
}

function choiceArgument(argument: unknown): Choice | undefined {
  const by = textArgument(argument, 'by');
  return by === 'model' || by === 'rule' ? by : undefined;
}
