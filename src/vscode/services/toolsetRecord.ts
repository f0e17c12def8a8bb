/**
 * Keeps `toolsets.json` in BigMind's folder in line with the setting `bigmind.toolsets`, because a running MCP server
 * cannot read settings. It watches this file and changes its tools at once, for every client on the machine.
 */
import * as vscode from 'vscode';
import { settingsTable } from '../../settingsTable.ts';
import { SettingFile } from '../platform/settingFile.ts';
import type { SettingFileParts } from '../platform/settingFile.ts';
import { chosenToolsets, onDidChangeSettings } from '../platform/settings.ts';

type ToolsetRecordParts = Pick<SettingFileParts, 'home' | 'failed'>;

export class ToolsetRecord implements vscode.Disposable {
  readonly #file: SettingFile;
  readonly #subscription: vscode.Disposable;

  constructor(parts: ToolsetRecordParts) {
    this.#file = new SettingFile({
      ...parts,
      name: 'toolsets.json',
      text: () => {
        const toolsets = chosenToolsets();
        return toolsets === undefined ? undefined : `${JSON.stringify({ toolsets })}\n`;
      },
      remedy: () =>
        vscode.l10n.t(
          'The tools did not change. Check the permissions of that location, and then change the setting again.',
        ),
    });
    this.#subscription = onDidChangeSettings([settingsTable.toolsets], () => void this.#file.changed());
  }

  /** Writes a choice that was made while no window was open. */
  start(): Promise<void> {
    return this.#file.start();
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
