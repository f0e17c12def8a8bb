/**
 * Approved or deprecated team knowledge, with one entry open to edit, deprecate or restore. It uses the same reviews as
 * a proposal, and a reviewed entry leaves the list at once, too.
 */
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { CommandOf, Corrections } from '../../../src/protocol/commands.ts';
import type { MemoryCard, MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { t } from '../../l10n/t.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { Shortcuts } from '../../parts/design/keyboard/shortcuts.ts';
import { agentName, ownAgent } from '../../parts/domain/agentName.ts';
import { categoryName } from '../../parts/domain/memoryWords.ts';
import type { Decision } from './entries/bulk.ts';
import { whyNotDecide } from './entries/decisionBar.ts';
import type { DraftedEntry } from './entries/draftController.ts';
import { EntriesView } from './entries/entriesView.ts';
import { authorName, correctionsIn, notesIn } from './entries/entry.ts';
import { renderEntryList } from './entries/entryList.ts';
import { renderKnowledge } from './knowledgePane.ts';

const pageOfEntries = 100;

export class CurationKnowledge extends EntriesView {
  static override properties = { state: {} };

  /** Approved entries are live. */
  declare state: 'live' | 'deprecated';

  protected readonly pageSize = pageOfEntries;
  protected readonly list = new Live<'memories'>(
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
        factType: null,
        tag: null,
      },
    }),
  );
  readonly #detail = new Live<'memory'>(
    this,
    () => this.page.client,
    'memory',
    () => {
      const row = this.#rows.find(({ id }) => Number(id) === this.cursor);
      return row === undefined ? undefined : { ref: { kind: 'knowledge', id: row.id } };
    },
  );
  /** For the names of the reviewers that a member can ask. */
  readonly #inbox = new Live(
    this,
    () => this.page.client,
    'inbox',
    () => (this.page.overview.mayReview ? undefined : { offset: 0, limit: 1 }),
  );

  constructor() {
    super();
    this.state = 'live';
    new Shortcuts(this, () => this.keys, {
      j: { run: () => this.step(1), repeats: true },
      k: { run: () => this.step(-1), repeats: true },
      a: { run: () => this.state === 'deprecated' && void this.#review('approve') },
      d: { run: () => this.state === 'live' && void this.#review('deprecate') },
      e: { run: () => this.state === 'live' && this.#edit() },
    });
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.list.answer === undefined || !this.page.isWide) return;
    const { ids } = this;
    if (this.cursor === undefined || !ids.includes(this.cursor))
      this.cursor = ids[Math.min(this.lastPlace, ids.length - 1)];
  }

  protected override get ids(): readonly number[] {
    return this.#rows.map(({ id }) => Number(id));
  }

  protected override get opened(): DraftedEntry | undefined {
    const { answer } = this.#detail;
    return answer === undefined || Number(answer.id) !== this.cursor ? undefined : entryFrom(answer);
  }

  protected override get whyNot(): string | undefined {
    return whyNotDecide(this.page.overview.mayReview, this.#inbox.answer?.reviewers ?? '');
  }

  protected override renderNothing(): TemplateResult {
    return this.state === 'live'
      ? renderEmpty(
          'library',
          t('No approved knowledge yet'),
          t('Architecture, standards, decisions, patterns and terms that everyone should know appear here.'),
        )
      : renderEmpty('archive', t('No deprecated knowledge'), t('Deprecated knowledge appears here.'));
  }

  protected override renderList(): TemplateResult {
    const rows = this.#rows.map(({ id, title, text, category, agent, createdAt }) => ({
      id: Number(id),
      title: title ?? text,
      about: [
        category === null ? null : categoryName(category),
        agent === null || agent === ownAgent ? null : agentName(agent),
      ]
        .filter((part) => part !== null)
        .join(' · '),
      createdAt,
    }));
    return renderEntryList({
      label: this.state === 'live' ? t('Approved knowledge') : t('Deprecated knowledge'),
      rows,
      current: this.cursor,
      open: (id) => this.open(id),
      moveTo: (id) => this.moveTo(id),
    });
  }

  protected override renderOpened(): unknown {
    const { answer } = this.#detail;
    const entry = this.opened;
    if (answer === undefined || entry === undefined) {
      return html`<div tabindex="-1" data-heading>${this.renderWait(this.#detail)}</div>`;
    }
    const draft = this.drafts.of(entry);
    return keyed(
      `${answer.id} ${draft.way}`,
      renderKnowledge({
        entry,
        by: authorName(answer.user, answer.agent),
        createdAt: answer.createdAt,
        state: this.state,
        draft,
        whyNot: this.whyNot,
        showsKeys: this.keys,
        change: (change) => this.drafts.keep({ ...draft, ...change }),
        edit: () => this.#edit(),
        stopWriting: () => this.stopWriting(entry),
        save: () => void this.#save(),
        review: (action) => void this.#review(action),
      }),
    );
  }

  /** Pending entries are in the inbox instead. */
  get #rows(): MemoryCard[] {
    const memories = this.list.answer?.memories ?? [];
    return memories.filter(
      ({ id, status, version }) => status === this.state && !this.hasLeft({ id: Number(id), version }),
    );
  }

  #edit(): void {
    const entry = this.opened;
    if (entry === undefined || !this.isPaneShown || !this.mayDecide()) return;
    this.drafts.keep({ ...this.drafts.of(entry), way: 'edit' });
    this.focusing.want();
  }

  async #save(): Promise<void> {
    const entry = this.opened;
    if (entry === undefined || !this.mayDecide()) return;
    const draft = this.drafts.of(entry);
    const corrections = correctionsIn(draft, entry);
    if (corrections === null) {
      this.stopWriting(entry);
      return;
    }
    const came = await this.page.execute(reviewOf(entry, 'approve', notesIn(draft), corrections), t('Saved.'));
    // If it is refused, the input stays in the form for corrections.
    if (came !== undefined) this.drafts.take(entry);
  }

  async #review(action: Decision): Promise<void> {
    const entry = this.opened;
    if (entry === undefined || !this.isPaneShown || !this.mayDecide()) return;
    const done = action === 'approve' ? t('Restored: {0}', entry.title) : t('Deprecated: {0}', entry.title);
    await this.leave(entry, [], reviewOf(entry, action, notesIn(this.drafts.of(entry)), null), done);
  }
}

function reviewOf(
  { id, version }: DraftedEntry,
  action: Decision,
  notes: string | null,
  corrections: Corrections | null,
): CommandOf<'review'> {
  return { type: 'review', id, action, version, notes, corrections };
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
