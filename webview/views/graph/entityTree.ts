/**
 * The list of the map as a tree: kinds, folders, and entities with their memories. It is one tab stop; the up and down
 * arrows move along the rows in sight, left and right fold and unfold.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { number } from '../../parts/design/format.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { entityKindsName, kindIconStyles } from './model/entityWords.ts';
import { mapRows, nodesAbove, type MapNode, type MapRow } from './model/mapTree.ts';
import { treeStyles } from './treeStyles.ts';

/** Deeper rows are indented no further. */
const maxIndent = 8;

class EntityTree extends LitElement {
  static override styles = [styles, controls, kindIconStyles, treeStyles];
  static override properties = {
    nodes: { attribute: false },
    isOpen: { attribute: false, hasChanged: () => true },
    selected: { attribute: false },
    stop: { state: true },
  };

  declare nodes: readonly MapNode[];
  /** Asked about kinds and folders. */
  declare isOpen: (node: MapNode) => boolean;
  /** The key of the entity that is shown beside the list; the list unfolds what it is in. */
  declare selected: string | null;
  declare onOpen: (key: string) => void;
  declare onFold: (node: MapNode, isOpen: boolean) => void;
  /** The id of the row that the keyboard was on last; empty before the first one. */
  declare private stop: string;
  #rows: readonly MapRow[] = [];
  /** The id of the row that is the tab stop. */
  #tabStop = '';
  #revealed: string | null = null;

  constructor() {
    super();
    this.selected = null;
    this.stop = '';
    new FocusKeeper(this, () => this.#item(this.#tabStop));
  }

  override willUpdate(): void {
    this.#rows = mapRows(this.nodes, this.isOpen);
    const last = this.#rows.find(({ node }) => node.id === this.stop);
    const selected = this.#rows.find(({ node }) => this.#isSelected(node));
    this.#tabStop = (last ?? selected ?? this.#rows[0])?.node.id ?? '';
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.selected !== this.#revealed) this.#reveal();
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#item(this.#tabStop)?.focus());
  }

  override render(): TemplateResult {
    return html`<div
      class="tree"
      role="tree"
      aria-label=${t('Entities')}
      @keydown=${(event: KeyboardEvent) => this.#key(event)}
    >
      ${repeat(
        this.#rows,
        ({ node }) => node.id,
        (row, index) => this.#renderRow(row, index),
      )}
    </div>`;
  }

  #renderRow(row: MapRow, index: number): TemplateResult {
    const { node, level, place, siblings, isOpen } = row;
    const { id, kind, entity } = node;
    const isFolder = entity === undefined && level > 1;
    return html`<div
      class="row"
      role="treeitem"
      data-index=${index}
      tabindex=${id === this.#tabStop ? 0 : -1}
      title=${entity?.name ?? nothing}
      aria-level=${level}
      aria-posinset=${place}
      aria-setsize=${siblings}
      aria-expanded=${isOpen === undefined ? nothing : isOpen ? 'true' : 'false'}
      aria-selected=${this.#isSelected(node) ? 'true' : 'false'}
      .style=${`--level: ${String(Math.min(level, maxIndent) - 1)}`}
      @focus=${() => (this.stop = id)}
      @click=${() => this.#choose(row)}
    >
      <span class="twisty ${isOpen === undefined ? 'none' : isOpen ? 'open' : 'closed'}" aria-hidden="true"></span>
      <span class="kind ${isFolder ? 'folder' : kind}" aria-hidden="true"></span>
      <bdi class="name">${level === 1 ? entityKindsName(kind) : node.name}</bdi>
      <span class="about" aria-hidden="true">${isFolder ? countText(node) : number(node.count)}</span>
      <span class="unseen">${countText(node)}</span>
    </div>`;
  }

  #isSelected({ entity }: MapNode): boolean {
    return this.selected !== null && entity?.key === this.selected;
  }

  /** Once for each selected entity, so that the reader can fold its folder again. */
  #reveal(): void {
    const { selected } = this;
    if (selected === null) {
      this.#revealed = null;
      return;
    }
    const above = nodesAbove(this.nodes, selected);
    if (above.length === 0) return;
    const folded = above.filter((node) => !this.isOpen(node));
    for (const node of folded) this.onFold(node, true);
    if (folded.length > 0) return;
    this.#revealed = selected;
    const row = this.#rows.find(({ node }) => this.#isSelected(node));
    if (row === undefined) return;
    this.#item(row.node.id)?.scrollIntoView({ block: 'nearest' });
    if (this.shadowRoot?.activeElement === null) this.stop = row.node.id;
  }

  #item(id: string): HTMLElement | null {
    const index = this.#rows.findIndex(({ node }) => node.id === id);
    return this.renderRoot.querySelector(`[data-index="${String(index)}"]`);
  }

  #key(event: KeyboardEvent): void {
    const row = this.#rows.find(({ node }) => node.id === this.#tabStop);
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') this.#choose(row);
    else if (event.key === 'ArrowRight') this.#unfoldOrEnter(row);
    else if (event.key === 'ArrowLeft') this.#foldOrLeave(row);
    else {
      moveAlong(event, '.row', 'column');
      return;
    }
    event.preventDefault();
  }

  #choose({ node, isOpen }: MapRow): void {
    this.stop = node.id;
    if (node.entity === undefined) this.onFold(node, isOpen !== true);
    else this.onOpen(node.entity.key);
  }

  #unfoldOrEnter(row: MapRow): void {
    if (row.isOpen === false) this.onFold(row.node, true);
    else if (row.isOpen === true) this.#focusOn(this.#rows[this.#rows.indexOf(row) + 1]);
  }

  #foldOrLeave(row: MapRow): void {
    if (row.isOpen === true) this.onFold(row.node, false);
    else if (row.parent !== undefined) this.#focusOn(this.#rows[row.parent]);
  }

  #focusOn(row: MapRow | undefined): void {
    if (row !== undefined) this.#item(row.node.id)?.focus();
  }
}

function countText({ entity, kind, count }: MapNode): string {
  if (entity !== undefined) return tn(count, '{0} memory', '{0} memories');
  return kind === 'file' ? tn(count, '{0} file', '{0} files') : tn(count, '{0} entity', '{0} entities');
}

customElements.define('bigmind-entity-tree', EntityTree);
