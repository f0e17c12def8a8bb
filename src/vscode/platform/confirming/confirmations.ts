/**
 * Confirmations that need reading: a tab shows what would happen, with two buttons above it. The user can scroll it and
 * leave it open. The second button, Escape and closing the tab all cancel.
 */
import * as vscode from 'vscode';
import { isFlag, shape } from '../../../protocol/shared/check.ts';
import { confirmationHtml } from './confirmationHtml.ts';

export interface Confirmation {
  /** Of the tab. */
  title: string;
  /** What would happen; see `confirmationHtml`. */
  markdown: string;
  question: string;
  /** The label of the confirm button. */
  yes: string;
  /** With `none`, the confirm button is styled as dangerous. */
  undo: 'available' | 'none';
}

const isAnswer = shape({ yes: isFlag });

export class Confirmations implements vscode.Disposable {
  static readonly viewType = 'bigmind.confirmation';

  readonly #open = new Set<vscode.WebviewPanel>();

  /** Whether the user pressed the confirm button. The tab closes with the answer. */
  ask({ title, markdown, question, yes, undo }: Confirmation): Promise<boolean> {
    const panel = vscode.window.createWebviewPanel(Confirmations.viewType, title, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [],
    });
    this.#open.add(panel);
    return new Promise((resolve) => {
      panel.onDidDispose(() => {
        this.#open.delete(panel);
        resolve(false);
      });
      panel.webview.onDidReceiveMessage((message) => {
        if (!isAnswer(message)) return;
        resolve(message.yes);
        panel.dispose();
      });
      const text = { language: vscode.env.language, markdown, question, yes, no: vscode.l10n.t('Cancel'), undo };
      panel.webview.html = confirmationHtml(text, crypto.randomUUID().replaceAll('-', ''));
    });
  }

  dispose(): void {
    for (const panel of this.#open) panel.dispose();
  }
}
