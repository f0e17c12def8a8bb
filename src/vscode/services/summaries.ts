/**
 * Lets a language model summarize recorded sessions in the background, while the setting allows it. It checks once a
 * minute and works only if nothing was stored since the last check; with the setting off, it does nothing. A model that
 * may not be used is not asked again in this window.
 */
import * as vscode from 'vscode';
import { learnerFrom, type LearnScope } from '../../memory/learn/learner.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { settingsTable } from '../../settingsTable.ts';
import { describeThrown } from '../platform/describeThrown.ts';
import { findModel, languageModelFrom, type LanguageModels } from '../platform/languageModels.ts';
import type { Log } from '../platform/log.ts';
import type { MemoryAccess } from '../platform/memoryAccess.ts';
import { onDidChangeSettings } from '../platform/settings.ts';

/**
 * `bigmind.summaries.languageModel`: whether the user allows that recorded chats are sent to a language model. A
 * workspace can only revoke this: its settings may come with a repository, and only the user can consent.
 */
export function areSummariesAllowed(): boolean {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const isAllowed = settings.inspect('summaries.languageModel')?.globalValue === true;
  return isAllowed && settings.get<unknown>('summaries.languageModel') === true;
}

/** Sessions of the caller's current project. */
export function projectOf({ project }: Caller): LearnScope {
  return { projects: [project?.id ?? null] };
}

export interface SummarizerParts {
  access: Pick<MemoryAccess, 'use'>;
  models: LanguageModels;
  log: Pick<Log, 'info' | 'warn' | 'debug'>;
  isAllowed: () => boolean;
  /** Between two checks. */
  pauseSeconds: number;
}

/** The number of checks to skip after one in which no model could be used. */
const skippedChecks = 15;

export class Summarizer implements vscode.Disposable {
  readonly #parts: SummarizerParts;
  readonly #subscription: vscode.Disposable;
  readonly #over = new vscode.CancellationTokenSource();
  readonly #said = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: string | undefined;
  /** Infinite once a model refused permanently. */
  #looksLeftOut = 0;

  constructor(parts: SummarizerParts) {
    this.#parts = parts;
    this.#subscription = onDidChangeSettings([settingsTable.summariesLanguageModel], () => this.#restart());
    this.#wait();
  }

  dispose(): void {
    this.#subscription.dispose();
    clearTimeout(this.#timer);
    this.#over.cancel();
  }

  /** A user who turns the setting on again expects a new attempt. */
  #restart(): void {
    this.#looksLeftOut = 0;
    if (this.#timer === undefined) this.#wait();
  }

  #wait(): void {
    const { isAllowed, pauseSeconds } = this.#parts;
    if (this.#over.token.isCancellationRequested || !isAllowed()) return;
    this.#timer = setTimeout(() => void this.#look(), pauseSeconds * 1000);
  }

  async #look(): Promise<void> {
    try {
      if (this.#looksLeftOut > 0) this.#looksLeftOut -= 1;
      else if (this.#parts.isAllowed() && (await this.#isQuiet())) await this.#learn();
    } catch (thrown) {
      this.#failed(thrown);
    }
    this.#timer = undefined;
    this.#wait();
  }

  async #isQuiet(): Promise<boolean> {
    const token = await this.#parts.access.use(({ memory }) => memory.maintenance.changeToken());
    const isQuiet = token === this.#seen;
    this.#seen = token;
    return isQuiet;
  }

  async #learn(): Promise<void> {
    const { access, models, log, isAllowed } = this.#parts;
    const { sessions } = await access.use(({ memory, caller }) => memory.learning.preview(caller, projectOf(caller)));
    if (sessions === 0) return;
    const model = await findModel(models, 'given');
    if (model === undefined) {
      this.#looksLeftOut = skippedChecks;
      this.#say(
        'Recorded sessions wait for a language model, but none is available or allowed. To allow one, run "BigMind: Learn from Recorded Sessions...".',
      );
      return;
    }
    const learner = learnerFrom(languageModelFrom(model, this.#over.token));
    const shouldContinue = (): boolean => isAllowed() && !this.#over.token.isCancellationRequested;
    const report = await access.use(({ memory, caller }) =>
      memory.learning.run(caller, learner, projectOf(caller), { dailyTokens: 200_000, shouldContinue }),
    );
    if ('running' in report) return;
    log.info(`${model.name} read ${String(report.done)} sessions; learned: ${String(report.learned)}.`);
    if (report.notice !== undefined) this.#say(`Learning from recorded sessions ended early: ${report.notice}`);
  }

  #failed(thrown: unknown): void {
    if (thrown instanceof vscode.CancellationError) return;
    const isForGood = thrown instanceof BigMindError && thrown.code === 'provider_refused';
    this.#looksLeftOut = isForGood ? Infinity : skippedChecks;
    this.#say(`Recorded sessions were not summarized: ${describeThrown(thrown)}`);
  }

  #say(text: string): void {
    if (!this.#said.has(text)) this.#parts.log.warn(text);
    this.#said.add(text);
  }
}
