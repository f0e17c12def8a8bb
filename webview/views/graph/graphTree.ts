/**
 * The graph as a list, for screen readers, for the keyboard, and for those who prefer it: a tree with the start on top.
 * It shows every entity and connection of the drawing, and does the same with the same keys.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t, tn } from '../../l10n/t.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { entityKindName, kindIconStyles, renderKindIcon } from './model/entityWords.ts';
import type { GraphModel } from './model/graphModel.ts';
import { treeRows, type TreeRow } from './model/treeRows.ts';
import { treeStyles } from './treeStyles.ts';

export class GraphTree extends LitElement {
  static override styles = [styles, kindIconStyles, treeStyles];
  static override properties = {
    model: { attribute: false },
    selected: { attribute: false },
    stop: { state: true },
  };

  declare model: GraphModel;
  /** A key. */
  declare selected: string | null;
  declare onSelect: (key: string) => void;
  declare onToggle: (key: string) => void;
  declare onHide: (key: string) => void;
  /** The id of the row that is the tab stop. */
  declare private stop: string;
  #rows: readonly TreeRow[] = [];

  constructor() {
    super();
    this.selected = null;
    this.stop = '';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) this.#rows = treeRows(this.model);
    if (this.#rows.some(({ id }) => id === this.stop)) return;
    const selected = this.#rows.find(({ node }) => node.key === this.selected);
    this.stop = (selected ?? this.#rows[0])?.id ?? '';
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#item(this.stop)?.focus());
  }

  override render(): TemplateResult {
    return html`<div
      class="tree"
      role="tree"
      aria-label=${t('Connected entities')}
      @keydown=${(event: KeyboardEvent) => this.#key(event)}
    >
      ${repeat(
        this.#rows,
        ({ id }) => id,
        (row, index) => this.#renderRow(row, index),
      )}
    </div>`;
  }

  #renderRow(row: TreeRow, index: number): TemplateResult {
    const { id, node, level, place, siblings, together, isOpen } = row;
    const about = [
      entityKindName(node.kind),
      ...(together === 0 ? [] : [tn(together, '{0} common memory', '{0} common memories')]),
      ...(isOpen === undefined ? [t('expanded elsewhere in this list')] : []),
    ];
    return html`<div
      class="row"
      role="treeitem"
      data-index=${index}
      tabindex=${id === this.stop ? 0 : -1}
      aria-level=${level}
      aria-posinset=${place}
      aria-setsize=${siblings}
      aria-expanded=${isOpen === undefined ? nothing : isOpen ? 'true' : 'false'}
      aria-selected=${node.key === this.selected ? 'true' : 'false'}
      .style=${`--level: ${String(Math.min(level, 8) - 1)}`}
      @focus=${() => (this.stop = id)}
      @click=${() => this.onSelect(node.key)}
      @dblclick=${() => this.onToggle(node.key)}
    >
      <span
        class="twisty ${isOpen === undefined || node.isStart ? 'none' : isOpen ? 'open' : 'closed'}"
        aria-hidden="true"
        @click=${(event: Event) => this.#toggleByMouse(event, row)}
      ></span>
      ${renderKindIcon(node.kind)}
      <span class="name"><bdi>${node.name}</bdi> <span class="about">${about.join(' · ')}</span></span>
    </div>`;
  }

  #toggleByMouse(event: Event, { node, isOpen }: TreeRow): void {
    event.stopPropagation();
    if (isOpen !== undefined) this.onToggle(node.key);
  }

  #item(id: string): HTMLElement | null {
    const index = this.#rows.findIndex((row) => row.id === id);
    return this.renderRoot.querySelector(`[data-index="${String(index)}"]`);
  }

  #key(event: KeyboardEvent): void {
    const row = this.#rows.find(({ id }) => id === this.stop);
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = this.#actionOf(event.key, row);
    if (run === undefined) moveAlong(event, '.row', 'column');
    else event.preventDefault();
    run?.();
  }

  #actionOf(key: string, row: TreeRow): (() => void) | undefined {
    const { node } = row;
    const actions: Record<string, () => void> = {
      Enter: () => this.onSelect(node.key),
      ' ': () => this.onSelect(node.key),
      '+': () => this.onToggle(node.key),
      ArrowRight: () => this.#openOrEnter(row),
      ArrowLeft: () => this.#closeOrLeave(row),
      Delete: () => this.#hide(row),
    };
    return Object.hasOwn(actions, key) ? actions[key] : undefined;
  }

  #openOrEnter(row: TreeRow): void {
    const next = this.#rows[this.#rows.indexOf(row) + 1];
    if (row.isOpen === false) this.onToggle(row.node.key);
    else if (row.isOpen === true && next !== undefined && next.level > row.level) this.#item(next.id)?.focus();
  }

  #closeOrLeave(row: TreeRow): void {
    const parent = row.parent === undefined ? undefined : this.#rows[row.parent];
    if (row.isOpen === true && !row.node.isStart) this.onToggle(row.node.key);
    else if (parent !== undefined) this.#item(parent.id)?.focus();
  }

  /** The focus moves on to the row below, or above at the end. */
  #hide(row: TreeRow): void {
    if (row.node.isStart) return;
    const at = this.#rows.indexOf(row);
    const rest = [...this.#rows.slice(at + 1), ...this.#rows.slice(0, at).reverse()];
    this.stop = rest.find(({ node }) => node.key !== row.node.key)?.id ?? '';
    this.onHide(row.node.key);
    this.focus();
  }
}

customElements.define('bigmind-graph-tree', GraphTree);
