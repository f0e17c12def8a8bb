/**
 * What memories mention, and what they mention together: a list of entities to start at, or the graph around one of
 * them, as a drawing or as a list, with the selected entity beside it.
 */
import { html, type TemplateResult } from 'lit';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { View } from '../shared/view.ts';
import './entityList.ts';
import './explorer.ts';

export class GraphView extends View {
  #shown: string | null | undefined;
  readonly #focus = new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('[data-part]'));

  /** The focus follows a user who opens an entity or goes back; it stays where it is when the view appears. */
  override willUpdate(): void {
    const { item } = this.page.route;
    if (this.#shown !== undefined && this.#shown !== item) this.#focus.want();
    this.#shown = item;
  }

  override render(): TemplateResult {
    const { item } = this.page.route;
    if (item === null) return html`<bigmind-entity-list data-part .page=${this.page}></bigmind-entity-list>`;
    return html`<bigmind-graph-explorer data-part .page=${this.page} .start=${item}></bigmind-graph-explorer>`;
  }
}

customElements.define('bigmind-graph-view', GraphView);
