/** The graph around one entity as a drawing: how many entities it shows, and what can be done with the selected one. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { GraphCard } from '../../../src/protocol/graph/graph.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { number } from '../../parts/design/format.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';
import './drawing/drawing.ts';
import { graphModel, maxNodes, type GraphModel, type GraphNode } from './model/graphModel.ts';
import { hidden, neighbourSteps, reset, toggled, type KeptGraph } from './model/keptGraph.ts';

class DrawingPane extends View {
  static override styles = [
    styles,
    controls,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      /* The drawing stays where it is while the texts and buttons above it change. */
      .bar {
        display: flex;
        flex: none;
        flex-direction: column;
        gap: 6px;
        padding: 6px 12px;
      }
      .counts,
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 10px;
      }
      .wait {
        padding: 12px;
      }
      bigmind-graph-drawing {
        flex: 1;
      }
    `,
  ];
  static override properties = { kept: { attribute: false } };

  declare kept: KeptGraph;
  declare onKeep: (kept: KeptGraph) => void;
  declare onStart: (key: string) => void;
  #model: { card: GraphCard; hidden: readonly string[]; model: GraphModel } | undefined;
  /** The last answer, which stays while the neighbors of another entity are read. */
  #last: GraphCard | undefined;

  readonly #graph = new Live(
    this,
    () => this.page.client,
    'graph',
    () => ({ expanded: this.kept.expanded, project: this.kept.project, limit: this.kept.neighbours }),
  );

  override updated(): void {
    if (this.#graph.answer?.isComplete === false) void this.#graph.refresh();
  }

  override render(): TemplateResult {
    const model = this.#shown();
    if (model === undefined) return html`<div class="wait">${this.renderWait(this.#graph)}</div>`;
    return html`${this.#renderBar(model)}
      <bigmind-graph-drawing
        .model=${model}
        .selected=${this.kept.selected}
        .onSelect=${this.#select}
        .onToggle=${this.#toggle}
        .onHide=${this.#hide}
        .onReset=${() => this.onKeep(reset(this.kept))}
      ></bigmind-graph-drawing>`;
  }

  #renderBar(model: GraphModel): TemplateResult {
    const selected = model.byKey.get(this.kept.selected ?? '');
    return html`<div class="bar" role="group" aria-label=${t('Drawing')}>
      <div class="counts">
        <p class="quiet" role="status">${this.#countText(model)}</p>
        ${this.#renderMore(model)}
      </div>
      ${this.#renderActions(selected)}
    </div>`;
  }

  #countText({ nodes, isCut }: GraphModel): string {
    return [
      tn(nodes.length, '{0} entity', '{0} entities'),
      ...(isCut ? [t('The drawing shows at most {0} entities', number(maxNodes))] : []),
      ...(this.#graph.answer === undefined ? [t('Loading…')] : []),
    ].join(' · ');
  }

  #renderMore({ nodes, isCut }: GraphModel): TemplateResult {
    const next = neighbourSteps.find((step) => step > this.kept.neighbours);
    const hasMore = !isCut && nodes.some((node) => node.hasMore) && next !== undefined;
    const hiddenCount = this.kept.hidden.length;
    return html`${
      hiddenCount === 0
        ? nothing
        : html`<button class="link" @click=${() => this.onKeep({ ...this.kept, hidden: [] })}>
            ${tn(hiddenCount, 'Show {0} Hidden Entity', 'Show {0} Hidden Entities')}
          </button>`
    }
    ${
      hasMore
        ? html`<button class="link" @click=${() => this.onKeep({ ...this.kept, neighbours: next })}>
            ${t('Show More Neighbors')}
          </button>`
        : nothing
    }`;
  }

  /** The start stays as it is. */
  #renderActions(selected: GraphNode | undefined): TemplateResult {
    const key = selected === undefined || selected.isStart ? undefined : selected.key;
    const isOff = key === undefined ? 'true' : nothing;
    const run = (work: (key: string) => void) => () => key !== undefined && work(key);
    return html`<div class="actions">
      <button class="button" aria-disabled=${isOff} aria-keyshortcuts="+" @click=${run(this.#toggle)}>
        ${key !== undefined && selected?.isExpanded === true ? t('Collapse') : t('Expand')}
      </button>
      <button class="button" aria-disabled=${isOff} aria-keyshortcuts="Delete" @click=${run(this.#hide)}>
        ${t('Hide')}
      </button>
      <button class="button" aria-disabled=${isOff} @click=${run(this.onStart)}>${t('Start Here')}</button>
    </div>`;
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

  readonly #select = (key: string): void => this.onKeep({ ...this.kept, selected: key });
  readonly #toggle = (key: string): void => this.onKeep({ ...toggled(this.kept, key), selected: key });
  readonly #hide = (key: string): void => this.onKeep(hidden(this.kept, key));
}

customElements.define('bigmind-drawing-pane', DrawingPane);
