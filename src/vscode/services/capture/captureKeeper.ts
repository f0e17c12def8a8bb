/**
 * Keeps `capture.json` in BigMind's folder and the hook files of VS Code in line with the setting
 * `bigmind.capture.enabled`, because hooks cannot read settings. Turning it off also turns it off for other assistants.
 */
import type * as vscode from 'vscode';
import { noteCaptureEverywhere } from '../../../clients/hooks/captureRecord.ts';
import type { CaptureHooks } from './captureHooks.ts';
import { captureEverywhere, isCaptureWanted } from './captureSetting.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { onDidChangeSettings } from '../../platform/settings.ts';

interface CaptureKeeperParts {
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  hooks: Pick<CaptureHooks, 'keep'>;
  /** Called with hook files that were written without a command. */
  wrote: (files: readonly string[]) => void;
  /** Called if the record or the hooks could not be updated. */
  failed: (thrown: unknown) => void;
}

export class CaptureKeeper implements vscode.Disposable {
  readonly #parts: CaptureKeeperParts;
  readonly #subscription: vscode.Disposable;
  #everywhere = captureEverywhere();
  #last: Promise<void> = Promise.resolve();

  constructor(parts: CaptureKeeperParts) {
    this.#parts = parts;
    this.#subscription = onDidChangeSettings(
      [settingsTable.captureEnabled],
      () => void this.#keep((home) => this.#keepToChange(home)),
    );
  }

  /**
   * Records a choice that was made while no window was open, and sets the hooks that a yes needs: they may have been
   * removed, or the yes may be older than the hooks. Without a choice in VS Code, record and hooks stay, because a user
   * without VS Code may have set them.
   */
  start(): Promise<void> {
    return this.#keep(async (home) => {
      const everywhere = captureEverywhere();
      if (everywhere !== undefined) await noteCaptureEverywhere(home, everywhere ? 'on' : 'off');
      if (isCaptureWanted(home)) await this.#keepHooks(home);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #keepToChange(home: string): Promise<void> {
    const everywhere = captureEverywhere();
    if (everywhere === this.#everywhere) return;
    this.#everywhere = everywhere;
    await noteCaptureEverywhere(home, everywhere === true ? 'on' : 'off');
    await this.#keepHooks(home);
  }

  async #keepHooks(home: string): Promise<void> {
    const files = await this.#parts.hooks.keep(home);
    if (files.length > 0) this.#parts.wrote(files);
  }

  /** Updates run one at a time, each with the setting at that moment, so that the last choice wins. */
  #keep(work: (home: string) => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      try {
        await work(this.#parts.home());
      } catch (thrown) {
        this.#parts.failed(thrown);
      }
    });
    return this.#last;
  }
}
