/**
 * The inbox of proposed decisions from recorded sessions. Each is approved, completed or discarded by a person; nothing
 * becomes a decision by itself. An answered one leaves at once, and comes back if the host refuses.
 */
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DraftCard, DraftsCard } from '../../../src/protocol/decisions/decisions.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { moveAmongCards } from '../../parts/design/keyboard/roving.ts';
import { renderPager } from '../../parts/design/pager.ts';
import { cardStyles } from '../../parts/design/styles/cardStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { draftItem } from '../../parts/domain/knowledgeItem.ts';
import { View } from '../shared/view.ts';
import { draftStyles } from './decisionStyles.ts';
import { renderDraft, whyIncomplete } from './draftCard.ts';

const pageOfDrafts = 50;

class DraftList extends View {
  static override styles = [styles, controls, cardStyles, draftStyles];
  static override properties = { offset: { state: true }, cursor: { state: true } };

  declare onOpen: (item: string) => void;
  declare private offset: number;
  /** The draft that has the focus, or had it last. */
  declare private cursor: number | undefined;
  #lastPlace = 0;
  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  readonly #drafts = new Live(
    this,
    () => this.page.client,
    'drafts',
    () => ({ offset: this.offset, limit: pageOfDrafts }),
  );

  constructor() {
    super();
    this.offset = 0;
  }

  /** Focuses the current draft. */
  override focus(): void {
    this.#focus.want();
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { answer } = this.#drafts;
    if (answer === undefined) return;
    if (this.offset > 0 && this.offset >= answer.total) this.offset -= pageOfDrafts;
    const place = answer.drafts.findIndex(({ id }) => id === this.cursor);
    if (place >= 0) this.#lastPlace = place;
    else this.cursor = answer.drafts[Math.min(this.#lastPlace, answer.drafts.length - 1)]?.id;
  }

  override render(): TemplateResult {
    const { answer } = this.#drafts;
    if (answer === undefined) return html`<div class="feed">${this.renderWait(this.#drafts)}</div>`;
    return answer.drafts.length === 0 ? this.#renderNothing() : this.#renderDrafts(answer);
  }

  #renderDrafts({ drafts, total }: DraftsCard): TemplateResult {
    const isAll = drafts.length === total;
    return html`<div class="feed">
      <div class="head">
        <p class="quiet" role="status">${tn(total, '{0} proposed decision', '{0} proposed decisions')}</p>
        <button class="button" @click=${() => void this.#discardAll(drafts)}>
          ${isAll ? t('Discard All') : tn(drafts.length, 'Discard This One', 'Discard These {0}')}
        </button>
      </div>
      <div
        class="cards"
        role="feed"
        aria-label=${t('Proposed decisions')}
        aria-busy=${this.#drafts.state === 'slow'}
        @keydown=${moveAmongCards}
        @focusin=${(event: FocusEvent) => this.#notice(event)}
      >
        ${repeat(
          drafts,
          ({ id }) => id,
          (draft, place) => this.#renderDraft(draft, this.offset + place + 1, total),
        )}
      </div>
      ${renderPager({ offset: this.offset, limit: pageOfDrafts, total, go: (offset) => this.#turnTo(offset) })}
    </div>`;
  }

  #renderDraft(draft: DraftCard, place: number, total: number): TemplateResult {
    return renderDraft({
      draft,
      place,
      total,
      isCurrent: draft.id === this.cursor,
      approve: () => void this.#approve(draft),
      complete: () => this.onOpen(draftItem(draft.id)),
      discard: () => void this.#discard([draft], t('Discarded.')),
      openSession: () => this.page.go({ view: 'sessions', item: draft.sessionId }),
    });
  }

  #renderNothing(): TemplateResult {
    return html`<div class="feed" tabindex="-1" data-nothing>
      ${renderEmpty(
        'inbox',
        t('No proposed decisions'),
        t(
          'When a recorded session contains a decision, the sentence that states it appears here. It becomes a decision only when you approve it.',
        ),
      )}
    </div>`;
  }

  async #approve(draft: DraftCard): Promise<void> {
    if (whyIncomplete(draft) !== undefined) return;
    const { id, title, decidedBy, assistedBy, project, rationale, alternatives } = draft;
    this.#leave([draft]);
    await this.page.execute(
      {
        type: 'saveDecision',
        ...{ title, decidedBy, assistedBy, project, alternatives },
        rationale: rationale ?? '',
        sourceRef: null,
        supersedes: null,
        draft: id,
      },
      t('Approved: {0}', title),
    );
  }

  #discardAll(drafts: readonly DraftCard[]): Promise<void> {
    return this.#discard(
      drafts,
      tn(drafts.length, '{0} proposed decision discarded.', '{0} proposed decisions discarded.'),
    );
  }

  async #discard(drafts: readonly DraftCard[], done: string): Promise<void> {
    this.#leave(drafts);
    await this.page.execute({ type: 'discardDrafts', ids: drafts.map(({ id }) => id) }, done);
  }

  /** Shows the effect of a command before it is done. */
  #leave(gone: readonly DraftCard[]): void {
    const ids = new Set(gone.map(({ id }) => id));
    this.#drafts.patch(({ drafts, total }) => ({
      drafts: drafts.filter(({ id }) => !ids.has(id)),
      total: Math.max(0, total - ids.size),
    }));
    this.#focus.want();
  }

  #turnTo(offset: number): void {
    this.offset = offset;
    this.#lastPlace = 0;
    this.cursor = undefined;
    this.#focus.want();
  }

  #notice(event: FocusEvent): void {
    const card = event.target instanceof Element ? event.target.closest('[data-draft]') : null;
    if (card !== null) this.cursor = Number(card.getAttribute('data-draft'));
  }

  #focusPlace(): HTMLElement | null {
    const card = this.renderRoot.querySelector<HTMLElement>(`[data-draft="${String(this.cursor)}"]`);
    return card ?? this.renderRoot.querySelector('[data-nothing]');
  }
}

customElements.define('bigmind-draft-list', DraftList);
