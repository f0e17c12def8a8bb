/** The graph around one entity: a drawing or a list, and the selected entity beside or below it. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { EntityFilterCard, GraphCard } from '../../../src/protocol/graph/graph.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { isEscape } from '../../parts/design/forms.ts';
import { renderSegments } from '../../parts/design/segments.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';
import './drawing/drawing.ts';
import './entityPanel.ts';
import { kindIconStyles } from './model/entityWords.ts';
import { explorerStyles } from './explorerStyles.ts';
import { renderFilters } from './graphFilters.ts';
import { graphModel, type GraphModel } from './model/graphModel.ts';
import './graphTree.ts';
import {
  filterOf,
  graphFrom,
  hidden,
  neighbourSteps,
  reset,
  started,
  toggled,
  type KeptGraph,
} from './model/keptGraph.ts';

export class GraphExplorer extends View {
  static override styles = [styles, controls, chipStyles, kindIconStyles, explorerStyles];
  static override properties = { start: { attribute: false }, kept: { state: true }, areFiltersShown: { state: true } };

  /** A key. */
  declare start: string;
  declare private kept: KeptGraph;
  declare private areFiltersShown: boolean;
  #model: { card: GraphCard; hidden: readonly string[]; model: GraphModel } | undefined;
  /** The last answer, which stays while the neighbors of another entity are read. */
  #last: GraphCard | undefined;
  #wantsFocus = false;

  readonly #graph = new Live(
    this,
    () => this.page.client,
    'graph',
    () => this.#question,
  );
  readonly #choices = new Live(
    this,
    () => this.page.client,
    'choices',
    () => (this.areFiltersShown ? {} : undefined),
  );

  constructor() {
    super();
    this.areFiltersShown = false;
  }

  get #question(): { expanded: string[]; filter: EntityFilterCard; limit: number } {
    return { expanded: this.kept.expanded, filter: filterOf(this.kept), limit: this.kept.neighbours };
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('start')) return;
    this.#last = undefined;
    const kept = graphFrom(this.page.kept('graph'));
    this.#keep(kept.start?.key === this.start ? kept : started(kept, { key: this.start, name: this.start }));
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#takeFocus();
    const { answer } = this.#graph;
    if (answer?.isComplete === false) void this.#graph.refresh();
    const [start] = answer?.expanded ?? [];
    if (start !== undefined && start.name !== this.kept.start?.name)
      this.#keep({ ...this.kept, start: { key: this.start, name: start.name } });
  }

  /** Focuses the drawing or the list, once it is there. */
  override focus(): void {
    this.#wantsFocus = true;
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const model = this.#shown();
    return html`<main
      class=${this.page.isWide ? 'wide' : 'narrow'}
      aria-labelledby="graph"
      @keydown=${(event: KeyboardEvent) => this.#leave(event)}
    >
      ${this.#renderBar(model)}
      ${
        model === undefined
          ? html`<div class="wait">${this.renderWait(this.#graph)}</div>`
          : model.nodes.length === 0
            ? html`<p class="wait">${t('No memory in these filters mentions it.')}</p>`
            : this.#renderPanes(model)
      }
    </main>`;
  }

  #renderBar(model: GraphModel | undefined): TemplateResult {
    const { shownAs, start } = this.kept;
    return html`<div class="bar">
      <button class="button back" @click=${() => this.#close()}>${t('All Entities')}</button>
      <h1 id="graph"><span class="unseen">${t('Graph')}: </span><bdi>${start?.name ?? ''}</bdi></h1>
      ${renderSegments({
        label: t('Show as'),
        options: [
          { value: 'drawing', label: t('Drawing') },
          { value: 'list', label: t('List') },
        ],
        chosen: shownAs,
        choose: (value) => this.#keep({ ...this.kept, shownAs: value }),
      })}
      ${this.#renderFilterButton()} ${model === undefined ? nothing : this.#renderCounts(model)}
      ${
        this.areFiltersShown
          ? html`<div id="filters" class="filters">
              ${renderFilters({
                kept: this.kept,
                choices: this.#choices.answer,
                change: (change) => this.#keep({ ...this.kept, ...change }),
              })}
            </div>`
          : nothing
      }
    </div>`;
  }

  #renderFilterButton(): TemplateResult {
    const { kinds, project } = this.kept;
    const set = (kinds.length > 0 ? 1 : 0) + (project === null ? 0 : 1);
    return html`<button
      class="button"
      aria-expanded=${this.areFiltersShown ? 'true' : 'false'}
      aria-controls=${this.areFiltersShown ? 'filters' : nothing}
      @click=${() => (this.areFiltersShown = !this.areFiltersShown)}
    >
      ${set === 0 ? t('Filters') : tn(set, 'Filters ({0})', 'Filters ({0})')}
    </button>`;
  }

  #renderCounts({ nodes }: GraphModel): TemplateResult {
    const next = neighbourSteps.find((step) => step > this.kept.neighbours);
    const hasMore = nodes.some((node) => node.hasMore) && next !== undefined;
    const hiddenCount = this.kept.hidden.length;
    return html`<p class="quiet counts" role="status">
        ${tn(nodes.length, '{0} entity', '{0} entities')}${this.#graph.answer === undefined ? `. ${t('Loading…')}` : ''}
      </p>
      ${
        hiddenCount === 0
          ? nothing
          : html`<button class="link" @click=${() => this.#keep({ ...this.kept, hidden: [] })}>
              ${tn(hiddenCount, 'Show {0} Hidden Entity', 'Show {0} Hidden Entities')}
            </button>`
      }
      ${
        hasMore
          ? html`<button class="link" @click=${() => this.#keep({ ...this.kept, neighbours: next })}>
              ${t('Show More Neighbors')}
            </button>`
          : nothing
      }`;
  }

  #renderPanes(model: GraphModel): TemplateResult {
    const selected = this.kept.selected ?? this.start;
    return html`<div class="panes">
      <div class="graph">${this.kept.shownAs === 'drawing' ? this.#renderDrawing(model) : this.#renderTree(model)}</div>
      <div class="detail">
        ${keyed(
          selected,
          html`<bigmind-entity-panel
            .page=${this.page}
            .entity=${selected}
            .project=${this.kept.project}
            .node=${model.byKey.get(selected)}
            .onToggle=${this.#toggle}
            .onHide=${this.#hide}
            .onStart=${({ key }: { key: string }) => this.page.go({ view: 'graph', item: key })}
          ></bigmind-entity-panel>`,
        )}
      </div>
    </div>`;
  }

  #renderDrawing(model: GraphModel): TemplateResult {
    return html`<bigmind-graph-drawing
      .model=${model}
      .selected=${this.kept.selected}
      .onSelect=${this.#select}
      .onToggle=${this.#toggle}
      .onHide=${this.#hide}
      .onReset=${() => this.#keep(reset(this.kept))}
    ></bigmind-graph-drawing>`;
  }

  #renderTree(model: GraphModel): TemplateResult {
    return html`<bigmind-graph-tree
      .model=${model}
      .selected=${this.kept.selected}
      .onSelect=${this.#select}
      .onToggle=${this.#toggle}
      .onHide=${this.#hide}
    ></bigmind-graph-tree>`;
  }

  #takeFocus(): void {
    if (!this.#wantsFocus) return;
    const place = this.renderRoot.querySelector<HTMLElement>('.graph > *') ?? this.#wayOut;
    this.#wantsFocus = place === null;
    place?.focus();
  }

  /** Where the focus is if there is no graph to show. */
  get #wayOut(): HTMLElement | null {
    return this.#graph.state === 'waiting' ? null : this.renderRoot.querySelector<HTMLElement>('.back');
  }

  /** The same object as long as nothing changes, so that the drawing keeps still. */
  #shown(): GraphModel | undefined {
    const card = (this.#last = this.#graph.answer ?? (this.#graph.failure === undefined ? this.#last : undefined));
    if (card === undefined) return undefined;
    const isKnown = this.#model?.card === card && this.#model.hidden === this.kept.hidden;
    if (this.#model === undefined || !isKnown)
      this.#model = { card, hidden: this.kept.hidden, model: graphModel(card, this.kept.hidden) };
    return this.#model.model;
  }

  readonly #select = (key: string): void => this.#keep({ ...this.kept, selected: key });
  readonly #toggle = (key: string): void => this.#keep({ ...toggled(this.kept, key), selected: key });
  readonly #hide = (key: string): void => this.#keep(hidden(this.kept, key));

  #keep(kept: KeptGraph): void {
    this.kept = kept;
    this.page.keep('graph', kept);
  }

  #close(): void {
    this.page.go({ view: 'graph', item: null });
  }

  #leave(event: KeyboardEvent): void {
    if (!isEscape(event)) return;
    event.preventDefault();
    this.#close();
  }
}

customElements.define('bigmind-graph-explorer', GraphExplorer);
