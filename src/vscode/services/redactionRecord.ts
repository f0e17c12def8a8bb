/**
 * Keeps `redaction.json` in BigMind's folder in line with the setting `bigmind.redaction.patterns`, like
 * `toolsets.json`: a running server or hook cannot read settings, and every program must redact what the user chose.
 */
import * as vscode from 'vscode';
import type { EnvironmentSettings } from '../../environment.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import { patternFindings } from '../../memory/upkeep/doctor.ts';
import type { Notices } from '../platform/notices.ts';
import { SettingFile } from '../platform/settingFile.ts';
import { settingsTable } from '../../settingsTable.ts';
import { chosenRedactionPatterns, onDidChangeSettings } from '../platform/settings.ts';

interface RedactionRecordParts {
  /** May throw while a setting is invalid. */
  settings: () => Pick<EnvironmentSettings, 'home' | 'redactionPatterns'>;
  notices: Pick<Notices, 'failed' | 'warned'>;
}

export class RedactionRecord implements vscode.Disposable {
  readonly #parts: RedactionRecordParts;
  readonly #file: SettingFile;
  readonly #subscription: vscode.Disposable;
  #refused: readonly string[] = [];

  constructor(parts: RedactionRecordParts) {
    this.#parts = parts;
    this.#file = new SettingFile({
      home: () => parts.settings().home,
      name: 'redaction.json',
      text: () => {
        const patterns = chosenRedactionPatterns();
        return patterns === undefined ? undefined : `${JSON.stringify({ patterns }, undefined, 2)}\n`;
      },
      remedy: () =>
        vscode.l10n.t(
          'Your patterns are not used yet. Check the permissions of that location, and then change the setting again.',
        ),
      failed: (thrown) => parts.notices.failed(thrown),
    });
    const changed = (): void => void this.#file.changed().then(() => this.use());
    this.#subscription = onDidChangeSettings([settingsTable.redactionPatterns], changed);
  }

  /** Writes a choice that was made while no window was open. */
  start(): Promise<void> {
    return this.#file.start();
  }

  /** Applies the patterns in this process. This loads the redaction rules, so it is not called while VS Code starts. */
  async use(): Promise<void> {
    await this.#file.settled();
    const { PatternsInUse } = await import('../../capture/redaction/patternsInUse.ts');
    const { settings, notices } = this.#parts;
    const { home, redactionPatterns } = settings();
    const patterns = new PatternsInUse({ home, fixed: redactionPatterns }, (text) => notices.warned(text));
    patterns.read();
    this.#refused = patterns.refused;
  }

  /** For the doctor: the patterns that were refused at the last read. */
  findings(): Finding[] {
    return patternFindings(this.#refused);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
