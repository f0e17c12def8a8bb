/**
 * The window's side of `clients/windowRequest.ts`: watches for requests of the MCP servers that this window started,
 * once it has started one, and opens the panel. It removes a request when the panel is open, which is the reply to the
 * server.
 */
import { unwatchFile, watchFile, type Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { clearStaleRequests, windowRequestFile, windowVariable } from '../../clients/windowRequest.ts';
import type { Clock } from '../../memory/shared/ports.ts';

/** Polling interval in milliseconds. */
const pollMs = 500;

interface WindowRequestParts {
  /** The unique id of this window: letters, digits and hyphens. No other window ever has the same one. */
  id: string;
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  clock: Clock;
  openPanel: () => Thenable<unknown>;
  /** Called if a request could not be carried out. */
  failed: (thrown: unknown) => void;
}

export class WindowRequests implements vscode.Disposable {
  readonly #parts: WindowRequestParts;
  #watched: string | undefined;
  #isObeying = false;

  constructor(parts: WindowRequestParts) {
    this.#parts = parts;
  }

  /**
   * The variables that let a server of this window send requests. Calling this starts the watch. Empty if the folder
   * cannot be determined; the server also works without them.
   */
  variables(): Record<string, string> {
    try {
      this.#watch(this.#parts.home());
      return { [windowVariable]: this.#parts.id };
    } catch (thrown) {
      this.#parts.failed(thrown);
      return {};
    }
  }

  dispose(): void {
    if (this.#watched !== undefined) unwatchFile(this.#watched);
    this.#watched = undefined;
  }

  #watch(home: string): void {
    const file = windowRequestFile(home, this.#parts.id);
    if (file === this.#watched) return;
    this.dispose();
    this.#watched = file;
    watchFile(file, { interval: pollMs, persistent: false }, (now: Stats) => {
      // A missing file has no modification time.
      if (now.mtimeMs > 0) void this.#handleRequest(file);
    });
    void clearStaleRequests(home, this.#parts.clock.now().getTime());
  }

  async #handleRequest(file: string): Promise<void> {
    if (this.#isObeying) return;
    this.#isObeying = true;
    try {
      await this.#parts.openPanel();
      await rm(file, { force: true });
    } catch (thrown) {
      this.#parts.failed(thrown);
    } finally {
      this.#isObeying = false;
    }
  }
}
