/**
 * The inbox: proposals that wait, with one of them open. An entry that was decided about leaves at once and the next one
 * has the focus; should the host refuse, it comes back, and so does what was written about it.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Act } from '../../../src/protocol/acts.ts';
import type { ProposalCard } from '../../../src/protocol/curation.ts';
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
import { Bulk, type Decision } from './bulk.ts';
import { renderBulkBar } from './bulkBar.ts';
import { curationStyles } from './curationStyles.ts';
import { whyNotDecide } from './decisionBar.ts';
import { DraftDesk } from './draftDesk.ts';
import { correctionsIn, notesIn, openedEntry, routeTo, authorName } from './entry.ts';
import { renderEntryList, rowOf, type EntryRow } from './entryList.ts';
import { mergeBegun, mergeFrom } from './mergeForm.ts';
import { renderProposal } from './proposalPane.ts';

const pageOfProposals = 50;

export class CurationInbox extends View {
  static override styles = [styles, controls, curationStyles];
  static override properties = {
    ...View.properties,
    keys: { type: Boolean },
    offset: { state: true },
    cursor: { state: true },
    ticked: { state: true },
    bulkNotes: { state: true },
  };

  declare keys: boolean;
  declare private offset: number;
  /** The proposal that is shown, or was before it left. */
  declare private cursor: number | undefined;
  declare private ticked: ReadonlySet<number>;
  declare private bulkNotes: string;

  /** What was decided here, by the version that was: an answer from before does not bring it back, an undo does. */
  readonly #decided = new Map<number, number>();
  readonly #bulk = new Bulk(this);
  readonly #desk = new DraftDesk(this);
  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  readonly #inbox = new Live(
    this,
    () => this.page.client,
    'inbox',
    () => ({ offset: this.offset, limit: pageOfProposals }),
  );
  #lastItem: string | null | undefined;
  /** Where in the list the proposal stood that is shown, for when it is not there any more. */
  #lastPlace = 0;

  constructor() {
    super();
    this.keys = true;
    this.offset = 0;
    this.ticked = new Set();
    this.bulkNotes = '';
    new Shortcuts(this, () => this.keys && this.#bulk.progress === undefined, {
      j: { run: () => this.#step(1), repeats: true },
      k: { run: () => this.#step(-1), repeats: true },
      a: { run: () => this.#decideByKey('approve') },
      d: { run: () => this.#decideByKey('deprecate') },
      e: { run: () => this.#write('edit') },
      m: { run: () => this.#write('merge') },
      x: { run: () => this.#toggle(this.#current?.id) },
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
    const { answer } = this.#inbox;
    if (answer === undefined) return;
    if (this.offset > 0 && this.offset >= answer.total) this.offset -= pageOfProposals;
    if (this.page.isWide) this.cursor ??= this.#proposals[0]?.id;
    const place = this.#proposals.findIndex(({ id }) => id === this.cursor);
    if (place >= 0) this.#lastPlace = place;
    if ([...this.ticked].some((id) => !this.#proposals.some((proposal) => proposal.id === id))) {
      this.ticked = new Set(this.#proposals.map(({ id }) => id).filter((id) => this.ticked.has(id)));
    }
  }

  override render(): TemplateResult {
    if (this.#inbox.answer === undefined) return html`${this.renderWait(this.#inbox)}`;
    if (this.#proposals.length === 0) return this.#renderNothing();
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
    const { mode } = this.page.overview;
    const text =
      mode === 'personal'
        ? t(
            'In a memory of your own, knowledge is approved at once. Where a team shares one, what people and their assistants propose waits here until a curator decides.',
          )
        : t('What people and their assistants want the whole team to know comes here first, and a curator decides.');
    return html`<div tabindex="-1" data-nothing>${renderEmpty('inbox', t('Nothing waits'), text)}</div>`;
  }

  #renderList(): TemplateResult {
    const rows: EntryRow[] = this.#proposals.map(({ id, title, category, author, agent, createdAt }) => ({
      id,
      title,
      about: `${categoryName(category)} · ${authorName(author, agent)}`,
      createdAt,
    }));
    return html`<div class="list">
      ${renderBulkBar({
        count: this.ticked.size,
        progress: this.#bulk.progress,
        notes: this.bulkNotes,
        whyNot: this.#whyNot,
        showsKeys: this.keys,
        write: (notes) => (this.bulkNotes = notes),
        decide: (action) => void this.#decideAll(action),
        cancel: () => this.#bulk.cancel(),
        clear: () => (this.ticked = new Set()),
      })}
      ${renderEntryList({
        label: t('Proposals that wait'),
        rows,
        current: this.cursor,
        open: (id) => this.#open(id),
        moveTo: (id) => this.#moveTo(id),
        ticks: {
          ticked: this.ticked,
          toggle: (id) => this.#toggle(id),
          tickAll: () => (this.ticked = new Set(rows.map(({ id }) => id))),
        },
      })}
      ${renderPager({
        offset: this.offset,
        limit: pageOfProposals,
        total: this.#inbox.answer?.total ?? 0,
        go: (offset) => this.#turnTo(offset),
      })}
    </div>`;
  }

  #renderPane(): TemplateResult {
    const proposal = this.#current;
    const draft = proposal === undefined ? undefined : this.#desk.of(proposal);
    const back = html`<button class="button back" @click=${() => this.#back()}>
      <vscode-icon name="arrow-left" aria-hidden="true"></vscode-icon> ${t('Back to the list')}
    </button>`;
    return html`<article class="pane">
      ${this.page.isWide ? nothing : back}
      ${
        proposal === undefined || draft === undefined
          ? html`<div tabindex="-1" data-heading>
              ${renderEmpty('check', t('This one does not wait any more'), t('Somebody decided about it meanwhile, or took it back.'))}
            </div>`
          : keyed(
              `${String(proposal.id)} ${draft.way}`,
              renderProposal({
                proposal,
                draft,
                page: this.page,
                whyNot: this.#whyNot,
                // With several ticked the keys are about those.
                showsKeys: this.keys && !this.#areTicksMeant,
                change: (change) => this.#desk.keep({ ...draft, ...change }),
                write: (way) => this.#write(way),
                stopWriting: () => this.#stopWriting(proposal),
                decide: (action) => void this.#decide(action),
                merge: () => void this.#merge(),
              }),
            )
      }
    </article>`;
  }

  get #proposals(): ProposalCard[] {
    const proposals = this.#inbox.answer?.proposals ?? [];
    return proposals.filter(({ id, version }) => version > (this.#decided.get(id) ?? -1));
  }

  get #current(): ProposalCard | undefined {
    return this.#proposals.find(({ id }) => id === this.cursor);
  }

  get #whyNot(): string | undefined {
    const { answer } = this.#inbox;
    return whyNotDecide(answer?.mayReview ?? true, answer?.reviewers ?? '');
  }

  #write(way: 'edit' | 'merge'): void {
    const proposal = this.#current;
    if (proposal === undefined || !this.#isPaneShown || !this.#mayDecide()) return;
    const draft = this.#desk.of(proposal);
    if (draft.way === way || (way === 'merge' && proposal.similar.length === 0)) return;
    this.#desk.keep(way === 'merge' ? mergeBegun(draft, proposal) : { ...draft, way });
    this.#focus.want();
  }

  #decideByKey(action: Decision): void {
    if (this.#areTicksMeant) void this.#decideAll(action);
    else void this.#decide(action);
  }

  async #decide(action: Decision): Promise<void> {
    const proposal = this.#current;
    if (proposal === undefined || !this.#mayDecide()) return;
    const draft = this.#desk.of(proposal);
    const corrections = action === 'approve' && draft.way === 'edit' ? correctionsIn(draft, proposal) : null;
    const title = corrections?.title ?? proposal.title;
    const done = action === 'approve' ? t('Approved: {0}', title) : t('Deprecated: {0}', title);
    await this.#leave(
      [proposal],
      { type: 'review', id: proposal.id, action, version: proposal.version, notes: notesIn(draft), corrections },
      done,
    );
  }

  async #merge(): Promise<void> {
    const proposal = this.#current;
    if (proposal === undefined || !this.#mayDecide()) return;
    const draft = this.#desk.of(proposal);
    const act = mergeFrom(draft, proposal);
    if (act === undefined) return;
    const other = this.#proposals.find(({ id }) => id === draft.otherId);
    const done = t('Merged, and kept as #{0}: {1}', act.keepId, draft.title);
    await this.#leave(other === undefined ? [proposal] : [proposal, other], act, done);
  }

  /** Takes them out of the list before the host answers, and brings them back should it refuse. */
  async #leave(proposals: readonly ProposalCard[], act: Act, done: string): Promise<void> {
    const { page } = this;
    const [first] = proposals;
    const draft = first === undefined ? undefined : this.#desk.of(first);
    for (const { id, version } of proposals) this.#decided.set(id, version);
    this.#desk.keep(undefined);
    this.#showNext();
    if ((await page.act(act, done)) !== undefined) return;
    for (const { id } of proposals) this.#decided.delete(id);
    if (draft !== undefined) this.#desk.keep(draft);
    if (first !== undefined) this.#open(first.id);
    this.#focus.want();
  }

  /** What came into the place of the one that left, or the last one. */
  #showNext(): void {
    const next = this.#proposals[Math.min(this.#lastPlace, this.#proposals.length - 1)];
    this.cursor = next?.id;
    const isOpen = this.page.route.item !== null;
    if (isOpen) this.page.go(next === undefined ? { view: 'curation', item: null } : routeTo(next.id));
    this.#focus.want();
  }

  async #decideAll(action: Decision): Promise<void> {
    if (!this.#mayDecide()) return;
    const entries = this.#proposals.filter(({ id }) => this.ticked.has(id));
    const notes = this.bulkNotes.trim() === '' ? null : this.bulkNotes.trim();
    const decided = (id: number): void => {
      this.#decided.set(id, entries.find((entry) => entry.id === id)?.version ?? 0);
      if (id === this.cursor) this.cursor = undefined;
    };
    await this.#bulk.run({ page: this.page, entries, action, notes, decided });
    this.bulkNotes = '';
    this.#showNext();
  }

  #mayDecide(): boolean {
    if (this.#whyNot !== undefined) this.page.tell(this.#whyNot);
    return this.#whyNot === undefined;
  }

  #toggle(id: number | undefined): void {
    if (id === undefined) return;
    const ticked = new Set(this.ticked);
    if (!ticked.delete(id)) ticked.add(id);
    this.ticked = ticked;
  }

  #step(step: 1 | -1): void {
    const proposals = this.#proposals;
    const here = proposals.findIndex(({ id }) => id === this.cursor);
    const next = here < 0 ? this.#lastPlace : here + step;
    const proposal = proposals[Math.min(Math.max(next, 0), proposals.length - 1)];
    if (proposal !== undefined) this.#moveTo(proposal.id);
  }

  /** Beside the list, or in its place, the entry is shown at once; in a list alone it is only pointed at. */
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

  #stopWriting(proposal: ProposalCard): void {
    this.#desk.discard(proposal);
    this.#focus.want();
  }

  #back(): void {
    const proposal = this.#current;
    if (proposal !== undefined && this.#isPaneShown && this.#desk.of(proposal).way !== 'read') {
      this.#desk.close(proposal);
    } else if (this.page.route.item !== null && !this.page.isWide) {
      this.page.go({ view: 'curation', item: null });
    } else this.ticked = new Set();
    this.#focus.want();
  }

  #turnTo(offset: number): void {
    this.offset = offset;
    this.cursor = undefined;
    this.ticked = new Set();
    this.page.go({ view: 'curation', item: null });
    this.#focus.want();
  }

  /** What is ticked in a list that nobody sees is not meant by a key. */
  get #areTicksMeant(): boolean {
    return this.ticked.size > 0 && (this.page.isWide || this.page.route.item === null);
  }

  get #isPaneShown(): boolean {
    return this.page.isWide || this.page.route.item !== null;
  }

  #focusPlace(): HTMLElement | null {
    const root = this.renderRoot;
    const current = this.#current;
    const isWriting = current !== undefined && this.#desk.of(current).way !== 'read';
    if (isWriting) return root.querySelector('[data-first]');
    const row = current === undefined ? null : rowOf(root, current.id);
    return row ?? root.querySelector('[data-heading], [role="option"], [data-nothing]');
  }
}

customElements.define('bigmind-curation-inbox', CurationInbox);
