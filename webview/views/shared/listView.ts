/**
 * A view of a long list with a search field and an opened item, side by side or in its place: memories and sessions.
 * Keys move from the field to the list and open its first entry. The focus follows the opened item, and returns to the
 * list, or with the user to the place from which it was opened.
 */
import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import type { ViewName } from '../../../src/protocol/route.ts';
import { controls } from '../../parts/design/controls.ts';
import { isEscape } from '../../parts/design/forms.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { SearchKeys } from '../../parts/design/keyboard/searchKeys.ts';
import { browserStyles } from '../../parts/design/styles/browserStyles.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { arriveInList, takeArrival } from './arrival.ts';
import { keptCuration } from './curationState.ts';
import { View } from './view.ts';

const pauseMilliseconds = 250;

/** The first entry of the list: its route item, or null if the list is empty. */
export interface FirstRow {
  item: string | null;
}

export abstract class ListView extends View {
  static override styles: CSSResultGroup = [styles, controls, chipStyles, browserStyles];

  #typing: number | undefined;
  /** The item that was just opened from the list and gets the focus once it is shown. */
  #opening: string | undefined;
  /** Where the focus moves from the field, once the results are complete. */
  #next: 'list' | 'first' | undefined;
  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());

  protected abstract readonly viewName: ViewName;
  /** The elements that show the opened item, and the list, as selectors. */
  protected abstract readonly detailName: string;
  protected readonly listName: string = 'bigmind-virtual-list';
  /** The route item of the list itself. */
  protected listItem(): string | null {
    return null;
  }
  /** Undefined until the list is loaded. */
  protected abstract get firstRow(): FirstRow | undefined;
  /** Restores the kept state, before the first rendering. */
  protected abstract restore(): void;
  /** Searches for the current value of the field. */
  protected abstract search(): void;

  constructor() {
    super();
    new SearchKeys(this, { field: () => this.field, hasLetters: () => keptCuration(this.page).keys });
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.#opening !== undefined && this.#opening === this.page.route.item) {
      this.#opening = undefined;
      this.#focus.want();
    }
    if (this.hasUpdated) return;
    this.restore();
    if (takeArrival(this.page, this.viewName) || this.page.from !== null) this.#focus.want();
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const first = this.firstRow;
    if (this.#next === undefined || first === undefined) return;
    const next = this.#next;
    this.#next = undefined;
    if (next === 'list') this.#list?.focus();
    else if (first.item !== null) this.open(first.item);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#typing);
  }

  protected get field(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('.search input');
  }

  /** In a narrow page the opened item replaces the list. Hidden parts are not rendered. */
  protected renderPanes(
    title: string,
    isOpened: boolean,
    parts: { bar: () => TemplateResult; list: () => TemplateResult; detail: () => TemplateResult | typeof nothing },
  ): TemplateResult {
    const { isWide } = this.page;
    const isListShown = isWide || !isOpened;
    return html`<main class=${isWide ? 'wide' : 'narrow'}>
      <h1 class="unseen">${title}</h1>
      ${isListShown ? parts.bar() : nothing}
      <div class="panes">
        ${isListShown ? html`<div class="list">${parts.list()}</div>` : nothing}
        ${isWide || isOpened ? html`<div class="detail">${parts.detail()}</div>` : nothing}
      </div>
    </main>`;
  }

  /** Asks to select one of `total` rows; an empty list has nothing to select. */
  protected renderHint(total: number | undefined, words: string): TemplateResult | typeof nothing {
    return total === 0 ? nothing : html`<p class="quiet">${words}</p>`;
  }

  /** Searches once the user stops typing; at once if the field was emptied. */
  protected searchSoon(isEmptied: boolean): void {
    window.clearTimeout(this.#typing);
    this.#next = undefined;
    this.#typing = window.setTimeout(() => this.search(), isEmptied ? 0 : pauseMilliseconds);
  }

  protected readonly toList = (): void => this.#goOn('list');
  protected readonly openFirst = (): void => this.#goOn('first');

  protected open(item: string): void {
    this.#opening = item;
    this.page.go({ view: this.viewName, item });
  }

  /** Goes back to where the item was opened, else to the list. */
  protected close(): void {
    const { from } = this.page;
    if (from !== null) arriveInList(this.page, from.view);
    this.page.go(from ?? { view: this.viewName, item: this.listItem() });
    this.#focus.want();
  }

  /** For the keys in the opened item. */
  protected leave(event: KeyboardEvent): void {
    if (!isEscape(event)) return;
    event.preventDefault();
    this.close();
  }

  get #list(): HTMLElement | null {
    return this.renderRoot.querySelector(this.listName);
  }

  #focusPlace(): HTMLElement | null {
    if (this.page.route.item === this.listItem())
      return this.firstRow === undefined ? null : (this.#list ?? this.field);
    return this.renderRoot.querySelector<HTMLElement>(this.detailName);
  }

  #goOn(next: 'list' | 'first'): void {
    window.clearTimeout(this.#typing);
    this.search();
    this.#next = next;
    this.requestUpdate();
  }
}
