/**
 * Keeps the hook files of VS Code (see `clients/hooks/vscodeHooks.ts`) to what was chosen. One step at a time, because a command
 * and the setting that it changed both ask for it, and each looks at the choice only when it is its turn.
 */
import type { ClientHost } from '../../../clients/shared/clientHost.ts';
import { haveVscodeHooks, removeVscodeHooks, setVscodeHooks } from '../../../clients/hooks/vscodeHooks.ts';
import type { Clock } from '../../../memory/shared/ports.ts';

export interface CaptureHooksParts {
  host: () => ClientHost;
  /** Whether chats of VS Code are to be recorded anywhere; `home` is BigMind's folder. */
  isWanted: (home: string) => boolean;
  /** Keeps new hooks to what was chosen, before they are written. Answers with what takes that back. */
  limit: (home: string) => Promise<() => Promise<void>>;
  clock: Clock;
}

export class CaptureHooks {
  readonly #parts: CaptureHooksParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: CaptureHooksParts) {
    this.#parts = parts;
  }

  /** Answers with the files that were missing. Rejects as `setVscodeHooks` does. */
  set(home: string): Promise<string[]> {
    return this.#next(() => this.#set(home));
  }

  /** Sets or removes them, and answers with the files that were missing. Rejects as `setVscodeHooks` does. */
  keep(home: string): Promise<string[]> {
    const { host, clock, isWanted } = this.#parts;
    return this.#next(async () => {
      if (isWanted(home)) return this.#set(home);
      await removeVscodeHooks(home, host(), clock.now());
      return [];
    });
  }

  async #set(home: string): Promise<string[]> {
    const { host, clock, limit } = this.#parts;
    if (haveVscodeHooks(home, host())) return setVscodeHooks(home, host(), clock.now());
    const takeBack = await limit(home);
    try {
      return await setVscodeHooks(home, host(), clock.now());
    } catch (thrown) {
      await takeBack();
      throw thrown;
    }
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    // Whoever asked is told of a failure; the next one begins all the same.
    this.#last = done.catch(() => undefined);
    return done;
  }
}
