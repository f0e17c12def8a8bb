/**
 * The web UI in one webview, in the panel or the side bar. VS Code discards the document while it is hidden; each new
 * one sends `ready`. Only messages of the protocol are handled; all others are refused and logged.
 */
import * as vscode from 'vscode';
import { readPageMessage, type HostMessage, type PageMessage } from '../../protocol/messages.ts';
import type { ViewAction } from '../../protocol/overview.ts';
import type { Route } from '../../protocol/route.ts';
import { showWhatIsRecorded } from '../services/capture/captureExplained.ts';
import type { Services } from '../services/host.ts';
import { findSource, openSource } from '../services/sourceRef.ts';
import { pageHtml, pageResources } from './page.ts';
import type { PagePlace } from './pageHost.ts';
import { createReplies, type Replies } from './pageReplies.ts';

export class WebPage {
  readonly #webview: vscode.Webview;
  readonly #services: Services;
  readonly #replyTo: Replies;
  /** The route for a document that is still loading. */
  #goTo: Route | undefined;
  #isReady = false;

  constructor(webview: vscode.Webview, services: Services, place: PagePlace) {
    const { extensionUri } = services.host;
    this.#webview = webview;
    this.#services = services;
    this.#replyTo = createReplies(services, place);
    webview.options = { enableScripts: true, localResourceRoots: [pageResources(extensionUri)] };
    webview.onDidReceiveMessage((message) => this.#receive(message));
    webview.html = pageHtml(webview, extensionUri, 'page');
  }

  /** Navigates the page to a route, as soon as it can receive messages. */
  show(route: Route): void {
    if (this.#isReady) void this.send({ type: 'show', route });
    else this.#goTo = route;
  }

  /** VS Code discards the document; the next one sends `ready`. */
  hidden(): void {
    this.#isReady = false;
  }

  /** False if no page received the message. */
  async send(message: HostMessage): Promise<boolean> {
    return this.#webview.postMessage(message);
  }

  #receive(value: unknown): void {
    const message = readPageMessage(value);
    if (message === undefined) {
      this.#services.log.warn('A message from the page does not fit the protocol and was refused.');
      return;
    }
    this.#handleMessage(message).catch((thrown: unknown) => this.#services.notices.failed(thrown));
  }

  async #handleMessage(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#begin();
      case 'ask':
      case 'act':
        await this.send(await this.#replyTo(message));
        return;
      case 'cancel':
        // A running read of the store cannot be stopped; the page ignores its answer.
        return;
      case 'run':
        return this.#runAction(message.action);
      case 'openRoute':
        await vscode.commands.executeCommand('bigmind.openPanel', message.route);
        return;
      case 'openText':
        await this.#services.pages.show(message.title, message.markdown);
        return;
      case 'openSource':
        return this.#openSource(message.sourceRef);
      case 'openFile':
        return this.#openFile(message);
    }
  }

  async #runAction(action: ViewAction): Promise<void> {
    if (action === 'showWhatIsRecorded') return showWhatIsRecorded(this.#services.pages);
    if (action === 'askAssistant') return openChat(vscode.l10n.t('Please remember for this project: '));
    if (action === 'continueInChat') {
      // Each new chat starts with what the last session left.
      await vscode.commands.executeCommand('workbench.action.chat.newChat');
      return openChat(vscode.l10n.t('Continue where the last session ended.'));
    }
    await vscode.commands.executeCommand(`bigmind.${action}`);
  }

  async #openSource(sourceRef: string): Promise<void> {
    const source = await findSource(sourceRef);
    if (source !== undefined) return openSource(source);
    this.#services.notices.done(vscode.l10n.t('The source is not a file in this workspace: {0}', sourceRef));
  }

  /** Only a file of a project that the user listed, which may be outside of this workspace. */
  async #openFile({ project, file, line }: Extract<PageMessage, { type: 'openFile' }>): Promise<void> {
    const path = await this.#services.host.editableFiles?.pathOf(project, file);
    if (path === undefined) return;
    const place = new vscode.Range(Math.max(0, line - 1), 0, Math.max(0, line - 1), 0);
    await openSource({ uri: vscode.Uri.file(path), selection: place });
  }

  async #begin(): Promise<void> {
    this.#isReady = true;
    const route = this.#goTo;
    this.#goTo = undefined;
    if (route !== undefined) await this.send({ type: 'show', route });
  }
}

/** With a prompt that the user can change before it is sent. */
async function openChat(query: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
}
