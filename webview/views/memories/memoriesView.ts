/**
 * Everything that is remembered: to leaf through, to search, and to open one by one. What was asked, where the list stands
 * and what is opened survive a reload; what another window changes appears by itself.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { FoundCard, MemoryCard, MemoryRefCard } from '../../../src/protocol/memories.ts';
import { t, tn } from '../../l10n/t.ts';
import { browserStyles } from '../../parts/browserStyles.ts';
import { chipStyles } from '../../parts/chipStyles.ts';
import { controls } from '../../parts/controls.ts';
import { renderEmpty } from '../../parts/empty.ts';
import { FocusKeeper } from '../../parts/focusKeeper.ts';
import { number } from '../../parts/format.ts';
import { isEscape } from '../../parts/forms.ts';
import { keepPlace, keptPlace } from '../../parts/listPlace.ts';
import { itemOf, refFrom } from '../../parts/memoryItem.ts';
import { SearchKeys } from '../../parts/searchKeys.ts';
import { styles } from '../../parts/styles.ts';
import type { ListPlace, RowSource } from '../../parts/virtualList.ts';
import '../../parts/virtualList.ts';
import { Live } from '../../shell/live.ts';
import { PagedLive } from '../../shell/pagedLive.ts';
import { keptCuration } from '../curation/keptCuration.ts';
import { View } from '../view.ts';
import { renderFilterBar } from './filterBar.ts';
import { choiceFrom, everything, filterOf, filtersIn, type MemoryChoice } from './memoryFilter.ts';
import './memoryDetail.ts';
import { memoryLook, type MemoryRow } from './memoryRow.ts';

const choiceName = 'memories';
const placeName = 'memoriesPlace';
const pauseMilliseconds = 250;
const mostFound = 100;
const shortestQuery = 2;

export class MemoriesView extends View {
  static override styles = [styles, controls, chipStyles, browserStyles];
  static override properties = { choice: { state: true }, query: { state: true } };

  declare private choice: MemoryChoice;
  /** What is searched for, once somebody stopped typing. */
  declare private query: string;
  #typing: number | undefined;
  /** What was just opened from the list, and is to have the focus once it is there. */
  #opening: string | undefined;
  /** Where somebody wants to go on to from the field, once all is found. */
  #next: 'list' | 'first' | undefined;
  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  /** What was found last stays on the screen while something newer is looked for. */
  #found: FoundCard | undefined;
  readonly #choices = new Live(
    this,
    () => this.page.client,
    'choices',
    () => ({}),
  );
  readonly #list = new PagedLive(
    this,
    () => this.page.client,
    'memories',
    () => this.#question(),
    ({ memories }) => memories.map((memory): MemoryRow => ({ memory })),
  );
  readonly #search = new Live(
    this,
    () => this.page.client,
    'search',
    () =>
      this.query.length < shortestQuery
        ? undefined
        : { query: this.query, filter: filterOf(this.choice), limit: mostFound },
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
    this.choice = choiceFrom(this.page.kept(choiceName));
    this.query = this.choice.query.trim();
    const { index } = this.#place;
    this.#list.see(index, index);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const live = this.#isSearching ? this.#search : this.#list;
    if (this.#next === undefined || live.answer === undefined) return;
    const next = this.#next;
    this.#next = undefined;
    if (next === 'list') {
      this.#listElement?.focus();
      return;
    }
    const first = this.#isSearching ? this.#search.answer?.found[0] : this.#list.at(0);
    if (first !== undefined) this.#open(first.memory);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#typing);
  }

  override render(): TemplateResult {
    const { isWide } = this.page;
    const opened = refFrom(this.page.route.item);
    const isListShown = isWide || opened === undefined;
    return html`<main class=${isWide ? 'wide' : 'narrow'}>
      <h1 class="unseen">${t('Memories')}</h1>
      ${isListShown ? this.#renderBar() : nothing}
      <div class="panes">
        ${isListShown ? html`<div class="list">${this.#renderList(opened)}</div>` : nothing}
        ${opened === undefined && !isWide ? nothing : this.#renderDetail(opened)}
      </div>
    </main>`;
  }

  get #isSearching(): boolean {
    return this.query.length >= shortestQuery;
  }

  get #place(): ListPlace {
    return keptPlace(this.page, placeName, this.#asked);
  }

  /** By what the list is told apart from another one. */
  get #asked(): unknown {
    return this.#isSearching ? [this.query, filterOf(this.choice)] : this.#question();
  }

  #question(): { filter: ReturnType<typeof filterOf>; order: MemoryChoice['order'] } {
    return { filter: filterOf(this.choice), order: this.choice.order };
  }

  #renderBar(): TemplateResult {
    return renderFilterBar({
      choice: this.choice,
      choices: this.#choices.answer,
      isWide: this.page.isWide,
      told: this.#told(),
      change: (change) => this.#choose(change),
      toList: () => this.#goOn('list'),
      openFirst: () => this.#goOn('first'),
    });
  }

  /** How much there is, or was found. */
  #told(): string {
    if (!this.#isSearching) {
      const { total } = this.#list;
      return total === undefined ? '' : tn(total, '{0} memory', '{0} memories');
    }
    const found = this.#search.answer;
    if (found === undefined) return this.#search.failure === undefined ? t('Searching…') : '';
    const count = found.found.length;
    const words = count === mostFound ? t('The best {0}', number(count)) : tn(count, '{0} found', '{0} found');
    const notes = [
      ...(found.notice === null ? [] : [found.notice]),
      ...(this.choice.state === 'live' ? [] : [t('A search finds only what holds.')]),
    ];
    return [`${words}.`, ...notes].join(' ');
  }

  #renderList(opened: MemoryRefCard | undefined): TemplateResult {
    const live = this.#isSearching ? this.#search : this.#list;
    const rows = this.#rows();
    if (rows === undefined) return html`${this.renderWait(live)}`;
    if (rows.total === 0) return this.#renderEmpty();
    return html`${keyed(
      JSON.stringify(this.#asked),
      html`<bigmind-virtual-list
        .rows=${rows}
        .look=${memoryLook}
        .label=${t('Memories')}
        .openedKey=${opened === undefined ? null : itemOf(opened)}
        .place=${this.#place}
        .onPlace=${(place: ListPlace) => keepPlace(this.page, placeName, this.#asked, place)}
        .onOpen=${({ memory }: MemoryRow) => this.#open(memory)}
      ></bigmind-virtual-list>`,
    )}`;
  }

  #rows(): RowSource<MemoryRow> | undefined {
    const { answer, failure } = this.#search;
    this.#found = this.#isSearching && failure === undefined ? (answer ?? this.#found) : answer;
    if (!this.#isSearching) return this.#list.total === undefined ? undefined : this.#list;
    if (this.#found === undefined) return undefined;
    const rows = this.#found.found.map((found): MemoryRow => ({ memory: found.memory, found }));
    return { total: rows.length, at: (index) => rows[index], loaded: () => rows.entries(), see: () => undefined };
  }

  #renderEmpty(): TemplateResult {
    const clear = (): void => this.#choose({ ...everything, isUnfolded: this.choice.isUnfolded });
    const button = html`<button class="button" @click=${clear}>${t('Show everything')}</button>`;
    if (this.#isSearching) {
      return renderEmpty('search', t('Nothing found'), t('Try other words, or fewer filters.'), button);
    }
    if (filtersIn(this.choice) > 0) {
      return renderEmpty('filter', t('Nothing fits these filters'), t('Take one of them away.'), button);
    }
    return renderEmpty(
      'archive',
      t('No memories yet'),
      t('What your assistants learn and decide with you will stand here, and you can change or delete all of it.'),
    );
  }

  #renderDetail(opened: MemoryRefCard | undefined): TemplateResult {
    if (opened === undefined) {
      return html`<div class="detail"><p class="quiet">${t('Choose a memory to read it here.')}</p></div>`;
    }
    const item = itemOf(opened);
    const found = this.#isSearching ? this.#search.answer?.found : undefined;
    return html`<div class="detail">
      ${keyed(
        item,
        html`<bigmind-memory-detail
          .page=${this.page}
          .item=${opened}
          .found=${found?.find(({ memory }) => itemOf(memory) === item)}
          .onClose=${() => this.#close()}
          .onChange=${(change: Partial<MemoryCard>) => this.#show(item, change)}
          @keydown=${(event: KeyboardEvent) => this.#leave(event)}
        ></bigmind-memory-detail>`,
      )}
    </div>`;
  }

  #choose(change: Partial<MemoryChoice>): void {
    this.choice = { ...this.choice, ...change };
    this.page.keep(choiceName, this.choice);
    if (change.query === undefined) return;
    window.clearTimeout(this.#typing);
    this.#next = undefined;
    const settle = (): void => void (this.query = this.choice.query.trim());
    this.#typing = window.setTimeout(settle, change.query === '' ? 0 : pauseMilliseconds);
  }

  #goOn(next: 'list' | 'first'): void {
    window.clearTimeout(this.#typing);
    this.query = this.choice.query.trim();
    this.#next = next;
    this.requestUpdate();
  }

  #show(item: string, change: Partial<MemoryCard>): void {
    this.#list.patch(
      ({ memory }) => itemOf(memory) === item,
      (row) => ({ ...row, memory: { ...row.memory, ...change } }),
    );
  }

  #open(memory: MemoryRefCard): void {
    this.#opening = itemOf(memory);
    this.page.go({ view: 'memories', item: this.#opening });
  }

  #close(): void {
    this.page.go({ view: 'memories', item: null });
    this.#focus.want();
  }

  get #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('.search input');
  }

  get #listElement(): HTMLElement | null {
    return this.renderRoot.querySelector('bigmind-virtual-list');
  }

  #focusPlace(): HTMLElement | null {
    return this.page.route.item === null
      ? (this.#listElement ?? this.#field)
      : this.renderRoot.querySelector<HTMLElement>('bigmind-memory-detail');
  }

  #leave(event: KeyboardEvent): void {
    if (!isEscape(event)) return;
    event.preventDefault();
    this.#close();
  }
}

customElements.define('bigmind-memories-view', MemoriesView);
