/**
 * Delivers recorded chats to a server, in order. A part is removed once the server has stored it, so one that is
 * interrupted is sent again, and the server stores its messages once. While the server is away, the pauses grow; when
 * it refuses everything, delivery waits until something changes. What it refuses or cannot store is set aside.
 */
import { bigMindErrorFrom, type BigMindError } from '../memory/shared/errors.ts';
import type { OutboxFolder } from './outboxFolder.ts';
import { isServerDefect, refusalReasonOf } from './serverErrors.ts';

/** Runs work after some milliseconds; the result cancels it. */
export type After = (milliseconds: number, work: () => void) => () => void;

interface ChatDeliveryParts {
  outbox: OutboxFolder;
  /** Sends the JSON of a part. Rejects with `server_down` or `server_refused`. */
  deliver: (part: string) => Promise<void>;
  after: After;
  /** Called with the number of waiting and of refused parts after each look. */
  changed: (waiting: number, refused: number) => void;
  /** Called for errors that are not those of the server, for the log. */
  failed: (thrown: unknown) => void;
}

/** Between two looks at an empty outbox, and before a failed delivery is repeated. */
export const deliveryPauses = { lookMs: 3_000, firstMs: 5_000, maxMs: 300_000 } as const;
/** How often the server may fail at one part before that is set aside, so that it does not block the rest. */
export const maxDefects = 8;

export class ChatDelivery {
  readonly #parts: ChatDeliveryParts;
  #cancel: () => void = () => undefined;
  #failures = 0;
  /** Of the first part that waits. */
  #defects = { name: '', count: 0 };
  #isRefused = false;
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(parts: ChatDeliveryParts) {
    this.#parts = parts;
  }

  /** Delivers now, whatever failed before. Resolves when nothing waits, or with the first failure. Never rejects. */
  wake(): Promise<void> {
    this.#isRefused = false;
    return this.#look();
  }

  /** Resolves when no look is running. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** A part that is being sent is finished. */
  close(): void {
    this.#isOver = true;
    this.#cancel();
  }

  /** Only one look runs at a time. */
  #look(): Promise<void> {
    this.#cancel();
    this.#running ??= this.#deliverAll().finally(() => {
      this.#running = undefined;
      if (!this.#isOver) this.#cancel = this.#parts.after(this.#pause(), () => void this.#look());
    });
    return this.#running;
  }

  #pause(): number {
    const { lookMs, firstMs, maxMs } = deliveryPauses;
    return this.#failures === 0 ? lookMs : Math.min(maxMs, firstMs * 2 ** (this.#failures - 1));
  }

  async #deliverAll(): Promise<void> {
    const { outbox, changed, failed } = this.#parts;
    try {
      const names = await outbox.waiting();
      for (const name of names) {
        if (this.#isOver || this.#isRefused) break;
        await this.#deliver(name);
      }
      if (!this.#isRefused) this.#failures = 0;
    } catch (thrown) {
      this.#failures += 1;
      this.#isRefused = bigMindErrorFrom(thrown).code === 'server_refused';
      if (!bigMindErrorFrom(thrown).code.startsWith('server_')) failed(thrown);
    }
    await Promise.all([outbox.waiting(), outbox.refusedCount()])
      .then(([waiting, refused]) => changed(waiting.length, refused))
      .catch(failed);
  }

  async #deliver(name: string): Promise<void> {
    const { outbox, deliver } = this.#parts;
    const part = await outbox.read(name);
    if (part === undefined) return;
    try {
      await deliver(part);
      await outbox.remove(name);
    } catch (thrown) {
      if (!this.#isHopeless(name, bigMindErrorFrom(thrown))) throw thrown;
      await outbox.setAside(name);
    }
  }

  #isHopeless(name: string, error: BigMindError): boolean {
    if (!isServerDefect(error)) return refusalReasonOf(error) === 'request';
    const count = this.#defects.name === name ? this.#defects.count + 1 : 1;
    this.#defects = { name, count };
    return count >= maxDefects;
  }
}
