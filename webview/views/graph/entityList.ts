/** Where the graph starts: a search for an entity, filters, and the entities with most memories. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { EntitiesCard, EntityRow } from '../../../src/protocol/graph/graph.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { entries } from '../../parts/design/entries.ts';
import { joined, number, renderTime } from '../../parts/design/format.ts';
import { textOf } from '../../parts/design/forms.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { SearchKeys, searchFieldKeys } from '../../parts/design/keyboard/searchKeys.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { keptCuration } from '../shared/curationState.ts';
import { View } from '../shared/view.ts';
import { entityKindName, kindIconStyles, renderKindIcon } from './model/entityWords.ts';
import { renderFilters } from './graphFilters.ts';
import { filterOf, graphFrom, type KeptGraph } from './model/keptGraph.ts';
import { listStyles } from './listStyles.ts';

const firstShown = 50;
/** As many as the host returns at once. */
const maxShown = 200;
const maxPartLength = 200;
const pauseMilliseconds = 200;

export class EntityList extends View {
  static override styles = [styles, controls, chipStyles, entries, kindIconStyles, listStyles];
  static override properties = {
    kept: { state: true },
    searched: { state: true },
    limit: { state: true },
    stop: { state: true },
  };

  declare private kept: KeptGraph;
  /** The text of the field, once the user has stopped typing. */
  declare private searched: string;
  declare private limit: number;
  /** The index of the entity that is the tab stop. */
  declare private stop: number;
  #typing: number | undefined;
  /** Whether Enter was pressed before the list showed what was typed. */
  #opensFirst = false;

  readonly #entities = new Live(
    this,
    () => this.page.client,
    'entities',
    () => ({ part: this.searched, filter: filterOf(this.kept), limit: this.limit }),
  );
  readonly #choices = new Live(
    this,
    () => this.page.client,
    'choices',
    () => ({}),
  );

  constructor() {
    super();
    this.limit = firstShown;
    this.stop = 0;
    new SearchKeys(this, { field: () => this.#field, hasLetters: () => keptCuration(this.page).keys });
  }

  override willUpdate(): void {
    if (this.hasUpdated) return;
    this.kept = graphFrom(this.page.kept('graph'));
    this.searched = this.kept.part;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { answer } = this.#entities;
    if (answer?.isComplete === false) void this.#entities.refresh();
    if (!this.#opensFirst || answer === undefined) return;
    this.#opensFirst = false;
    const [first] = answer.entities;
    if (first !== undefined) this.#open(first);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#typing);
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#field?.focus());
  }

  override render(): TemplateResult {
    const { answer } = this.#entities;
    return html`<main aria-labelledby="graph">
      <h1 id="graph">${t('Graph')}</h1>
      ${this.#renderContinue()} ${this.#renderBar()} ${this.renderWait(this.#entities)}
      ${answer === undefined ? nothing : this.#renderAnswer(answer)}
    </main>`;
  }

  get #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('input[type="search"]');
  }

  #renderContinue(): TemplateResult | typeof nothing {
    const { start } = this.kept;
    if (start === null) return nothing;
    return html`<p>
      <button class="link" @click=${() => this.page.go({ view: 'graph', item: start.key })}>
        ${t('Continue with')} <bdi>${start.name}</bdi>
      </button>
    </p>`;
  }

  #renderBar(): TemplateResult {
    return html`<div class="bar" role="search">
      <input
        class="field"
        type="search"
        dir="auto"
        maxlength=${maxPartLength}
        aria-label=${t('Search entities')}
        aria-keyshortcuts="/ Control+F"
        placeholder=${t('A file, a package, a person…')}
        .value=${this.kept.part}
        @input=${(event: Event) => this.#type(textOf(event))}
        @keydown=${searchFieldKeys(
          () => this.#entry(this.stop)?.focus(),
          () => this.#openFirst(),
        )}
      />
      ${renderFilters({ kept: this.kept, choices: this.#choices.answer, change: (change) => this.#keep(change) })}
    </div>`;
  }

  #renderAnswer(answer: EntitiesCard): TemplateResult {
    const { entities, isCut, isComplete } = answer;
    const count = tn(entities.length, '{0} entity', '{0} entities');
    const notes = [
      ...(isComplete ? [] : [t('Some memories are still being read. The list grows.')]),
      ...(isCut ? [t('Only newer memories were counted.')] : []),
    ];
    return html`<p class="quiet" role="status">
        ${[entities.length < this.limit ? count : t('The {0} with most memories', number(entities.length)), ...notes].join('. ')}
      </p>
      ${entities.length === 0 ? this.#renderNone(isComplete) : this.#renderEntities(entities)}`;
  }

  #renderNone(isComplete: boolean): TemplateResult | typeof nothing {
    if (!isComplete) return nothing;
    const { kinds, project } = this.kept;
    if (this.searched.trim() !== '' || kinds.length > 0 || project !== null)
      return renderEmpty('search', t('No results'), t('Try other words or fewer filters.'));
    return renderEmpty(
      'type-hierarchy',
      t('No entities yet'),
      t(
        'Entities are the files, symbols, packages, people and other names that your memories mention. BigMind finds them in memories by rules, and in the tags of facts.',
      ),
    );
  }

  #renderEntities(entities: readonly EntityRow[]): TemplateResult {
    const stop = Math.min(this.stop, entities.length - 1);
    return html`<ul class="entities" aria-label=${t('Entities')} @keydown=${moveInColumn}>
        ${entities.map((entity, index) => this.#renderEntity(entity, index, stop))}
      </ul>
      ${
        entities.length === this.limit && this.limit < maxShown
          ? html`<button class="button more" @click=${() => (this.limit = maxShown)}>${t('Show More')}</button>`
          : nothing
      }`;
  }

  #renderEntity(entity: EntityRow, index: number, stop: number): TemplateResult {
    const { name, kind, memories, lastAt } = entity;
    const about = [
      entityKindName(kind),
      tn(memories, '{0} memory', '{0} memories'),
      ...(lastAt === '' ? [] : [renderTime(lastAt)]),
    ];
    return html`<li>
      <button
        class="entry"
        data-index=${index}
        tabindex=${index === stop ? 0 : -1}
        @focus=${() => (this.stop = index)}
        @click=${() => this.#open(entity)}
      >
        ${renderKindIcon(kind)}
        <span class="words"><bdi>${name}</bdi> <span class="quiet">${joined(about)}</span></span>
      </button>
    </li>`;
  }

  #entry(index: number): HTMLElement | null {
    return this.renderRoot.querySelector(`[data-index="${String(index)}"]`);
  }

  #keep(change: Partial<KeptGraph>): void {
    this.kept = { ...this.kept, ...change };
    this.page.keep('graph', this.kept);
    this.stop = 0;
  }

  #type(part: string): void {
    this.#keep({ part });
    this.#opensFirst = false;
    window.clearTimeout(this.#typing);
    this.#typing = window.setTimeout(() => (this.searched = part), part === '' ? 0 : pauseMilliseconds);
  }

  #openFirst(): void {
    window.clearTimeout(this.#typing);
    this.searched = this.kept.part;
    this.#opensFirst = true;
    this.requestUpdate();
  }

  #open({ key }: EntityRow): void {
    this.page.go({ view: 'graph', item: key });
  }
}

function moveInColumn(event: KeyboardEvent): void {
  moveAlong(event, '.entry', 'column');
}

customElements.define('bigmind-entity-list', EntityList);
