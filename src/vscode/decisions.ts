/**
 * Decisions that want reading first: what would happen stands in a tab with two buttons under it, which somebody scrolls
 * and leaves open as long as they like. The other button, Escape and closing the tab all mean no.
 */
import * as vscode from 'vscode';
import { isFlag, shape } from '../protocol/check.ts';
import { decisionHtml } from './decisionHtml.ts';

export interface Decision {
  /** Of the tab. */
  title: string;
  /** What would happen; see `decisionHtml`. */
  markdown: string;
  question: string;
  /** What the button says that does it. */
  yes: string;
}

const isAnswer = shape({ yes: isFlag });

export class Decisions implements vscode.Disposable {
  static readonly viewType = 'bigmind.decision';

  readonly #open = new Set<vscode.WebviewPanel>();

  /** Whether somebody pressed the button that does it; the tab is closed then. */
  ask({ title, markdown, question, yes }: Decision): Promise<boolean> {
    const panel = vscode.window.createWebviewPanel(Decisions.viewType, title, vscode.ViewColumn.Active, {
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
      const text = { language: vscode.env.language, markdown, question, yes, no: vscode.l10n.t('Cancel') };
      panel.webview.html = decisionHtml(text, crypto.randomUUID().replaceAll('-', ''));
    });
  }

  dispose(): void {
    for (const panel of this.#open) panel.dispose();
  }
}
