/**
 * Keeps `capture.json` in BigMind's folder and the hook files of VS Code to the setting `bigmind.capture.enabled`, because
 * hooks know no settings: what is switched off here is off for other assistants as well.
 */
import type * as vscode from 'vscode';
import { noteCaptureEverywhere } from '../../../clients/hooks/captureRecord.ts';
import type { CaptureHooks } from './captureHooks.ts';
import { captureEverywhere, isCaptureWanted } from './captureSetting.ts';
import { settingsTable } from '../../../settingsTable.ts';
import { onDidChangeSettings } from '../../platform/settings.ts';

export interface CaptureKeeperParts {
  /** BigMind's folder; may throw while a setting means nothing. */
  home: () => string;
  hooks: Pick<CaptureHooks, 'keep'>;
  /** Told which hook files were written although no command asked for them. */
  wrote: (files: readonly string[]) => void;
  /** Told when the record or the hooks could not be kept to the setting. */
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
   * Notes what was chosen while no window was open, yes or no, and sets the hooks that a yes needs: they may have been
   * removed, or the yes may be older than they are. Where nobody chose in VS Code the record and the hooks stay: somebody
   * without it may have set them.
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

  /** One after another, and each with the setting of its time, so that the last choice is what stands there. */
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
