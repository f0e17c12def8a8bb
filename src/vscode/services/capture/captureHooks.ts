/**
 * Keeps the hook files of VS Code (see `clients/hooks/vscodeHooks.ts`) in line with the user's choice. Updates run one
 * at a time, because a command and the setting that it changes both trigger one. Each reads the choice when it runs.
 */
import type { ClientHost } from '../../../clients/shared/clientHost.ts';
import { haveVscodeHooks, removeVscodeHooks, setVscodeHooks } from '../../../clients/hooks/vscodeHooks.ts';
import type { Clock } from '../../../memory/shared/ports.ts';

interface CaptureHooksParts {
  host: () => ClientHost;
  /** Whether chats of VS Code are to be recorded anywhere; `home` is BigMind's folder. */
  isWanted: (home: string) => boolean;
  /** Limits new hooks to the user's choice before they are written. Returns a function that reverts this. */
  limit: (home: string) => Promise<() => Promise<void>>;
  clock: Clock;
}

export class CaptureHooks {
  readonly #parts: CaptureHooksParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: CaptureHooksParts) {
    this.#parts = parts;
  }

  /** Returns the files that were missing. Rejects as `setVscodeHooks` does. */
  set(home: string): Promise<string[]> {
    return this.#next(() => this.#set(home));
  }

  /** Sets or removes the hooks, and returns the files that were missing. Rejects as `setVscodeHooks` does. */
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
    // The caller sees a failure; the next update runs all the same.
    this.#last = done.catch(() => undefined);
    return done;
  }
}
