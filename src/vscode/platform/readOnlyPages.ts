/**
 * Read-only Markdown pages: a memory in full, a session, the doctor's report, and the diff of a planned change to a
 * file. They are shown as source text, because stored text may come from anywhere and could load remote images. A
 * rendered page is our own text and contains stored text only as code.
 */
import * as vscode from 'vscode';

const pageScheme = 'bigmind';

export class ReadOnlyPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  /** The texts of rendered pages are kept, because VS Code reads them again at each rendering. */
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

  /** Shows `markdown` in an editor tab named `name`. A tab with the same name shows the new text. */
  async show(name: string, markdown: string): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: pageScheme, path: `/${name.replaceAll('/', '-')}.md` });
    this.#texts.set(uri.toString(), markdown);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview: true });
  }

  /**
   * Shows `markdown` rendered, in a tab named after `name`. Text that is not our own must be in it as code. If Markdown
   * cannot be rendered, the page is shown as text.
   */
  async preview(name: string, markdown: string): Promise<void> {
    // A preview keeps the first version that it has shown for a URI, so each page gets its own URI.
    const query = String(this.#rendered.size + 1);
    const page = vscode.Uri.from({ scheme: pageScheme, path: `/${name}.md`, query });
    this.#rendered.add(page.toString());
    this.#texts.set(page.toString(), markdown);
    try {
      // Locked, because it would otherwise switch to the next page opened as text, which must not be rendered.
      await vscode.commands.executeCommand('markdown.showPreview', page, undefined, { locked: true });
    } catch {
      // VS Code's own Markdown extension is disabled.
      await vscode.window.showTextDocument(page, { preview: true });
    }
  }

  /**
   * Shows the current and the planned content of a file side by side, in a tab named `title`. `path` only determines
   * the syntax colors. Several diffs can be open at once. Returns a function that closes the tab.
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
