/**
 * Decisions: a timeline, newest first, and an inbox of those that recorded sessions propose. One decision, or a form, is
 * opened next to the list or replaces it. Changes of other windows appear automatically.
 */
import { css, html, type nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { DecisionCard } from '../../../src/protocol/decisions/decisions.ts';
import { Live } from '../../client/live.ts';
import { PagedLive } from '../../client/pagedLive.ts';
import { t, tn } from '../../l10n/t.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { keepPlace, keptPlace } from '../../parts/design/listPlace.ts';
import type { ListPlace } from '../../parts/design/virtualList.ts';
import '../../parts/design/virtualList.ts';
import { newDecisionItem, openedDecisionFrom, type OpenedDecision } from '../../parts/domain/decisionItem.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { ListView, type FirstRow } from '../shared/listView.ts';
import './decisionDetail.ts';
import {
  allDecisions,
  choiceFrom,
  filterOf,
  filtersIn,
  type DecisionChoice,
  type DecisionTab,
} from './decisionFilter.ts';
import { renderDecisionFilterBar } from './decisionFilterBar.ts';
import type { KnownNames } from './decisionForm.ts';
import { foundLook, timelineLook } from './decisionRow.ts';
import './draftList.ts';
import './newDecision.ts';

const choiceName = 'decisions';
const placeName = 'decisionsPlace';

export class DecisionsView extends ListView {
  static override styles = [
    ListView.styles,
    css`
      .tabs {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 10px;
        align-items: center;
        justify-content: space-between;
      }
      .list > bigmind-draft-list {
        flex: 1;
        min-height: 0;
        margin: 0;
        overflow: auto;
      }
    `,
  ];
  static override properties = { choice: { state: true }, words: { state: true } };

  declare private choice: DecisionChoice;
  /** The words, once the user has stopped typing. */
  declare private words: string;
  protected readonly viewName = 'decisions';
  protected readonly detailName = 'bigmind-decision-detail, bigmind-new-decision';
  protected override readonly listName = 'bigmind-virtual-list, bigmind-draft-list';
  readonly #choices = new Live(
    this,
    () => this.page.client,
    'decisionChoices',
    () => ({}),
  );
  readonly #projects = new Live(
    this,
    () => this.page.client,
    'choices',
    () => ({}),
  );
  readonly #list = new PagedLive(
    this,
    () => this.page.client,
    'decisions',
    () => this.#question(),
    ({ decisions }) => decisions,
  );

  protected restore(): void {
    this.choice = choiceFrom(this.page.kept(choiceName));
    this.search();
    const { index } = keptPlace(this.page, placeName, this.#question());
    this.#list.see(index, index);
  }

  protected search(): void {
    this.words = this.choice.words.trim();
  }

  protected get firstRow(): FirstRow | undefined {
    if (this.#list.total === undefined) return undefined;
    const first = this.#list.at(0);
    return { item: first === undefined ? null : itemOf({ kind: 'fact', id: first.id }) };
  }

  override render(): TemplateResult {
    const opened = openedDecisionFrom(this.page.route.item);
    return this.renderPanes(t('Decisions'), opened !== undefined && opened.is !== 'proposed', {
      bar: () => this.#renderBar(this.#tabOf(opened)),
      list: () => (this.#tabOf(opened) === 'proposed' ? this.#renderDrafts() : this.#renderList()),
      detail: () => this.#renderDetail(opened),
    });
  }

  /** A route to the proposed decisions, or to one of them, shows their list. */
  #tabOf(opened: OpenedDecision | undefined): DecisionTab {
    return opened?.is === 'proposed' || opened?.is === 'draft' ? 'proposed' : this.choice.tab;
  }

  #question(): { filter: ReturnType<typeof filterOf> } {
    return { filter: filterOf(this.choice, this.words) };
  }

  get #known(): KnownNames {
    const { user, project } = this.page.overview;
    const projects = this.#projects.answer?.projects.map(({ name }) => name) ?? [];
    return {
      projects: [...new Set([...(project === null ? [] : [project]), ...projects])],
      deciders: [...new Set([user, ...(this.#choices.answer?.deciders ?? [])])],
    };
  }

  #renderBar(tab: DecisionTab): TemplateResult {
    const { total } = this.#list;
    return renderDecisionFilterBar({
      choice: this.choice,
      tab,
      choices: this.#choices.answer,
      drafts: this.page.overview.drafts,
      announcement: total === undefined ? '' : tn(total, '{0} decision', '{0} decisions'),
      change: (change) => this.#choose(change),
      show: (shown) => this.#show(shown),
      add: () => this.open(newDecisionItem),
      toList: this.toList,
      openFirst: this.openFirst,
    });
  }

  #renderDrafts(): TemplateResult {
    return html`<bigmind-draft-list
      .page=${this.page}
      .onOpen=${(item: string) => this.open(item)}
    ></bigmind-draft-list>`;
  }

  #renderList(): TemplateResult {
    if (this.#list.total === undefined) return html`${this.renderWait(this.#list)}`;
    if (this.#list.total === 0) return this.#renderEmpty();
    const question = this.#question();
    return html`${keyed(
      JSON.stringify(question),
      html`<bigmind-virtual-list
        .rows=${this.#list}
        .look=${this.words === '' ? timelineLook : foundLook}
        .label=${t('Decisions')}
        .openedKey=${this.page.route.item}
        .place=${keptPlace(this.page, placeName, question)}
        .onPlace=${(place: ListPlace) => keepPlace(this.page, placeName, question, place)}
        .onOpen=${({ id }: DecisionCard) => this.open(itemOf({ kind: 'fact', id }))}
      ></bigmind-virtual-list>`,
    )}`;
  }

  #renderEmpty(): TemplateResult {
    if (this.words !== '' || filtersIn(this.choice) > 0) {
      const clear = (): void => this.#choose({ ...allDecisions, isUnfolded: this.choice.isUnfolded });
      const button = html`<button class="button" @click=${clear}>${t('Show All')}</button>`;
      return renderEmpty('search', t('No matching decisions'), t('Try other words or fewer filters.'), button);
    }
    return renderEmpty(
      'law',
      t('No decisions yet'),
      t(
        'A decision records who decided what, with which assistant, why, what was rejected, and later whether it was right. Assistants save decisions here, and you can add one yourself.',
      ),
    );
  }

  #renderDetail(opened: OpenedDecision | undefined): TemplateResult | typeof nothing {
    if (opened === undefined || opened.is === 'proposed') return this.#renderSelectHint(opened);
    const view =
      opened.is === 'decision'
        ? html`<bigmind-decision-detail
            .page=${this.page}
            .item=${{ kind: 'fact', id: opened.id }}
            .known=${this.#known}
            .onClose=${() => this.close()}
            @keydown=${(event: KeyboardEvent) => this.leave(event)}
          ></bigmind-decision-detail>`
        : html`<bigmind-new-decision
            .page=${this.page}
            .opened=${opened}
            .known=${this.#known}
            .onClose=${() => this.close()}
          ></bigmind-new-decision>`;
    return html`${keyed(this.page.route.item, view)}`;
  }

  #renderSelectHint(opened: OpenedDecision | undefined): TemplateResult | typeof nothing {
    if (this.#tabOf(opened) === 'decided') return this.renderHint(this.#list.total, t('Select a decision to view it.'));
    return this.renderHint(this.page.overview.drafts, t('Approve a proposed decision, or complete it first.'));
  }

  #show(tab: DecisionTab): void {
    this.#choose({ tab });
    this.page.go({ view: 'decisions', item: null });
  }

  #choose(change: Partial<DecisionChoice>): void {
    this.choice = { ...this.choice, ...change };
    this.page.keep(choiceName, this.choice);
    if (change.words !== undefined) this.searchSoon(change.words === '');
  }
}

customElements.define('bigmind-decisions-view', DecisionsView);
