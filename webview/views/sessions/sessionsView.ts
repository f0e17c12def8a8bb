/**
 * The timeline of sessions: those in progress, then day by day. It is filtered by a text or a topic, and by a period
 * that another view sets. The opened session, or what happened in a period, is next to the list or replaces it. New
 * sessions appear automatically.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { recapItem } from '../../../src/protocol/recap/recap.ts';
import type { SessionCard } from '../../../src/protocol/sessions/sessions.ts';
import { t, tn } from '../../l10n/t.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { textOf } from '../../parts/design/forms.ts';
import { keepPlace, keptPlace } from '../../parts/design/listPlace.ts';
import { searchFieldKeys } from '../../parts/design/keyboard/searchKeys.ts';
import type { ListPlace } from '../../parts/design/virtualList.ts';
import '../../parts/design/virtualList.ts';
import { PagedLive } from '../../client/pagedLive.ts';
import { openedSessionFrom } from '../../parts/domain/sessionItem.ts';
import { ListView, type FirstRow } from '../shared/listView.ts';
import '../recap/recapView.ts';
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

export class SessionsView extends ListView {
  static override properties = { filter: { state: true } };

  declare private filter: SessionFilter;
  protected readonly viewName = 'sessions';
  protected readonly detailName = 'bigmind-session-detail, bigmind-recap';
  readonly #list = new PagedLive(
    this,
    () => this.page.client,
    'sessions',
    () => this.filter,
    ({ sessions }) => sessions,
  );

  protected restore(): void {
    this.filter = sessionFilterFrom(this.page.kept(sessionFilterName));
    const { index } = keptPlace(this.page, placeName, this.filter);
    this.#list.see(index, index);
  }

  protected search(): void {
    // The opened session has replaced the field.
    if (this.field === null) return;
    const topic = topicFrom(this.field.value);
    if (topic !== this.filter.topic) this.#narrow({ topic });
  }

  protected get firstRow(): FirstRow | undefined {
    return this.#list.total === undefined ? undefined : { item: this.#list.at(0)?.id ?? null };
  }

  override render(): TemplateResult {
    const { item } = this.page.route;
    return this.renderPanes(t('Sessions'), item !== null, {
      bar: () => this.#renderBar(),
      list: () => this.#renderList(),
      detail: () => this.#renderDetail(item),
    });
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
          aria-label=${t('Search sessions')}
          placeholder=${t('Search topics and headlines')}
          .value=${this.filter.topic ?? ''}
          aria-keyshortcuts="/ Control+F"
          @input=${(event: Event) => this.searchSoon(topicFrom(textOf(event)) === null)}
          @keydown=${searchFieldKeys(this.toList, this.openFirst)}
        />
        <button class="button" @click=${() => this.open(recapItem)}>${t('What Happened Since…')}</button>
        <p class="result-count quiet" role="status">
          ${total === undefined ? '' : tn(total, '{0} session', '{0} sessions')}
        </p>
      </div>
      ${
        period === null
          ? nothing
          : html`<div class="chips">
              <button
                class="chip"
                aria-label=${t('Remove time filter: {0}', period)}
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
        .openedKey=${this.page.route.item === null ? null : openedSessionFrom(this.page.route.item).id}
        .place=${keptPlace(this.page, placeName, filter)}
        .onPlace=${(place: ListPlace) => keepPlace(this.page, placeName, filter, place)}
        .onOpen=${({ id }: SessionCard) => this.open(id)}
      ></bigmind-virtual-list>`,
    )}`;
  }

  #renderEmpty(): TemplateResult {
    if (!sameFilter(this.filter, allSessions)) {
      const button = html`<button class="button" @click=${() => this.#narrow(allSessions)}>
        ${t('Show All Sessions')}
      </button>`;
      return renderEmpty('search', t('No matching sessions'), t('Try another word or another period.'), button);
    }
    return renderEmpty(
      'comment-discussion',
      t('No sessions yet'),
      t('Each conversation with an assistant that uses BigMind becomes a session here, with its topics and summary.'),
    );
  }

  #renderDetail(item: string | null): TemplateResult | typeof nothing {
    if (item === null) return this.renderHint(this.#list.total, t('Select a session to view it.'));
    if (item === recapItem) return this.#renderRecap();
    const { id, at } = openedSessionFrom(item);
    return html`${keyed(
      item,
      html`<bigmind-session-detail
        .page=${this.page}
        .sessionId=${id}
        .at=${at}
        .onClose=${() => this.close()}
        .onTopic=${(topic: string) => this.#chooseTopic(topic)}
        .onChange=${(change: Partial<SessionCard>) => this.#show(id, change)}
        @keydown=${(event: KeyboardEvent) => this.leave(event)}
      ></bigmind-session-detail>`,
    )}`;
  }

  #renderRecap(): TemplateResult {
    return html`<bigmind-recap
      .page=${this.page}
      .onClose=${() => this.close()}
      @keydown=${(event: KeyboardEvent) => this.leave(event)}
    ></bigmind-recap>`;
  }

  #narrow(change: Partial<SessionFilter>): void {
    this.filter = { ...this.filter, ...change };
    this.page.keep(sessionFilterName, this.filter);
  }

  /** In a narrow page the filtered list must become visible. */
  #chooseTopic(topic: string): void {
    this.#narrow({ topic, since: null, until: null });
    if (!this.page.isWide) this.close();
  }

  #show(id: string, change: Partial<SessionCard>): void {
    this.#list.patch(
      (session) => session.id === id,
      (session) => ({ ...session, ...change }),
    );
  }
}

function topicFrom(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

customElements.define('bigmind-sessions-view', SessionsView);
