/**
 * One memory that several operations share. It opens with the first of them, and after its release it closes when the
 * last one is done: a changed setting must not interrupt a running import.
 */
import type { BigMind } from '../../assemble.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Caller, Visitor } from '../../memory/shared/identity.ts';
import type { Memory } from '../../memory/memory.ts';
import { describeThrown } from './describeThrown.ts';

/** Where the memory is and how it is opened; a composition root makes one from the settings of the moment. */
export interface MemorySource {
  /** For people: a path, or the address of a folder. */
  readonly location: string;
  open(): Promise<BigMind>;
  /** Who is asking, by the folders of the moment. */
  visitor(): Promise<Visitor>;
}

/** A memory as work is given it. It stays open until the work is done, and may be closed after that. */
export interface OpenMemory extends Omit<BigMind, 'close' | 'embedder' | 'backupKeeper'> {
  caller: Caller;
}

export class SharedMemory {
  readonly #source: MemorySource;
  readonly #note: (text: string) => void;
  #opening: Promise<BigMind> | undefined;
  #caller: Promise<Caller> | undefined;
  #underWay = 0;
  #isOver = false;

  /** `note` is told what only a log needs to know. */
  constructor(source: MemorySource, note: (text: string) => void) {
    this.#source = source;
    this.#note = note;
  }

  /** True once it was let go, did not open, or is no longer the store it was: new work needs another one. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Rejects with the error of the work, or with a `BigMindError` when the memory cannot be had. */
  async use<T>(work: (opened: OpenMemory) => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      const done = await work(await this.#open());
      void this.#wakeBackground();
      return done;
    } catch (thrown) {
      // Another store came into its place, where nobody knows this caller.
      if (bigMindErrorFrom(thrown).code === 'store_replaced') this.#isOver = true;
      throw thrown;
    } finally {
      this.#underWay -= 1;
      this.#closeWhenDone();
    }
  }

  /** The next piece of work asks anew who is asking; what is under way goes on as who it was. */
  forgetCaller(): void {
    this.#caller = undefined;
  }

  letGo(): void {
    this.#isOver = true;
    this.#closeWhenDone();
  }

  async #open(): Promise<OpenMemory> {
    try {
      const { memory, search } = await (this.#opening ??= this.#source.open());
      const caller = await (this.#caller ??= this.#introduce(memory));
      return { memory, search, caller };
    } catch (thrown) {
      this.#isOver = true;
      throw thrown;
    }
  }

  /** Work may have stored something that is to be embedded, and the day's backup may be due. */
  async #wakeBackground(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    opened?.embedder?.wake();
    opened?.backupKeeper?.wake();
  }

  async #introduce(memory: Memory): Promise<Caller> {
    const caller = await memory.identities.resolve(await this.#source.visitor());
    this.#note(`The memory at ${this.#source.location} is open.`);
    return caller;
  }

  #closeWhenDone(): void {
    if (!this.#isOver || this.#underWay > 0) return;
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
