/**
 * The thought journal: hypotheses, their confidence, and how they were resolved. Open ones come first and are resolved
 * in place. A resolved one changes at once and keeps its position until the next answer.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { HypothesisCard, JournalCard } from '../../../src/protocol/hypotheses/journal.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { isEscape } from '../../parts/design/forms.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { moveAmongCards } from '../../parts/design/keyboard/roving.ts';
import { renderPager } from '../../parts/design/pager.ts';
import { renderSegments } from '../../parts/design/segments.ts';
import { cardStyles } from '../../parts/design/styles/cardStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';
import { hypothesisIn, stateName, verdictText, type Verdict } from './hypothesis.ts';
import { renderHypothesis } from './hypothesisCard.ts';
import { journalStyles } from './journalStyles.ts';
import { filters, keepJournal, keptJournal, type Filter, type KeptJournal, type NewHypothesis } from './keptJournal.ts';
import { renderNewHypothesis } from './newHypothesis.ts';

const pageOfHypotheses = 50;
/** The default of `memory/hypotheses/hypotheses.ts`. */
const defaultConfidence = 0.7;

export class JournalView extends View {
  static override styles = [styles, controls, cardStyles, journalStyles];
  static override properties = {
    kept: { state: true },
    offset: { state: true },
    cursor: { state: true },
  };

  declare private kept: KeptJournal | undefined;
  declare private offset: number;
  /** The hypothesis that has the focus, or had it last. */
  declare private cursor: number | undefined;

  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  readonly #journal = new Live(
    this,
    () => this.page.client,
    'journal',
    () => {
      const { filter } = this.#kept;
      return { offset: this.offset, limit: pageOfHypotheses, status: filter === 'all' ? null : filter };
    },
  );
  #lastPlace = 0;
  /** The next target of the focus: the new hypothesis, the button that adds one, or the list. */
  #focusOn: 'new' | 'note' | 'card' = 'card';

  constructor() {
    super();
    this.offset = 0;
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!this.hasUpdated) this.#openRoute();
    const { answer } = this.#journal;
    if (answer === undefined) return;
    if (this.offset > 0 && this.offset >= answer.total) this.offset -= pageOfHypotheses;
    const { hypotheses } = answer;
    const place = hypotheses.findIndex(({ id }) => id === this.cursor);
    if (place >= 0) this.#lastPlace = place;
    else this.cursor = hypotheses[Math.min(this.#lastPlace, hypotheses.length - 1)]?.id;
  }

  override render(): TemplateResult {
    const { noted } = this.#kept;
    return html`<main aria-labelledby="journal">
      <header class="head">
        <h1 id="journal">${t('Journal')}</h1>
        <button class="button" data-note aria-expanded=${noted !== null} @click=${() => this.#startNoting()}>
          <vscode-icon name="add" aria-hidden="true"></vscode-icon> ${t('Add Hypothesis')}
        </button>
      </header>
      ${
        noted === null
          ? nothing
          : renderNewHypothesis({
              noted,
              write: (changed) => this.#keep({ noted: changed }),
              note: () => void this.#note(noted),
              cancel: () => this.#stopNoting(),
            })
      }
      ${renderSegments({
        label: t('Filter hypotheses'),
        options: filters.map((value) => ({ value, label: value === 'all' ? t('All') : stateName(value) })),
        chosen: this.#kept.filter,
        choose: (filter) => this.#show(filter),
      })}
      ${this.renderWait(this.#journal)}
      ${this.#journal.answer === undefined ? nothing : this.#renderAnswer(this.#journal.answer)}
    </main>`;
  }

  /** The focus moves to the hypothesis of the route once it is loaded. */
  #openRoute(): void {
    const id = hypothesisIn(this.page.route.item);
    if (id === undefined) return;
    this.cursor = id;
    this.#focus.want();
  }

  #renderAnswer({ hypotheses, total }: JournalCard): TemplateResult {
    if (hypotheses.length === 0) return this.#renderNothing();
    return html`<p class="quiet" role="status">${tn(total, '{0} hypothesis', '{0} hypotheses')}</p>
      <div
        class="journal"
        role="feed"
        aria-labelledby="journal"
        aria-busy=${this.#journal.state === 'slow'}
        @keydown=${(event: KeyboardEvent) => this.#handleKey(event)}
        @focusin=${(event: FocusEvent) => this.#notice(event)}
      >
        ${repeat(
          hypotheses,
          ({ id }) => id,
          (hypothesis, place) => this.#renderCard(hypothesis, this.offset + place + 1, total),
        )}
      </div>
      ${renderPager({ offset: this.offset, limit: pageOfHypotheses, total, go: (offset) => this.#turnTo(offset) })}`;
  }

  #renderCard(hypothesis: HypothesisCard, place: number, total: number): TemplateResult {
    const { id } = hypothesis;
    const { answer } = this.#kept;
    return renderHypothesis({
      hypothesis,
      place,
      total,
      isCurrent: id === this.cursor,
      answer: answer?.id === id && hypothesis.status === 'open' ? answer : undefined,
      begin: (verdict) => this.#begin(id, verdict),
      write: (resolution) => answer !== null && this.#keep({ answer: { ...answer, resolution } }),
      resolve: () => void this.#resolve(hypothesis),
      cancel: () => this.#cancel(),
      reopen: () => void this.#reopen(hypothesis),
      openSession: (session) => this.page.go({ view: 'sessions', item: session }),
    });
  }

  #renderNothing(): TemplateResult {
    const { filter } = this.#kept;
    const empty =
      filter === 'all' || filter === 'open'
        ? renderEmpty(
            'beaker',
            filter === 'all' ? t('No hypotheses yet') : t('No open hypotheses'),
            `${t('A hypothesis is something that is not proved yet. Resolve it when you know the result.')} ${t('To let assistants add hypotheses, turn on the toolset journal with the setting bigmind.toolsets or BIGMIND_TOOLSETS.')}`,
          )
        : renderEmpty('beaker', t('No matching hypotheses'), t('Hypotheses with this result appear here.'));
    return html`<div tabindex="-1" data-nothing>${empty}</div>`;
  }

  get #kept(): KeptJournal {
    return this.kept ?? keptJournal(this.page);
  }

  #keep(change: Partial<KeptJournal>): void {
    this.kept = { ...this.#kept, ...change };
    keepJournal(this.page, this.kept);
  }

  #show(filter: Filter): void {
    this.#keep({ filter });
    this.offset = 0;
  }

  #startNoting(): void {
    this.#keep({ noted: this.#kept.noted ?? { text: '', confidence: defaultConfidence } });
    this.#focusOn = 'new';
    this.#focus.want();
  }

  #stopNoting(): void {
    this.#keep({ noted: null });
    this.#focusOn = 'note';
    this.#focus.want();
  }

  async #note(noted: NewHypothesis): Promise<void> {
    const { text, confidence } = noted;
    this.#stopNoting();
    const came = await this.page.execute(
      { type: 'addHypothesis', text: text.trim(), confidence },
      t('Hypothesis added.'),
    );
    // Restores the input for another try.
    if (came === undefined) this.#keep({ noted });
  }

  #begin(id: number, verdict: Verdict): void {
    this.#keep({ answer: { id, verdict, resolution: '' } });
    this.cursor = id;
    this.#focus.want();
  }

  #cancel(): void {
    this.#keep({ answer: null });
    this.#focus.want();
  }

  async #resolve(hypothesis: HypothesisCard): Promise<void> {
    const { id, version } = hypothesis;
    const { answer } = this.#kept;
    if (answer?.id !== id) return;
    const resolution = answer.resolution.trim() === '' ? null : answer.resolution.trim();
    const now = new Date().toISOString();
    this.#replace({ ...hypothesis, status: answer.verdict, resolution, resolvedAt: now, version: version + 1 });
    this.#cancel();
    const command = { type: 'resolveHypothesis' as const, id, status: answer.verdict, resolution };
    if ((await this.page.execute(command, verdictText(answer.verdict))) !== undefined) return;
    // Restores the input for another try.
    this.#keep({ answer });
  }

  async #reopen(hypothesis: HypothesisCard): Promise<void> {
    const { id, version } = hypothesis;
    this.#replace({ ...hypothesis, status: 'open', resolution: null, resolvedAt: null, version: version + 1 });
    this.cursor = id;
    this.#focus.want();
    await this.page.execute({ type: 'reopenHypothesis', id, version }, t('Hypothesis reopened.'));
  }

  #replace(hypothesis: HypothesisCard): void {
    this.#journal.patch((card) => ({
      ...card,
      hypotheses: card.hypotheses.map((one) => (one.id === hypothesis.id ? hypothesis : one)),
    }));
  }

  #turnTo(offset: number): void {
    this.offset = offset;
    this.#lastPlace = 0;
    this.cursor = undefined;
    this.#focus.want();
  }

  /** Keys move from card to card, except inside a text field. */
  #handleKey(event: KeyboardEvent): void {
    if (isEscape(event) && this.#kept.answer !== null) {
      this.#cancel();
      return;
    }
    if (event.target instanceof HTMLTextAreaElement) return;
    moveAmongCards(event);
  }

  #notice(event: FocusEvent): void {
    const card = event.target instanceof Element ? event.target.closest('[data-hypothesis]') : null;
    if (card !== null) this.cursor = Number(card.getAttribute('data-hypothesis'));
  }

  #focusPlace(): HTMLElement | null {
    const root = this.renderRoot;
    const place = this.#focusOn;
    this.#focusOn = 'card';
    if (place !== 'card') return root.querySelector(place === 'new' ? '[data-new]' : '[data-note]');
    const card = root.querySelector<HTMLElement>(`[data-hypothesis="${String(this.cursor)}"]`);
    return card?.querySelector<HTMLElement>('[data-first]') ?? card ?? root.querySelector('[data-nothing]');
  }
}

customElements.define('bigmind-journal-view', JournalView);
