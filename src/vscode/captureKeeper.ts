/**
 * Keeps `capture.json` in BigMind's folder to the setting `bigmind.capture.enabled`, because hooks that other assistants
 * run know no settings: what is switched off here is off there as well.
 */
import * as vscode from 'vscode';
import { noteCaptureEverywhere } from '../clients/captureRecord.ts';
import { captureEverywhere, tellWhetherHere } from './captureSetting.ts';
import { onDidChangeSettings } from './settings.ts';

export interface CaptureKeeperParts {
  /** BigMind's folder; may throw while a setting means nothing. */
  home: () => string;
  /** Told when the record could not be kept to the setting. */
  failed: (thrown: unknown) => void;
}

export class CaptureKeeper implements vscode.Disposable {
  readonly #parts: CaptureKeeperParts;
  readonly #subscription: vscode.Disposable;
  #everywhere = captureEverywhere();
  #last: Promise<void> = Promise.resolve();

  constructor(parts: CaptureKeeperParts) {
    this.#parts = parts;
    this.#subscription = vscode.Disposable.from(
      onDidChangeSettings(['capture'], () => void this.#keep((home) => this.#keepToChange(home))),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#keep(tellWhetherHere)),
    );
  }

  /**
   * Notes what was chosen while no window was open, yes or no. Where nobody chose in VS Code the record stays: somebody
   * without it may have set hooks.
   */
  start(): Promise<void> {
    return this.#keep(async (home) => {
      const everywhere = captureEverywhere();
      if (everywhere !== undefined) await noteCaptureEverywhere(home, everywhere ? 'on' : 'off');
      await tellWhetherHere(home);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #keepToChange(home: string): Promise<void> {
    const everywhere = captureEverywhere();
    if (everywhere !== this.#everywhere) await noteCaptureEverywhere(home, everywhere === true ? 'on' : 'off');
    this.#everywhere = everywhere;
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
