/**
 * Keeps `capture.json` in BigMind's folder to the setting `bigmind.capture.enabled`, because hooks that other assistants
 * run know no settings: what is switched off here is off there as well.
 */
import * as vscode from 'vscode';
import { noteCaptureEverywhere, noteCaptureIn, type FolderChoice } from '../clients/captureRecord.ts';
import { captureSetting } from './captureSetting.ts';
import { onDidChangeSettings } from './settings.ts';

export interface CaptureKeeperParts {
  /** BigMind's folder; may throw while a setting means nothing. */
  home: () => string;
  /** Told when the record could not be kept to the setting. */
  failed: (thrown: unknown) => void;
}

/** Notes each choice as it is made. Nothing is taken back at a start: somebody without VS Code may have chosen it. */
export class CaptureKeeper implements vscode.Disposable {
  readonly #parts: CaptureKeeperParts;
  readonly #subscription: vscode.Disposable;
  #everywhere = captureSetting().everywhere;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: CaptureKeeperParts) {
    this.#parts = parts;
    this.#subscription = onDidChangeSettings(['capture'], () => void this.#keep((home) => this.#keepToChange(home)));
  }

  /** Notes what was chosen while no window was open. */
  start(): Promise<void> {
    return this.#keep(async (home) => {
      const { everywhere, workspace } = captureSetting();
      if (everywhere === true) await noteCaptureEverywhere(home, 'on');
      if (workspace !== undefined) await noteFolders(home, choiceFrom(workspace));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #keepToChange(home: string): Promise<void> {
    const { everywhere, workspace } = captureSetting();
    if (everywhere !== this.#everywhere) await noteCaptureEverywhere(home, everywhere === true ? 'on' : 'off');
    this.#everywhere = everywhere;
    await noteFolders(home, choiceFrom(workspace));
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

async function noteFolders(home: string, choice: FolderChoice): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    if (uri.scheme === 'file') await noteCaptureIn(home, uri.fsPath, choice);
  }
}

function choiceFrom(workspace: boolean | undefined): FolderChoice {
  if (workspace === undefined) return 'as everywhere';
  return workspace ? 'on' : 'off';
}
