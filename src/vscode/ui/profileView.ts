/** The web UI in the side bar. Its badge counts what needs this user: proposals to review, and conflicts of a sync. */
import * as vscode from 'vscode';
import type { Services } from '../services/host.ts';
import type { ChangeEvent, ChangeWatcher } from './changeWatcher.ts';
import { WebPage } from './webPage.ts';

export class ProfileView implements vscode.WebviewViewProvider {
  static readonly id = 'bigmind.profile';

  readonly #services: Services;
  readonly #changes: ChangeWatcher;
  #view: vscode.WebviewView | undefined;

  constructor(services: Services, changes: ChangeWatcher) {
    this.#services = services;
    this.#changes = changes;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const page = new WebPage(view.webview, this.#services, 'view');
    const look = (): void => {
      if (view.visible) {
        this.#changes.appeared(page);
      } else {
        page.hidden();
        this.#changes.vanished(page);
      }
    };
    this.#view = view;
    view.onDidChangeVisibility(look);
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#changes.vanished(page);
    });
    look();
  }

  /** Sets the badge from the latest overview; none after a failure. */
  show(change: ChangeEvent): void {
    if (this.#view === undefined) return;
    const { pending, conflicts } = 'overview' in change ? change.overview : { pending: 0, conflicts: 0 };
    const value = pending + conflicts;
    this.#view.badge = value === 0 ? undefined : { value, tooltip: waitingText(pending, conflicts) };
  }
}

function waitingText(pending: number, conflicts: number): string {
  const proposals =
    pending === 1
      ? vscode.l10n.t('One proposal is waiting for your review')
      : vscode.l10n.t('{0} proposals are waiting for your review', pending);
  const changes =
    conflicts === 1
      ? vscode.l10n.t('One conflict between your computers is waiting for your decision')
      : vscode.l10n.t('{0} conflicts between your computers are waiting for your decision', conflicts);
  return [...(pending === 0 ? [] : [proposals]), ...(conflicts === 0 ? [] : [changes])].join('\n');
}
