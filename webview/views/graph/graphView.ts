/**
 * The map: the entities of the memory as a list, files by folder, with the selected one beside it or in its place. A
 * drawing of what is mentioned together is shown on request.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { EntitiesCard } from '../../../src/protocol/graph/graph.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { orNull, plainSelect } from '../../parts/design/choices.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { number } from '../../parts/design/format.ts';
import { textOf } from '../../parts/design/forms.ts';
import { searchFieldKeys } from '../../parts/design/keyboard/searchKeys.ts';
import { ListView, type FirstRow } from '../shared/listView.ts';
import './drawingPane.ts';
import './entityPanel.ts';
import './entityTree.ts';
import { mapStyles } from './mapStyles.ts';
import { graphFrom, started, withFold, type KeptGraph } from './model/keptGraph.ts';
import { firstEntity, mapTree, type MapNode } from './model/mapTree.ts';

/** Of each kind; as many as the host returns at once. */
const maxListed = 500;
const maxPartLength = 200;

class GraphView extends ListView {
  static override styles = [ListView.styles, mapStyles];
  static override properties = { kept: { state: true }, found: { state: true } };

  declare private kept: KeptGraph;
  /** The key of an entity that was opened by another name. */
  declare private found: { opened: string; key: string } | undefined;
  protected readonly viewName = 'graph';
  protected readonly detailName = 'bigmind-entity-panel';
  protected override readonly listName = 'bigmind-entity-tree';
  /** Rows that were folded since the search began, which shows everything it found. */
  readonly #foldedFinds = new Set<string>();
  #tree: { card: EntitiesCard; nodes: MapNode[] } | undefined;

  readonly #entities = new Live(
    this,
    () => this.page.client,
    'entities',
    () => ({ part: this.kept.part, project: this.kept.project, limit: maxListed }),
  );
  readonly #choices = new Live(
    this,
    () => this.page.client,
    'choices',
    () => ({}),
  );

  protected restore(): void {
    this.kept = graphFrom(this.page.kept('graph'));
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { item } = this.page.route;
    if (item !== null && item !== this.kept.start) this.#keep(started(this.kept, item));
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#entities.answer?.isComplete === false) void this.#entities.refresh();
  }

  /** Another place of the page may open the start next, and then shows the start. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.hasUpdated && this.kept.start !== null) this.#keep(started(this.kept, this.kept.start));
  }

  protected search(): void {
    // The opened entity has replaced the field.
    if (this.field === null || this.field.value === this.kept.part) return;
    this.#foldedFinds.clear();
    this.#keep({ ...this.kept, part: this.field.value });
  }

  protected get firstRow(): FirstRow | undefined {
    const { answer } = this.#entities;
    return answer === undefined ? undefined : { item: firstEntity(this.#nodesOf(answer))?.key ?? null };
  }

  /** The start may be opened again while the drawing has another entity selected. */
  protected override open(key: string): void {
    if (key === this.kept.start) this.#keep(started(this.kept, key));
    super.open(key);
  }

  override render(): TemplateResult {
    const { item } = this.page.route;
    return this.renderPanes(t('Map'), item !== null, {
      bar: () => this.#renderBar(),
      list: () => html`${this.#renderList()}`,
      detail: () => this.#renderDetail(item),
    });
  }

  #renderBar(): TemplateResult {
    return html`<div class="bar" role="search">
      <div class="search">
        <input
          class="field"
          type="search"
          dir="auto"
          maxlength=${maxPartLength}
          aria-label=${t('Search entities')}
          aria-keyshortcuts="/ Control+F"
          placeholder=${t('A file, a package, a person…')}
          .value=${this.kept.part}
          @input=${(event: Event) => this.searchSoon(textOf(event).trim() === '')}
          @keydown=${searchFieldKeys(this.toList, this.openFirst)}
        />
        ${this.#renderProjects()}
        <p class="result-count quiet" role="status">${this.#countText()}</p>
      </div>
    </div>`;
  }

  /** The chosen one stays visible, even if no memory has it any more. */
  #renderProjects(): TemplateResult | typeof nothing {
    const { project } = this.kept;
    const known = this.#choices.answer?.projects.map(({ name }) => name) ?? [];
    const names = [...new Set([...(project === null ? [] : [project]), ...known])];
    if (names.length < 2 && project === null) return nothing;
    return plainSelect(
      t('Project'),
      project ?? '',
      [['', t('All projects')], ...names.map((name) => [name, name] as const)],
      (value) => this.#keep({ ...this.kept, project: orNull(value) }),
    );
  }

  #countText(): string {
    const { answer } = this.#entities;
    if (answer === undefined) return '';
    const all = answer.counts.reduce((sum, { count }) => sum + count, 0);
    const isLimited = answer.counts.some(({ count }) => count > maxListed);
    return [
      tn(all, '{0} entity', '{0} entities'),
      ...(isLimited ? [t('The {0} most used of each kind are listed', number(maxListed))] : []),
      ...(answer.isComplete ? [] : [t('Some memories are still being read. The list grows.')]),
      ...(answer.isCut ? [t('Only newer memories were counted.')] : []),
    ].join(' · ');
  }

  #renderList(): TemplateResult | typeof nothing {
    const { answer } = this.#entities;
    if (answer === undefined) return this.renderWait(this.#entities);
    if (answer.entities.length === 0) return answer.isComplete ? this.#renderNone() : nothing;
    const { item } = this.page.route;
    return html`<bigmind-entity-tree
      .nodes=${this.#nodesOf(answer)}
      .isOpen=${(node: MapNode) => this.#isOpen(node)}
      .selected=${item === null ? null : this.#keyOf(this.#selected(item))}
      .onOpen=${(key: string) => this.open(key)}
      .onFold=${(node: MapNode, isOpen: boolean) => this.#fold(node, isOpen)}
    ></bigmind-entity-tree>`;
  }

  #renderNone(): TemplateResult {
    const { part, project } = this.kept;
    if (part.trim() !== '' || project !== null) {
      const clear = (): void => this.#keep({ ...this.kept, part: '', project: null });
      const button = html`<button class="button" @click=${clear}>${t('Clear Filters')}</button>`;
      return renderEmpty('search', t('No results'), t('Try other words or fewer filters.'), button);
    }
    return renderEmpty(
      'type-hierarchy',
      t('No entities yet'),
      t(
        'Entities are the files, symbols, packages, people and other names that your memories mention. BigMind finds them in memories by rules, and in the tags of facts.',
      ),
    );
  }

  #renderDetail(item: string | null): TemplateResult | typeof nothing {
    if (item === null)
      return this.renderHint(
        this.#entities.answer?.entities.length,
        t('Select an entity to see what is known about it.'),
      );
    const { isDrawn, project } = this.kept;
    const selected = this.#selected(item);
    return html`<div class="opened ${isDrawn ? 'drawn' : ''}" @keydown=${(event: KeyboardEvent) => this.leave(event)}>
      ${keyed(
        selected,
        html`<bigmind-entity-panel
          .page=${this.page}
          .entity=${selected}
          .project=${project}
          .isDrawn=${isDrawn}
          .onAllProjects=${() => this.#keep({ ...this.kept, project: null })}
          .onDraw=${(isOn: boolean) => this.#keep({ ...this.kept, isDrawn: isOn })}
          .onOpen=${(key: string) => this.open(key)}
          .onClose=${() => this.close()}
          .onFound=${(key: string) => (this.found = { opened: selected, key })}
        ></bigmind-entity-panel>`,
      )}
      ${
        isDrawn
          ? keyed(
              item,
              html`<bigmind-drawing-pane
                .page=${this.page}
                .kept=${this.kept}
                .onKeep=${(kept: KeptGraph) => this.#keep(kept)}
                .onStart=${(key: string) => this.open(key)}
              ></bigmind-drawing-pane>`,
            )
          : nothing
      }
    </div>`;
  }

  /** In the drawing, another entity may be selected than the one that was opened. */
  #selected(item: string): string {
    return this.kept.selected ?? item;
  }

  #keyOf(opened: string): string {
    return this.found?.opened === opened ? this.found.key : opened;
  }

  /** The same list as long as nothing changes. */
  #nodesOf(card: EntitiesCard): MapNode[] {
    if (this.#tree?.card !== card) this.#tree = { card, nodes: mapTree(card) };
    return this.#tree.nodes;
  }

  #isOpen({ id, isOpenAtFirst }: MapNode): boolean {
    const { part, folded, unfolded } = this.kept;
    if (part.trim() !== '') return !this.#foldedFinds.has(id);
    return unfolded.includes(id) || (isOpenAtFirst && !folded.includes(id));
  }

  #fold({ id }: MapNode, isOpen: boolean): void {
    if (this.kept.part.trim() === '') this.#keep(withFold(this.kept, id, isOpen));
    else if (isOpen) this.#foldedFinds.delete(id);
    else this.#foldedFinds.add(id);
    this.requestUpdate();
  }

  #keep(kept: KeptGraph): void {
    this.kept = kept;
    this.page.keep('graph', kept);
  }
}

customElements.define('bigmind-graph-view', GraphView);
