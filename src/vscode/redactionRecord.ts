/**
 * Keeps `redaction.json` in BigMind's folder to the setting `bigmind.redaction.patterns`, as `toolsets.json` is kept: a
 * server or a hook that runs knows no settings, and what a person wants left out is to be left out by every program.
 * Nothing is written while nobody chose, and the file is removed only when a choice is taken back.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readIfThere, writeWhole } from '../clients/replaceFile.ts';
import type { EnvironmentSettings } from '../environment.ts';
import { patternFindings } from '../memory/doctor.ts';
import type { Finding } from '../memory/doctor.ts';
import { BigMindError } from '../memory/errors.ts';
import type { Notices } from './notices.ts';
import { onDidChangeSettings, readSettings } from './settings.ts';

export interface RedactionRecordParts {
  /** May throw while a setting means nothing. */
  settings: () => Pick<EnvironmentSettings, 'home' | 'redactionPatterns'>;
  notices: Pick<Notices, 'failed' | 'warned'>;
}

export class RedactionRecord implements vscode.Disposable {
  readonly #parts: RedactionRecordParts;
  readonly #subscription: vscode.Disposable;
  #last: Promise<void> = Promise.resolve();
  #refused: readonly string[] = [];

  constructor(parts: RedactionRecordParts) {
    this.#parts = parts;
    this.#subscription = onDidChangeSettings(['redaction'], () => void this.#then('changed'));
  }

  /** Writes what was chosen while no window was open. */
  start(): Promise<void> {
    return readSettings().redactionPatterns === undefined ? Promise.resolve() : this.#then('started');
  }

  /** Has this process leave out what a person wants left out; the rules are loaded for it, so not while VS Code starts. */
  async use(): Promise<void> {
    await this.#last;
    const { PatternsInUse } = await import('../capture/redaction/patternsInUse.ts');
    const { settings, notices } = this.#parts;
    const { home, redactionPatterns } = settings();
    const patterns = new PatternsInUse({ home, fixed: redactionPatterns }, (text) => notices.warned(text));
    patterns.read();
    this.#refused = patterns.refused;
  }

  /** For the doctor: what was refused when they were last read. */
  findings(): Finding[] {
    return patternFindings(this.#refused);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** One after another, and each with the setting of its time, so that the last change is what stands there. */
  #then(why: 'started' | 'changed'): Promise<void> {
    this.#last = this.#last.then(async () => {
      try {
        await keepTo(this.#parts.settings().home, readSettings().redactionPatterns);
      } catch (thrown) {
        this.#parts.notices.failed(thrown);
      }
    });
    return why === 'started' ? this.#last : this.#last.then(() => this.use());
  }
}

async function keepTo(home: string, patterns: readonly string[] | undefined): Promise<void> {
  const file = join(home, 'redaction.json');
  try {
    if (patterns === undefined) {
      await rm(file, { force: true });
      return;
    }
    const text = `${JSON.stringify({ patterns }, undefined, 2)}\n`;
    if ((await readIfThere(file))?.toString() === text) return;
    await mkdir(home, { recursive: true, mode: 0o700 });
    await writeWhole(file, text);
  } catch (cause) {
    throw new BigMindError('not_allowed', vscode.l10n.t('{0} cannot be written.', file), {
      remedy: vscode.l10n.t('Your patterns are not used yet. Check who may write there, and change the setting again.'),
      cause,
    });
  }
}
