/**
 * Everything that was decided or learned, of any type, in one list: browse, filter, search, and open it. What sessions
 * said is found by a search. Query, filter, scroll position and the opened item survive a reload; changes of other
 * windows appear automatically. C, E and D confirm, edit and dismiss what was learned, one or all selected.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { isSaid } from '../../../src/protocol/recall/knowledge.ts';
import type { FoundCard, KnowledgeCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { PagedLive } from '../../client/pagedLive.ts';
import { t, tn } from '../../l10n/t.ts';
import { number } from '../../parts/design/format.ts';
import { keepPlace, keptPlace } from '../../parts/design/listPlace.ts';
import { nothingSelected, type Selection } from '../../parts/design/rows/selection.ts';
import '../../parts/design/virtualList.ts';
import type { ListPlace, RowSource } from '../../parts/design/virtualList.ts';
import { listAndItem, openedKnowledgeFrom, type OpenedKnowledge } from '../../parts/domain/knowledgeItem.ts';
import { confirmedText, dismissedText } from '../../parts/domain/learnedWords.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import '../decisions/draftList.ts';
import type { KnownNames } from '../decisions/decisionForm.ts';
import '../knowledge/curationView.ts';
import { renderLearningStatus } from '../learned/learningStatus.ts';
import { keepCuration, keptCuration } from '../shared/curationState.ts';
import { commandStyles, renderCommands } from '../shared/foundCommands.ts';
import { ListView, type FirstRow } from '../shared/listView.ts';
import { renderAdd } from './addButtons.ts';
import { isOpenLearned, isUnconfirmed, renderBulkBar } from './bulkBar.ts';
import { renderEmptyList } from './emptyList.ts';
import { renderFilterBar, type Listed } from './filterBar.ts';
import { choiceFrom, everything, filterOf, type KnowledgeChoice } from './knowledgeFilter.ts';
import { knowledgeStyles } from './knowledgeStyles.ts';
import { openedNames, renderOpenedKnowledge } from './openedKnowledge.ts';
import { foundLook, listLooks, routeToSession, type KnowledgeRow } from './memoryRow.ts';

const choiceName = 'knowledge';
const placeName = 'knowledgePlace';
const maxFound = 100;
const minQueryLength = 2;

class KnowledgeView extends ListView {
  static override styles = [ListView.styles, knowledgeStyles, commandStyles];
  static override properties = {
    choice: { state: true },
    query: { state: true },
    selection: { state: true },
  };

  declare private choice: KnowledgeChoice;
  /** The query, once the user has stopped typing. */
  declare private query: string;
  declare private selection: Selection;
  protected readonly viewName = 'knowledge';
  protected readonly detailName = openedNames;
  protected override readonly listName = 'bigmind-virtual-list, bigmind-draft-list';
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
  /** Only for the filter and the forms. */
  readonly #people = new Live(
    this,
    () => this.page.client,
    'decisionChoices',
    () => (this.choice.isUnfolded || this.page.route.item !== null ? {} : undefined),
  );
  readonly #learning = new Live(
    this,
    () => this.page.client,
    'learning',
    () => (this.choice.list === 'learned' ? {} : undefined),
  );
  readonly #list = new PagedLive(
    this,
    () => this.page.client,
    'knowledge',
    () => this.#question(),
    ({ items }) => items.map((memory): KnowledgeRow => ({ memory })),
  );
  readonly #search = new Live(
    this,
    () => this.page.client,
    'search',
    () => (this.#isSearching ? { query: this.query, filter: filterOf(this.choice), limit: maxFound } : undefined),
  );

  protected restore(): void {
    this.selection = nothingSelected;
    this.choice = choiceFrom(this.page.kept(choiceName));
    this.search();
    const { index } = this.#place;
    this.#list.see(index, index);
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // A route that names a list comes from elsewhere; what was filtered before would hide what it leads to.
    const { list } = listAndItem(this.page.route.item);
    if (changed.has('page') && list !== undefined) this.#narrow({ ...everything, list });
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { list, item } = listAndItem(this.page.route.item);
    if (list !== undefined) this.page.go({ view: 'knowledge', item });
  }

  protected search(): void {
    this.query = this.choice.query.trim();
  }

  protected get firstRow(): FirstRow | undefined {
    // Meanwhile the list shows what an earlier search found.
    if (this.#isSearching && this.#search.answer === undefined) return undefined;
    const rows = this.#rows();
    if (rows === undefined) return undefined;
    const first = rows.at(0);
    if (first === undefined && (rows.total ?? 0) > 0) return undefined;
    return { item: first === undefined ? null : itemOf(first.memory) };
  }

  override render(): TemplateResult {
    if (this.#isReview) return this.#renderReview();
    const opened = openedKnowledgeFrom(listAndItem(this.page.route.item).item);
    return this.renderPanes(t('Knowledge'), opened !== undefined, {
      bar: () => this.#renderBar(),
      list: () => this.#renderList(opened),
      detail: () => this.#renderDetail(opened),
    });
  }

  /** What waits for a decision in a personal store; that of a team has its own place. */
  get #isReview(): boolean {
    return this.page.route.view === 'curation';
  }

  #renderReview(): TemplateResult {
    return html`<div class="review">
      ${this.#renderBar()}
      <bigmind-curation-view .page=${this.page}></bigmind-curation-view>
    </div>`;
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

  #question(): { filter: ReturnType<typeof filterOf>; order: KnowledgeChoice['order'] } {
    return { filter: filterOf(this.choice), order: this.choice.order };
  }

  get #known(): KnownNames {
    const { user, project } = this.page.overview;
    const projects = this.#choices.answer?.projects.map(({ name }) => name) ?? [];
    return {
      projects: [...new Set([...(project === null ? [] : [project]), ...projects])],
      deciders: [...new Set([user, ...(this.#people.answer?.deciders ?? [])])],
    };
  }

  #renderBar(): TemplateResult {
    const { mode, pending, conflicts, drafts } = this.page.overview;
    return renderFilterBar({
      choice: this.choice,
      choices: this.#choices.answer,
      people: this.#people.answer,
      counts: { proposed: drafts, review: mode === 'personal' ? pending + conflicts : 0 },
      isReview: this.#isReview,
      hasKeys: keptCuration(this.page).keys,
      setKeys: (keys) => {
        keepCuration(this.page, { ...keptCuration(this.page), keys });
        this.requestUpdate();
      },
      isWide: this.page.isWide,
      announcement: this.#announcement(),
      change: (change) => this.#choose(change),
      show: (list) => this.#show(list),
      add: this.#isReview ? nothing : renderAdd(this.choice.list, this.page, (item) => this.open(item)),
      toList: this.toList,
      openFirst: this.openFirst,
    });
  }

  /** The number of rows or results. */
  #announcement(): string {
    if (!this.#isSearching) {
      const { total } = this.#list;
      return total === undefined ? '' : tn(total, '{0} item', '{0} items');
    }
    const found = this.#search.answer;
    if (found === undefined) return this.#search.failure === undefined ? t('Searching…') : '';
    const count = found.found.length + found.others.length;
    const isCut = found.found.length === maxFound;
    const words = isCut ? t('Best {0} results', number(maxFound)) : tn(count, '{0} found', '{0} found');
    return [`${words}.`, ...(found.notice === null ? [] : [found.notice])].join(' ');
  }

  #renderList(opened: OpenedKnowledge | undefined): TemplateResult {
    if (this.choice.list === 'proposed') {
      return html`<bigmind-draft-list
        .page=${this.page}
        .onOpen=${(item: string) => this.open(item)}
      ></bigmind-draft-list>`;
    }
    return html`${this.#renderLearning()} ${this.#renderRows(opened)} ${this.#renderBulk()}`;
  }

  /** What waits to be learned from. */
  #renderLearning(): TemplateResult | typeof nothing {
    const learning = this.#learning.answer;
    const status = learning === undefined ? nothing : renderLearningStatus(learning, this.page);
    return status === nothing ? nothing : html`<div class="above">${status}</div>`;
  }

  #renderBulk(): TemplateResult | typeof nothing {
    const count = this.selection.selected.size;
    if (count === 0) return nothing;
    const selected = this.#selected;
    return renderBulkBar({
      ...{ count, selected },
      confirm: () => this.#confirm(selected),
      dismiss: () => this.#dismiss(selected),
      clear: () => (this.selection = nothingSelected),
    });
  }

  /** What was found in a session opens there, and everything else beside the list. */
  protected override open(item: string): void {
    const route = routeToSession(this.#found, item);
    if (route === undefined) super.open(item);
    else this.page.go(route);
  }

  #renderRows(opened: OpenedKnowledge | undefined): TemplateResult {
    const rows = this.#rows();
    if (rows === undefined) return html`${this.renderWait(this.#isSearching ? this.#search : this.#list)}`;
    if (rows.total === 0 && (this.#found?.commands ?? []).length === 0) return this.#renderEmpty();
    return html`${renderCommands(this.#found?.commands ?? [], this.page)}${keyed(
      JSON.stringify(this.#asked),
      html`<bigmind-virtual-list
        .rows=${rows}
        .look=${this.#isSearching ? foundLook : listLooks[this.choice.order]}
        .label=${t('Knowledge')}
        .openedKey=${opened === undefined ? null : listAndItem(this.page.route.item).item}
        .place=${this.#place}
        .selection=${this.selection}
        .onSelect=${(selection: Selection) => (this.selection = selection)}
        .onKey=${(key: string, row: KnowledgeRow) => this.#press(key, row)}
        .onPlace=${(place: ListPlace) => keepPlace(this.page, placeName, this.#asked, place)}
        .onOpen=${({ memory }: KnowledgeRow) => this.open(itemOf(memory))}
      ></bigmind-virtual-list>`,
    )}`;
  }

  /** What contains all words comes first, and what was decided and learned before what sessions said. */
  #rows(): RowSource<KnowledgeRow> | undefined {
    const { answer, failure } = this.#search;
    this.#found = this.#isSearching && failure === undefined ? (answer ?? this.#found) : answer;
    if (!this.#isSearching) return this.#list.total === undefined ? undefined : this.#list;
    if (this.#found === undefined) return undefined;
    const found = this.#found.found.map((one): KnowledgeRow => ({
      memory: { ...one.memory, hypothesis: null },
      found: one,
    }));
    const others = this.#found.others.map((memory): KnowledgeRow => ({ memory }));
    const said = found.filter(({ memory }) => isSaid(memory.kind));
    const rows = [...others, ...found.filter((row) => !said.includes(row)), ...said];
    return { total: rows.length, at: (index) => rows[index], loaded: () => rows.entries(), see: () => undefined };
  }

  #renderEmpty(): TemplateResult {
    return renderEmptyList({
      choice: this.choice,
      isSearching: this.#isSearching,
      page: this.page,
      clear: () => this.#choose({ ...everything, isUnfolded: this.choice.isUnfolded }),
    });
  }

  #renderDetail(opened: OpenedKnowledge | undefined): TemplateResult | typeof nothing {
    if (opened === undefined) return this.#renderSelectHint();
    const { item } = listAndItem(this.page.route.item);
    return html`${keyed(item, this.#renderOpened(opened, item ?? ''))}`;
  }

  #renderSelectHint(): TemplateResult | typeof nothing {
    const { list } = this.choice;
    if (list === 'learned' && keptCuration(this.page).keys) {
      const keys = t('C confirms a row, E edits it, D dismisses it. Space selects several rows.');
      return this.renderHint(this.#rows()?.total, `${t('Select a row to view it.')} ${keys}`);
    }
    if (list !== 'proposed') return this.renderHint(this.#rows()?.total, t('Select a row to view it.'));
    return this.renderHint(this.page.overview.drafts, t('Approve a proposed decision, or complete it first.'));
  }

  #renderOpened(opened: OpenedKnowledge, item: string): TemplateResult {
    const found = this.#isSearching ? this.#search.answer?.found : undefined;
    return renderOpenedKnowledge(opened, {
      page: this.page,
      known: this.#known,
      isEdited: this.#editing === item,
      found: found?.find(({ memory }) => itemOf(memory) === item),
      onBegun: () => this.#editBegan(),
      onChange: (change) => this.#patch([item], change),
      close: () => this.close(),
      leave: (event) => this.leave(event),
    });
  }

  #editBegan(): void {
    this.#editing = undefined;
    this.requestUpdate();
  }

  get #selected(): KnowledgeCard[] {
    const rows = [...(this.#rows()?.loaded() ?? [])].map(([, { memory }]) => memory);
    return rows.filter((memory) => this.selection.selected.has(itemOf(memory)));
  }

  /** For what is selected, or else the active row. */
  #press(key: string, { memory }: KnowledgeRow): boolean {
    if (!keptCuration(this.page).keys || !['c', 'd', 'e'].includes(key)) return false;
    const chosen = this.selection.selected.size > 0 ? this.#selected : [memory];
    if (key === 'c') this.#confirm(chosen);
    else if (key === 'd') this.#dismiss(chosen);
    else if (isOpenLearned(memory)) {
      this.#editing = itemOf(memory);
      this.open(itemOf(memory));
    }
    return true;
  }

  #confirm(items: readonly KnowledgeCard[]): void {
    const those = items.filter(isUnconfirmed);
    if (those.length === 0) return;
    this.#settle(those, 'confirmed');
    const ids = those.map(({ id }) => Number(id));
    void this.page.execute({ type: 'confirmLearned', ids }, confirmedText(ids.length));
  }

  #dismiss(items: readonly KnowledgeCard[]): void {
    const those = items.filter(isOpenLearned);
    if (those.length === 0) return;
    this.#settle(those, 'dismissed');
    const ids = those.map(({ id }) => Number(id));
    void this.page.execute({ type: 'dismissLearned', ids, reason: t('Dismissed.') }, dismissedText(ids.length));
  }

  /** Shows the effect before it is done; the next answer lists only what still matches. */
  #settle(items: readonly KnowledgeCard[], state: 'confirmed' | 'dismissed'): void {
    this.selection = nothingSelected;
    for (const item of items) {
      const { learned } = item;
      if (learned === null) continue;
      const over = state === 'dismissed' ? { status: 'deprecated' as const } : {};
      this.#patch([itemOf(item)], { learned: { ...learned, state }, ...over });
    }
  }

  #patch(keys: readonly string[], change: Partial<KnowledgeCard>): void {
    this.#list.patch(
      ({ memory }) => keys.includes(itemOf(memory)),
      (row) => ({ ...row, memory: { ...row.memory, ...change } }),
    );
  }

  /** The opened item stays. */
  #show(list: Listed): void {
    if (list === 'review') {
      this.page.go({ view: 'curation', item: null });
      return;
    }
    this.#choose({ list: list === 'all' ? null : list, subtype: null });
    if (this.#isReview) this.page.go({ view: 'knowledge', item: null });
  }

  #narrow(choice: KnowledgeChoice): void {
    this.choice = choice;
    this.selection = nothingSelected;
    this.page.keep(choiceName, choice);
    this.search();
  }

  #choose(change: Partial<KnowledgeChoice>): void {
    const { query } = this.choice;
    this.choice = { ...this.choice, ...change };
    this.selection = nothingSelected;
    this.page.keep(choiceName, this.choice);
    if (change.query !== undefined && change.query !== query) this.searchSoon(change.query === '');
  }
}

customElements.define('bigmind-knowledge-view', KnowledgeView);
