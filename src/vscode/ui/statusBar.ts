/**
 * The status bar entry: what memory did in the last turn of a chat, with a link to the details, and a warning if the
 * memory cannot be read or its server does not answer. It shows the latest overview and never opens the memory itself.
 */
import * as vscode from 'vscode';
import type { Turn } from '../../memory/shared/turns.ts';
import type { ChangeEvent } from './changeWatcher.ts';
import { turnText } from './turnText.ts';

/** An older turn is not shown, because it is no longer relevant. */
const maxTurnAgeMs = 12 * 3_600_000;

export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  #render: () => void = () => undefined;
  /** The state of a team's server, in sentences; empty without one. */
  #server = { text: '', isTrouble: false };

  constructor(item = vscode.window.createStatusBarItem('bigmind.status', vscode.StatusBarAlignment.Right, 90)) {
    this.#item = item;
    this.#item.name = vscode.l10n.t('BigMind memory');
    this.#render = () => this.#showFirst();
    this.#render();
    this.#item.show();
  }

  /** `now` in milliseconds since the epoch. */
  show(change: ChangeEvent, now: number): void {
    this.#render = () => this.#showChange(change, now);
    this.#render();
    this.#showServer();
  }

  /** Shows the state of a team's server above everything else; see `serverText`. */
  showServer(text: string, isTrouble: boolean): void {
    this.#server = { text, isTrouble };
    this.#render();
    this.#showServer();
  }

  #showServer(): void {
    const { text, isTrouble } = this.#server;
    if (text === '') return;
    const rest = typeof this.#item.tooltip === 'string' ? this.#item.tooltip : '';
    this.#item.tooltip = isTrouble ? text : `${rest}\n\n${text}`;
    if (isTrouble) this.#showWarning(text);
  }

  #showWarning(message: string): void {
    this.#item.text = '$(warning) BigMind';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.tooltip = message;
    this.#item.accessibilityInformation = { label: `BigMind: ${message}` };
  }

  #showFirst(): void {
    this.#item.command = 'bigmind.openPanel';
    this.#item.text = '$(book) BigMind';
    this.#item.backgroundColor = undefined;
    this.#item.tooltip = vscode.l10n.t('The shared memory of your assistants. Select to open it in an editor.');
    this.#item.accessibilityInformation = openLabel();
  }

  #showChange(change: ChangeEvent, now: number): void {
    this.#item.command = 'bigmind.openPanel';
    this.#item.accessibilityInformation = openLabel();
    if ('failure' in change) {
      this.#showWarning(change.failure.message);
      return;
    }
    const { facts, sessions, openSessions } = change.overview.totals;
    const totals = vscode.l10n.t('{0} facts, {1} sessions, {2} in progress', facts, sessions, openSessions);
    this.#item.backgroundColor = undefined;
    const { turn } = change;
    if (turn === undefined || now - Date.parse(turn.at) > maxTurnAgeMs) {
      this.#item.text = '$(book) BigMind';
      this.#item.tooltip = totals;
      return;
    }
    this.#item.text = `$(book) ${turnText(turn)}`;
    this.#item.tooltip = `${tooltipOf(turn)}\n\n${totals}`;
    this.#item.command = 'bigmind.showLastTurn';
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t('BigMind memory in the last turn: {0}', turnText(turn)),
    };
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function openLabel(): vscode.AccessibilityInformation {
  return { label: vscode.l10n.t('BigMind memory, open in an editor') };
}

function tooltipOf({ client, recalled, tokens, recorded, hasFailed }: Turn): string {
  return [
    vscode.l10n.t('Last turn in {0}:', client),
    vscode.l10n.t('Memories sent to the model: {0} ({1} tokens)', recalled, tokens),
    vscode.l10n.t('Messages recorded: {0}', recorded),
    ...(hasFailed ? [vscode.l10n.t('A hook failed. For details, run the doctor.')] : []),
    vscode.l10n.t('Select to see what was used.'),
  ].join('\n');
}
