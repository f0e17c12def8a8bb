/**
 * The timeline of sessions: what is going on now, then day by day. It is narrowed down by a text or a topic, and by a time
 * that another view sends; what is opened stands beside it or in its place. New sessions appear by themselves.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { SessionCard } from '../../../src/protocol/sessions.ts';
import { t, tn } from '../../l10n/t.ts';
import { browserStyles } from '../../parts/browserStyles.ts';
import { chipStyles } from '../../parts/chipStyles.ts';
import { controls } from '../../parts/controls.ts';
import { renderEmpty } from '../../parts/empty.ts';
import { FocusKeeper } from '../../parts/focusKeeper.ts';
import { isEscape, textOf } from '../../parts/forms.ts';
import { keepPlace, keptPlace } from '../../parts/listPlace.ts';
import { SearchKeys, searchFieldKeys } from '../../parts/searchKeys.ts';
import { styles } from '../../parts/styles.ts';
import type { ListPlace } from '../../parts/virtualList.ts';
import '../../parts/virtualList.ts';
import { PagedLive } from '../../shell/pagedLive.ts';
import { keptCuration } from '../curation/keptCuration.ts';
import { View } from '../view.ts';
import './sessionDetail.ts';
import {
  allSessions,
  periodName,
  sameFilter,
  sessionFilterFrom,
  sessionFilterName,
  type SessionFilter,
} from './sessionFilter.ts';
import { sessionLook } from './sessionRow.ts';

const placeName = 'sessionsPlace';
const pauseMilliseconds = 250;

export class SessionsView extends View {
  static override styles = [styles, controls, chipStyles, browserStyles];
  static override properties = { filter: { state: true } };

  declare private filter: SessionFilter;
  #typing: number | undefined;
  /** What was just opened from the list, and is to have the focus once it is there. */
  #opening: string | undefined;
  /** Where somebody wants to go on to from the field, once all is found. */
  #next: 'list' | 'first' | undefined;
  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  readonly #list = new PagedLive(
    this,
    () => this.page.client,
    'sessions',
    () => this.filter,
    ({ sessions }) => sessions,
  );

  constructor() {
    super();
    new SearchKeys(this, { field: () => this.#field, hasLetters: () => keptCuration(this.page).keys });
  }

  override willUpdate(): void {
    if (this.#opening !== undefined && this.#opening === this.page.route.item) {
      this.#opening = undefined;
      this.#focus.want();
    }
    if (this.hasUpdated) return;
    this.filter = sessionFilterFrom(this.page.kept(sessionFilterName));
    const { index } = keptPlace(this.page, placeName, this.filter);
    this.#list.see(index, index);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#next === undefined || this.#list.total === undefined) return;
    const next = this.#next;
    this.#next = undefined;
    if (next === 'list') {
      this.#listElement?.focus();
      return;
    }
    const first = this.#list.at(0);
    if (first !== undefined) this.#open(first.id);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#typing);
  }

  override render(): TemplateResult {
    const { isWide, route } = this.page;
    const isListShown = isWide || route.item === null;
    return html`<main class=${isWide ? 'wide' : 'narrow'}>
      <h1 class="unseen">${t('Sessions')}</h1>
      ${isListShown ? this.#renderBar() : nothing}
      <div class="panes">
        ${isListShown ? html`<div class="list">${this.#renderList()}</div>` : nothing}
        ${route.item === null && !isWide ? nothing : this.#renderDetail(route.item)}
      </div>
    </main>`;
  }

  #renderBar(): TemplateResult {
    const { total } = this.#list;
    const period = periodName(this.filter);
    return html`<div class="bar" role="search">
      <div class="search">
        <input
          class="field"
          type="search"
          dir="auto"
          aria-label=${t('Sessions about')}
          placeholder=${t('Topic or headline')}
          .value=${this.filter.topic ?? ''}
          aria-keyshortcuts="/ Control+F"
          @input=${(event: Event) => this.#type(textOf(event))}
          @keydown=${searchFieldKeys(
            () => this.#goOn('list'),
            () => this.#goOn('first'),
          )}
        />
        <p class="told quiet" role="status">${total === undefined ? '' : tn(total, '{0} session', '{0} sessions')}</p>
      </div>
      ${
        period === null
          ? nothing
          : html`<div class="chips">
              <button
                class="chip"
                aria-label=${t('Show all times instead of: {0}', period)}
                @click=${() => this.#narrow({ since: null, until: null })}
              >
                ${period} <span aria-hidden="true">×</span>
              </button>
            </div>`
      }
    </div>`;
  }

  #renderList(): TemplateResult {
    if (this.#list.total === undefined) return html`${this.renderWait(this.#list)}`;
    if (this.#list.total === 0) return this.#renderEmpty();
    const { filter } = this;
    return html`${keyed(
      JSON.stringify(filter),
      html`<bigmind-virtual-list
        .rows=${this.#list}
        .look=${sessionLook}
        .label=${t('Sessions')}
        .openedKey=${this.page.route.item}
        .place=${keptPlace(this.page, placeName, filter)}
        .onPlace=${(place: ListPlace) => keepPlace(this.page, placeName, filter, place)}
        .onOpen=${({ id }: SessionCard) => this.#open(id)}
      ></bigmind-virtual-list>`,
    )}`;
  }

  #renderEmpty(): TemplateResult {
    if (!sameFilter(this.filter, allSessions)) {
      const button = html`<button class="button" @click=${() => this.#narrow(allSessions)}>
        ${t('Show all sessions')}
      </button>`;
      return renderEmpty('search', t('No session fits'), t('Try another word, or another time.'), button);
    }
    return renderEmpty(
      'comment-discussion',
      t('No sessions yet'),
      t('Each conversation with an assistant that uses BigMind becomes a session here, with what it was about.'),
    );
  }

  #renderDetail(id: string | null): TemplateResult {
    if (id === null) {
      return html`<div class="detail"><p class="quiet">${t('Choose a session to read it here.')}</p></div>`;
    }
    return html`<div class="detail">
      ${keyed(
        id,
        html`<bigmind-session-detail
          .page=${this.page}
          .sessionId=${id}
          .onClose=${() => this.#close()}
          .onTopic=${(topic: string) => this.#chooseTopic(topic)}
          .onChange=${(change: Partial<SessionCard>) => this.#show(id, change)}
          @keydown=${(event: KeyboardEvent) => this.#leave(event)}
        ></bigmind-session-detail>`,
      )}
    </div>`;
  }

  get #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('.search input');
  }

  get #listElement(): HTMLElement | null {
    return this.renderRoot.querySelector('bigmind-virtual-list');
  }

  #type(text: string): void {
    window.clearTimeout(this.#typing);
    this.#next = undefined;
    const topic = topicFrom(text);
    this.#typing = window.setTimeout(() => this.#narrow({ topic }), topic === null ? 0 : pauseMilliseconds);
  }

  #goOn(next: 'list' | 'first'): void {
    window.clearTimeout(this.#typing);
    const topic = topicFrom(this.#field?.value ?? '');
    if (topic !== this.filter.topic) this.#narrow({ topic });
    this.#next = next;
    this.requestUpdate();
  }

  #narrow(change: Partial<SessionFilter>): void {
    this.filter = { ...this.filter, ...change };
    this.page.keep(sessionFilterName, this.filter);
  }

  /** In a narrow page the list that it is about has to be seen. */
  #chooseTopic(topic: string): void {
    this.#narrow({ topic, since: null, until: null });
    if (!this.page.isWide) this.#close();
  }

  #show(id: string, change: Partial<SessionCard>): void {
    this.#list.patch(
      (session) => session.id === id,
      (session) => ({ ...session, ...change }),
    );
  }

  #open(id: string): void {
    this.#opening = id;
    this.page.go({ view: 'sessions', item: id });
  }

  #close(): void {
    this.page.go({ view: 'sessions', item: null });
    this.#focus.want();
  }

  #focusPlace(): HTMLElement | null {
    return this.page.route.item === null
      ? (this.#listElement ?? this.#field)
      : this.renderRoot.querySelector<HTMLElement>('bigmind-session-detail');
  }

  #leave(event: KeyboardEvent): void {
    if (!isEscape(event)) return;
    event.preventDefault();
    this.#close();
  }
}

function topicFrom(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

customElements.define('bigmind-sessions-view', SessionsView);
