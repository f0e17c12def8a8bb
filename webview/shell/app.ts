/**
 * The page: the navigation, the open view, and the messages at its bottom. Until the overview arrives, the page says
 * that it is waiting, and after a while what may be wrong. If the overview fails, it says why and what to do.
 */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import type { OverviewCard, ViewAction } from '../../src/protocol/overview.ts';
import type { Route, ViewName } from '../../src/protocol/route.ts';
import { Client, Refused } from '../client/client.ts';
import { Live } from '../client/live.ts';
import type { Page } from '../client/page.ts';
import type { HostLink } from '../host/hostLink.ts';
import { language, t } from '../l10n/t.ts';
import type { ActionHost } from '../parts/design/actionButton.ts';
import { FocusKeeper } from '../parts/design/keyboard/focusKeeper.ts';
import { styles } from '../parts/design/styles/styles.ts';
import { headlineOf, messageOf, renderFailure } from '../parts/domain/failure.ts';
import { remedyOnPage } from '../parts/domain/remedyOnPage.ts';
import { firstRunStyles, renderFirstRun } from '../views/shared/firstRun.ts';
import { renderView } from '../views/views.ts';
import { isNewDecision, openedRoute } from './formRoutes.ts';
import { KeptState } from './keptState.ts';
import { isForSideBar } from './places.ts';
import { renderNavigation } from './navigation.ts';
import { shellStyles } from './shellStyles.ts';
import { Toasts } from './toasts.ts';

/** Page width in pixels from which a list and the opened item are side by side. */
const wideFrom = 760;
const home: Route = { view: 'home', item: null };

export class BigMindApp extends LitElement {
  static override styles = [styles, shellStyles, firstRunStyles];
  static override properties = { route: { state: true }, isWide: { state: true } };

  declare private route: Route;
  declare private isWide: boolean;
  /** Where the user was when an item of another place was opened. */
  #from: Route | null = null;
  /** Forms that routes opened. */
  #forms = 0;
  readonly #link: HostLink;
  readonly #client: Client;
  readonly #kept: KeptState;
  readonly #toasts = new Toasts(() => this.#focusBefore());
  readonly #overview: Live<'overview'>;
  readonly #firstRun: Live<'home'>;
  /** The element that last had the focus, in a view or in the navigation. */
  #lastFocused: HTMLElement | undefined;
  readonly #width = new ResizeObserver(([entry]) => (this.isWide = (entry?.contentRect.width ?? 0) >= wideFrom));

  constructor(link: HostLink) {
    super();
    document.documentElement.lang ||= language();
    this.#link = link;
    this.#client = new Client(link);
    this.#kept = new KeptState(link);
    this.#overview = new Live(
      this,
      () => this.#client,
      'overview',
      () => ({}),
    );
    this.#firstRun = new Live(
      this,
      () => this.#client,
      'home',
      () => (this.#overview.answer?.isUnused === true ? {} : undefined),
    );
    // When a view is replaced together with its focused element, the navigation gets the focus.
    new FocusKeeper(this, () => this.#wayIn);
    this.route = this.#kept.route;
    this.isWide = window.innerWidth >= wideFrom;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The address may lead to a form.
    this.#go(this.route);
    this.#client.start((route) => this.#go(route));
    this.#width.observe(this);
    window.addEventListener('keydown', this.#undoByKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#width.disconnect();
    window.removeEventListener('keydown', this.#undoByKey);
  }

  override firstUpdated(): void {
    // Not on the element itself, which gets no event for a focus that stays inside of it.
    this.renderRoot.addEventListener('focusout', (event) => this.#rememberFocus(event));
  }

  override render(): TemplateResult {
    return html`${this.#renderContent()} ${this.#toasts}`;
  }

  #renderContent(): TemplateResult {
    const { answer, failure } = this.#overview;
    if (answer === undefined) return failure === undefined ? this.#renderWaiting() : this.#renderAlone(failure);
    if (!this.#kept.knows(answer)) return this.#renderReplaced(answer);
    this.#kept.adopt(answer);
    const isBeside = answer.actions.includes('openPanel');
    // A page of before could show everything here.
    const route = isBeside && !isForSideBar(this.route) ? home : this.route;
    const page = this.#page(answer, route);
    const trouble = failure === undefined ? nothing : html`<div class="trouble">${this.#renderFailure(failure)}</div>`;
    if (answer.isUnused && !isNewDecision(route))
      return html`${trouble}
        <div class="view">${renderFirstRun(page, this.#firstRun.answer)}</div>`;
    const go = (view: ViewName): void => this.#go({ view, item: null });
    const openInEditor = isBeside ? (): void => this.#link.send({ type: 'run', action: 'openPanel' }) : undefined;
    return html`${renderNavigation({ current: route.view, overview: answer, go, openInEditor })} ${trouble}
      <div class="view">${keyed(this.#forms, renderView(page))}</div>`;
  }

  /**
   * The file was moved, deleted or restored from elsewhere: the user must not mistake the new memory for the old one.
   */
  #renderReplaced(overview: OverviewCard): TemplateResult {
    const adopt = (): void => {
      this.#kept.adopt(overview);
      this.requestUpdate();
    };
    // A project with memory files is no first run, but the new memory can be empty all the same.
    const { bytes: _bytes, ...memories } = overview.totals;
    const isEmpty = overview.isUnused || Object.values(memories).every((count) => count === 0);
    const failure: FailureCard = {
      code: 'store_replaced',
      message: isEmpty
        ? t('The memory at {0} was replaced by an empty one.', overview.location)
        : t('The memory at {0} was replaced by another one.', overview.location),
      remedy: t('If the file was moved or deleted, put it back. This page then shows it.'),
      actions: overview.actions.filter((action) => ['openDatabaseFolder', 'runDoctor'].includes(action)),
    };
    return html`<main>
      ${this.#renderFailure(failure)}
      <div class="buttons"><vscode-button secondary @click=${adopt}>${t('Use This Memory')}</vscode-button></div>
    </main>`;
  }

  #renderWaiting(): TemplateResult {
    if (this.#overview.state !== 'slow') {
      return html`<main><p class="quiet" role="status">${t('Opening your memory…')}</p></main>`;
    }
    return this.#renderAlone({
      code: 'host_slow',
      message: t('Opening your memory is taking longer than expected.'),
      remedy: t('Another program may be writing to it. The page loads when the memory responds.'),
      actions: [...this.#link.abilities.whileWaiting],
    });
  }

  #renderAlone(failure: FailureCard): TemplateResult {
    return html`<main>${this.#renderFailure(failure)}</main>`;
  }

  #renderFailure(failure: FailureCard): TemplateResult {
    const host: ActionHost = { can: () => false, run: (action) => this.#link.send({ type: 'run', action }) };
    return renderFailure(failure, host, () => this.#client.changed());
  }

  #page(overview: OverviewCard, route: Route): Page {
    return {
      client: this.#client,
      overview,
      abilities: this.#link.abilities,
      route,
      from: this.#from,
      isWide: this.isWide,
      go: (route) => this.#go(route),
      can: (action: ViewAction) => overview.actions.includes(action),
      run: (action) => this.#link.send({ type: 'run', action }),
      openText: (text) => this.#link.send({ type: 'openText', ...text }),
      openSource: (sourceRef) => this.#link.send({ type: 'openSource', sourceRef }),
      openFile: (file) => this.#link.send({ type: 'openFile', ...file }),
      execute: async (command, done) => {
        const came = await this.#execute(command);
        const left = came?.copies?.left ?? [];
        // Something that the user still has to do stays on the page until they close it.
        if (came !== undefined && left.length > 0) this.#toasts.show({ text: resultText(came, done), isFailure: true });
        else if (came !== undefined) this.#notify(resultText(came, done), came.undo === null ? [] : [came.undo]);
        return came;
      },
      notify: (message, undo = []) => this.#notify(message, undo),
      notifyFailure: (failure) => this.#notifyFailure(failure),
      kept: (name) => this.#kept.of(name),
      keep: (name, state) => this.#kept.keep(name, state),
    };
  }

  #go(to: Route): void {
    if (this.#overview.answer?.actions.includes('openPanel') === true && !isForSideBar(to)) {
      this.#link.send({ type: 'openRoute', route: to });
      return;
    }
    const { route, isForm } = openedRoute(to, this.#kept);
    if (isForm) this.#forms += 1;
    this.#from = route.item !== null && route.view !== this.route.view ? this.route : null;
    this.route = route;
    this.#kept.route = route;
  }

  async #execute(command: PageCommand): ReturnType<Page['execute']> {
    try {
      return await this.#client.execute(command);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      this.#notifyFailure(thrown.failure);
      return undefined;
    } finally {
      // The effect that a view showed in advance is now either confirmed or not.
      this.#client.changed();
    }
  }

  #notify(text: string, changes: readonly string[]): void {
    const undo = async (): Promise<void> => {
      if ((await this.#execute({ type: 'undo', changes: [...changes] })) !== undefined)
        this.#notify(t('Change undone.'), []);
    };
    this.#toasts.show({ text, isFailure: false, ...(changes.length > 0 && { undo: () => void undo() }) });
  }

  get #wayIn(): HTMLElement | null {
    return this.renderRoot.querySelector('nav [aria-current=page]');
  }

  #focusBefore(): HTMLElement | null {
    return this.#lastFocused?.isConnected === true ? this.#lastFocused : this.#wayIn;
  }

  #rememberFocus(event: Event): void {
    const path = event.composedPath();
    const [left] = path;
    if (left instanceof HTMLElement && !path.includes(this.#toasts)) this.#lastFocused = left;
  }

  #notifyFailure(failure: FailureCard): void {
    const parts = [`${headlineOf(failure)}.`, messageOf(failure), remedyOnPage(failure.remedy)];
    const text = parts.filter((part) => part !== null).join(' ');
    this.#toasts.show({ text, isFailure: true, isAboutInput: failure.code === 'invalid_input' });
  }

  readonly #undoByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'z' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const [target] = event.composedPath();
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    this.#toasts.undoLast();
  };
}

/** The result of a command, and its side effects. */
function resultText({ redacted, contradicts, copies }: CommandResult, done: string): string {
  const cutOut = redacted === 0 ? [] : [t('BigMind removed secrets or private text first.')];
  const lostConfidence = contradicts.map(({ id }) => t('It contradicts #{0}, which now has a lower confidence.', id));
  return [done, ...cutOut, ...lostConfidence, ...(copies === null ? [] : copiesLines(copies))].join(' ');
}

function copiesLines({ left, later, log }: NonNullable<CommandResult['copies']>): string[] {
  const advice = t('BigMind cannot clean these. If they may contain erased data, delete them yourself:');
  return [
    ...(log === 'done'
      ? []
      : [
          t(
            'Another program is reading the database. The erased text is removed from its log file when that program ends.',
          ),
        ]),
    ...(later ? [t('BigMind cleans the backups automatically.')] : []),
    ...(left.length === 0 ? [] : [`${advice} ${left.join(', ')}`]),
  ];
}

customElements.define('bigmind-app', BigMindApp);
