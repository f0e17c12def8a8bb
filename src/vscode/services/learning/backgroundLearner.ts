/**
 * Learns in the background, with the language model that the user chose, from the ended sessions of the current project.
 * It checks once a minute and works only if nothing was stored since the last check; while learning is off, it does
 * nothing. A model that cannot be used is not asked again for a while.
 */
import type * as vscode from 'vscode';
import { learnerFrom } from '../../../memory/learn/learner.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { LanguageModel } from '../../../memory/shared/languageModel.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Log } from '../../platform/log.ts';
import type { MemoryAccess } from '../../platform/memoryAccess.ts';
import { onDidChangeSettings } from '../../platform/settings.ts';
import { scopeOf } from './learnModels.ts';

interface BackgroundLearnerParts {
  access: Pick<MemoryAccess, 'use'>;
  log: Pick<Log, 'info' | 'warn' | 'debug'>;
  /** Whether a model is chosen, and the memory is on this computer. */
  isOn: () => boolean;
  dailyTokens: () => number;
  /** A model that needs no consent; see `chosenModel`. */
  find: () => Promise<LanguageModel | BigMindError | undefined>;
  /** Between two checks. */
  pauseSeconds: number;
}

/** The number of checks to skip after one in which the model could not be used. */
const skippedChecks = 15;
const { learn, learnModel, learnCommand, learnTokens, learnUrl } = settingsTable;

export class BackgroundLearner implements vscode.Disposable {
  readonly #parts: BackgroundLearnerParts;
  readonly #subscription: vscode.Disposable;
  readonly #over = new AbortController();
  readonly #said = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: string | undefined;
  #checksLeftOut = 0;

  constructor(parts: BackgroundLearnerParts) {
    this.#parts = parts;
    const settings = [learn, learnModel, learnCommand, learnTokens, learnUrl];
    this.#subscription = onDidChangeSettings(settings, () => this.#restart());
    this.#wait();
  }

  dispose(): void {
    this.#subscription.dispose();
    clearTimeout(this.#timer);
    this.#over.abort();
  }

  /** A user who chooses again expects a new attempt. */
  #restart(): void {
    this.#checksLeftOut = 0;
    if (this.#timer === undefined) this.#wait();
  }

  #wait(): void {
    const { pauseSeconds } = this.#parts;
    if (!this.#isOn()) return;
    this.#timer = setTimeout(() => void this.#look(), pauseSeconds * 1000);
  }

  async #look(): Promise<void> {
    try {
      if (this.#checksLeftOut > 0) this.#checksLeftOut -= 1;
      else if (this.#isOn() && (await this.#isQuiet())) await this.#learn();
    } catch (thrown) {
      if (!this.#over.signal.aborted) this.#pause(describeThrown(thrown));
    }
    this.#timer = undefined;
    this.#wait();
  }

  /** Off with an invalid setting, which other messages report. */
  #isOn(): boolean {
    try {
      return !this.#over.signal.aborted && this.#parts.isOn();
    } catch (thrown) {
      if (thrown instanceof BigMindError) return false;
      throw thrown;
    }
  }

  async #isQuiet(): Promise<boolean> {
    const token = await this.#parts.access.use(({ memory }) => memory.maintenance.changeToken());
    const isQuiet = token === this.#seen;
    this.#seen = token;
    return isQuiet;
  }

  async #learn(): Promise<void> {
    const { access, log, find, dailyTokens } = this.#parts;
    const { sessions } = await access.use(({ memory, caller }) => memory.learning.preview(caller, scopeOf(caller)));
    if (sessions === 0) return;
    const model = await find();
    if (model instanceof BigMindError) this.#pause(model.sentence);
    if (model === undefined || model instanceof BigMindError) return;
    const { signal } = this.#over;
    const report = await access.use(({ memory, caller }) =>
      memory.learning.run(caller, learnerFrom(model), scopeOf(caller), {
        dailyTokens: dailyTokens(),
        shouldContinue: () => this.#isOn(),
        signal,
      }),
    );
    if ('running' in report) return;
    log.info(`${model.name} read ${String(report.done)} sessions; learned: ${String(report.learned)}.`);
    if (report.notice !== undefined) this.#pause(report.notice);
  }

  #pause(why: string): void {
    this.#checksLeftOut = skippedChecks;
    const text = `Recorded sessions wait to be learned from: ${why}`;
    if (!this.#said.has(text)) this.#parts.log.warn(text);
    this.#said.add(text);
  }
}
