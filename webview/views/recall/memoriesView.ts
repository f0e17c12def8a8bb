/**
 * All memories: browse, search, and open them one by one. Query, scroll position and opened memory survive a reload;
 * changes of other windows appear automatically.
 */
import { css, html, type nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { FoundCard, MemoryCard, MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { PagedLive } from '../../client/pagedLive.ts';
import { t, tn } from '../../l10n/t.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { renderSegments } from '../../parts/design/segments.ts';
import { number } from '../../parts/design/format.ts';
import { keepPlace, keptPlace } from '../../parts/design/listPlace.ts';
import '../../parts/design/virtualList.ts';
import type { ListPlace, RowSource } from '../../parts/design/virtualList.ts';
import { learnedItem, learnedListItem, openedLearnedFrom } from '../../parts/domain/learnedItem.ts';
import { itemOf, refFrom } from '../../parts/domain/memoryItem.ts';
import '../learned/learnedList.ts';
import { ListView, type FirstRow } from '../shared/listView.ts';
import { renderFilterBar } from './filterBar.ts';
import './memoryDetail.ts';
import { choiceFrom, everything, filterOf, filtersIn, listedOf, type MemoryChoice } from './memoryFilter.ts';
import { memoryLook, type MemoryRow } from './memoryRow.ts';

const choiceName = 'memories';
const placeName = 'memoriesPlace';
const maxFound = 100;
const minQueryLength = 2;

export class MemoriesView extends ListView {
  static override styles = [
    ListView.styles,
    css`
      .parts {
        padding: 10px 12px 0;
      }
      .list > bigmind-learned-list {
        flex: 1;
        min-height: 0;
        margin: 0;
        overflow: auto;
      }
      @media (max-height: 420px) {
        .list > bigmind-learned-list {
          overflow: visible;
        }
      }
    `,
  ];
  static override properties = { choice: { state: true }, query: { state: true } };

  declare private choice: MemoryChoice;
  /** The query, once the user has stopped typing. */
  declare private query: string;
  protected readonly viewName = 'memories';
  protected readonly detailName = 'bigmind-memory-detail';
  protected override readonly listName = 'bigmind-virtual-list, bigmind-learned-list';
  /** The item that was opened to edit it. */
  #editing: string | undefined;
  /** The last results, which stay visible while newer ones are loading. */
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
      this.query.length < minQueryLength
        ? undefined
        : { query: this.query, filter: filterOf(this.choice), limit: maxFound },
  );

  protected restore(): void {
    this.choice = choiceFrom(this.page.kept(choiceName));
    this.search();
    const { index } = this.#place;
    this.#list.see(index, index);
  }

  protected search(): void {
    this.query = this.choice.query.trim();
  }

  protected get firstRow(): FirstRow | undefined {
    const { answer } = this.#isSearching ? this.#search : this.#list;
    if (answer === undefined) return undefined;
    const first = this.#isSearching ? this.#search.answer?.found[0] : this.#list.at(0);
    return { item: first === undefined ? null : itemOf(first.memory) };
  }

  override render(): TemplateResult {
    const learned = openedLearnedFrom(this.page.route.item);
    if (learned !== undefined) return this.#renderLearned(learned.id);
    const opened = refFrom(this.page.route.item);
    return this.renderPanes(t('Memories'), opened !== undefined, {
      bar: () => html`${this.#renderParts('all')} ${this.#renderBar()}`,
      list: () => this.#renderList(opened),
      detail: () => this.#renderDetail(opened),
    });
  }

  /** All memories, or what was learned from recorded sessions. */
  #renderParts(chosen: 'all' | 'learned'): TemplateResult {
    return html`<div class="parts">
      ${renderSegments({
        label: t('Show'),
        options: [
          { value: 'all', label: t('All') },
          { value: 'learned', label: t('Learned') },
        ],
        chosen,
        choose: (part) => this.page.go({ view: 'memories', item: part === 'all' ? null : learnedListItem }),
      })}
    </div>`;
  }

  #renderLearned(id: string | null): TemplateResult {
    const opened = id === null ? undefined : ({ kind: 'fact', id } as const);
    const edit = (item: string): void => {
      this.#editing = item;
      this.open(item);
    };
    return this.renderPanes(t('Learned'), opened !== undefined, {
      bar: () => this.#renderParts('learned'),
      list: () =>
        html`<bigmind-learned-list
          .page=${this.page}
          .opened=${id}
          .projects=${this.#choices.answer?.projects.map(({ name }) => name) ?? []}
          .onOpen=${(item: string) => this.open(item)}
          .onEdit=${edit}
        ></bigmind-learned-list>`,
      detail: () =>
        opened === undefined
          ? html`<p class="quiet">${t('Select a learned fact to view it.')}</p>`
          : this.#renderDetail(opened, this.#editing === learnedItem(opened.id)),
    });
  }

  protected override listItem(): string | null {
    return openedLearnedFrom(this.page.route.item) === undefined ? null : learnedListItem;
  }

  get #isSearching(): boolean {
    return this.query.length >= minQueryLength;
  }

  get #place(): ListPlace {
    return keptPlace(this.page, placeName, this.#asked);
  }

  /** Identifies the list, to distinguish it from another one. */
  get #asked(): unknown {
    return this.#isSearching ? [this.query, filterOf(this.choice)] : this.#question();
  }

  #question(): { filter: ReturnType<typeof filterOf>; order: MemoryChoice['order'] } {
    return { filter: listedOf(this.choice), order: this.choice.order };
  }

  #renderBar(): TemplateResult {
    return renderFilterBar({
      choice: this.choice,
      choices: this.#choices.answer,
      isWide: this.page.isWide,
      announcement: this.#announcement(),
      change: (change) => this.#choose(change),
      toList: this.toList,
      openFirst: this.openFirst,
    });
  }

  /** The number of memories or results. */
  #announcement(): string {
    if (!this.#isSearching) {
      const { total } = this.#list;
      return total === undefined ? '' : tn(total, '{0} memory', '{0} memories');
    }
    const found = this.#search.answer;
    if (found === undefined) return this.#search.failure === undefined ? t('Searching…') : '';
    const count = found.found.length;
    const words = count === maxFound ? t('Best {0} results', number(count)) : tn(count, '{0} found', '{0} found');
    const notes = [
      ...(found.notice === null ? [] : [found.notice]),
      ...(this.choice.state === 'live' ? [] : [t('A search finds only current memories.')]),
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
        .onOpen=${({ memory }: MemoryRow) => this.open(itemOf(memory))}
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
    const button = html`<button class="button" @click=${clear}>${t('Show All')}</button>`;
    if (this.#isSearching) {
      return renderEmpty('search', t('No results'), t('Try other words or fewer filters.'), button);
    }
    if (filtersIn(this.choice) > 0) {
      return renderEmpty('filter', t('No memories match these filters'), t('Remove a filter.'), button);
    }
    return renderEmpty(
      'archive',
      t('No memories yet'),
      t(
        'What your assistants learn and decide with you appears here. You can change or erase all of it. To find what was said in recorded chats, search.',
      ),
    );
  }

  #renderDetail(opened: MemoryRefCard | undefined, isEdited = false): TemplateResult | typeof nothing {
    if (opened === undefined) return this.renderHint(this.#rows()?.total, t('Select a memory to view it.'));
    const item = itemOf(opened);
    const found = this.#isSearching ? this.#search.answer?.found : undefined;
    return html`${keyed(
      item,
      html`<bigmind-memory-detail
        .page=${this.page}
        .item=${opened}
        .isEdited=${isEdited}
        .found=${found?.find(({ memory }) => itemOf(memory) === item)}
        .onBegun=${() => this.#editBegan()}
        .onClose=${() => this.close()}
        .onChange=${(change: Partial<MemoryCard>) => this.#show(item, change)}
        @keydown=${(event: KeyboardEvent) => this.leave(event)}
      ></bigmind-memory-detail>`,
    )}`;
  }

  #editBegan(): void {
    this.#editing = undefined;
    this.requestUpdate();
  }

  #choose(change: Partial<MemoryChoice>): void {
    this.choice = { ...this.choice, ...change };
    this.page.keep(choiceName, this.choice);
    if (change.query !== undefined) this.searchSoon(change.query === '');
  }

  #show(item: string, change: Partial<MemoryCard>): void {
    this.#list.patch(
      ({ memory }) => itemOf(memory) === item,
      (row) => ({ ...row, memory: { ...row.memory, ...change } }),
    );
  }
}

customElements.define('bigmind-memories-view', MemoriesView);
