/**
 * A list of any length that renders only its visible rows. It is a listbox: the focus stays on the list itself, and
 * `aria-activedescendant` names the active row with its position and the total. So the focus cannot disappear with a
 * row that scrolls away, and the keys also reach rows that are not loaded yet. The scroll position is stored as a row,
 * not as pixels, and stays stable when rows are added, removed or moved above it.
 *
 * Our own, because `@lit-labs/virtualizer` has none of this: it lays out existing rows, but supports no rows that are
 * still to load, no keys, no roles and no restored position. It also measures every row, which rows of equal height
 * make unnecessary.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { RowLayout } from './rows/rowLayout.ts';
import { extendedTo, nothingSelected, toggled, type Selection } from './rows/selection.ts';
import { rowStyles } from './styles/rowStyles.ts';
import { styles } from './styles/styles.ts';

/** Rows that may not be loaded yet, such as `PagedLive`. */
export interface RowSource<Row> {
  readonly total: number | undefined;
  at(index: number): Row | undefined;
  loaded(): Iterable<[index: number, row: Row]>;
  see(first: number, last: number): void;
}

/** How rows of one kind are identified and rendered. */
export interface RowLook<Row> {
  keyOf(row: Row): string;
  render(row: Row): TemplateResult;
  /** Whether one line of text is enough if the list is not narrow. */
  readonly isShort: boolean;
  /** The heading above the first row of each group; null for no heading. */
  headingOf(row: Row): string | null;
}

/** The position of the list: its topmost row, and the share of that row above the edge. */
export interface ListPlace {
  index: number;
  share: number;
}

/** Rows rendered beyond the visible ones, so that a turn of the wheel shows no gap. */
const overscan = 8;
/** The list never renders all of its rows, even if its height grows without limit. */
const maxDrawn = 200;
/** A row that moved is searched for among this many rows on either side. */
const maxMovedRows = 200;

class VirtualList<Row> extends LitElement {
  static override styles = [styles, rowStyles];
  static override properties = {
    rows: { attribute: false, hasChanged: () => true },
    look: { attribute: false },
    openedKey: { attribute: false },
    label: { attribute: false },
    place: { attribute: false },
    selection: { attribute: false },
    active: { state: true },
  };

  declare rows: RowSource<Row>;
  declare look: RowLook<Row>;
  /** The row that is shown next to the list. */
  declare openedKey: string | null;
  declare label: string;
  /** The initial position; later the list stays where it was scrolled to. */
  declare place: ListPlace;
  declare onOpen: (row: Row) => void;
  declare onPlace: (place: ListPlace) => void;
  /** Undefined where rows cannot be selected. Space selects the active row, and Shift extends the selection. */
  declare selection: Selection | undefined;
  declare onSelect: (selection: Selection) => void;
  /** Whether it did something with another key, pressed on the active row. */
  declare onKey: ((key: string, row: Row) => boolean) | undefined;
  declare private active: number;
  #layout = new RowLayout(0, { row: 0, heading: 0 }, []);
  #headed = new Set<number>();
  #anchor: { index: number; key: string | undefined } = { index: 0, key: undefined };
  #isPlaced = false;
  #range: string | undefined;
  #announcing: number | undefined;
  readonly #sizes = new ResizeObserver(() => this.requestUpdate());

  constructor() {
    super();
    this.openedKey = null;
    this.place = { index: 0, share: 0 };
    this.selection = undefined;
    this.onKey = undefined;
    this.active = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    window.clearTimeout(this.#announcing);
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#scroller?.focus());
  }

  override firstUpdated(): void {
    for (const measured of this.renderRoot.querySelectorAll('.scroller, .probe > *')) this.#sizes.observe(measured);
    this.active = this.place.index;
    this.requestUpdate();
  }

  override willUpdate(): void {
    if (this.hasUpdated) this.#layOut();
  }

  override render(): TemplateResult {
    const total = this.rows.total ?? 0;
    const { first, last } = this.#inSight();
    const shown = total === 0 ? [] : Array.from({ length: last - first + 1 }, (_, place) => first + place);
    const isActiveShown = this.active >= first && this.active <= last && total > 0;
    const height = this.look.isShort ? 'short' : '';
    const isSelecting = (this.selection?.selected.size ?? 0) > 0;
    return html`<div class="probe ${height}" aria-hidden="true">
        <div class="row"></div>
        <div class="heading"></div>
      </div>
      <div
        class="scroller ${height} ${isSelecting ? 'selecting' : ''}"
        role="listbox"
        tabindex="0"
        aria-label=${this.label}
        aria-multiselectable=${this.selection === undefined ? nothing : 'true'}
        aria-activedescendant=${isActiveShown ? this.#idOf(this.active) : nothing}
        @scroll=${() => this.#scrolled()}
        @keydown=${(event: KeyboardEvent) => this.#move(event)}
      >
        <div class="whole" role="presentation">
          <div class="window" role="presentation">${shown.map((index) => this.#renderOption(index, total))}</div>
        </div>
      </div>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { first, last } = this.#inSight();
    const whole = this.renderRoot.querySelector<HTMLElement>('.whole');
    const shown = this.renderRoot.querySelector<HTMLElement>('.window');
    if (whole === null || shown === null || this.#layout.height === 0) return;
    whole.style.height = `${String(this.#layout.height)}px`;
    shown.style.transform = `translateY(${String(this.#layout.offsetOf(first))}px)`;
    if (!this.#isPlaced) this.#begin();
    const range = `${String(first)} ${String(last)}`;
    if (range !== this.#range) this.rows.see(first, last);
    this.#range = range;
  }

  get #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector('.scroller');
  }

  #renderOption(index: number, total: number): TemplateResult {
    const row = this.rows.at(index);
    const key = row === undefined ? undefined : this.look.keyOf(row);
    const isOpened = key !== undefined && key === this.openedKey;
    const isSelected = this.selection === undefined ? isOpened : this.selection.selected.has(key ?? '');
    return html`<div
      class="option ${index === this.active ? 'active' : ''}"
      id=${this.#idOf(index)}
      role="option"
      aria-setsize=${total}
      aria-posinset=${index + 1}
      aria-selected=${isSelected ? 'true' : 'false'}
      aria-current=${isOpened ? 'true' : nothing}
      @click=${(event: MouseEvent) => this.#click(event, index)}
    >
      ${row !== undefined && this.#headed.has(index) ? html`<div class="heading">${this.look.headingOf(row)}</div>` : nothing}
      <div class="row">
        ${this.selection === undefined ? nothing : html`<span class="box" aria-hidden="true"></span>`}
        ${row === undefined ? html`<span class="waiting">${t('Loading…')}</span>` : this.look.render(row)}
      </div>
    </div>`;
  }

  /** The id changes once the row is loaded, so that a screen reader that waits on it reads its text. */
  #idOf(index: number): string {
    return `row-${String(index)}${this.rows.at(index) === undefined ? '-waiting' : ''}`;
  }

  /** Computes the positions again, and keeps the topmost row in place, with its new index if that changed. */
  #layOut(): void {
    const before = this.#layout;
    const isAtTop = (this.#scroller?.scrollTop ?? 0) <= 0;
    const headed = this.#headedRows();
    this.#headed = new Set(headed);
    this.#layout = new RowLayout(this.rows.total ?? 0, this.#heights(), headed);
    if (this.#isPlaced && before.height > 0 && !(isAtTop && this.active === 0)) this.#holdPlace(before, isAtTop);
    this.#remember();
  }

  #holdPlace(before: RowLayout, isAtTop: boolean): void {
    const index = this.#whereIs(this.#anchor);
    const moved = index - this.#anchor.index;
    if (moved !== 0) this.active = Math.max(0, this.active + moved);
    this.active = Math.min(this.active, Math.max(0, this.#layout.total - 1));
    const by = this.#layout.offsetOf(index) - before.offsetOf(this.#anchor.index);
    const scroller = this.#scroller;
    if (by !== 0 && scroller !== null && !isAtTop) {
      // The list needs its final height before it can be scrolled there.
      const whole = this.renderRoot.querySelector<HTMLElement>('.whole');
      if (whole !== null) whole.style.height = `${String(this.#layout.height)}px`;
      scroller.scrollTop += by;
    }
  }

  #headedRows(): number[] {
    const headed: number[] = [];
    let before: { index: number; heading: string | null } = { index: -2, heading: null };
    for (const [index, row] of this.rows.loaded()) {
      const heading = this.look.headingOf(row);
      const isGoingOn = before.index === index - 1 && before.heading === heading;
      if (heading !== null && !isGoingOn) headed.push(index);
      before = { index, heading };
    }
    return headed;
  }

  #heights(): { row: number; heading: number } {
    const height = (selector: string): number =>
      this.renderRoot.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    return { row: height('.probe > .row'), heading: height('.probe > .heading') };
  }

  #whereIs({ index, key }: { index: number; key: string | undefined }): number {
    if (key === undefined) return index;
    for (let distance = 0; distance <= maxMovedRows; distance++) {
      for (const place of [index + distance, index - distance]) {
        const row = place < 0 ? undefined : this.rows.at(place);
        if (row !== undefined && this.look.keyOf(row) === key) return place;
      }
    }
    return index;
  }

  #inSight(): { first: number; last: number } {
    const scroller = this.#scroller;
    const last = Math.max(0, (this.rows.total ?? 0) - 1);
    if (scroller === null || this.#layout.height === 0) return { first: 0, last: 0 };
    const { scrollTop, clientHeight } = scroller;
    const first = Math.max(0, this.#layout.indexAt(scrollTop) - overscan);
    const lowest = this.#layout.indexAt(scrollTop + clientHeight) + overscan;
    return { first, last: Math.min(last, lowest, first + maxDrawn) };
  }

  #begin(): void {
    const scroller = this.#scroller;
    if (scroller === null || scroller.clientHeight === 0) return;
    this.#isPlaced = true;
    const index = Math.min(this.place.index, Math.max(0, this.#layout.total - 1));
    const from = this.#layout.offsetOf(index);
    scroller.scrollTop = from + this.place.share * (this.#layout.endOf(index) - from);
    this.active = index;
    this.#remember();
    this.requestUpdate();
  }

  #scrolled(): void {
    this.#remember();
    this.requestUpdate();
    window.clearTimeout(this.#announcing);
    this.#announcing = window.setTimeout(() => {
      const top = this.#scroller?.scrollTop ?? 0;
      const { index } = this.#anchor;
      const from = this.#layout.offsetOf(index);
      this.onPlace({ index, share: (top - from) / Math.max(1, this.#layout.endOf(index) - from) });
    }, 150);
  }

  #remember(): void {
    const index = this.#layout.indexAt(this.#scroller?.scrollTop ?? 0);
    const row = this.rows.at(index);
    this.#anchor = { index, key: row === undefined ? undefined : this.look.keyOf(row) };
  }

  #click(event: MouseEvent, index: number): void {
    const isOnBox = event.target instanceof Element && event.target.classList.contains('box');
    if (this.selection === undefined || !(isOnBox || event.shiftKey || event.ctrlKey || event.metaKey))
      this.#open(index);
    else this.#select(index, event.shiftKey);
  }

  /** `isRange`: everything from the last row that was selected alone. */
  #select(index: number, isRange: boolean, from = this.selection): void {
    const row = this.rows.at(index);
    if (from === undefined || row === undefined) return;
    const key = this.look.keyOf(row);
    const keys = [...this.rows.loaded()].map(([, loaded]) => this.look.keyOf(loaded));
    this.active = index;
    this.onSelect(isRange ? extendedTo(from, key, keys) : toggled(from, key));
  }

  #selectByKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { selection } = this;
    if (selection === undefined) return false;
    const next = this.active + ({ ArrowDown: 1, ArrowUp: -1 }[key] ?? 0);
    if (key === ' ') this.#select(this.active, shiftKey);
    else if (key === 'Escape' && selection.selected.size > 0) this.onSelect(nothingSelected);
    else if (shiftKey && next !== this.active) {
      const row = this.rows.at(this.active);
      const isBegun = selection.anchor !== undefined || row === undefined;
      const begun = isBegun ? selection : toggled(nothingSelected, this.look.keyOf(row));
      if (next < 0 || next >= this.#layout.total) return true;
      this.#goTo(next);
      this.#select(next, true, begun);
    } else return false;
    return true;
  }

  #move(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rows.at(this.active);
    if (this.#selectByKey(event) || (row !== undefined && this.onKey?.(event.key, row) === true)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const rowHeight = this.#layout.endOf(this.active) - this.#layout.offsetOf(this.active);
    const page = Math.max(1, Math.floor((this.#scroller?.clientHeight ?? 0) / Math.max(1, rowHeight)) - 1);
    const last = Math.max(0, this.#layout.total - 1);
    const steps: Record<string, number> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (next === undefined) this.#open(this.active);
    else this.#goTo(Math.min(last, Math.max(0, next)));
  }

  #goTo(index: number): void {
    this.active = index;
    const scroller = this.#scroller;
    if (scroller === null) return;
    const [from, to] = [this.#layout.offsetOf(index), this.#layout.endOf(index)];
    if (from < scroller.scrollTop) scroller.scrollTop = from;
    else if (to > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = to - scroller.clientHeight;
  }

  #open(index: number): void {
    this.active = index;
    const row = this.rows.at(index);
    if (row !== undefined) this.onOpen(row);
  }
}

customElements.define('bigmind-virtual-list', VirtualList);
