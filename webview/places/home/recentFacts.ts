/**
 * The latest facts, so that a new note is visible at once. Hidden while there are none, because other parts of the
 * profile explain how to add one.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { KnowledgeCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { entries } from '../../parts/design/entries.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import { listedItem } from '../../parts/domain/knowledgeItem.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { cautionMark } from '../../parts/domain/memoryWords.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { Live } from '../../client/live.ts';
import { everything, filterOf } from '../../views/recall/knowledgeFilter.ts';
import { View } from '../../views/shared/view.ts';

const shown = 5;
/** Read, because facts that a model learned are among them; these have a list of their own. */
const read = 30;
const onlyFacts = { ...everything, list: 'fact' as const };

export class RecentFacts extends View {
  static override styles = [
    styles,
    controls,
    entries,
    css`
      /* So that the column leaves no gap for it. */
      :host([hidden]) {
        display: none;
      }
      ul {
        margin: 0 -8px;
      }
      .entry {
        display: flex;
        flex-direction: column;
      }
      .fact {
        display: -webkit-box;
        overflow: hidden;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
      }
      .link {
        margin-top: 8px;
      }
    `,
  ];
  static override properties = { stop: { state: true } };

  /** The index of the fact that is the tab stop. */
  declare private stop: number;

  readonly #facts = new Live(
    this,
    () => this.page.client,
    'knowledge',
    () => ({ offset: 0, limit: read, filter: filterOf(onlyFacts), order: onlyFacts.order }),
  );

  constructor() {
    super();
    this.stop = 0;
  }

  override willUpdate(): void {
    this.toggleAttribute('hidden', this.#stored.length === 0);
  }

  get #stored(): readonly KnowledgeCard[] {
    return this.#facts.answer?.items.filter(({ origin }) => origin !== 'transcript').slice(0, shown) ?? [];
  }

  override render(): TemplateResult | typeof nothing {
    const { answer } = this.#facts;
    const facts = this.#stored;
    if (answer === undefined || facts.length === 0) return nothing;
    const stop = Math.min(this.stop, facts.length - 1);
    return html`<section aria-labelledby="recent">
      <h2 id="recent">${t('Recently remembered')}</h2>
      <ul @keydown=${(event: KeyboardEvent) => moveAlong(event, '.entry', 'column')}>
        ${facts.map((fact, place) => this.#renderFact(fact, place, place === stop))}
      </ul>
      ${
        answer.total <= shown
          ? nothing
          : html`<button class="link" @click=${() => this.#showAll()}>${t('Show All Facts')}</button>`
      }
    </section>`;
  }

  #renderFact(fact: KnowledgeCard, place: number, isStop: boolean): TemplateResult {
    return html`<li>
      <button
        class="entry"
        tabindex=${isStop ? 0 : -1}
        @focus=${() => (this.stop = place)}
        @click=${() => this.page.go({ view: 'knowledge', item: itemOf(fact) })}
      >
        <span class="fact" dir="auto">${fact.text}</span>
        <span class="quiet">
          ${joined([cautionMark(fact), renderTime(fact.createdAt)].filter((part) => part !== null))}
        </span>
      </button>
    </li>`;
  }

  #showAll(): void {
    this.page.go({ view: 'knowledge', item: listedItem('fact') });
  }
}

customElements.define('bigmind-recent-facts', RecentFacts);
