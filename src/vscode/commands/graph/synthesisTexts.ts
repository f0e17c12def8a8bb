/** What "Write Syntheses Now" says to the user, before, while and after it works. */
import * as vscode from 'vscode';
import type { SleepPreview } from '../../../memory/graph/synthesis/consolidation.ts';
import type { SleepReport } from '../../../memory/graph/synthesis/sleepWork.ts';
import type { RunProgress } from '../../../memory/shared/background/backgroundRuns.ts';

/** The language model that may write, and its conditions. */
interface OfferedModel {
  name: string;
  /** Tokens that it may use within 24 hours. */
  dailyTokens: number;
  /** The user allowed it in the settings. */
  isAllowed: boolean;
}

export function questionText({ due }: SleepPreview): string {
  return vscode.l10n.t('Write syntheses? Due: {0}.', numberText(due));
}

/** Who writes, and what a model costs. */
export function detailText(preview: SleepPreview, model: OfferedModel | undefined): string {
  const byRule = vscode.l10n.t('The rule chooses sentences of your memories on this computer, word for word.');
  if (model === undefined) return byRule;
  if (isLimitReached(preview, model)) return `${byRule}\n\n${limitText(preview, model)}`;
  const byModel = vscode.l10n.t(
    'The language model {0} writes its own sentences. BigMind then sends it the texts of these memories, without secrets, and it may be an online service.',
    model.name,
  );
  const cost = vscode.l10n.t(
    'It needs at most about {0} tokens. Of {1} tokens for 24 hours, {2} are used. Beyond that limit, the rule writes.',
    numberText(preview.tokens),
    numberText(model.dailyTokens),
    numberText(preview.usedTokens),
  );
  const always = vscode.l10n.t('To always allow this, turn on the setting "bigmind.sleep.languageModel".');
  return [byRule, byModel, cost, ...(model.isAllowed ? [] : [always])].join('\n\n');
}

/** A model would write nothing. */
export function isLimitReached({ usedTokens }: SleepPreview, { dailyTokens }: OfferedModel): boolean {
  return usedTokens >= dailyTokens;
}

function limitText({ usedTokens }: SleepPreview, { name, dailyTokens }: OfferedModel): string {
  const [used, limit] = [numberText(usedTokens), numberText(dailyTokens)];
  return vscode.l10n.t('The language model {0} used {1} of {2} tokens for 24 hours.', name, used, limit);
}

export function progressText({ done, due }: Pick<RunProgress, 'done' | 'due'>): string {
  return vscode.l10n.t('{0} of {1}', numberText(done), numberText(due));
}

/** Another process writes them. */
export function runningText({ done, due }: Pick<RunProgress, 'done' | 'due'>): string {
  return vscode.l10n.t(
    'Another window or program is writing syntheses: {0} of {1}.',
    numberText(done),
    numberText(due),
  );
}

/** What was written, by whom, and what it cost. */
export function doneText({ outcome, due, done, written: all, byModel, tokens, notice }: SleepReport): string {
  const isCancelled = outcome === 'cancelled';
  const written = isCancelled
    ? vscode.l10n.t('Canceled. Syntheses written: {0} of {1}.', numberText(done), numberText(due))
    : vscode.l10n.t('Syntheses written: {0}.', numberText(all.length));
  const cost = vscode.l10n.t('By the language model: {0}, with {1} tokens.', numberText(byModel), numberText(tokens));
  const left = vscode.l10n.t('Changed in the meantime, for the next run: {0}.', numberText(due - done));
  return [
    written,
    ...(tokens > 0 ? [cost] : []),
    ...(!isCancelled && done < due ? [left] : []),
    // A request that the user canceled is no failure of the model.
    ...(!isCancelled && notice !== undefined ? [notice] : []),
  ].join(' ');
}

function numberText(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
