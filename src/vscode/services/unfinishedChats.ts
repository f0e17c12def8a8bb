/**
 * Records, some seconds after the window opened, what hooks could not: chats whose client was killed, or that ended before
 * their transcript was written. It does nothing where nobody records chats, and opens no store that is not there.
 */
import type * as vscode from 'vscode';
import { describeThrown } from '../platform/describeThrown.ts';
import type { Log } from '../platform/log.ts';

/** Long enough for a window to start without it. */
const delayMs = 10_000;

export interface UnfinishedChatsParts {
  /** Whether somebody records chats, and there is a store to record them in. */
  isWanted: () => boolean;
  /** Answers with how many messages were recorded. */
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
