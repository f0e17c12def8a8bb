/**
 * Read-only pages in Markdown: a memory in full, a session, the doctor's report; and a file as it is beside what it shall
 * be. They are shown as text and not as a rendered page, because what was remembered may come from anywhere and could load pictures from elsewhere.
 */
import * as vscode from 'vscode';

export const pageScheme = 'bigmind';

export class ReadOnlyPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(pageScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This page was made in an earlier window. Open it again from BigMind.')
    );
  }

  /** Shows `markdown` in an editor tab called `name`; a tab of the same name shows the new text. */
  async show(name: string, markdown: string): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: pageScheme, path: `/${name.replaceAll('/', '-')}.md` });
    this.#texts.set(uri.toString(), markdown);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview: true });
  }

  /**
   * Shows what a file holds and what it shall hold side by side, in a tab called `title`. `path` decides the colours
   * only. Answers with what closes the tab again.
   */
  async compare(title: string, path: string, texts: { before: string; after: string }): Promise<() => Promise<void>> {
    const page = (side: 'before' | 'after'): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme: pageScheme, path: `/${path}`, query: side });
      this.#texts.set(uri.toString(), texts[side]);
      this.#changed.fire(uri);
      return uri;
    };
    const after = page('after');
    await vscode.commands.executeCommand('vscode.diff', page('before'), after, title, { preview: true });
    return async () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await vscode.window.tabGroups.close(tabs.filter(({ input }) => comparesTo(input, after)));
    };
  }

  dispose(): void {
    this.#changed.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}

function comparesTo(input: unknown, page: vscode.Uri): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === page.toString();
}
