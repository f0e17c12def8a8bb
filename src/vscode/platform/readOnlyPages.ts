/**
 * Read-only pages in Markdown: a memory in full, a session, the doctor's report; and a file as it is beside what it shall
 * be. They are shown as text, because what was remembered may come from anywhere and could load pictures from elsewhere;
 * a page that is rendered is of our own making and holds what was remembered as code only.
 */
import * as vscode from 'vscode';

export const pageScheme = 'bigmind';

export class ReadOnlyPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  /** Rendered pages keep their text: VS Code reads it again whenever it renders them anew. */
  readonly #rendered = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(pageScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (!this.#rendered.has(uri.toString())) this.#texts.delete(uri.toString());
      }),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This page belongs to an earlier window. Open it again from BigMind.')
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
   * Shows `markdown` rendered, in a tab called after `name`. Whatever is not our own stands in it as code. It is
   * text, as other pages are, where nothing renders Markdown.
   */
  async preview(name: string, markdown: string): Promise<void> {
    // A preview that has shown a first version of an address shows no other first version, so each has its own address.
    const query = String(this.#rendered.size + 1);
    const page = vscode.Uri.from({ scheme: pageScheme, path: `/${name}.md`, query });
    this.#rendered.add(page.toString());
    this.#texts.set(page.toString(), markdown);
    try {
      // Locked, or it would go on to render the next page that is opened as text, and that for a reason.
      await vscode.commands.executeCommand('markdown.showPreview', page, undefined, { locked: true });
    } catch {
      // VS Code's own Markdown extension is switched off.
      await vscode.window.showTextDocument(page, { preview: true });
    }
  }

  /**
   * Shows what a file holds and what it shall hold side by side, in a tab called `title`. `path` decides the colours
   * only. Several may be shown beside one another. Answers with what closes the tab again.
   */
  async compare(title: string, path: string, texts: { before: string; after: string }): Promise<() => Promise<void>> {
    const page = (side: 'before' | 'after'): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme: pageScheme, path: `/${path}`, query: side });
      this.#texts.set(uri.toString(), texts[side]);
      this.#changed.fire(uri);
      return uri;
    };
    const after = page('after');
    await vscode.commands.executeCommand('vscode.diff', page('before'), after, title, { preview: false });
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
