/**
 * The inbox: pending proposals, one of them open. They are reviewed one by one or several at once, and can be corrected
 * or merged first.
 */
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ProposalCard } from '../../../../src/protocol/knowledge/curation.ts';
import { t } from '../../../l10n/t.ts';
import { renderEmpty } from '../../../parts/design/empty.ts';
import { categoryName } from '../../../parts/domain/memoryWords.ts';
import { Shortcuts } from '../../../parts/design/keyboard/shortcuts.ts';
import { Live } from '../../../client/live.ts';
import { Bulk, type Decision } from '../entries/bulk.ts';
import { renderBulkBar } from '../entries/bulkBar.ts';
import { whyNotDecide } from '../entries/decisionBar.ts';
import { EntriesView } from '../entries/entriesView.ts';
import { authorName, correctionsIn, notesIn } from '../entries/entry.ts';
import { renderEntryList, type EntryRow } from '../entries/entryList.ts';
import { mergeBegun, mergeFrom } from './mergeForm.ts';
import { renderProposal } from './proposalPane.ts';

const pageOfProposals = 50;

class CurationInbox extends EntriesView {
  static override properties = { selected: { state: true }, bulkNotes: { state: true } };

  declare private selected: ReadonlySet<number>;
  declare private bulkNotes: string;

  protected readonly pageSize = pageOfProposals;
  protected readonly list = new Live(
    this,
    () => this.page.client,
    'inbox',
    () => ({ offset: this.offset, limit: pageOfProposals }),
  );
  readonly #bulk = new Bulk(this);

  constructor() {
    super();
    this.selected = new Set();
    this.bulkNotes = '';
    new Shortcuts(this, () => this.keys && this.#bulk.progress === undefined, {
      j: { run: () => this.step(1), repeats: true },
      k: { run: () => this.step(-1), repeats: true },
      a: { run: () => this.#decideByKey('approve') },
      d: { run: () => this.#decideByKey('deprecate') },
      e: { run: () => this.#write('edit') },
      m: { run: () => this.#write('merge') },
      x: { run: () => this.#toggle(this.opened?.id) },
    });
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.list.answer === undefined) return;
    const { ids } = this;
    if (this.page.isWide) this.cursor ??= ids[0];
    if ([...this.selected].some((id) => !ids.includes(id)))
      this.selected = new Set(ids.filter((id) => this.selected.has(id)));
  }

  protected override get ids(): readonly number[] {
    return this.#proposals.map(({ id }) => id);
  }

  protected override get opened(): ProposalCard | undefined {
    return this.#proposals.find(({ id }) => id === this.cursor);
  }

  protected override get whyNot(): string | undefined {
    const { answer } = this.list;
    return whyNotDecide(answer?.mayReview ?? true, answer?.reviewers ?? '');
  }

  protected override renderNothing(): TemplateResult {
    const { mode } = this.page.overview;
    const text =
      mode === 'personal'
        ? t(
            'In a personal store, knowledge is approved at once. In a team store, proposals are pending here until a curator reviews them.',
          )
        : t('Proposals for team knowledge appear here. A curator approves or deprecates them.');
    return renderEmpty('inbox', t('No pending proposals'), text);
  }

  protected override renderList(): TemplateResult {
    const rows: EntryRow[] = this.#proposals.map(({ id, title, category, author, agent, createdAt }) => ({
      id,
      title,
      about: `${categoryName(category)} · ${authorName(author, agent)}`,
      createdAt,
    }));
    return html`${renderBulkBar({
      count: this.selected.size,
      progress: this.#bulk.progress,
      notes: this.bulkNotes,
      whyNot: this.whyNot,
      showsKeys: this.keys,
      write: (notes) => (this.bulkNotes = notes),
      decide: (action) => void this.#decideAll(action),
      cancel: () => this.#bulk.cancel(),
      clear: () => this.clearSelection(),
    })}
    ${renderEntryList({
      label: t('Pending proposals'),
      rows,
      current: this.cursor,
      open: (id) => this.open(id),
      moveTo: (id) => this.moveTo(id),
      selection: {
        selected: this.selected,
        toggle: (id) => this.#toggle(id),
        selectAll: () => (this.selected = new Set(rows.map(({ id }) => id))),
      },
    })}`;
  }

  protected override renderOpened(): unknown {
    const proposal = this.opened;
    if (proposal === undefined) {
      const text = t('Someone reviewed or withdrew it in the meantime.');
      return html`<div tabindex="-1" data-heading>
        ${renderEmpty('check', t('This proposal is no longer pending'), text)}
      </div>`;
    }
    const draft = this.drafts.of(proposal);
    return keyed(
      `${String(proposal.id)} ${draft.way}`,
      renderProposal({
        proposal,
        draft,
        page: this.page,
        whyNot: this.whyNot,
        // While entries are selected, the keys apply to those.
        showsKeys: this.keys && !this.#hasActiveSelection,
        change: (change) => this.drafts.keep({ ...draft, ...change }),
        write: (way) => this.#write(way),
        stopWriting: () => this.stopWriting(proposal),
        decide: (action) => void this.#decide(action),
        merge: () => void this.#merge(),
      }),
    );
  }

  get #proposals(): ProposalCard[] {
    return (this.list.answer?.proposals ?? []).filter((proposal) => !this.hasLeft(proposal));
  }

  #write(way: 'edit' | 'merge'): void {
    const proposal = this.opened;
    if (proposal === undefined || !this.isPaneShown || !this.mayDecide()) return;
    const draft = this.drafts.of(proposal);
    if (draft.way === way || (way === 'merge' && proposal.similar.length === 0)) return;
    this.drafts.keep(way === 'merge' ? mergeBegun(draft, proposal) : { ...draft, way });
    this.focusing.want();
  }

  #decideByKey(action: Decision): void {
    if (this.#hasActiveSelection) void this.#decideAll(action);
    else void this.#decide(action);
  }

  async #decide(action: Decision): Promise<void> {
    const proposal = this.opened;
    if (proposal === undefined || !this.mayDecide()) return;
    const draft = this.drafts.of(proposal);
    const corrections = action === 'approve' && draft.way === 'edit' ? correctionsIn(draft, proposal) : null;
    const title = corrections?.title ?? proposal.title;
    const done = action === 'approve' ? t('Approved: {0}', title) : t('Deprecated: {0}', title);
    const { id, version } = proposal;
    await this.leave(proposal, [], { type: 'review', id, action, version, notes: notesIn(draft), corrections }, done);
  }

  async #merge(): Promise<void> {
    const proposal = this.opened;
    if (proposal === undefined || !this.mayDecide()) return;
    const draft = this.drafts.of(proposal);
    const command = mergeFrom(draft, proposal);
    if (command === undefined) return;
    const others = this.#proposals.filter(({ id }) => id === draft.otherId);
    await this.leave(proposal, others, command, t('Merged into #{0}: {1}', command.keepId, draft.title));
  }

  async #decideAll(action: Decision): Promise<void> {
    if (!this.mayDecide()) return;
    const entries = this.#proposals.filter(({ id }) => this.selected.has(id));
    const notes = this.bulkNotes.trim() === '' ? null : this.bulkNotes.trim();
    const decided = (entry: { id: number; version: number }): void => {
      this.markLeft(entry);
      if (entry.id === this.cursor) this.cursor = undefined;
    };
    await this.#bulk.run({ page: this.page, entries, action, notes, decided });
    this.bulkNotes = '';
    if (this.isConnected) this.showNext();
  }

  #toggle(id: number | undefined): void {
    if (id === undefined) return;
    const selected = new Set(this.selected);
    if (!selected.delete(id)) selected.add(id);
    this.selected = selected;
  }

  protected override clearSelection(): void {
    this.selected = new Set();
  }

  /** Keys do not apply to a selection in a hidden list. */
  get #hasActiveSelection(): boolean {
    return this.selected.size > 0 && (this.page.isWide || this.page.route.item === null);
  }
}

customElements.define('bigmind-curation-inbox', CurationInbox);
