/**
 * A file in BigMind's folder that mirrors a setting, because a program outside VS Code has no settings and watches the
 * file. Nothing is written while the user has not chosen, and the file is removed only when a choice is cleared,
 * because it may come from a user without VS Code.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readIfThere, writeWhole } from '../../clients/files/replaceFile.ts';
import { BigMindError } from '../../memory/shared/errors.ts';

export interface SettingFileParts {
  /** BigMind's folder; may throw while a setting means nothing. */
  home: () => string;
  name: string;
  /** What the file is to say now; undefined while nobody chose. */
  text: () => string | undefined;
  /** What a person is told when the file cannot be written. */
  remedy: () => string;
  /** Told when the file could not be kept to the setting. */
  failed: (thrown: unknown) => void;
}

export class SettingFile {
  readonly #parts: SettingFileParts;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: SettingFileParts) {
    this.#parts = parts;
  }

  /** Writes what was chosen while no window was open. */
  start(): Promise<void> {
    return this.#then((text) => (text === undefined ? Promise.resolve() : this.#keepTo(text)));
  }

  /** Writes what is chosen now, or removes what was. */
  changed(): Promise<void> {
    return this.#then((text) => this.#keepTo(text));
  }

  /** Settles, never rejects, when everything asked so far is done. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** One after another, and each with the setting of its time, so that the last change is what stands there. */
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
        await mkdir(home, { recursive: true, mode: 0o700 });
        await writeWhole(file, text);
      }
    } catch (cause) {
      const remedy = this.#parts.remedy();
      throw new BigMindError('not_allowed', vscode.l10n.t('{0} cannot be written.', file), { remedy, cause });
    }
  }
}
