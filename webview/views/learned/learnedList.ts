/**
 * What was learned from recorded sessions, by day, newest first. A person confirms, edits or dismisses one or many; each
 * action is one change, which one undo takes back. The effect shows at once, and is reverted if the host
 * refuses. The list is one tab stop: the arrow keys move, Space selects, Shift extends, and C, E and D confirm, edit and
 * dismiss.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LearnedCard, LearnedFilterCard, LearnedListCard } from '../../../src/protocol/learn/learned.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { dayOf } from '../../parts/design/days.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { dayName, number } from '../../parts/design/format.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { renderPager } from '../../parts/design/pager.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { completingItem } from '../../parts/domain/decisionItem.ts';
import { learnedItem } from '../../parts/domain/learnedItem.ts';
import { confirmedText, dismissedText } from '../../parts/domain/learnedWords.ts';
import { turnItem } from '../../parts/domain/sessionItem.ts';
import { keptCuration } from '../shared/curationState.ts';
import { View } from '../shared/view.ts';
import { allCurrent, isNarrowed, learnedFilterFrom, renderLearnedFilter } from './learnedFilter.ts';
import { isCurrentFact, renderLearnedRow, type LearnedActions } from './learnedRow.ts';
import { byDay, extendedTo, nothingSelected, toggled, within, type Selection } from './learnedSelection.ts';
import { learnedStyles } from './learnedStyles.ts';
import { renderLearningStatus, renderLearnNow } from './learningStatus.ts';

const filterName = 'learned';
const pageOfItems = 50;

export class LearnedList extends View {
  static override styles = [styles, controls, learnedStyles];
  static override properties = {
    opened: { attribute: false },
    projects: { attribute: false },
    filter: { state: true },
    offset: { state: true },
    cursor: { state: true },
    selection: { state: true },
  };

  /** The number of the fact that is shown beside the list; null for none. */
  declare opened: string | null;
  /** The names of the projects to filter by. */
  declare projects: readonly string[];
  declare onOpen: (item: string) => void;
  /** Opens it for editing. */
  declare onEdit: (item: string) => void;
  declare private filter: LearnedFilterCard;
  declare private offset: number;
  /** The item that has the focus, or had it last. */
  declare private cursor: number | undefined;
  declare private selection: Selection;
  #lastPlace = 0;
  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  readonly #learning = new Live(
    this,
    () => this.page.client,
    'learning',
    () => ({}),
  );
  readonly #list = new Live(
    this,
    () => this.page.client,
    'learned',
    () => ({ filter: this.filter, offset: this.offset, limit: pageOfItems }),
  );
  readonly #does: LearnedActions = {
    open: ({ id }) => this.onOpen(learnedItem(id)),
    openFact: (id) => this.onOpen(learnedItem(id)),
    select: ({ id }, isRange) => this.#select(id, isRange),
    confirm: (item) => this.#confirm([item]),
    edit: ({ id }) => this.onEdit(learnedItem(id)),
    decide: ({ id }) => this.page.go({ view: 'decisions', item: completingItem(String(id)) }),
    dismiss: (item) => this.#dismiss([item]),
    openTurn: ({ sessionId, seq }) =>
      sessionId !== null && this.page.go({ view: 'sessions', item: turnItem(sessionId, seq) }),
  };

  constructor() {
    super();
    this.opened = null;
    this.projects = [];
    this.filter = allCurrent;
    this.offset = 0;
    this.selection = nothingSelected;
  }

  /** Focuses the current item. */
  override focus(): void {
    this.#focus.want();
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!this.hasUpdated) this.filter = learnedFilterFrom(this.page.kept(filterName));
    const { answer } = this.#list;
    if (answer === undefined) return;
    if (this.offset > 0 && this.offset >= answer.total) this.offset -= pageOfItems;
    if (changed.has('opened') && this.opened !== null) this.cursor = Number(this.opened);
    const place = this.#ids.indexOf(this.cursor ?? -1);
    if (place >= 0) this.#lastPlace = place;
    else this.cursor = this.#ids[Math.min(this.#lastPlace, this.#ids.length - 1)];
    this.selection = within(this.selection, this.#ids);
  }

  override render(): TemplateResult {
    const { answer } = this.#list;
    const learning = this.#learning.answer;
    const isEmpty = answer?.total === 0 && !isNarrowed(this.filter);
    return html`<div class="feed">
      ${learning === undefined ? nothing : renderLearningStatus(learning, this.page)}
      ${isEmpty ? nothing : renderLearnedFilter(this.filter, this.projects, (filter) => this.#narrow(filter))}
      ${answer === undefined ? this.renderWait(this.#list) : this.#renderItems(answer)}
    </div>`;
  }

  #renderItems({ items, total }: LearnedListCard): TemplateResult {
    if (items.length === 0) return this.#renderNothing();
    const places = new Map(items.map(({ id }, place) => [id, place]));
    return html`${this.#renderHead(total)}
      <div
        class="days"
        @keydown=${(event: KeyboardEvent) => this.#press(event)}
        @focusin=${(event: FocusEvent) => this.#notice(event)}
      >
        ${byDay(items, dayOf).map(
          ([day, ofDay]) =>
            html`<section class="day" aria-label=${day === null ? t('Unknown date') : dayName(day, 'full')}>
              <h2>${day === null ? t('Unknown date') : dayName(day, 'full')}</h2>
              ${repeat(
                ofDay,
                ({ id }) => id,
                (item) => this.#renderItem(item, this.offset + (places.get(item.id) ?? 0) + 1, total),
              )}
            </section>`,
        )}
      </div>
      ${renderPager({ offset: this.offset, limit: pageOfItems, total, go: (offset) => this.#turnTo(offset) })}`;
  }

  #renderItem(item: LearnedCard, place: number, total: number): TemplateResult {
    return renderLearnedRow({
      ...{ item, place, total },
      isCurrent: item.id === this.cursor,
      isSelected: this.selection.selected.has(item.id),
      isOpened: String(item.id) === this.opened,
      hasKeys: keptCuration(this.page).keys,
      does: this.#does,
    });
  }

  /** The number of items; with a selection, what can be done with it. */
  #renderHead(total: number): TemplateResult {
    const chosen = this.#chosen;
    if (chosen.length === 0)
      return html`<p class="quiet" role="status">${tn(total, '{0} learned fact', '{0} learned facts')}</p>`;
    const current = chosen.filter(isCurrentFact);
    const unconfirmed = chosen.filter(({ state }) => state === 'learned');
    return html`<section class="bulk" aria-label=${t('Selected entries')}>
      <p role="status">${tn(chosen.length, '{0} selected', '{0} selected')}</p>
      ${
        unconfirmed.length === 0
          ? nothing
          : html`<button class="button primary" @click=${() => this.#confirm(chosen)}>
              ${t('Confirm {0}', number(unconfirmed.length))}
            </button>`
      }
      ${
        current.length === 0
          ? nothing
          : html`<button class="button" @click=${() => this.#dismiss(chosen)}>
              ${t('Dismiss {0}', number(current.length))}
            </button>`
      }
      <button class="link" @click=${() => this.#clear()}>${t('Clear Selection')}</button>
    </section>`;
  }

  #renderNothing(): TemplateResult {
    const empty = isNarrowed(this.filter)
      ? renderEmpty(
          'filter',
          t('No learned facts match these filters'),
          t('Remove a filter.'),
          html`<button class="button" @click=${() => this.#narrow(allCurrent)}>${t('Show All')}</button>`,
        )
      : renderEmpty(
          'lightbulb',
          t('Nothing learned yet'),
          t(
            'A language model that you choose can read your recorded sessions and note what is worth knowing later, with a quote for each note. It is off until you turn it on.',
          ),
          renderLearnNow(this.page),
        );
    return html`<div tabindex="-1" data-nothing>${empty}</div>`;
  }

  get #ids(): number[] {
    return this.#list.answer?.items.map(({ id }) => id) ?? [];
  }

  get #chosen(): LearnedCard[] {
    return this.#list.answer?.items.filter(({ id }) => this.selection.selected.has(id)) ?? [];
  }

  #confirm(items: readonly LearnedCard[]): void {
    const ids = items.filter(({ state }) => state === 'learned').map(({ id }) => id);
    if (ids.length === 0) return;
    this.#show(ids, (item) => ({ ...item, state: 'confirmed' }));
    void this.page.execute({ type: 'confirmLearned', ids }, confirmedText(ids.length));
  }

  #dismiss(items: readonly LearnedCard[]): void {
    const ids = items.filter(isCurrentFact).map(({ id }) => id);
    if (ids.length === 0) return;
    this.#show(ids, (item) => ({ ...item, state: 'dismissed' }));
    void this.page.execute({ type: 'dismissLearned', ids, reason: t('Dismissed.') }, dismissedText(ids.length));
  }

  /** Shows the effect of a command before it is done; what no longer fits the filter leaves. */
  #show(ids: readonly number[], change: (item: LearnedCard) => LearnedCard): void {
    const fits = ({ state }: LearnedCard): boolean =>
      this.filter.state === 'all' ||
      (this.filter.state === 'current' ? state !== 'dismissed' && state !== 'replaced' : state === this.filter.state);
    this.#list.patch(({ items, total }) => {
      const next = items.map((item) => (ids.includes(item.id) ? change(item) : item)).filter(fits);
      return { items: next, total: Math.max(0, total - (items.length - next.length)) };
    });
    this.selection = nothingSelected;
    this.#focus.want();
  }

  #select(id: number, isRange: boolean): void {
    this.cursor = id;
    this.selection = isRange ? extendedTo(this.selection, id, this.#ids) : toggled(this.selection, id);
  }

  #clear(): void {
    this.selection = nothingSelected;
    this.#focus.want();
  }

  #press(event: KeyboardEvent): void {
    const current = this.#list.answer?.items.find(({ id }) => id === this.cursor);
    if (current === undefined || event.altKey) return;
    if (this.#pressed(event, current)) event.preventDefault();
    else if (!event.shiftKey) moveAlong(event, '.item', 'column');
  }

  /** Whether the key did something. */
  #pressed(event: KeyboardEvent, current: LearnedCard): boolean {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'a') return false;
      this.selection = { selected: new Set(this.#ids), anchor: current.id };
    } else if (key === 'Escape' && this.selection.selected.size > 0) this.#clear();
    else if (event.shiftKey && key === 'ArrowDown') this.#extend(current.id, 1);
    else if (event.shiftKey && key === 'ArrowUp') this.#extend(current.id, -1);
    else return target instanceof HTMLElement && target.matches('.item') && !event.repeat && this.#runKey(key, current);
    return true;
  }

  /** The keys of one item; whether there is one. */
  #runKey(key: string, current: LearnedCard): boolean {
    const chosen = this.#chosen.length > 0 ? this.#chosen : [current];
    if (key === ' ') this.#select(current.id, false);
    else if (key === 'Enter') this.#does.open(current);
    else if (!keptCuration(this.page).keys) return false;
    else if (key === 'c') this.#confirm(chosen);
    else if (key === 'e' && isCurrentFact(current)) this.#does.edit(current);
    else if (key === 'd') this.#dismiss(chosen);
    else return false;
    return true;
  }

  /** Selects the next item, too. */
  #extend(from: number, step: 1 | -1): void {
    const next = this.#ids[this.#ids.indexOf(from) + step];
    if (next === undefined) return;
    const begun = this.selection.anchor === undefined ? toggled(nothingSelected, from) : this.selection;
    this.selection = extendedTo(begun, next, this.#ids);
    this.cursor = next;
    this.#focus.want();
  }

  #narrow(filter: LearnedFilterCard): void {
    this.filter = filter;
    this.page.keep(filterName, filter);
    this.#begin(0);
  }

  #turnTo(offset: number): void {
    this.#begin(offset);
    this.#focus.want();
  }

  #begin(offset: number): void {
    this.offset = offset;
    this.#lastPlace = 0;
    this.cursor = undefined;
    this.selection = nothingSelected;
  }

  #notice(event: FocusEvent): void {
    const item = event.target instanceof Element ? event.target.closest('[data-item]') : null;
    if (item !== null) this.cursor = Number(item.getAttribute('data-item'));
  }

  #focusPlace(): HTMLElement | null {
    const item = this.renderRoot.querySelector<HTMLElement>(`[data-item="${String(this.cursor)}"]`);
    return item ?? this.renderRoot.querySelector('[data-nothing]');
  }
}

customElements.define('bigmind-learned-list', LearnedList);
