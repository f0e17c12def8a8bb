/**
 * Keeps the files in BigMind's folder that other programs start it by (see `clients/runtimeFiles.ts`) to what VS Code
 * brings and to the settings: they are written when the extension starts and whenever a setting says another store,
 * because a hook that another assistant runs knows no settings.
 */
import type * as vscode from 'vscode';
import { writeRuntimeFiles, type RuntimeRecord } from '../../clients/runtimeFiles.ts';
import { handedOnSettings } from '../../settingsTable.ts';
import { onDidChangeSettings } from '../platform/settings.ts';

export interface RuntimeRecordParts {
  /** BigMind's folder; may throw while a setting means nothing. */
  home: () => string;
  record: () => RuntimeRecord;
  /** The plugin's folder with the scripts of hooks. */
  scripts: string;
  /** Told when they could not be written. */
  failed: (thrown: unknown) => void;
}

export class RuntimeRecordKeeper implements vscode.Disposable {
  readonly #parts: RuntimeRecordParts;
  readonly #subscription: vscode.Disposable;
  #last: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(parts: RuntimeRecordParts) {
    this.#parts = parts;
    this.#subscription = onDidChangeSettings(handedOnSettings, () => void this.write());
  }

  /** Answers with the path of `runtime.json`; undefined when it could not be written, which has been told by then. */
  write(): Promise<string | undefined> {
    this.#last = this.#last.then(async () => {
      const { home, record, scripts, failed } = this.#parts;
      try {
        return await writeRuntimeFiles(home(), record(), scripts);
      } catch (thrown) {
        failed(thrown);
        return undefined;
      }
    });
    return this.#last;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
