/**
 * The directory of a shared memory: who worked on something, the busiest topics, the public card of each person, and
 * what the directory shows of the reader. A question is sent on Enter, because a model may have to answer it.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { DirectoryCard } from '../../../src/protocol/people/people.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { number } from '../../parts/design/format.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { SearchKeys } from '../../parts/design/keyboard/searchKeys.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { stepStyles } from '../../parts/calendar/heatmapStyles.ts';
import { keptCuration } from '../shared/curationState.ts';
import { View } from '../shared/view.ts';
import { renderPerson } from './personCard.ts';
import { renderResults } from './peopleResults.ts';
import { peopleStyles } from './peopleStyles.ts';
import './ownCard.ts';

const firstShown = 60;
/** As many as the host returns at once. */
const maxShown = 200;
const expertsShown = 20;
const maxQueryLength = 2_000;

class PeopleView extends View {
  static override styles = [styles, controls, chipStyles, stepStyles, peopleStyles];
  static override properties = { page: { attribute: false }, limit: { state: true }, stop: { state: true } };

  declare private limit: number;
  /** The index of the topic that is the tab stop. */
  declare private stop: number;

  readonly #people = new Live(
    this,
    () => this.page.client,
    'people',
    () => ({ offset: 0, limit: this.limit }),
  );
  readonly #who = new Live(
    this,
    () => this.page.client,
    'whoWorkedOn',
    () => (this.#query === '' ? undefined : { query: this.#query, limit: expertsShown }),
  );

  constructor() {
    super();
    this.limit = firstShown;
    this.stop = 0;
    new SearchKeys(this, {
      field: () => this.renderRoot.querySelector<HTMLInputElement>('input[type="search"]'),
      hasLetters: () => keptCuration(this.page).keys,
    });
  }

  get #query(): string {
    const kept = this.page.kept('people');
    return typeof kept === 'object' && kept !== null && 'query' in kept && typeof kept.query === 'string'
      ? kept.query
      : '';
  }

  override render(): TemplateResult {
    const { answer } = this.#people;
    return html`<main aria-labelledby="people">
      <h1 id="people">${t('People')}</h1>
      ${this.renderWait(this.#people)}
      ${answer === undefined ? nothing : answer === null ? renderPersonal() : this.#renderDirectory(answer)}
    </main>`;
  }

  #renderDirectory(directory: DirectoryCard): TemplateResult {
    return html`${this.#renderSearch()} ${renderTotals(directory.totals)} ${this.#renderBusiest(directory.busiest)}
      ${this.#renderCards(directory)}
      <section aria-labelledby="own">
        <h2 id="own">${t('Your card')}</h2>
        <bigmind-own-card .page=${this.page} .card=${directory.own}></bigmind-own-card>
      </section>`;
  }

  #renderSearch(): TemplateResult {
    const { answer } = this.#who;
    return html`<section aria-labelledby="who">
      <h2 id="who">${t('Who worked on…')}</h2>
      <form
        class="ask"
        role="search"
        @submit=${(event: Event) => {
          event.preventDefault();
          this.#ask(this.renderRoot.querySelector<HTMLInputElement>('input[type="search"]')?.value ?? '');
        }}
      >
        <input
          class="field"
          type="search"
          dir="auto"
          maxlength=${maxQueryLength}
          aria-labelledby="who"
          aria-keyshortcuts="/ Control+F"
          placeholder=${t('A subject, such as PostgreSQL')}
          .value=${this.#query}
          @search=${(event: Event) => this.#clearedIn(event)}
        />
        <button class="button primary">${t('Find People')}</button>
      </form>
      ${this.#query === '' ? nothing : this.renderWait(this.#who)}
      ${answer === undefined || answer === null ? nothing : renderResults(answer)}
    </section>`;
  }

  #renderBusiest(busiest: DirectoryCard['busiest']): TemplateResult | typeof nothing {
    if (busiest.length === 0) return nothing;
    const stop = Math.min(this.stop, busiest.length - 1);
    return html`<section aria-labelledby="busiest">
      <h2 id="busiest">${t('Busiest topics')}</h2>
      <div class="chips" role="group" aria-labelledby="busiest" @keydown=${moveInRow}>
        ${busiest.map(({ topic, sessions, people }, index) => {
          const counted = tn(sessions, '{0} session', '{0} sessions');
          const by = tn(people, '{0} person', '{0} people');
          return html`<button
            class="chip"
            tabindex=${index === stop ? 0 : -1}
            title=${t('Who worked on {0}?', topic)}
            aria-label=${`${topic}, ${counted}, ${by}`}
            @focus=${() => (this.stop = index)}
            @click=${() => this.#ask(topic)}
          >
            <span dir="auto">${topic}</span> <span class="quiet">${number(sessions)}</span>
          </button>`;
        })}
      </div>
    </section>`;
  }

  #renderCards({ cards, total }: DirectoryCard): TemplateResult {
    const rest = Math.min(total, maxShown) - cards.length;
    return html`<section aria-labelledby="people">
      <h2 id="people">${t('People')}</h2>
      ${
        cards.length === 0
          ? renderEmpty(
              'organization',
              t('No one has a card yet'),
              t('A person gets a card when an assistant uses this memory for them, unless they choose to have none.'),
            )
          : html`<ul class="cards">
              ${cards.map(renderPerson)}
            </ul>`
      }
      ${
        rest > 0
          ? html`<button class="button" @click=${() => (this.limit = maxShown)}>
              ${tn(rest, 'Show {0} More Person', 'Show {0} More People')}
            </button>`
          : nothing
      }
      ${
        total > maxShown && rest <= 0
          ? html`<p class="quiet">${t('To find the others, search for what they work on.')}</p>`
          : nothing
      }
    </section>`;
  }

  #ask(query: string): void {
    this.page.keep('people', { query: query.trim() });
    this.requestUpdate();
  }

  /** The cross in the field clears the answer too; Enter is handled by the form. */
  #clearedIn(event: Event): void {
    if (event.target instanceof HTMLInputElement && event.target.value === '') this.#ask('');
  }
}

function renderPersonal(): TemplateResult {
  return renderEmpty(
    'organization',
    t('This memory is personal'),
    t('The directory of people belongs to a memory that a team shares. Nothing about you is shown to anyone.'),
  );
}

function renderTotals({ people, sessions, memories, knowledge }: DirectoryCard['totals']): TemplateResult {
  const counts: [string, number][] = [
    [t('People'), people],
    [t('Sessions'), sessions],
    [t('Memories'), memories],
    [t('Team knowledge'), knowledge],
  ];
  return html`<dl class="totals">
    ${counts.map(
      ([label, count]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${number(count)}</dd>
        </div>`,
    )}
  </dl>`;
}

function moveInRow(event: KeyboardEvent): void {
  moveAlong(event, '.chip', 'row');
}

customElements.define('bigmind-people-view', PeopleView);
