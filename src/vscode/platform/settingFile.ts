/**
 * A file in BigMind's folder that mirrors a setting, because programs outside VS Code have no settings and watch the
 * file. Without a choice nothing is written. The file is removed only when a choice is cleared, because a user without
 * VS Code may have written it.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { makeFolder } from '../../clients/files/makeFolder.ts';
import { readIfThere, writeWhole } from '../../clients/files/replaceFile.ts';
import { BigMindError } from '../../memory/shared/errors.ts';

export interface SettingFileParts {
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  name: string;
  /** The intended content; undefined if the user has not set the setting. */
  text: () => string | undefined;
  /** Shown to the user if the file cannot be written. */
  remedy: () => string;
  /** Called if the file could not be updated. */
  failed: (thrown: unknown) => void;
}

export class SettingFile {
  readonly #parts: SettingFileParts;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: SettingFileParts) {
    this.#parts = parts;
  }

  /** Writes a choice that was made while no window was open. */
  start(): Promise<void> {
    return this.#then((text) => (text === undefined ? Promise.resolve() : this.#keepTo(text)));
  }

  /** Writes the current choice, or removes the file if the choice was cleared. */
  changed(): Promise<void> {
    return this.#then((text) => this.#keepTo(text));
  }

  /** Resolves when all requested updates are done; never rejects. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** Updates run one at a time, each with the setting at that moment, so that the last change wins. */
  #then(work: (text: string | undefined) => Promise<void>): Promise<void> {
    const { text, failed } = this.#parts;
    this.#last = this.#last.then(async () => {
      try {
        await work(text());
      } catch (thrown) {
        failed(thrown);
      }
    });
    return this.#last;
  }

  async #keepTo(text: string | undefined): Promise<void> {
    const home = this.#parts.home();
    const file = join(home, this.#parts.name);
    try {
      if (text === undefined) await rm(file, { force: true });
      else if ((await readIfThere(file))?.toString() !== text) {
        await makeFolder(home, 0o700);
        await writeWhole(file, text);
      }
    } catch (cause) {
      const remedy = this.#parts.remedy();
      throw new BigMindError('not_allowed', vscode.l10n.t('{0} cannot be written.', file), { remedy, cause });
    }
  }
}
