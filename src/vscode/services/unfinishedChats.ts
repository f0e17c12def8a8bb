/**
 * Some seconds after the window opened, records what hooks could not: chats whose client was killed, or that ended
 * before their transcript was written. It does nothing if no chats are recorded, and never creates a store.
 */
import type * as vscode from 'vscode';
import { describeThrown } from '../platform/describeThrown.ts';
import type { Log } from '../platform/log.ts';

/** Long enough not to delay the start of the window. */
const delayMs = 10_000;

interface UnfinishedChatsParts {
  /** Whether chats are recorded on this machine, and there is a store for them. */
  isWanted: () => boolean;
  /** Resolves with the number of recorded messages. */
  record: () => Promise<number>;
  log: Pick<Log, 'info' | 'warn'>;
}

export class UnfinishedChats implements vscode.Disposable {
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor({ isWanted, record, log }: UnfinishedChatsParts) {
    this.#timer = setTimeout(() => {
      const recorded = async (): Promise<void> => {
        if (!isWanted()) return;
        const messages = await record();
        if (messages > 0) log.info(`${String(messages)} messages of earlier chats were recorded.`);
      };
      recorded().catch((thrown: unknown) => {
        log.warn(`Earlier chats could not be recorded: ${describeThrown(thrown)}`);
      });
    }, delayMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
