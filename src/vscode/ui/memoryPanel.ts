/**
 * The web UI in an editor tab, at most one per window. After a restart VS Code restores it with the state that the page
 * saved, which the page reads by itself.
 */
import * as vscode from 'vscode';
import type { Route } from '../../protocol/route.ts';
import type { Services } from '../services/host.ts';
import type { ChangeWatcher } from './changeWatcher.ts';
import { pageResources } from './page.ts';
import { WebPage } from './webPage.ts';

export class MemoryPanel implements vscode.WebviewPanelSerializer, vscode.Disposable {
  static readonly viewType = 'bigmind.panel';

  readonly #services: Services;
  readonly #changes: ChangeWatcher;
  #open: { panel: vscode.WebviewPanel; page: WebPage } | undefined;

  constructor(services: Services, changes: ChangeWatcher) {
    this.#services = services;
    this.#changes = changes;
  }

  /** Opens the panel or brings it to the front, and navigates to the route if one is given. */
  reveal(route?: Route): void {
    if (this.#open === undefined) this.#adopt(this.#create());
    else this.#open.panel.reveal();
    if (route !== undefined) this.#open?.page.show(route);
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    // At most one panel: an open one takes precedence over a restored one.
    if (this.#open === undefined) this.#adopt(panel);
    else panel.dispose();
    return Promise.resolve();
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #create(): vscode.WebviewPanel {
    const { extensionUri } = this.#services.host;
    return vscode.window.createWebviewPanel(MemoryPanel.viewType, 'BigMind', vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [pageResources(extensionUri)],
    });
  }

  #adopt(panel: vscode.WebviewPanel): void {
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(this.#services.host.extensionUri, 'media', name);
    panel.iconPath = { light: icon('bigmind-light.svg'), dark: icon('bigmind-dark.svg') };
    const page = new WebPage(panel.webview, this.#services, 'panel');
    const look = (): void => {
      if (panel.visible) {
        this.#changes.appeared(page);
      } else {
        page.hidden();
        this.#changes.vanished(page);
      }
    };
    this.#open = { panel, page };
    panel.onDidChangeViewState(look);
    panel.onDidDispose(() => {
      this.#open = undefined;
      this.#changes.vanished(page);
    });
    look();
  }
}
