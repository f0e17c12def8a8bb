/**
 * Keeps the files in BigMind's folder with which other programs start it (see `clients/runtimeFiles.ts`) in line with
 * VS Code and the settings. They are written at activation and whenever a setting in them changes, because a hook that
 * another assistant runs cannot read settings.
 */
import type * as vscode from 'vscode';
import { compileAhead } from '../../clients/compileAhead.ts';
import { writeRuntimeFiles, type RuntimeRecord } from '../../clients/runtimeFiles.ts';
import { settingsPassedAsVariables } from '../../settingsTable.ts';
import { onDidChangeSettings } from '../platform/settings.ts';

interface RuntimeRecordParts {
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  record: () => RuntimeRecord;
  /** The plugin's folder with the scripts of hooks. */
  scripts: string;
  /** The environment of this process. */
  env: NodeJS.ProcessEnv;
  /** Called if they could not be written. */
  failed: (thrown: unknown) => void;
}

export class RuntimeRecordKeeper implements vscode.Disposable {
  readonly #parts: RuntimeRecordParts;
  readonly #subscription: vscode.Disposable;
  #last: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(parts: RuntimeRecordParts) {
    this.#parts = parts;
    this.#subscription = onDidChangeSettings(settingsPassedAsVariables, () => void this.write());
  }

  /** Resolves with the path of `runtime.json`; undefined if it could not be written, after `failed` was called. */
  write(): Promise<string | undefined> {
    this.#last = this.#last.then(async () => {
      const { home, record, scripts, env, failed } = this.#parts;
      try {
        const file = await writeRuntimeFiles(home(), record(), scripts);
        void compileAhead(home(), env);
        return file;
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
