/**
 * The entry in the status bar: a way to the profile, and a warning when the memory cannot be read. It shows what the
 * web UI read last and never opens the memory by itself.
 */
import * as vscode from 'vscode';
import type { Beat } from './memoryPulse.ts';

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('bigmind.status', vscode.StatusBarAlignment.Right, 90);

  constructor() {
    this.#item.name = vscode.l10n.t('BigMind memory');
    this.#item.command = 'bigmind.openPanel';
    this.#item.text = '$(book) BigMind';
    this.#item.tooltip = vscode.l10n.t('Shared memory of your assistants. Open it in an editor.');
    this.#item.accessibilityInformation = { label: vscode.l10n.t('BigMind memory, open in an editor') };
    this.#item.show();
  }

  show(beat: Beat): void {
    if ('failure' in beat) {
      this.#item.text = '$(warning) BigMind';
      this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
      this.#item.tooltip = beat.failure.message;
      return;
    }
    const { facts, sessions, openSessions } = beat.overview.totals;
    this.#item.text = '$(book) BigMind';
    this.#item.backgroundColor = undefined;
    this.#item.tooltip = vscode.l10n.t('{0} facts, {1} sessions, {2} in progress', facts, sessions, openSessions);
  }

  dispose(): void {
    this.#item.dispose();
  }
}
