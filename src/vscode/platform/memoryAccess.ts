/**
 * The extension's access to its memory. Nothing is opened before the first use, and after a failed open the next use
 * tries again. Commands and views always use this, so that a changed setting reaches all of them at once. Running work
 * finishes with the memory that it started with.
 */
import * as vscode from 'vscode';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Log } from './log.ts';
import { SharedMemory, type MemorySource, type OpenMemory } from './sharedMemory.ts';

export class MemoryAccess implements vscode.Disposable {
  readonly #log: Log;
  readonly #currentSource: () => MemorySource;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #used = new vscode.EventEmitter<void>();
  #source: MemorySource;
  #shared: SharedMemory | undefined;
  #isDisposed = false;

  /** From now on, another memory may answer, or the same memory for another caller. */
  readonly onDidChange = this.#changed.event;
  /** Work with the current memory succeeded, so it is open. */
  readonly onDidUse = this.#used.event;

  constructor(currentSource: () => MemorySource, log: Log) {
    this.#log = log;
    this.#currentSource = currentSource;
    this.#source = this.#readSource();
  }

  get location(): string {
    return this.#source.location;
  }

  /**
   * Runs work with the memory, which stays open until the work is done. The work must not prompt the user. Rejects with
   * the error of the work, or with a `BigMindError` if the memory cannot be opened.
   */
  async use<T>(work: (opened: OpenMemory) => Promise<T>): Promise<T> {
    if (this.#isDisposed) throw disposedError();
    if (this.#shared === undefined || this.#shared.isOver) {
      this.#shared = new SharedMemory(this.#source, (text) => this.#log.debug(text));
    }
    const shared = this.#shared;
    const done = await shared.use(work);
    if (shared === this.#shared) this.#used.fire();
    return done;
  }

  /** Reads the settings again, because they may name another memory or another user. */
  reset(): void {
    this.#shared?.release();
    this.#shared = undefined;
    this.#source = this.#readSource();
    this.#changed.fire();
  }

  /** Another folder may be another project, and the project is part of the caller. */
  resetCaller(): void {
    this.#shared?.forgetCaller();
    this.#changed.fire();
  }

  /** From now on nothing is opened, not even for work that was still waiting. */
  dispose(): void {
    this.#isDisposed = true;
    this.#changed.dispose();
    this.#used.dispose();
    this.#shared?.release();
  }

  /** An invalid setting must not prevent activation; it is reported when the memory is used. */
  #readSource(): MemorySource {
    try {
      return this.#currentSource();
    } catch (thrown) {
      const refuse = (): Promise<never> => Promise.reject(bigMindErrorFrom(thrown));
      return { location: vscode.l10n.t('unknown, because a setting is not valid'), open: refuse, visitor: refuse };
    }
  }
}

function disposedError(): BigMindError {
  return new BigMindError('store_unavailable', vscode.l10n.t('BigMind is turned off in this window.'), {
    remedy: vscode.l10n.t('Turn it on again, or reload the window.'),
  });
}
