/**
 * The sessions: a calendar, and below it those of the chosen days, in progress first, then day by day. A text, a period
 * and a project narrow the list. Above a narrowed list is what else happened in its days. The opened session is next to
 * the list or replaces it. New sessions appear automatically.
 */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { openedSessionFrom, recapItem } from '../../../src/protocol/sessions/sessionItem.ts';
import type { SessionCard, SessionDetailCard } from '../../../src/protocol/sessions/sessions.ts';
import { Live } from '../../client/live.ts';
import { PagedLive } from '../../client/pagedLive.ts';
import { t, tn } from '../../l10n/t.ts';
import { isDay, type DaySpan } from '../../parts/calendar/weeks.ts';
import { dayField, orNull, plainSelect, type Option } from '../../parts/design/choices.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { readerOfToday } from '../../parts/design/format.ts';
import { textOf } from '../../parts/design/forms.ts';
import { keepPlace, keptPlace } from '../../parts/design/listPlace.ts';
import { searchFieldKeys } from '../../parts/design/keyboard/searchKeys.ts';
import type { ListPlace } from '../../parts/design/virtualList.ts';
import '../../parts/design/virtualList.ts';
import { ListView, type FirstRow } from '../shared/listView.ts';
import { keepOpen } from './happened/happened.ts';
import './sessionCalendar.ts';
import './sessionDetail.ts';
import {
  allSessions,
  daysOf,
  onDays,
  periodLabel,
  periods,
  sessionFilterFrom,
  sessionFilterName,
  sessionsQuestion,
  type SessionFilter,
} from './sessionFilter.ts';
import { bestMatchLook, sessionLook } from './sessionRow.ts';

const placeName = 'sessionsPlace';

class SessionsView extends ListView {
  static override styles = [
    ListView.styles,
    css`
      .search .field:not([type='search']) {
        flex: 0 1 10.5em;
        width: auto;
      }
      .narrow .search .field {
        flex: 1 1 8em;
      }
      .narrow .search [type='search'] {
        flex-basis: 100%;
      }
      .list > bigmind-happened {
        flex: none;
        margin: 0;
        border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
      }
    `,
  ];
  static override properties = { filter: { state: true } };

  declare private filter: SessionFilter;
  protected readonly viewName = 'sessions';
  protected readonly detailName = 'bigmind-session-detail';
  readonly #list = new PagedLive(
    this,
    () => this.page.client,
    'sessions',
    () => this.#question,
    ({ sessions, empty, isBestMatch }) => {
      this.#empty = empty;
      this.#isBestMatch = isBestMatch;
      return sessions;
    },
  );
  /** When the session began that was opened from elsewhere; the list shows it, too. */
  #revealed: string | null = null;
  readonly #upToRevealed = new Live(
    this,
    () => this.page.client,
    'sessions',
    () => (this.#revealed === null ? undefined : { ...this.#question, since: this.#revealed, offset: 0, limit: 1 }),
  );
  /** How many ended sessions that say nothing are left out. */
  #empty = 0;
  /** Whether the list has the best results of a search. */
  #isBestMatch = false;
  readonly #choices = new Live(
    this,
    () => this.page.client,
    'choices',
    () => ({}),
  );

  protected restore(): void {
    // A session that was opened from elsewhere may not match the last filter.
    const isFromElsewhere = this.page.from !== null && this.page.route.item !== null;
    this.#isRevealing = isFromElsewhere;
    this.filter = isFromElsewhere ? allSessions : sessionFilterFrom(this.page.kept(sessionFilterName));
    const { index } = keptPlace(this.page, placeName, this.#question);
    this.#list.see(index, index);
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#follow(this.page.route.item);
  }

  #isRevealing = false;

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { answer } = this.#upToRevealed;
    if (this.#revealed === null || answer === undefined) return;
    this.#revealed = null;
    this.#list.see(answer.total - 1, answer.total - 1);
    keepPlace(this.page, placeName, this.#question, { index: Math.max(0, answer.total - 1), share: 0 });
    this.#reveals += 1;
    this.requestUpdate();
  }

  /** The list is rendered again at another place. */
  #reveals = 0;

  #reveal({ startedAt }: SessionDetailCard): void {
    if (!this.#isRevealing) return;
    this.#isRevealing = false;
    this.#revealed = startedAt;
    this.requestUpdate();
  }

  /** A route may name days or what happened lately; both are filters of the list. */
  #follow(item: string | null): void {
    if (item === recapItem) {
      keepOpen(this.page, true);
      if (this.filter.period === 'any') this.#narrow({ period: 'week', project: this.page.overview.project });
    } else if (isDay(item)) this.#narrow(onDays({ from: item, to: item }));
    else return;
    this.page.go({ view: 'sessions', item: null });
  }

  protected search(): void {
    // The opened session has replaced the field.
    if (this.field === null) return;
    const topic = orNull(this.field.value.trim());
    if (topic !== this.filter.topic) this.#narrow({ topic });
  }

  protected get firstRow(): FirstRow | undefined {
    return this.#list.total === undefined ? undefined : { item: this.#list.at(0)?.id ?? null };
  }

  get #question(): ReturnType<typeof sessionsQuestion> {
    return sessionsQuestion(this.filter, readerOfToday().today);
  }

  override render(): TemplateResult {
    const { item } = this.page.route;
    return this.renderPanes(t('Sessions'), item !== null, {
      bar: () => this.#renderBar(),
      list: () => html`${this.#renderHappened()} ${this.#renderList()}`,
      detail: () => this.#renderDetail(item),
    });
  }

  #renderBar(): TemplateResult {
    const { total } = this.#list;
    return html`<div class="bar" role="search">
      <div class="search">
        <input
          class="field"
          type="search"
          dir="auto"
          aria-label=${t('Search sessions')}
          placeholder=${t('Search headlines, topics, files and what was said')}
          .value=${this.filter.topic ?? ''}
          aria-keyshortcuts="/ Control+F"
          @input=${(event: Event) => this.searchSoon(textOf(event).trim() === '')}
          @keydown=${searchFieldKeys(this.toList, this.openFirst)}
        />
        ${this.#renderNarrowing()}
        <p class="result-count quiet" role="status">
          ${total === undefined ? nothing : html`${this.#countText(total)} ${this.#renderHidden()}`}
        </p>
      </div>
      ${this.#renderCalendar()}
    </div>`;
  }

  #countText(total: number): string {
    return this.#isBestMatch
      ? tn(total, 'Best match: {0} session', 'Best matches: {0} sessions')
      : tn(total, '{0} session', '{0} sessions');
  }

  #renderHidden(): TemplateResult | typeof nothing {
    const { withEmpty } = this.filter;
    if (this.#empty === 0 && !withEmpty) return nothing;
    return html`·
      <button class="link" @click=${() => this.#narrow({ withEmpty: !withEmpty })}>
        ${withEmpty ? t('Hide Empty Sessions') : tn(this.#empty, 'Show {0} Empty Session', 'Show {0} Empty Sessions')}
      </button>`;
  }

  #renderNarrowing(): TemplateResult {
    const { period, project, from, to } = this.filter;
    const projects = this.#projects();
    return html`${plainSelect(
      t('Period'),
      period,
      periods.map((value) => [value, periodLabel(value)] as const),
      (value) => this.#narrow({ ...daysOf(this.filter, readerOfToday().today), period: value }),
    )}
    ${
      projects.length > 1
        ? plainSelect(t('Project'), project ?? '', [['', t('All projects')], ...projects], (value) =>
            this.#narrow({ project: orNull(value) }),
          )
        : nothing
    }
    ${
      period === 'days'
        ? html`${dayField(t('From'), from, (day) => this.#narrow({ from: day }))}
          ${dayField(t('To'), to, (day) => this.#narrow({ to: day }))}`
        : nothing
    }`;
  }

  /** The project of this window and the chosen one are offered, even without a memory. */
  #projects(): Option<string>[] {
    const known = this.#choices.answer?.projects.map(({ name }) => name) ?? [];
    const names = [this.page.overview.project, this.filter.project, ...known].filter((name) => name !== null);
    return [...new Set(names)].map((name) => [name, name] as const);
  }

  #renderCalendar(): TemplateResult | typeof nothing {
    if (this.page.overview.totals.sessions === 0) return nothing;
    return html`<bigmind-session-calendar
      .page=${this.page}
      .chosen=${this.#chosenDays}
      .onChoose=${(days: DaySpan | null) => this.#narrow(days === null ? { period: 'any' } : onDays(days))}
    ></bigmind-session-calendar>`;
  }

  /** The same object for the same days, because the calendar follows another one. */
  #days: DaySpan | null = null;
  get #chosenDays(): DaySpan | null {
    const { today } = readerOfToday();
    const { from, to } = daysOf(this.filter, today);
    const days = from === null ? null : { from, to: to ?? today };
    if (days?.from !== this.#days?.from || days?.to !== this.#days?.to) this.#days = days;
    return this.#days;
  }

  /** Only for a time that has a beginning. */
  #renderHappened(): TemplateResult | typeof nothing {
    const { since, until, project } = this.#question;
    if (since === null) return nothing;
    return html`<bigmind-happened .page=${this.page} .question=${{ since, until, project }}></bigmind-happened>`;
  }

  #renderList(): TemplateResult {
    if (this.#list.total === undefined) return html`${this.renderWait(this.#list)}`;
    if (this.#list.total === 0) return this.#renderEmpty();
    const question = this.#question;
    return html`${keyed(
      `${JSON.stringify(question)} ${String(this.#reveals)}`,
      html`<bigmind-virtual-list
        .rows=${this.#list}
        .look=${this.#isBestMatch ? bestMatchLook : sessionLook}
        .label=${t('Sessions')}
        .openedKey=${this.page.route.item === null ? null : openedSessionFrom(this.page.route.item).id}
        .place=${keptPlace(this.page, placeName, question)}
        .onPlace=${(place: ListPlace) => keepPlace(this.page, placeName, question, place)}
        .onOpen=${({ id }: SessionCard) => this.open(id)}
      ></bigmind-virtual-list>`,
    )}`;
  }

  #renderEmpty(): TemplateResult {
    const { topic, project, period } = this.filter;
    if (topic !== null || project !== null || period !== 'any') {
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
    const opened = openedSessionFrom(item);
    return html`${keyed(
      item,
      html`<bigmind-session-detail
        .page=${this.page}
        .opened=${opened}
        .onClose=${() => this.close()}
        .onRead=${(session: SessionDetailCard) => this.#reveal(session)}
        .onTopic=${(topic: string) => this.#chooseTopic(topic)}
        .onChange=${(change: Partial<SessionCard>) => this.#show(opened.id, change)}
        @keydown=${(event: KeyboardEvent) => this.leave(event)}
      ></bigmind-session-detail>`,
    )}`;
  }

  #narrow(change: Partial<SessionFilter>): void {
    this.filter = { ...this.filter, ...change };
    this.page.keep(sessionFilterName, this.filter);
  }

  /** In a narrow page the filtered list must become visible. */
  #chooseTopic(topic: string): void {
    this.#narrow({ ...allSessions, topic });
    if (!this.page.isWide) this.close();
  }

  #show(id: string, change: Partial<SessionCard>): void {
    this.#list.patch(
      (session) => session.id === id,
      (session) => ({ ...session, ...change }),
    );
  }
}

customElements.define('bigmind-sessions-view', SessionsView);
