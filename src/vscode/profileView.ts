/**
 * The view `BigMind: Profile` in the side bar. VS Code throws its page away while it is hidden; each new page says
 * `ready` and is filled again. Only what the page is allowed to ask for is done, and everything else is logged.
 */
import * as vscode from 'vscode';
import { bigMindErrorFrom } from '../memory/errors.ts';
import { readPageMessage, type HostMessage, type PageMessage } from '../protocol/messages.ts';
import type { ViewAction } from '../protocol/profile.ts';
import { describeThrown } from './describeThrown.ts';
import type { Services } from './host.ts';
import { pageHtml, pageResources } from './page.ts';
import { failureCard, readProfileCard } from './profileData.ts';
import { StoreWatch } from './storeWatch.ts';

export class ProfileView implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly id = 'bigmind.profile';

  readonly #services: Services;
  readonly #watch: StoreWatch;
  readonly #loaded = new vscode.EventEmitter<HostMessage>();
  #view: vscode.WebviewView | undefined;
  #loading = false;
  #loadAgain = false;
  #lastFailure: string | undefined;

  /** What the page was sent last. */
  readonly onDidLoad = this.#loaded.event;

  constructor(services: Services) {
    this.#services = services;
    const readToken = (): Promise<string> => services.access.use(({ memory }) => memory.maintenance.changeToken());
    this.#watch = new StoreWatch(readToken, () => void this.refresh());
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extensionUri } = this.#services.host;
    this.#view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [pageResources(extensionUri)] };
    view.webview.onDidReceiveMessage((message) => this.#receive(message));
    view.onDidChangeVisibility(() => this.#watchWhileVisible(view));
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#watch.stop();
    });
    view.webview.html = pageHtml(view.webview, extensionUri, 'profile');
    this.#watchWhileVisible(view);
  }

  /** Reads the memory again and shows it, if anybody looks. Calls that come while it reads become one more reading. */
  async refresh(): Promise<void> {
    if (this.#view?.visible !== true) return;
    if (this.#loading) {
      this.#loadAgain = true;
      return;
    }
    this.#loading = true;
    const message = await this.#load();
    this.#loading = false;
    await this.#show(message);
    if (this.#loadAgain) {
      this.#loadAgain = false;
      await this.refresh();
    }
  }

  /** The view may have gone while the memory was read. */
  async #show(message: HostMessage): Promise<void> {
    await this.#view?.webview.postMessage(message);
    this.#loaded.fire(message);
  }

  dispose(): void {
    this.#watch.stop();
    this.#loaded.dispose();
  }

  async #load(): Promise<HostMessage> {
    const { access, host, log } = this.#services;
    try {
      const profile = await access.use((opened) => readProfileCard(opened, host, access.location));
      this.#lastFailure = undefined;
      return { type: 'profile', profile };
    } catch (thrown) {
      const error = bigMindErrorFrom(thrown);
      if (error.sentence !== this.#lastFailure) log.error(describeThrown(error));
      this.#lastFailure = error.sentence;
      return { type: 'failure', failure: failureCard(error, host) };
    }
  }

  #watchWhileVisible(view: vscode.WebviewView): void {
    if (view.visible) this.#watch.start();
    else this.#watch.stop();
  }

  #receive(value: unknown): void {
    const message = readPageMessage(value);
    if (message === undefined) {
      this.#services.log.warn('A message from the profile page does not fit the protocol and was refused.');
      return;
    }
    this.#obey(message).catch((thrown: unknown) => this.#services.notices.failed(thrown));
  }

  async #obey(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
      case 'retry':
        return this.refresh();
      case 'run':
        return runAction(message.action);
      case 'openSession':
        return this.#openSession(message.id);
    }
  }

  async #openSession(id: string): Promise<void> {
    const { access, pages } = this.#services;
    const { markdown, session } = await access.use(({ memory, caller }) => memory.sessionDetails.get(caller, id));
    await pages.show(vscode.l10n.t('Session {0}', session.id.slice(0, 8)), markdown);
  }
}

async function runAction(action: ViewAction): Promise<void> {
  if (action !== 'askAssistant') {
    await vscode.commands.executeCommand(`bigmind.${action}`);
    return;
  }
  const query = vscode.l10n.t('Please remember for this project: ');
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
}
