/**
 * What a team agreed to know, or gave up: one entry of it open, to be corrected, given up or restored. It is decided about
 * by the same reviews as a proposal, and leaves the list at once as a proposal does.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ActOf, Corrections } from '../../../src/protocol/acts.ts';
import type { MemoryCard, MemoryDetailCard } from '../../../src/protocol/memories.ts';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/controls.ts';
import { renderEmpty } from '../../parts/empty.ts';
import { FocusKeeper } from '../../parts/focusKeeper.ts';
import { isEscape } from '../../parts/forms.ts';
import { categoryName } from '../../parts/memoryWords.ts';
import { renderPager } from '../../parts/pager.ts';
import { Shortcuts } from '../../parts/shortcuts.ts';
import { styles } from '../../parts/styles.ts';
import { Live } from '../../shell/live.ts';
import { View } from '../view.ts';
import type { Decision } from './bulk.ts';
import { curationStyles } from './curationStyles.ts';
import { whyNotDecide } from './decisionBar.ts';
import { DraftDesk, type DraftedEntry } from './draftDesk.ts';
import { authorName, correctionsIn, notesIn, openedEntry, routeTo } from './entry.ts';
import { renderEntryList, rowOf } from './entryList.ts';
import { renderKnowledge } from './knowledgePane.ts';

const pageOfEntries = 100;

export class CurationKnowledge extends View {
  static override styles = [styles, controls, curationStyles];
  static override properties = {
    ...View.properties,
    keys: { type: Boolean },
    state: {},
    offset: { state: true },
    cursor: { state: true },
  };

  declare keys: boolean;
  /** Approved entries are live. */
  declare state: 'live' | 'deprecated';
  declare private offset: number;
  declare private cursor: number | undefined;

  /** What left this list, by the version that did. */
  readonly #gone = new Map<number, number>();
  readonly #desk = new DraftDesk(this);
  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  readonly #entries = new Live<'memories'>(
    this,
    () => this.page.client,
    'memories',
    () => ({
      offset: this.offset,
      limit: pageOfEntries,
      order: 'newest',
      filter: {
        kinds: ['knowledge'],
        project: null,
        agent: null,
        minConfidence: null,
        since: null,
        until: null,
        state: this.state,
      },
    }),
  );
  readonly #detail = new Live<'memory'>(
    this,
    () => this.page.client,
    'memory',
    () => (this.#current === undefined ? undefined : { ref: { kind: 'knowledge', id: this.#current.id } }),
  );
  /** Whom a member may ask. */
  readonly #inbox = new Live(
    this,
    () => this.page.client,
    'inbox',
    () => (this.page.overview.mayReview ? undefined : { offset: 0, limit: 1 }),
  );
  #lastItem: string | null | undefined;
  #lastPlace = 0;

  constructor() {
    super();
    this.keys = true;
    this.state = 'live';
    this.offset = 0;
    new Shortcuts(this, () => this.keys, {
      j: { run: () => this.#step(1), repeats: true },
      k: { run: () => this.#step(-1), repeats: true },
      a: { run: () => this.state === 'deprecated' && void this.#review('approve') },
      d: { run: () => this.state === 'live' && void this.#review('deprecate') },
      e: { run: () => this.state === 'live' && this.#edit() },
    });
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.toggleAttribute('wide', this.page.isWide);
    const { item } = this.page.route;
    if (item !== this.#lastItem) {
      this.#lastItem = item;
      this.cursor = openedEntry(this.page.route) ?? this.cursor;
    }
    const { answer } = this.#entries;
    if (answer === undefined) return;
    if (this.offset > 0 && this.offset >= answer.total) this.offset -= pageOfEntries;
    const place = this.#rows.findIndex(({ id }) => Number(id) === this.cursor);
    if (place >= 0) this.#lastPlace = place;
    else if (this.page.isWide) this.cursor = numberOf(this.#rows[Math.min(this.#lastPlace, this.#rows.length - 1)]);
  }

  override render(): TemplateResult {
    if (this.#entries.answer === undefined) return html`${this.renderWait(this.#entries)}`;
    if (this.#rows.length === 0) return this.#renderNothing();
    const isOpen = this.page.route.item !== null;
    const escape = (event: KeyboardEvent): void => {
      if (isEscape(event)) this.#back();
    };
    return html`<div class="panes" @keydown=${escape}>
      ${this.page.isWide || !isOpen ? this.#renderList() : nothing}
      ${this.page.isWide || isOpen ? this.#renderPane() : nothing}
    </div>`;
  }

  #renderNothing(): TemplateResult {
    const empty =
      this.state === 'live'
        ? renderEmpty(
            'library',
            t('Nothing is agreed yet'),
            t('Architecture, standards, decisions, patterns and words that everybody should know stand here.'),
          )
        : renderEmpty(
            'archive',
            t('Nothing was given up'),
            t('Knowledge that does not hold any more can be found here.'),
          );
    return html`<div tabindex="-1" data-nothing>${empty}</div>`;
  }

  #renderList(): TemplateResult {
    const rows = this.#rows.map(({ id, title, text, category, agent, createdAt }) => ({
      id: Number(id),
      title: title ?? text,
      about: [category === null ? undefined : categoryName(category), agent].filter(Boolean).join(' · '),
      createdAt,
    }));
    return html`<div class="list">
      ${renderEntryList({
        label: this.state === 'live' ? t('Approved knowledge') : t('Deprecated knowledge'),
        rows,
        current: this.cursor,
        open: (id) => this.#open(id),
        moveTo: (id) => this.#moveTo(id),
      })}
      ${renderPager({
        offset: this.offset,
        limit: pageOfEntries,
        total: this.#entries.answer?.total ?? 0,
        go: (offset) => {
          this.offset = offset;
          this.#focus.want();
        },
      })}
    </div>`;
  }

  #renderPane(): TemplateResult {
    const { answer } = this.#detail;
    const entry = this.#entry;
    const draft = entry === undefined ? undefined : this.#desk.of(entry);
    return html`<article class="pane">
      ${
        this.page.isWide
          ? nothing
          : html`<button class="button back" @click=${() => this.#back()}>
              <vscode-icon name="arrow-left" aria-hidden="true"></vscode-icon> ${t('Back to the list')}
            </button>`
      }
      ${
        answer === undefined || entry === undefined || draft === undefined
          ? html`<div tabindex="-1" data-heading>${this.renderWait(this.#detail)}</div>`
          : keyed(
              `${answer.id} ${draft.way}`,
              renderKnowledge({
                entry,
                by: authorName(answer.user, answer.agent),
                createdAt: answer.createdAt,
                state: this.state,
                draft,
                whyNot: this.#whyNot,
                showsKeys: this.keys,
                change: (change) => this.#desk.keep({ ...draft, ...change }),
                edit: () => this.#edit(),
                stopWriting: () => this.#discard(entry),
                save: () => void this.#save(),
                review: (action) => void this.#review(action),
              }),
            )
      }
    </article>`;
  }

  /** Of the live ones, those that wait are in the inbox. */
  get #rows(): MemoryCard[] {
    const wanted = this.state === 'live' ? 'live' : 'deprecated';
    const memories = this.#entries.answer?.memories ?? [];
    return memories.filter(
      ({ id, status, version }) => status === wanted && version > (this.#gone.get(Number(id)) ?? -1),
    );
  }

  get #current(): MemoryCard | undefined {
    return this.#rows.find(({ id }) => Number(id) === this.cursor);
  }

  get #entry(): DraftedEntry | undefined {
    const { answer } = this.#detail;
    return answer === undefined || Number(answer.id) !== this.cursor ? undefined : entryFrom(answer);
  }

  get #whyNot(): string | undefined {
    return whyNotDecide(this.page.overview.mayReview, this.#inbox.answer?.reviewers ?? '');
  }

  #edit(): void {
    const entry = this.#entry;
    if (entry === undefined || !this.#isPaneShown || !this.#mayDecide()) return;
    this.#desk.keep({ ...this.#desk.of(entry), way: 'edit' });
    this.#focus.want();
  }

  #discard(entry: DraftedEntry): void {
    this.#desk.discard(entry);
    this.#focus.want();
  }

  async #save(): Promise<void> {
    const entry = this.#entry;
    if (entry === undefined || !this.#mayDecide()) return;
    const draft = this.#desk.of(entry);
    const corrections = correctionsIn(draft, entry);
    if (corrections === null) {
      this.#discard(entry);
      return;
    }
    const came = await this.page.act(reviewOf(entry, 'approve', notesIn(draft), corrections), t('Saved.'));
    // Refused, the words stay in the form to be mended.
    if (came !== undefined) this.#desk.keep(undefined);
  }

  async #review(action: Decision): Promise<void> {
    const entry = this.#entry;
    if (entry === undefined || !this.#isPaneShown || !this.#mayDecide()) return;
    const draft = this.#desk.of(entry);
    const done = action === 'approve' ? t('Restored: {0}', entry.title) : t('Deprecated: {0}', entry.title);
    this.#gone.set(entry.id, entry.version);
    this.#desk.keep(undefined);
    this.#showNext();
    if ((await this.page.act(reviewOf(entry, action, notesIn(draft), null), done)) !== undefined) return;
    this.#gone.delete(entry.id);
    this.#desk.keep(draft);
    this.#open(entry.id);
    this.#focus.want();
  }

  #showNext(): void {
    const next = numberOf(this.#rows[Math.min(this.#lastPlace, this.#rows.length - 1)]);
    this.cursor = next;
    if (this.page.route.item !== null) {
      this.page.go(next === undefined ? { view: 'curation', item: null } : routeTo(next));
    }
    this.#focus.want();
  }

  #mayDecide(): boolean {
    if (this.#whyNot !== undefined) this.page.tell(this.#whyNot);
    return this.#whyNot === undefined;
  }

  #step(step: 1 | -1): void {
    const rows = this.#rows;
    const here = rows.findIndex(({ id }) => Number(id) === this.cursor);
    const next = numberOf(rows[Math.min(Math.max(here + step, 0), rows.length - 1)]);
    if (next !== undefined) this.#moveTo(next);
  }

  #moveTo(id: number): void {
    this.cursor = id;
    if (this.#isPaneShown) this.page.go(routeTo(id));
    this.#focus.want();
  }

  #open(id: number): void {
    this.cursor = id;
    this.page.go(routeTo(id));
    if (!this.page.isWide) this.#focus.want();
  }

  #back(): void {
    const entry = this.#entry;
    if (entry !== undefined && this.#isPaneShown && this.#desk.of(entry).way !== 'read') this.#desk.close(entry);
    else if (!this.page.isWide) this.page.go({ view: 'curation', item: null });
    this.#focus.want();
  }

  get #isPaneShown(): boolean {
    return this.page.isWide || this.page.route.item !== null;
  }

  #focusPlace(): HTMLElement | null {
    const entry = this.#entry;
    const root = this.renderRoot;
    if (entry !== undefined && this.#desk.of(entry).way !== 'read') return root.querySelector('[data-first]');
    const row = this.cursor === undefined ? null : rowOf(root, this.cursor);
    return row ?? root.querySelector('[data-heading], [role="option"], [data-nothing]');
  }
}

function reviewOf(
  { id, version }: DraftedEntry,
  action: Decision,
  notes: string | null,
  corrections: Corrections | null,
): ActOf<'review'> {
  return { type: 'review', id, action, version, notes, corrections };
}

function numberOf(card: MemoryCard | undefined): number | undefined {
  return card === undefined ? undefined : Number(card.id);
}

function entryFrom({ id, version, title, text, category, importance }: MemoryDetailCard): DraftedEntry {
  return {
    id: Number(id),
    version,
    title: title ?? '',
    content: text,
    category: category ?? '',
    importance: importance ?? 5,
  };
}

customElements.define('bigmind-curation-knowledge', CurationKnowledge);
