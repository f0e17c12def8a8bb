/**
 * One memory shared by several operations. It opens with the first of them. After its release it closes when the last
 * one is done, because a changed setting must not interrupt a running import.
 */
import type { WorkspaceFolder } from 'vscode';
import type { BigMind } from '../../assemble.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Caller, Visitor } from '../../memory/shared/identity.ts';
import type { Memory } from '../../memory/memory.ts';
import { describeThrown } from './describeThrown.ts';

/** Location of the memory and how to open it; a composition root creates one from the current settings. */
export interface MemorySource {
  /** For display: a path, or the URI of a folder. */
  readonly location: string;
  open(): Promise<BigMind>;
  /** The current visitor, in the project of the given folder, or else in that of the first open one. */
  visitor(folder?: WorkspaceFolder): Promise<Visitor>;
}

/** A memory as it is passed to work. It stays open until the work is done, and may be closed afterwards. */
export interface OpenMemory extends Omit<BigMind, 'close' | 'embedder' | 'backupKeeper'> {
  /** In the project of the window: that of the first open folder. */
  caller: Caller;
  /** The caller in the project of one of several open folders; without a folder, `caller`. */
  readonly callerIn: (folder: WorkspaceFolder | undefined) => Promise<Caller>;
}

export class SharedMemory {
  readonly #source: MemorySource;
  readonly #note: (text: string) => void;
  #opening: Promise<BigMind> | undefined;
  #caller: Promise<Caller> | undefined;
  #activeCount = 0;
  #isOver = false;

  /** `note` receives messages that only belong in the log. */
  constructor(source: MemorySource, note: (text: string) => void) {
    this.#source = source;
    this.#note = note;
  }

  /** True once it was released, failed to open, or its store was replaced. New work then needs another instance. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Rejects with the error of the work, or with a `BigMindError` if the memory cannot be opened. */
  async use<T>(work: (opened: OpenMemory) => Promise<T>): Promise<T> {
    this.#activeCount += 1;
    try {
      const done = await work(await this.#open());
      void this.#wakeBackground();
      return done;
    } catch (thrown) {
      // Another store is now at this location, and it does not know this caller.
      if (bigMindErrorFrom(thrown).code === 'store_replaced') this.#isOver = true;
      throw thrown;
    } finally {
      this.#activeCount -= 1;
      this.#closeWhenDone();
    }
  }

  /** The next work resolves the caller again; running work keeps the previous one. */
  forgetCaller(): void {
    this.#caller = undefined;
  }

  release(): void {
    this.#isOver = true;
    this.#closeWhenDone();
  }

  async #open(): Promise<OpenMemory> {
    try {
      const { memory, search, sync } = await (this.#opening ??= this.#source.open());
      const caller = await (this.#caller ??= this.#resolveCaller(memory));
      const callerIn = async (folder: WorkspaceFolder | undefined): Promise<Caller> =>
        folder === undefined ? caller : memory.identities.resolve(await this.#source.visitor(folder));
      return { memory, search, caller, callerIn, sync };
    } catch (thrown) {
      this.#isOver = true;
      throw thrown;
    }
  }

  /** The work may have stored something to embed, and the daily backup may be due. */
  async #wakeBackground(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    opened?.embedder?.wake();
    opened?.backupKeeper?.wake();
  }

  async #resolveCaller(memory: Memory): Promise<Caller> {
    const caller = await memory.identities.resolve(await this.#source.visitor());
    this.#note(`The memory at ${this.#source.location} is open.`);
    return caller;
  }

  #closeWhenDone(): void {
    if (!this.#isOver || this.#activeCount > 0) return;
    const opening = this.#opening;
    this.#opening = undefined;
    void this.#close(opening);
  }

  async #close(opening: Promise<BigMind> | undefined): Promise<void> {
    try {
      await (await opening)?.close();
    } catch (thrown) {
      this.#note(`Nothing was open to be closed: ${describeThrown(thrown)}`);
    }
  }
}
