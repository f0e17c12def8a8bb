/**
 * The extension's way to its memory. Nothing is opened before the first use, and a memory that could not be opened is
 * tried anew at the next. Commands and views always ask here, so that a changed setting reaches all of them at once.
 */
import * as vscode from 'vscode';
import type { BigMind } from '../assemble.ts';
import { bigMindErrorFrom } from '../memory/errors.ts';
import type { Caller, Visitor } from '../memory/identity.ts';
import { describeThrown, type Log } from './log.ts';

/** Where the memory is and how it is opened; a composition root makes one from the settings of the moment. */
export interface MemorySource {
  /** For people: a path, or the address of a folder. */
  readonly location: string;
  open(): Promise<BigMind>;
  visitor(): Promise<Visitor>;
}

export interface OpenMemory extends BigMind {
  caller: Caller;
}

export class MemoryAccess implements vscode.Disposable {
  readonly #log: Log;
  readonly #currentSource: () => MemorySource;
  readonly #changed = new vscode.EventEmitter<void>();
  #source: MemorySource;
  #opening: Promise<OpenMemory> | undefined;

  /** Another memory may answer from now on: settings or the project changed. */
  readonly onDidChange = this.#changed.event;

  constructor(currentSource: () => MemorySource, log: Log) {
    this.#log = log;
    this.#currentSource = currentSource;
    this.#source = this.#readSource();
  }

  get location(): string {
    return this.#source.location;
  }

  /** Rejects with a `BigMindError` when the memory cannot be had; the next call tries again. */
  open(): Promise<OpenMemory> {
    if (this.#opening !== undefined) return this.#opening;
    const opening = this.#openSource(this.#source);
    this.#opening = opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  /** Lets go of the memory that is open and reads the settings again. */
  reset(): void {
    const opened = this.#opening;
    this.#opening = undefined;
    this.#source = this.#readSource();
    void this.#close(opened);
    this.#changed.fire();
  }

  dispose(): Promise<void> {
    this.#changed.dispose();
    return this.#close(this.#opening);
  }

  /** A setting that means nothing must not keep the extension from starting; it is told when the memory is asked. */
  #readSource(): MemorySource {
    try {
      return this.#currentSource();
    } catch (thrown) {
      const refuse = (): Promise<never> => Promise.reject(bigMindErrorFrom(thrown));
      return { location: vscode.l10n.t('unknown, because a setting is not valid'), open: refuse, visitor: refuse };
    }
  }

  async #openSource(source: MemorySource): Promise<OpenMemory> {
    const bigMind = await source.open();
    try {
      const caller = await bigMind.memory.identities.resolve(await source.visitor());
      this.#log.debug(`The memory at ${source.location} is open.`);
      return { ...bigMind, caller };
    } catch (thrown) {
      await bigMind.close();
      throw thrown;
    }
  }

  async #close(opening: Promise<OpenMemory> | undefined): Promise<void> {
    try {
      await (await opening)?.close();
    } catch (thrown) {
      this.#log.debug(`Nothing was open to be closed: ${describeThrown(thrown)}`);
    }
  }
}
