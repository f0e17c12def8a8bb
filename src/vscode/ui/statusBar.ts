/**
 * The status bar entry: what memory did in the last turn of a chat, with a link to the details, and a warning if the
 * memory cannot be read or its server does not answer. The hover has links for what to do: recording that is off, and a
 * damaged memory. It shows the latest overview and never opens the memory itself.
 */
import * as vscode from 'vscode';
import type { Turn } from '../../memory/shared/turns.ts';
import type { FailureCard } from '../../protocol/failure.ts';
import type { ChangeEvent } from './changeWatcher.ts';
import { turnText } from './turnText.ts';

/** An older turn is not shown, because it is no longer relevant. */
const maxTurnAgeMs = 12 * 3_600_000;

export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  #render: () => void = () => undefined;
  /** The state of a team's server, in sentences; empty without one. */
  #server = { text: '', isTrouble: false };
  #isRecordingOff = false;
  /** The paragraphs of the hover. */
  #shown: readonly string[] = [];

  constructor(item = vscode.window.createStatusBarItem('bigmind.status', vscode.StatusBarAlignment.Right, 90)) {
    this.#item = item;
    this.#item.name = vscode.l10n.t('BigMind memory');
    this.#render = () => this.#showFirst();
    this.#update();
    this.#item.show();
  }

  /** `now` in milliseconds since the epoch. */
  show(change: ChangeEvent, now: number): void {
    this.#render = () => this.#showChange(change, now);
    this.#update();
  }

  /** Whether chats of this window are not recorded, so that the hover offers it. */
  showRecording(isOff: boolean): void {
    this.#isRecordingOff = isOff;
    this.#update();
  }

  /** Shows the state of a team's server above everything else; see `serverText`. */
  showServer(text: string, isTrouble: boolean): void {
    this.#server = { text, isTrouble };
    this.#update();
  }

  #update(): void {
    this.#render();
    const { text, isTrouble } = this.#server;
    if (text === '') return;
    if (isTrouble) this.#showWarning(text, []);
    else this.#hover([...this.#shown, text], []);
  }

  #showWarning(message: string, links: readonly Link[], remedy: unknown = null): void {
    this.#item.text = '$(warning) BigMind';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#hover([message, ...(typeof remedy === 'string' ? [remedy] : [])], links);
    this.#item.accessibilityInformation = { label: `BigMind: ${message}` };
  }

  /** The paragraphs, and below them what the user can do. */
  #hover(paragraphs: readonly string[], links: readonly Link[]): void {
    this.#shown = paragraphs;
    const offered = [...links, ...(this.#isRecordingOff ? [recordingLink()] : [])];
    const tooltip = new vscode.MarkdownString(undefined, true);
    tooltip.isTrusted = { enabledCommands: offered.map(({ command }) => command) };
    for (const paragraph of paragraphs) tooltip.appendText(paragraph).appendMarkdown('\n\n');
    if (this.#isRecordingOff) tooltip.appendText(vscode.l10n.t('Recording is off.')).appendMarkdown('\n\n');
    tooltip.appendMarkdown(offered.map(({ label, command }) => `[${label}](command:${command})`).join(' · '));
    this.#item.tooltip = tooltip;
  }

  #showFirst(): void {
    this.#item.command = 'bigmind.openPanel';
    this.#item.text = '$(book) BigMind';
    this.#item.backgroundColor = undefined;
    this.#hover([vscode.l10n.t('The shared memory of your assistants. Select to open it in an editor.')], []);
    this.#item.accessibilityInformation = openLabel();
  }

  #showChange(change: ChangeEvent, now: number): void {
    this.#item.command = 'bigmind.openPanel';
    this.#item.accessibilityInformation = openLabel();
    if ('failure' in change) {
      const { failure } = change;
      this.#showWarning(failure.message, linksFor(failure), failure.remedy);
      return;
    }
    const { facts, sessions, openSessions } = change.overview.totals;
    const totals = vscode.l10n.t('{0} facts, {1} sessions, {2} in progress', facts, sessions, openSessions);
    this.#item.backgroundColor = undefined;
    const { turn } = change;
    if (turn === undefined || now - Date.parse(turn.at) > maxTurnAgeMs) {
      this.#item.text = '$(book) BigMind';
      this.#hover([totals], []);
      return;
    }
    this.#item.text = `$(book) ${turnText(turn)}`;
    this.#hover([tooltipOf(turn), totals], []);
    this.#item.command = 'bigmind.showLastTurn';
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t('BigMind memory in the last turn: {0}', turnText(turn)),
    };
  }

  dispose(): void {
    this.#item.dispose();
  }
}

interface Link {
  label: string;
  command: string;
}

function recordingLink(): Link {
  return { label: vscode.l10n.t('Turn Recording On...'), command: 'bigmind.toggleCapture' };
}

/** Of the actions that help, those that have a command. */
function linksFor({ actions }: FailureCard): Link[] {
  return actions.flatMap((action): Link[] => {
    const command = `bigmind.${action}`;
    switch (action) {
      case 'repairStore':
        return [{ label: vscode.l10n.t('Repair...'), command }];
      case 'restoreBackup':
        return [{ label: vscode.l10n.t('Restore Backup...'), command }];
      case 'runDoctor':
        return [{ label: vscode.l10n.t('Run Doctor'), command }];
      case 'showLog':
        return [{ label: vscode.l10n.t('Show Log'), command }];
      default:
        return [];
    }
  });
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
