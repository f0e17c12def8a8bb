/**
 * Writes the syntheses of this window's memory in the background: once the window used it, when nothing was stored for a
 * while. It opens no memory by itself. Another memory or other settings end the wait, and the next use begins another.
 */
import type * as vscode from 'vscode';
import type { SleepReport, Writer } from '../../../memory/graph/synthesis/sleepWork.ts';
import type { QuietJob, QuietTimerParts } from '../../../memory/shared/background/quietTimer.ts';
import { QuietTimer } from '../../../memory/shared/background/quietTimer.ts';
import { counted } from '../../../util/text.ts';
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Log } from '../../platform/log.ts';
import type { MemoryAccess } from '../../platform/memoryAccess.ts';

/** The language model that may write without asking the user. */
export interface BackgroundWriter {
  isAllowed: () => boolean;
  /** Undefined: a rule writes. */
  find: () => Promise<Writer | undefined>;
}

export interface SleepCycleParts extends Pick<QuietTimerParts, 'now' | 'after'> {
  access: Pick<MemoryAccess, 'use' | 'onDidUse' | 'onDidChange'>;
  /** Throws while a setting is invalid. */
  settings: () => Pick<QuietTimerParts, 'idleMinutes' | 'backstopMinutes'>;
  /** False while the window uses the memory of a server, or does nothing in the background. */
  isWanted: () => boolean;
  writer: BackgroundWriter;
  log: Pick<Log, 'info' | 'warn' | 'debug'>;
}

export class SleepCycle implements vscode.Disposable {
  readonly #parts: SleepCycleParts;
  readonly #subscriptions: readonly vscode.Disposable[];
  #timer: QuietTimer | undefined;

  constructor(parts: SleepCycleParts) {
    this.#parts = parts;
    const { access } = parts;
    this.#subscriptions = [access.onDidUse(() => this.#wake()), access.onDidChange(() => this.#rest())];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#rest();
  }

  /** Called after each use of the memory, also after those of the timer. */
  #wake(): void {
    if (this.#timer !== undefined) return;
    try {
      this.#timer = this.#createTimer();
      this.#timer.wake();
    } catch (thrown) {
      this.#parts.log.debug(`Syntheses are not written: ${describeThrown(thrown)}`);
    }
  }

  #rest(): void {
    void this.#timer?.close();
    this.#timer = undefined;
  }

  #createTimer(): QuietTimer {
    const { access, settings, isWanted, log, now, after } = this.#parts;
    const job: QuietJob = {
      id: 'own',
      changeToken: async () => (isWanted() ? access.use(({ memory }) => memory.consolidation.newestMemory()) : ''),
      run: (isOver) => this.#run(isOver),
    };
    return new QuietTimer({
      jobs: () => [job],
      now,
      after,
      ...settings(),
      note: (sentence) => log.warn(sentence),
      failure: 'Syntheses were not written',
    });
  }

  async #run(isOver: () => boolean): Promise<void> {
    const { access, isWanted, writer: writers, log } = this.#parts;
    if (!isWanted()) return;
    const writer = await writers.find();
    // A user who turns the model or the server off expects an effect at once; the next run continues.
    const isFree = (): boolean => !isOver() && isWanted() && (writer === undefined || writers.isAllowed());
    const shouldContinue = async (): Promise<boolean> => {
      await yieldToOthers();
      return isFree();
    };
    const report = await access.use(({ memory, caller }) =>
      memory.consolidation.run(caller, { writer, shouldContinue }),
    );
    if ('outcome' in report && report.written.length > 0) log.info(lineOf(report, writer));
  }
}

function lineOf({ written, byModel, tokens, notice }: SleepReport, writer: Writer | undefined): string {
  const cost = tokens === 0 ? '' : `, with ${counted(tokens, 'token')}`;
  const by = writer === undefined ? 'all by a rule' : `${String(byModel)} of them by ${writer.model.name}${cost}`;
  return [`${counted(written.length, 'synthesis was', 'syntheses were')} written, ${by}.`, notice].join(' ').trimEnd();
}
