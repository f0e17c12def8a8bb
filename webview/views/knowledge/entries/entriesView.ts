/**
 * A list of entries with one of them open, side by side or in its place: the common part of the inboxes and the lists of
 * knowledge. It controls the current entry and the focus. A reviewed entry leaves at once and the next one gets the
 * focus. If the host refuses, the entry and its draft come back.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { PageCommand } from '../../../../src/protocol/commands.ts';
import type { Route } from '../../../../src/protocol/route.ts';
import { t } from '../../../l10n/t.ts';
import { controls } from '../../../parts/design/controls.ts';
import { isEscape } from '../../../parts/design/forms.ts';
import { FocusKeeper } from '../../../parts/design/keyboard/focusKeeper.ts';
import { renderPager } from '../../../parts/design/pager.ts';
import { styles } from '../../../parts/design/styles/styles.ts';
import { View, type Asked } from '../../shared/view.ts';
import { curationStyles } from './curationStyles.ts';
import { DraftController, type DraftedEntry } from './draftController.ts';
import { openedEntry, routeTo } from './entry.ts';
import { rowOf } from './entryList.ts';

export abstract class EntriesView extends View {
  static override styles = [styles, controls, curationStyles];
  static override properties: PropertyDeclarations = {
    keys: { type: Boolean },
    offset: { state: true },
    cursor: { state: true },
  };

  declare keys: boolean;
  declare protected offset: number;
  /** The entry that is shown, or was before it left. */
  declare protected cursor: number | undefined;

  protected readonly drafts = new DraftController(this);
  protected readonly focusing = new FocusKeeper(this, () => this.#focusPlace());
  /** Reviewed entries with their versions: an older answer does not bring an entry back, but an undo does. */
  readonly #left = new Map<number, number>();
  #lastItem: string | null | undefined;
  /** The index of the shown entry in the list, for when it is no longer there. */
  protected lastPlace = 0;

  protected abstract readonly pageSize: number;
  protected abstract readonly list: Asked & { readonly answer: { total: number } | undefined };
  /** The ids of the listed entries, in order. */
  protected abstract get ids(): readonly number[];
  /** The shown entry, once it is loaded. */
  protected abstract get opened(): DraftedEntry | undefined;
  /** Undefined if this user may review. */
  protected abstract get whyNot(): string | undefined;
  protected abstract renderNothing(): TemplateResult;
  protected abstract renderList(): TemplateResult;
  protected abstract renderOpened(): unknown;

  constructor() {
    super();
    this.keys = true;
    this.offset = 0;
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.toggleAttribute('wide', this.page.isWide);
    const { item } = this.page.route;
    if (item !== this.#lastItem) {
      this.#lastItem = item;
      this.cursor = this.openedBy(this.page.route) ?? this.cursor;
    }
    const { answer } = this.list;
    if (answer === undefined) return;
    if (this.offset > 0 && this.offset >= answer.total) this.offset -= this.pageSize;
    const place = this.ids.findIndex((id) => id === this.cursor);
    if (place >= 0) this.lastPlace = place;
  }

  override render(): TemplateResult {
    if (this.list.answer === undefined) return html`${this.renderWait(this.list)}`;
    if (this.ids.length === 0) return html`<div tabindex="-1" data-nothing>${this.renderNothing()}</div>`;
    const { isWide, route } = this.page;
    return html`<div class="panes" @keydown=${(event: KeyboardEvent) => isEscape(event) && this.#back()}>
      ${isWide || route.item === null ? html`<div class="list">${this.renderList()} ${this.#renderPager()}</div>` : nothing}
      ${this.isPaneShown ? this.#renderPane() : nothing}
    </div>`;
  }

  #renderPager(): unknown {
    const total = this.list.answer?.total ?? 0;
    const go = (offset: number): void => this.#turnTo(offset);
    return renderPager({ offset: this.offset, limit: this.pageSize, total, go });
  }

  #renderPane(): TemplateResult {
    const back = html`<button class="button back" @click=${() => this.#back()}>
      <vscode-icon name="arrow-left" aria-hidden="true"></vscode-icon> ${t('Back to List')}
    </button>`;
    return html`<article class="pane">${this.page.isWide ? nothing : back} ${this.renderOpened()}</article>`;
  }

  /** The place of an entry in the page. */
  protected routeTo(id: number): Route {
    return routeTo(id);
  }

  /** The entry that a route opens in this list, if any. */
  protected openedBy(route: Route): number | undefined {
    return openedEntry(route);
  }

  protected get isPaneShown(): boolean {
    return this.page.isWide || this.page.route.item !== null;
  }

  protected hasLeft({ id, version }: { id: number; version: number }): boolean {
    return version <= (this.#left.get(id) ?? -1);
  }

  protected markLeft({ id, version }: { id: number; version: number }): void {
    this.#left.set(id, version);
  }

  protected forgetLeft(id: number): void {
    this.#left.delete(id);
  }

  protected mayDecide(): boolean {
    if (this.whyNot !== undefined) this.page.notify(this.whyNot);
    return this.whyNot === undefined;
  }

  /** Removes the entry, and `others` with it, from the list before the host replies. */
  protected async leave(
    entry: DraftedEntry,
    others: readonly DraftedEntry[],
    command: PageCommand,
    done: string,
  ): Promise<void> {
    const restoreConfidence = this.drafts.take(entry);
    for (const one of [entry, ...others]) this.markLeft(one);
    this.showNext();
    if ((await this.page.execute(command, done)) !== undefined) return;
    for (const { id } of [entry, ...others]) this.#left.delete(id);
    this.requestUpdate();
    // Leave the user alone if they have gone on to something else.
    if (!restoreConfidence() || !this.isConnected) return;
    this.open(entry.id);
    this.focusing.want();
  }

  /** Moves to the entry that replaced the one that left, or to the last one. */
  protected showNext(): void {
    const { ids } = this;
    const next = ids[Math.min(this.lastPlace, ids.length - 1)];
    this.cursor = next;
    const isOpen = this.page.route.item !== null;
    if (isOpen) this.page.go(next === undefined ? { view: 'curation', item: null } : this.routeTo(next));
    this.focusing.want();
  }

  protected step(step: 1 | -1): void {
    const { ids } = this;
    const here = ids.findIndex((id) => id === this.cursor);
    const next = ids[Math.min(Math.max(here < 0 ? this.lastPlace : here + step, 0), ids.length - 1)];
    if (next !== undefined) this.moveTo(next);
  }

  /** If an entry is shown, shows this one at once; in a list alone, only makes it current. */
  protected moveTo(id: number): void {
    this.cursor = id;
    if (this.isPaneShown) this.page.go(this.routeTo(id));
    this.focusing.want();
  }

  protected open(id: number): void {
    this.cursor = id;
    this.page.go(this.routeTo(id));
    if (!this.page.isWide) this.focusing.want();
  }

  protected stopWriting(entry: DraftedEntry): void {
    this.drafts.discard(entry);
    this.focusing.want();
  }

  /** Clears the selection, if any. */
  protected clearSelection(): void {
    return;
  }

  #back(): void {
    const entry = this.opened;
    if (entry !== undefined && this.isPaneShown && this.drafts.of(entry).way !== 'read') this.drafts.close(entry);
    else if (this.page.route.item !== null && !this.page.isWide) this.page.go({ view: 'curation', item: null });
    else this.clearSelection();
    this.focusing.want();
  }

  #turnTo(offset: number): void {
    this.offset = offset;
    this.cursor = undefined;
    this.lastPlace = 0;
    this.clearSelection();
    this.page.go({ view: 'curation', item: null });
    this.focusing.want();
  }

  #focusPlace(): HTMLElement | null {
    const root = this.renderRoot;
    const entry = this.opened;
    if (entry !== undefined && this.drafts.of(entry).way !== 'read') return root.querySelector('[data-first]');
    const row = this.cursor === undefined ? null : rowOf(root, this.cursor);
    return row ?? root.querySelector('[data-heading], [role="option"], [data-nothing]');
  }
}
